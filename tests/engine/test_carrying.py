"""A position under edited rules: the same game goes on, or every reason why it can't is told."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine import Program, State, compile_ruleset
from referee.engine.carrying.positions import Carried, carry
from referee.engine.layout import SEALED
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.engine.inline import Game, pack, program

PACKS = Path(__file__).parents[1] / "packs"
CONTENT = Path(__file__).parents[2] / "content"

THINGS = """
    tokens: {coin: {supply: 20}, bead: {supply: 6}}
    groups: {wares: {of: [coin, bead], one: ware}}
    kinds: {card: {faces: [up, down]}}
    card: [{id: ace, n: 2}, {id: ten, n: 2}, {id: jack}]
    places:
      purse: {of: seat, home: yes}
      deck: {of: table, pile: card}
      row: {of: table, cells: 3, holds: card}
    values: {best: {type: card}, mark: {type: cell of row or none}, score: {type: number}}
    rules: {wage: {base: 2, status: own}}
    setup: [{place: deck, all: card}]
"""
MAIN = """
    refill row from deck
    repeat at most 9:
      each seat: do turn
"""
TURN = """
    gain rule wage coin
    choose one deal:
      buy:
        pay 1 coin
        gain 1 bead
      rest: gain 0 coin
    gain 1 coin
"""


def before(things: str = THINGS, main: str = MAIN, turn: str = TURN) -> bytes:
    return pack(things, main=main, turn=turn)


def carried(old: bytes, new: bytes, *moves: str, seats: int = 2) -> tuple[Game, Carried, Program]:
    """A game after some moves, and what becomes of it under the new rules."""
    game = Game(old, seats).play(*moves)
    there = program(new, seats)
    return game, carry(game.program, game.state, there), there


def state_of(found: Carried) -> State:
    assert found.obstacles == () and found.state is not None
    return found.state


def test_a_number_changes_and_the_game_goes_on() -> None:
    game, found, there = carried(before(), before(THINGS.replace("base: 2", "base: 5")), "rest", "buy")
    after = Game.__new__(Game)
    after.program, after.state = there, state_of(found)
    assert (after.options, after.pending, found.notes) == (["buy", "rest"], ["1"], ())
    had = game.place("seat/1/purse")["coin"]
    assert after.place("seat/1/purse")["coin"] == had
    after.play("rest", "rest")
    assert after.place("seat/1/purse")["coin"] == had + 1 + 5, "the turn that begins now pays by the new rules"


def test_new_things_begin_as_at_the_set_up() -> None:
    new = THINGS.replace("{coin:", "{gem: {supply: 3}, coin:").replace("[{id: ace", "[{id: king, n: 2}, {id: ace")
    new = new.replace("    values: {", "    values: {luck: {of: seat, initial: 7}, ").replace(
        "deck: {of: table, pile: card}", "shelf: {of: table, pile: card}\n      deck: {of: table, pile: card}"
    )
    game, found, there = carried(before(), before(new), "rest")
    S = state_of(found)
    there.check_invariants(S)
    assert sorted(found.notes) == [
        "card/king: 2 new pieces, in the box: this game was set up without",
        "the place shelf is new, and empty",
        "the value luck is new, and begins as at the set-up",
    ]
    values = {value.id: value.value for value in there.view(S, "1").values}
    assert values["seat/2/luck"] == 7
    places = {place.id: [piece.entry for piece in place.pieces] for place in there.view(S, "").places}
    assert places["row/1"] == ["ace"] and "king" not in places["deck"]
    back = carry(there, S, game.program)
    assert game.program.digest(state_of(back)) == game.program.digest(game.state)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{id: ace, n: 2}, ", "", "card/ace lies there, and isn't in the rules any more"),
        ("{id: ace, n: 2}", "{id: ace, n: 1}", "card/ace lies there, and isn't in the rules any more"),
        ("row: {of: table, cells: 3", "board: {of: table, cells: 3", "row/1 isn't empty, and the place isn't there"),
        ("coin: {supply: 20}", "coin: {supply: 3}", "coin are in play, and there are 3 in all now"),
        ("score: {type: number}", "score: {type: seat}", "the value score was number and is seat now"),
    ],
)
def test_what_lies_on_the_table_must_be_in_the_rules(old: str, new: str, why: str) -> None:
    things, main = THINGS.replace(old, new), MAIN
    if "board" in new:
        things, main = things.replace("cell of row", "cell of board"), MAIN.replace("row", "board")
    _, found, _ = carried(before(), before(things, main), "rest", "buy")
    assert found.state is None
    assert any(why in obstacle for obstacle in found.obstacles), found.obstacles


def test_what_is_in_the_box_may_go() -> None:
    things = THINGS.replace("setup: [{place: deck, all: card}]", "setup: [{place: deck, pieces: [ace, ten]}]")
    _, found, there = carried(before(things), before(things.replace(", {id: jack}", "")), "rest")
    there.check_invariants(state_of(found))


def test_of_several_pieces_those_in_play_stay() -> None:
    """The first ace is in the box, the second lies on the table: with one ace it is the one on the table."""
    main = (
        "let top = the first of deck\nif top is not none: put top in box\nrefill row from deck\n"
        + "repeat at most 9:\n  each seat: do turn\n"
    )
    game, found, there = carried(
        before(main=main), before(THINGS.replace("{id: ace, n: 2}", "{id: ace}"), main), "rest"
    )
    assert game.place("row/1") == {"ace": 1}
    there.check_invariants(state_of(found))
    assert [
        piece.entry for place in there.view(state_of(found), "").places if place.id == "row/1" for piece in place.pieces
    ] == ["ace"]


MORE = (
    THINGS.replace("{coin:", "{gem: {supply: 3}, coin:")
    .replace("[{id: ace", "[{id: king, n: 2}, {id: ace")
    .replace(
        "deck: {of: table, pile: card}",
        "shelf: {of: table, cells: 4, holds: card}\n      deck: {of: table, pile: card}",
    )
)
"""The things with new ones in front, so that every token, entry, piece and place has another number."""


def test_values_are_of_the_same_things_whatever_their_numbers() -> None:
    """A cell, a piece's entry and a token, in values and in the locals of what waits."""
    main = """
        refill row from deck
        for each c in (row where it is not empty): set mark to c
        repeat at most 9:
          each seat: do turn
    """
    turn = """
        let here = mark
        choose one deal:
          look: gain 1 coin
        if here is not none: set mark to here
    """
    game, found, there = carried(before(main=main, turn=turn), before(MORE, main, turn))
    values = {value.id: value.value for value in there.view(state_of(found), "1").values}
    assert values["mark"] == game.value("mark") == "row/3"
    after = Game.__new__(Game)
    after.program, after.state = there, state_of(found)
    after.play("look")
    assert after.value("mark") == game.play("look").value("mark") == "row/3"


@pytest.mark.parametrize("sealed", ["value", "pieces"])
def test_sealed_answers_stay_sealed_and_the_same(sealed: str) -> None:
    things = """
      hand: {of: seat, pile: card, seen_by: owner}
      cloth: {of: seat, pile: card, seen_by: owner}
    values: {pick: {of: seat, type: ware, sealed: yes, seen_by: everyone}, """
    old, new = (each.replace("    values: {", things.lstrip("\n")) for each in (THINGS, MORE))
    deal = "each seat: draw 2 from deck to my.hand\n"
    asks = {
        "value": "secretly each seat choose pick from wares\n",
        "pieces": "secretly each seat puts 1 of my.hand in my.cloth\n",
    }
    main = deal + asks[sealed] + "each seat: do turn\n"
    game = Game(before(old, main))
    option = game.program.view(game.state, "1").decisions[0].options[0 if sealed == "pieces" else -1]
    answer = (option.form.items[0].id,) if sealed == "pieces" else None
    game.play(option.id, answer=answer)
    there = program(before(new, main))
    after = Game.__new__(Game)
    after.program, after.state = there, state_of(carry(game.program, game.state, there))
    [told] = there.view(after.state, "1").decisions[0].answered
    [said] = game.program.view(game.state, "1").decisions[0].answered
    assert told == said
    for each in (game, after):
        second = each.program.view(each.state, "2").decisions[0].options[0]
        each.play(second.id, answer=(second.form.items[0].id,) if sealed == "pieces" else None)
    if sealed == "pieces":
        assert after.place("seat/1/cloth") == game.place("seat/1/cloth") != {}
    else:
        assert after.value("seat/1/pick") == game.value("seat/1/pick") == option.id.rpartition("/")[2]


def test_more_of_a_token_goes_to_the_supply() -> None:
    _, found, there = carried(before(), before(THINGS.replace("bead: {supply: 6}", "bead: {supply: 9}")), "buy")
    there.check_invariants(state_of(found))
    assert found.notes == ("supply: 8 bead instead of 5",)


# -- a paused procedure that the edit changed


def test_a_line_before_or_behind_the_paused_one_moves_it() -> None:
    turn = "    gain 1 bead" + TURN + "    gain 1 bead\n"
    game, found, there = carried(before(), before(turn=turn), "rest")
    S = state_of(found)
    [note] = found.notes
    assert note.startswith("turn is written otherwise now; this game goes on in it at fair/pack.yaml:")
    assert note.endswith("choose one deal:")
    after = Game.__new__(Game)
    after.program, after.state = there, S
    beads = after.place("seat/2/purse").get("bead", 0)
    after.play("rest")
    assert (beads, after.place("seat/2/purse")["bead"]) == (0, 1), (
        "what was put in front isn't done this time, what follows is"
    )
    assert game.step == after.step


def test_a_question_that_was_changed_can_be_answered_by_the_new_options() -> None:
    turn = TURN.replace("rest: gain 0 coin", "rest: gain 0 coin\n      beg: gain 3 coin")
    _, found, there = carried(before(), before(turn=turn), "rest")
    options = [option.id for option in there.view(state_of(found), "2").decisions[0].options]
    assert options == ["buy", "rest", "beg"]


@pytest.mark.parametrize(
    "turn",
    [
        TURN.replace("choose one deal:", "choose one trade:"),
        TURN.replace("choose one deal:", "if 1 = 1:\n      gain 0 coin\n    choose one trade:"),
        TURN.replace("choose one deal:", "if 1 = 1:\n      choose one deal:\n        buy: gain 1 bead")
        .replace("      buy:\n        pay 1 coin\n        gain 1 bead\n", "")
        .replace("      rest: gain", "        rest: gain"),
    ],
)
def test_a_question_that_is_gone_stops_it(turn: str) -> None:
    _, found, _ = carried(before(), before(turn=turn), "rest")
    [obstacle] = found.obstacles
    assert obstacle.startswith("the game waits in turn, and what it waits for or does next (fair/pack.yaml:")
    assert "choose one deal:" in obstacle and "is written otherwise now" in obstacle


def test_a_procedure_that_no_longer_waits_stops_it() -> None:
    _, found, _ = carried(before(), before(turn="gain 1 coin"), "rest")
    [obstacle] = found.obstacles
    assert "each seat: do turn" in obstacle and "is no place to wait any more" in obstacle


def test_a_procedure_that_is_gone_stops_it() -> None:
    _, found, _ = carried(before(), pack(THINGS, main=MAIN.replace("turn", "round"), round=TURN), "rest")
    [obstacle] = found.obstacles
    assert obstacle.startswith("the game waits in main, and what it waits for or does next (fair/pack.yaml:")


def test_two_lines_alike_are_told_apart_by_their_order_or_not_at_all() -> None:
    main = "repeat at most 9:\n  each seat: do turn\n  each seat: do turn\n"
    more = "repeat at most 9:\n  each seat: do turn\n  each seat: do turn\n  each seat: do turn\n"
    moves = ("rest", "rest", "rest")
    _, found, there = carried(before(main=main), before(main=main), *moves)
    assert there.pending(state_of(found)) == ("2",)
    _, found, _ = carried(before(main=main), before(main=more), *moves)
    [obstacle] = found.obstacles
    assert "is there several times now" in obstacle


def test_what_a_frame_needs_must_have_a_value() -> None:
    turn = TURN.replace("gain rule wage coin", "gain rule wage coin\n    let extra = 2").replace(
        "    gain 1 coin\n", "    gain extra coin\n"
    )
    _, found, _ = carried(before(), before(turn=turn), "rest")
    assert any("`extra`" in each or "is written otherwise" in each for each in found.obstacles)


def test_a_finished_game_is_over() -> None:
    _, found, _ = carried(before(main="each seat: do turn"), before(), "rest", "rest")
    assert found.obstacles == ("the game is over",)


# -- whole games


def positions(program: Program, seed: int, most: int) -> Iterator[State]:
    """The positions of a random game."""
    rng = random.Random(seed)
    S = program.start(bytes(32))
    for _ in range(most):
        if program.over(S):
            return
        yield S
        seat = rng.choice(program.pending(S))
        S = program.apply(S, int(seat) - 1, program.sample(S, rng, int(seat) - 1))


@pytest.mark.parametrize(("name", "seats", "most"), [("auction", 3, 200), ("tic_tac_toe", 2, 9), ("cuba", 3, 120)])
def test_under_the_same_rules_nothing_changes(name: str, seats: int, most: int) -> None:
    search = [PACKS, CONTENT]
    one, two = (compile_ruleset(build_ruleset(load_stack([name], search=search)), seats=seats) for _ in range(2))
    count = 0
    for S in positions(one, 3, most):
        found = carry(one, S, two)
        assert (found.notes, found.obstacles) == ((), ())
        assert two.digest(state_of(found)) == one.digest(S)
        count += 1
    assert count > 4


def test_with_other_numbers_for_everything_it_is_the_same_game() -> None:
    """New things in front of all others give every token, entry and piece another number."""
    text = (PACKS / "auction" / "pack.yaml").read_text()
    more = text.replace("tokens:\n", "tokens:\n  shilling: {supply: 5, name: shilling, plural: shillings}\n")
    more = more.replace("painting:\n  - {", "painting:\n  - {id: sketch, n: 2, worth: 1}\n  - {")
    more = more.replace("trick:\n  - {", "trick:\n  - {id: bluff, n: 3}\n  - {")
    more = more.replace("places:\n", "places:\n  shelf: {of: table, pile: painting}\n", 1)
    assert more.count("shilling") == 3 and "sketch" in more and "bluff" in more and "shelf" in more
    one, two = (
        compile_ruleset(build_ruleset(load_stack(["auction"], files={"auction/pack.yaml": each.encode()})), seats=3)
        for each in (text, more)
    )
    sealed = 0
    for S in positions(one, 5, 200):
        found = state_of(carry(one, S, two))
        two.check_invariants(found)
        for seat in one.pending(S):
            here, there = (p.view(s, seat).decisions[0] for p, s in ((one, S), (two, found)))
            assert [option.id for option in there.options] == [option.id for option in here.options]
        assert one.digest(state_of(carry(two, found, one))) == one.digest(S)
        sealed += any(answer is not None for _, answer in S[SEALED] or ())
    assert sealed, "no position had a sealed answer in it"
