"""A view made from the one before is the view: for every viewer, at every step, also back to an earlier position."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine import Program, State, compile_ruleset
from referee.engine.records import View
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.engine.inline import pack
from tests.engine.inline import program as program_of
from tests.engine.walk import key, seats_of

ROOT = Path(__file__).resolve().parents[2]
STACKS = [("cuba", 5), ("cuba-el-presidente", 3), ("puerto-rico-nobles", 4), ("urban-sketchers", 4)]
SMALL = [("auction", 4), ("othello", 2), ("tic_tac_toe", 2)]


def program(stack: str, seats: int) -> Program:
    small = ROOT / "tests" / "packs" / stack
    return compile_ruleset(build_ruleset(load_stack([str(small) if small.is_dir() else stack])), seats=seats)


def walk(game: Program, seed: int, steps: int) -> list[State]:
    """Positions of a random game, from its start."""
    dice, found = random.Random(seed), [game.start(key(seed))]
    while len(found) < steps and not game.over(found[-1]):
        seat = dice.choice(game.pending_seats(found[-1]))
        found.append(game.apply(found[-1], seat, game.sample(found[-1], dice, seat)))
    return found


def fresh(game: Program, state: State) -> dict[str, View]:
    return {viewer: game.view(state, viewer) for viewer in ("", *seats_of(game))}


@pytest.mark.parametrize(("stack", "seats"), SMALL + STACKS)
def test_a_renewed_view_is_the_view(stack: str, seats: int) -> None:
    game, dice = program(stack, seats), random.Random(stack)
    states = walk(game, 1, 120)
    views = fresh(game, states[0])
    for number in range(1, len(states)):
        touched = game.touched(states[number - 1], states[number])
        expected = fresh(game, states[number])
        renewed = {viewer: game.renewed(view, states[number], touched)[0] for viewer, view in views.items()}
        assert renewed == expected, f"step {number}"
        if number % 20 == 0:  # as an undo does, which may lead far back
            earlier = states[dice.randrange(number)]
            touched = game.touched(states[number], earlier)
            back = {viewer: game.renewed(view, earlier, touched)[0] for viewer, view in renewed.items()}
            assert back == fresh(game, earlier), f"back from step {number}"
        views = renewed


def test_what_is_not_touched_stays_the_same_object_and_what_is_public_is_shared() -> None:
    game = program("cuba", 4)
    states = walk(game, 2, 60)
    same = made = shared = 0
    views = fresh(game, states[0])
    for before, after in zip(states, states[1:], strict=False):
        touched = game.touched(before, after)
        renewed = {viewer: game.renewed(view, after, touched)[0] for viewer, view in views.items()}
        for old, new in zip(views["1"].places, renewed["1"].places, strict=True):
            same, made = same + (old is new), made + (old is not new)
            assert old is new or old != new
        shared += sum(
            one is other and one is not old
            for old, one, other in zip(views["1"].places, renewed["1"].places, renewed["2"].places, strict=True)
        )
        views = renewed
    assert same > 20 * made > 0
    assert shared > made / 2


@pytest.mark.parametrize(("stack", "seats"), [*SMALL, ("cuba", 4), ("urban-sketchers", 4)])
def test_a_first_view_beside_another_viewers_is_the_view(stack: str, seats: int) -> None:
    """Whoever the other one is, and however far back its view; what is public is the same object."""
    game, dice = program(stack, seats), random.Random(stack)
    states = walk(game, 6, 60)
    viewers, shared = ["", *seats_of(game)], 0
    for number in range(0, len(states), 3):
        before = states[dice.randrange(number + 1)]
        for viewer in viewers:
            other = game.view(before, dice.choice(viewers))
            touched = game.touched(before, states[number])
            made = game.view_beside(other, viewer, states[number], touched)
            assert made == game.view(states[number], viewer)
            shared += sum(one is another for one, another in zip(made.places, other.places, strict=True))
    assert shared


def test_what_one_seat_sees_is_never_shown_to_another() -> None:
    """Hidden hands differ from seat to seat although all of them are made from one change."""
    game = program("urban-sketchers", 4)
    hidden = 0
    states = walk(game, 3, 60)
    for state, after in zip(states, states[1:], strict=False):
        touched = game.touched(state, after)
        for viewer in ("2", "", "1", "4", "3"):  # whoever comes first leaves nothing for the next
            renewed = game.renewed(game.view(state, viewer), after, touched)[0]
            assert renewed == game.view(after, viewer)
            hidden += sum(value.kind == "hidden" for value in renewed.values)
            hidden += sum(not piece.entry for place in renewed.places for piece in place.pieces)
    assert hidden


HIDING = pack(
    """
    tokens: {coin: {unlimited: true}}
    kinds:
      card: {}
    card:
      - {id: ace, n: 4}
      - {id: deuce, n: 4}
    places:
      purse: {of: seat, tokens: coin, home: true}
      deck: {of: table, pile: card, seen_by: nobody}
      hand: {of: seat, pile: card, seen_by: owner}
      mission: {of: table, pile: card, seen_by: nobody}
    values:
      secret: {of: seat, seen_by: owner}
    setup:
      - {place: deck, all: card}
    """,
    main="""
    shuffle deck
    draw 2 from deck to mission
    each seat: draw 2 from deck to my.hand
    each seat:
      choose tally: set my.secret to count (my.hand where it is ace)
    each seat:
      look at mission:
        choose one peek:
          a: gain 1 coin
          b: gain 2 coin
    each seat:
      choose one last:
        show: reveal my.hand
        keep: gain 1 coin
    """,
)


@pytest.mark.parametrize("number", range(6))
def test_looks_shown_hands_and_secret_values_are_renewed_for_those_who_see_them(number: int) -> None:
    game = program_of(HIDING, 3)
    states = walk(game, number, 50)
    assert len(states) == 10
    views = fresh(game, states[0])
    for before, after in zip(states, states[1:], strict=False):
        touched = game.touched(before, after)
        for viewer in views:
            for other in views.values():
                assert game.view_beside(other, viewer, after, touched) == game.view(after, viewer)
        views = {viewer: game.renewed(view, after, touched)[0] for viewer, view in views.items()}
        assert views == fresh(game, after)
