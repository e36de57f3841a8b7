"""What players read while they play: values of rules in texts, why something isn't possible, names of procedures."""

from __future__ import annotations

import pytest

from referee.engine.records import Choice, Share, Text
from referee.texts import Catalogs
from tests.engine.inline import Game, pack

PACK = pack(
    """
    tokens:
      coin: {unlimited: yes, name: coin, plural: coins}
      bead: {supply: 9, name: bead, plural: beads, prices: [3, 2, 1]}
      nut: {supply: 9, name: nut, plural: nuts, prices: [3, 2, 1]}
    groups:
      treats: {of: [bead, nut], one: treat, name: sweet, plural: sweet things}
    kinds:
      stall:
        plural: stalls
        fields: {cost: {type: bag of treats, default: {}}}
        hooks: {law: {sort: modifier, while_in: hall}, use: {sort: effect}}
    stall:
      - {id: tent, name: Tent}
      - {id: decree, name: Decree, law: "rule wage is 3"}
      - {id: mill, name: Mill, cost: {bead: 1, nut: 1}, use: exchange up to 4 nut for 1 bead each}
    places:
      chest: {of: seat, tokens: [coin, treats], home: yes, name: chest}
      counter: {of: table, tokens: treats, limit: prices, name: counter}
      row: {of: table, cells: 3, holds: stall, name: row}
      free: {of: table, cells: 1, holds: stall, name: prizes}
      hall: {of: table, pile: stall, name: hall}
    values:
      spot: {of: seat, type: cell of row, name: stand}
    rules:
      wage: {base: 2, name: wage}
    setup:
      - {place: row, pieces: [tent, mill]}
      - {place: free, pieces: [decree]}
      - {place: chest, tokens: {nut: 2}}
    terms:
      cheap(treat k): {is: number of k in counter > 0, says: cheap}
      open(row c): {is: c is empty, says: open}
    says:
      names/job: Job
      job: "Earn {wage, plural, one {# coin} other {# coins}} and more"
      job/work: "Work for {wage, plural, one {# coin} other {# coins}}"
      job/work/earn: "Earn {wage, plural, one {# coin} other {# coins}}"
      job/work/rest: Rest
    """,
    main="""
        each seat:
          for each c in first of row: set my.spot to c
        each seat: do job
        end game because dusk
    """,
    job="""
        repeat at most 9:
          choose one work:
            earn: gain rule wage coin
            rule_anew c from free where c is not empty: put c.stall in hall
            prize c = the first of (free where it is empty) where c is not none: gain 1 coin
            sell k from treats where k is cheap: pay 1 k
            lay k from treats: pay 1 k to counter
            stand c from row where c is not my.spot and c is open: set my.spot to c
            grind: do grind
            haggle c from row where c is not empty: pay c.stall.cost sparing 1
            rest unless lay: pass
            stop
    """,
    grind="""
        gain any 1 of treats
        for each c in row where c is not empty: do use of c.stall
    """,
)


@pytest.fixture
def game() -> Game:
    return Game(PACK, seats=1)


def words(game: Game, text: Text) -> str:
    stack = game.program.ruleset.stack
    return Catalogs.load(game.program.ruleset.texts, (one.files for one in stack.packs)).render(text)


def labels(game: Game) -> dict[str, str]:
    return {o.id: words(game, o.label) for o in game.program.view(game.state, "1").decisions[0].options}


def refused(game: Game, option: str) -> str:
    decision = game.program.view(game.state, "1", with_blocked=True).decisions[0]
    refusal = next(o.refusal for o in decision.blocked if o.id == option)
    assert refusal is not None
    return words(game, refusal.text)


def told(game: Game, option: str, answer: tuple[Share, ...] = ()) -> list[str]:
    applied = game.program.submit(game.state, "1", [Choice(option, answer or None)])
    return [words(game, event.text) for event in game.program.events_for(applied, "")]


def test_a_text_has_the_value_that_a_rule_has_now(game: Game) -> None:
    assert labels(game)["earn"] == "Earn 2 coins"
    assert words(game, game.program.view(game.state, "1").decisions[0].prompt) == "Work for 2 coins"
    game.play("rule_anew/1")
    assert labels(game)["earn"] == "Earn 3 coins"
    assert words(game, game.program.view(game.state, "1").decisions[0].prompt) == "Work for 3 coins"


def test_a_procedure_is_called_by_its_name_where_it_is_gone_through(game: Game) -> None:
    assert [words(game, text) for text in game.program.view(game.state, "1").path] == ["Job"]


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("prize", "Only possible if there is at least one space of prizes (empty)."),
        ("sell/bead", "Only possible if bead is cheap."),
        ("stand/1", "Only possible if the space isn't where your stand is."),
        ("stand/2", "Only possible if the space is open."),
        ("lay/bead", "Needs 1 bead, you have 0."),
        ("rest", "Not possible as long as you can: Lay: nut."),
    ],
)
def test_why_not(game: Game, option: str, why: str) -> None:
    assert refused(game, option) == why


def test_a_pool_is_named_as_one(game: Game) -> None:
    assert told(game, "lay/nut") == ["player 1: Lay: nut", "player 1 pays 1 nut to counter"]


def test_an_exchange_says_what_for_what_and_an_answer_is_told(game: Game) -> None:
    game.play("grind")
    assert told(game, "gain", (Share("nut", "all", 1),))[0] == "player 1: Take: 1 nut"
    game.play("gain", answer=(Share("nut", "all", 1),))
    assert labels(game) == {"exchange": "Exchange up to 4 nuts for 1 bead each", "pass": "Pass"}


def test_what_is_spared_is_not_called_paid(game: Game) -> None:
    game.play("grind").play("gain", answer=(Share("bead", "all", 1),)).play("pass", "haggle/2")
    assert labels(game) == {"pay": "Spare"}
    assert told(game, "pay", (Share("nut", "all", 1),)) == ["player 1: Spare: 1 nut", "player 1 pays 1 bead"]


def test_a_group_is_called_in_the_plural_as_it_says(game: Game) -> None:
    assert game.program.ruleset.texts["group/treats.plural"] == "sweet things"
