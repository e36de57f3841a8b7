"""The shipped house rules: small, playable on every stack of their game, and told by what they change."""

from __future__ import annotations

import pytest

from referee.cli.differing import Differing
from referee.lab.players import RandomPlayer
from referee.lab.simulate import simulate
from referee.packs import load_stack
from tests.random_games import covering
from tests.rules import house_rules
from tests.rules.house_rules import BASES, holds, program, ruleset, shipped, statements
from tests.rules.ledgers import suite

PACKS = shipped()
MOST = 15  # an example of house rules has fewer statements
SEATS = (2, 3, 4, 5)
# Which pack is played on what, with how many: every two of them meet.
TABLES = [(PACKS[row[0]], BASES[row[1]], SEATS[row[2]]) for row in covering([len(PACKS), len(BASES), len(SEATS)])]


def test_there_are_five_examples() -> None:
    assert PACKS == ["cuba-ice-house", "cuba-open-hands", "cuba-published", "cuba-smuggler", "cuba-three-laws"]


@pytest.mark.parametrize("pack", PACKS)
def test_an_example_is_small(pack: str) -> None:
    assert 0 < statements(house_rules.own(pack)) < MOST


@pytest.mark.parametrize("pack", PACKS)
def test_an_example_has_scenarios_and_claims_nothing_that_it_cannot_show(pack: str) -> None:
    assert len(suite(pack).scenarios) >= 5
    facts = {fact.status for fact in load_stack([pack]).provenance if fact.pack == pack}
    assert facts <= ({"stated", "published"} if pack == "cuba-published" else {"own"})


def played(pack: str, base: str, seats: int, games: int) -> None:
    report = simulate(program(f"{base}+{pack}", seats), games=games, seed=seats, player=RandomPlayer())
    assert report.games == games


@pytest.mark.parametrize(("pack", "base", "seats"), [TABLES[at] for at in range(0, len(TABLES), 5)])
def test_random_games(pack: str, base: str, seats: int) -> None:
    played(pack, base, seats, 1)


@pytest.mark.full
@pytest.mark.parametrize(("pack", "base", "seats"), TABLES)
def test_many_random_games(pack: str, base: str, seats: int) -> None:
    played(pack, base, seats, 10)


# -- the published readings -------------------------------------------------------------------------

PUBLISHED = "cuba-published"
# What each switched fact is called in the ledgers, and the option that can switch it too.
GOODS = ({"CU-07"}, "cuba.goods_track", "six_spaces")
FEE = ({"S000-38", "EP-15"}, "cuba-el-presidente.lawyer_fee", "1")


@pytest.mark.parametrize(("pack", "fact"), [("cuba", GOODS), ("cuba-el-presidente", FEE)])
def test_they_turn_the_scenarios_that_name_what_they_switch_and_no_other(
    pack: str, fact: tuple[set[str], str, str]
) -> None:
    lines, option, switched = fact
    scenarios = suite(pack).scenarios
    named = {
        each.id
        for each in scenarios
        if lines & {line for line, _ in each.covers} and each.settings.get(option) != (switched,)
    }
    assert named
    assert {each.id for each in scenarios if not holds(each, pack, PUBLISHED)} == named


# -- the order of a stack ---------------------------------------------------------------------------

ICE, SMUGGLER = "cuba-ice-house", "cuba-smuggler"
KEPT = "Owners of ice houses keep products."
BOUGHT = "Smugglers take what would spoil."
SPOILT = "Each player: move all products from own yard to supply."


def test_what_the_order_of_two_house_rules_changes_is_told() -> None:
    """The pack on top acts first: the smuggler leaves nothing to keep, or buys what wasn't kept."""
    stacks = (f"{ICE}+{SMUGGLER}", f"{SMUGGLER}+{ICE}")
    assert not_equal(*stacks)
    told = Differing(stacks[0], ruleset(stacks[0]), stacks[1], ruleset(stacks[1]), "en")
    assert told.titles() == ("Cuba: ice house + Cuba: smuggler", "Cuba: smuggler + Cuba: ice house")
    (found,) = told.found
    (aspect,) = told.told(found)
    assert (told.name(found), aspect.reordered) == ("Products in the yards spoil", True)
    assert aspect.side("gone") == [BOUGHT, KEPT, SPOILT]
    assert aspect.side("new") == [KEPT, BOUGHT, SPOILT]


def not_equal(first: str, second: str) -> bool:
    """Whether two stacks are different rules with the same things in them."""
    one, two = ruleset(first), ruleset(second)
    return one.rules_digest != two.rules_digest and set(one.texts) == set(two.texts)
