"""Tic-tac-toe as a referee, by hand in plain Python: list, check against the list, clone, apply, list again."""

from __future__ import annotations

import random

from measure import report

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(tuple(line for line in LINES if cell in line) for cell in range(9))
TURN, WINNER = 9, 10


class IllegalMove(Exception):
    """The move isn't in the list."""


def moves(state: list[int]) -> list[int]:
    """The free cells; none when the game is over."""
    if state[WINNER]:
        return []
    return [cell for cell in range(9) if not state[cell]]


def submit(state: list[int], move: int) -> tuple[list[int], list[int]]:
    """The position after a move, and the moves that it offers; the given position stays as it is."""
    if move not in moves(state):
        raise IllegalMove(move)
    after = state.copy()
    player = after[TURN]
    after[move] = player
    for a, b, c in THROUGH[move]:
        if after[a] == after[b] == after[c]:
            after[WINNER] = player
    after[TURN] = 3 - player
    return after, moves(after)


def play(rng: random.Random) -> int:
    """One random game, with one illegal move tried on the way; the number of choices made."""
    state = [0] * 9 + [1, 0]
    offered = moves(state)
    choices = 0
    while offered:
        move = offered[int(rng.random() * len(offered))]
        state, offered = submit(state, move)
        choices += 1
        if choices == 1:
            try:
                submit(state, move)
            except IllegalMove:
                continue
            raise AssertionError("an occupied cell was accepted")
    return choices


if __name__ == "__main__":
    report("tic_tac_toe", play)
