"""A rule value whose base goes by the number of seats."""

from __future__ import annotations

import pytest

from referee.language import build_ruleset
from referee.language.describe.keys import rule_argument
from referee.packs import load_stack
from tests.engine.inline import Game, pack
from tests.lint.fair import codes, findings
from tests.lint.fair import pack as fair

SOURCE = pack(
    """\
    tokens: {coin: {unlimited: yes}}
    rules:
      wage: {base: {1: 9, 2: 5, 3: 0, 4: 2}, name: wage, says: "A worker earns {is}"}
    kinds: {sign: {hooks: {hangs: {sort: modifier, while_in: wall}}}}
    sign: [{id: bonus, hangs: rule wage adds 1}]
    places:
      wall: {of: table, pile: sign}
      store: {of: table, pile: sign}
    setup: [{place: store, all: sign}]
    """,
    main="""
    each seat:
      choose one act:
        work: gain rule wage coin
        hang s from store: put s in wall
    each seat:
      choose wait: gain rule wage coin
    end game because done
    """,
)


@pytest.mark.parametrize(("seats", "wage"), [(1, 9), (2, 5), (3, 0), (4, 2)])
def test_the_base_is_that_of_the_seats_that_play(seats: int, wage: int) -> None:
    game = Game(SOURCE, seats)
    game.play("work")
    assert game.value("rule/wage") == wage


def test_modifiers_change_it() -> None:
    game = Game(SOURCE, 2)
    game.play("hang/bonus")
    assert game.value("rule/wage") == 6


TURN = "each seat:\n  choose take: gain rule wage coin\nend game because over"


def test_every_number_of_seats_needs_a_base() -> None:
    assert codes(fair(TURN, "rules: {wage: {base: {2: 1, 3: 1, 4: 0}}}")) == []
    found = findings(fair(TURN, "rules: {wage: {base: {2: 1, 4: 0}}}"))
    assert [finding.code.code for finding in found] == ["E0227"]
    assert found[0].message == "`wage` needs a base for 3 seats"


def test_a_pack_above_replaces_it() -> None:
    text = fair(TURN, "rules: {wage: {base: {2: 1, 3: 1, 4: 0}}}")
    assert codes(text, "changes: [{rule: wage, is: 3}]") == []
    assert codes(fair(TURN, "rules: {wage: 3}"), "changes: [{rule: wage, is: {2: 1, 3: 1, 4: 0}}]") == []


def test_a_loop_gets_on_with_the_least_of_them() -> None:
    turn = """
    each seat:
      repeat:
        choose one act:
          go where rounds < 9: add rule wage to rounds then gain 1 coin
          back: pay 1 coin
          stop
    end game because over
    """
    assert codes(fair(turn, "rules: {wage: {base: {2: 1, 3: 2, 4: 1}}}")) == []
    assert codes(fair(turn, "rules: {wage: {base: {2: 1, 3: 2, 4: 0}}}")) == ["E0440"]


def test_the_digest_counts_it() -> None:
    other = SOURCE.replace(b"4: 2", b"4: 3")
    digests = {
        build_ruleset(load_stack(["fair"], files={"fair/pack.yaml": source})).rules_digest for source in (SOURCE, other)
    }
    assert len(digests) == 2


def test_a_text_tells_the_most_of_them() -> None:
    ruleset = build_ruleset(load_stack(["fair"], files={"fair/pack.yaml": SOURCE}))
    (rule,) = ruleset.model.rules.values()
    assert rule_argument("wage", rule, rule.base).value == 9
