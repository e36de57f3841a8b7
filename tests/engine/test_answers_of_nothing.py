"""An answer of nothing tells what kind of form it answers: nothing picked isn't nothing shared out."""

from __future__ import annotations

import random

import pytest

from referee.engine.records import AllocationForm, Choice, PickForm, Shares
from tests.engine.programs import program
from tests.engine.walk import decision_of, key


@pytest.mark.parametrize(
    ("pack", "seats", "form"), [("urban-sketchers", 3, AllocationForm), ("puerto-rico", 3, PickForm)]
)
def test_what_is_told_is_of_the_kind_that_was_asked_for(pack: str, seats: int, form: type) -> None:
    game, dice = program(pack, seats), random.Random(1)
    for number in range(20):
        state = game.start(key(number))
        for _ in range(120):
            if game.over(state):
                break
            seat = dice.choice(game.pending(state))
            for option in decision_of(game, state, seat).options:
                if isinstance(option.form, form) and option.form.min == 0:
                    told = game.submit(state, seat, [Choice(option.id, ())]).steps[0].choice
                    assert told.answer == () and isinstance(told.answer, Shares) == (form is AllocationForm)
                    return
            state = game.advance(state, int(seat) - 1, game.sample(state, dice, int(seat) - 1))
    pytest.fail("no such form was met")
