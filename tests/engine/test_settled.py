"""What is listed in a state that nobody changes is listed once, and only there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine import Program, compile_ruleset
from referee.engine.core import Raw, State
from referee.engine.records import Choice
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.engine.walk import key

PACKS = Path(__file__).resolve().parents[2] / "tests" / "packs"


@pytest.fixture
def game() -> Program:
    return Program(build_ruleset(load_stack([str(PACKS / "auction")])), 3)


def counted(game: Program, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats for whom choices are listed, as it happens."""
    listed, moves = list[int](), game.moves

    def count(S: State, seat: int | None = None) -> list[Raw]:
        listed.append(-1 if seat is None else seat)
        return moves(S, seat)

    monkeypatch.setattr(game, "moves", count)
    return listed


def test_a_settled_state_is_listed_once_for_each_seat(game: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    state = game.start(key(1))
    listed = counted(game, monkeypatch)
    game.options_of.settle(state)
    for seat in (0, 1):
        fresh = game.options_of._list(state, seat)
        assert game.options_of.listed(state, seat) == game.options_of.listed(state, seat) == fresh
    assert listed == [0, 0, 1, 1]  # fresh, and kept


def test_other_states_are_listed_each_time(game: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    state = game.start(key(1))
    game.options_of.settle(state)
    game.options_of.listed(state, 0)
    listed = counted(game, monkeypatch)
    copy = state.copy()
    game.options_of.listed(copy, 0)
    game.options_of.listed(copy, 0)
    assert listed == [0, 0]


def test_a_game_on_settled_states_is_the_same_game() -> None:
    ruleset = build_ruleset(load_stack([str(PACKS / "othello")]))
    plain, settled = compile_ruleset(ruleset, seats=2), Program(ruleset, 2)
    dice, state = random.Random(2), plain.start(key(2))
    for _ in range(200):  # more than are kept
        if plain.over(state):
            state = plain.start(dice.randbytes(32))
        settled.options_of.settle(state)
        seat = plain.pending(state)[0]
        assert settled.view(state, seat) == plain.view(state, seat)
        choice = Choice(dice.choice(plain.view(state, seat).decisions[0].options).id)
        state = settled.submit(state, seat, [choice]).state
    assert len(settled.options_of._settled) <= 128
