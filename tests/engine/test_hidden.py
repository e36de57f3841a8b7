"""A view tells a seat what it may know, and not a byte more."""

from __future__ import annotations

import random

import pytest

from referee.engine import Illegal
from tests.engine.programs import ALL, program
from tests.engine.walk import seats_of, steps

HIDING = ("auction", "cuba_event", "cuba_lighthouse", "cuba_mayor", "urban_sketchers_route", "urban_sketchers_sketch")


@pytest.mark.parametrize("name", ALL)
def test_positions_that_differ_in_hidden_things_look_equal(name: str) -> None:
    """Shuffle what a seat can't see: its view is the same, and stays so until something is drawn or shown."""
    game = program(name)
    dice = random.Random(name)
    for state, seat, choice in steps(game, 13, limit=80):
        for viewer in ("", *seats_of(game)):
            other = game.resample(state, viewer, dice.randbytes(32))
            game.check_invariants(other)
            view = game.view(state, viewer)
            assert game.view(other, viewer) == view
            assert game.view_digest(game.view(other, viewer)) == game.view_digest(view)
            if viewer != seat:
                continue
            left, right = game.submit(state, seat, [choice]), game.submit(other, seat, [choice])
            if not left.barrier:
                assert game.view(left.state, viewer) == game.view(right.state, viewer)
                assert game.events_for(left, viewer) == game.events_for(right, viewer)


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
    """An option that drew or showed something was flagged before it was chosen, and nothing may follow it."""
    game = program(name)
    for state, seat, choice in steps(game, 23, limit=120):
        decision = next(d for d in game.view(state, seat).decisions)
        flagged = next(option.barrier for option in decision.options if option.id == choice.option)
        applied = game.submit(state, seat, [choice])
        if applied.barrier and not decision.sealed:
            assert flagged, (decision.step, choice)
        if applied.barrier and not game.over(applied.state) and seat in game.pending(applied.state):
            following = game.view(applied.state, seat).decisions[0].options[0].id
            with pytest.raises(Illegal):
                game.submit(state, seat, [choice, type(choice)(following)])
