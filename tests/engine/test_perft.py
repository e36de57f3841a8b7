"""The numbers of positions that the whole world knows: the options are complete and exact."""

from __future__ import annotations

import pytest

from referee.engine import Program, State
from tests.engine.programs import program

KEY = bytes(32)
CONNECT_FOUR = [7, 49, 343, 2401, 16807, 117649]
OTHELLO = [4, 12, 56, 244, 1396, 8200]


def leaves(game: Program, state: State, depth: int) -> int:
    """Lines of play of a length from a position; a line that ends earlier doesn't count."""
    if depth == 0:
        return 1
    if game.over(state):
        return 0
    seat = int(game.pending(state)[0]) - 1
    moves = game.moves(state)
    if depth == 1:
        return len(moves)
    return sum(leaves(game, game.apply(state, seat, move), depth - 1) for move in moves)


def games(game: Program, state: State) -> dict[str, int]:
    """All games to their end, counted by winner."""
    counts = {"1": 0, "2": 0, "": 0}
    waiting = [state]
    while waiting:
        here = waiting.pop()
        if game.over(here):
            outcome = game.outcome(here)
            assert outcome is not None
            counts[outcome.winners[0] if len(outcome.winners) == 1 else ""] += 1
            continue
        seat = int(game.pending(here)[0]) - 1
        waiting.extend(game.apply(here, seat, move) for move in game.moves(here))
    return counts


def test_tic_tac_toe_has_255168_games() -> None:
    game = program("tic_tac_toe")
    assert games(game, game.start(KEY)) == {"1": 131_184, "2": 77_904, "": 46_080}


@pytest.mark.parametrize("depth", range(1, 7))
def test_connect_four(depth: int) -> None:
    game = program("connect_four")
    assert leaves(game, game.start(KEY), depth) == CONNECT_FOUR[depth - 1]


def test_connect_four_where_the_first_games_end() -> None:
    game = program("connect_four")
    assert leaves(game, game.start(KEY), 7) == 823_536


@pytest.mark.parametrize("depth", range(1, 7))
def test_othello(depth: int) -> None:
    game = program("othello")
    assert leaves(game, game.start(KEY), depth) == OTHELLO[depth - 1]
