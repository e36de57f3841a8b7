"""A view tells a seat what it may know, and not a byte more."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from referee.engine import Illegal, Program, State
from referee.engine.records import Choice
from tests.engine.programs import ALL, program
from tests.engine.walk import answer, seats_of, steps

HIDING = ("auction", "cuba_event", "cuba_lighthouse", "cuba_mayor", "urban_sketchers_route", "urban_sketchers_sketch")


@pytest.mark.parametrize("name", ALL)
def test_positions_that_differ_in_hidden_things_look_equal(name: str) -> None:
    """Shuffle what a seat can't see: the views are equal, and so is all that follows until something is shown."""
    game = program(name)
    dice = random.Random(name)
    for state, _, _ in islice(steps(game, 13, limit=120), 0, None, 4):
        for viewer in ("", *seats_of(game)):
            other = game.resample(state, viewer, dice.randbytes(32))
            game.check_invariants(other)
            follow(game, state, other, viewer, dice)


def follow(game: Program, left: State, right: State, viewer: str, dice: random.Random) -> None:
    """Play the same choices in both positions, as long as both allow them and nothing is drawn or shown."""
    for number in range(12):
        seen, mirrored = game.view(left, viewer), game.view(right, viewer)
        assert seen == mirrored
        if not number:
            assert game.view_digest(seen) == game.view_digest(mirrored)
        assert game.pending(left) == game.pending(right)
        if game.over(left):
            return
        seat = dice.choice(game.pending(left))
        (decision,) = seen.decisions if seat == viewer else game.view(left, seat).decisions
        option = dice.choice(decision.options)
        choice = Choice(option.id, answer(option, dice))
        first = game.submit(left, seat, [choice])
        try:
            second = game.submit(right, seat, [choice])
        except Illegal:
            assert seat != viewer
            return
        if first.barrier or second.barrier:
            return
        assert game.events_for(first, viewer) == game.events_for(second, viewer)
        left, right = first.state, second.state


@pytest.mark.parametrize("name", HIDING)
def test_resampling_changes_something(name: str) -> None:
    """A test that can fail: in these packs there is something to hide, and it does get shuffled."""
    game = program(name)
    dice = random.Random(name)
    changed = False
    for state, _, _ in steps(game, 17, limit=30):
        for viewer in ("", *seats_of(game)):
            changed = changed or game.digest(game.resample(state, viewer, dice.randbytes(32))) != game.digest(state)
    assert changed


@pytest.mark.parametrize("name", ALL)
def test_options_go_only_to_the_seat_that_is_asked(name: str) -> None:
    game = program(name)
    for state, _, _ in steps(game, 19, limit=60):
        asked = game.pending(state)
        for viewer in ("", *seats_of(game)):
            for decision in game.view(state, viewer).decisions:
                assert set(decision.seats) <= set(asked)
                if viewer not in asked:
                    assert not decision.options
                    assert not decision.blocked


@pytest.mark.parametrize("name", ALL)
def test_a_move_ends_at_a_barrier(name: str) -> None:
    """An option that drew, or showed the mover something, was flagged before it was chosen; nothing may follow it."""
    game = program(name)
    for state, seat, choice in steps(game, 23, limit=120):
        decision = next(d for d in game.view(state, seat).decisions)
        flagged = next(option.barrier for option in decision.options if option.id == choice.option)
        applied = game.submit(state, seat, [choice])
        assert applied.barrier or not applied.ends
        if applied.ends and not decision.sealed:
            assert flagged, (decision.step, choice)
        if applied.ends and not game.over(applied.state) and seat in game.pending(applied.state):
            following = game.view(applied.state, seat).decisions[0].options[0].id
            with pytest.raises(Illegal):
                game.submit(state, seat, [choice, type(choice)(following)])
