"""What is answered for a seat that doesn't answer: always legal, always the same, never more than has to be."""

from __future__ import annotations

import random

import pytest

from referee.engine import Program
from referee.engine.mildest import mildest
from tests.engine.programs import HARD, SMALL, program

STEPS = 400


def play(game: Program, rng: random.Random, share: float) -> int:
    """A game of which this share of answers is the mildest one. Gives how many of them it had."""
    state, answered = game.start(rng.randbytes(32)), 0
    for _ in range(STEPS):
        if game.over(state):
            break
        seat = game.pending(state)[0]
        choice = mildest(game, state, seat)
        assert mildest(game, state, seat) == choice
        options = game.options_of.options(state, int(seat) - 1)
        roles = {option.role: option.id for option in options if option.role}
        assert choice.option == roles.get("pass", roles.get("stop", options[0].id))
        made = game.submit(state, seat, [choice])
        answered += 1
        if rng.random() >= share:
            made = game.submit(state, seat, [game.raw_to_choice(state, game.sample(state, rng), seat)])
        state = made.state
    return answered


@pytest.mark.parametrize("name", [*SMALL, *HARD, "cuba", "puerto-rico", "urban-sketchers"])
@pytest.mark.parametrize("share", [0.2, 1.0])
def test_the_mildest_answer_is_legal_and_always_the_same(name: str, share: float) -> None:
    game = program(name)
    assert play(game, random.Random(7), share) >= 1
