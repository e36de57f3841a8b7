"""Connect four as a referee, by hand in plain Python: list, check against the list, clone, apply, list again."""

from __future__ import annotations

import random

from measure import report

COLUMNS, ROWS = 7, 6
CELLS = COLUMNS * ROWS
TURN, WINNER = CELLS, CELLS + 1
TOPS = tuple((column, column * ROWS + ROWS - 1) for column in range(COLUMNS))


def line_through(cell: int, across: int, up: int) -> tuple[int, ...]:
    """The cells from here in one direction, up to three."""
    column, row = divmod(cell, ROWS)
    steps = ((column + across * n, row + up * n) for n in (1, 2, 3))
    return tuple(c * ROWS + r for c, r in steps if 0 <= c < COLUMNS and 0 <= r < ROWS)


AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
RAYS = tuple(
    tuple((line_through(cell, across, up), line_through(cell, -across, -up)) for across, up in AXES)
    for cell in range(CELLS)
)


class IllegalMove(Exception):
    """The move isn't in the list."""


def moves(state: list[int]) -> list[int]:
    """The columns with room; none when the game is over."""
    if state[WINNER]:
        return []
    return [column for column, top in TOPS if not state[top]]


def wins(state: list[int], cell: int, player: int) -> bool:
    """Whether the disc just dropped here stands in a row of four."""
    for one_way, other_way in RAYS[cell]:
        count = 1
        for near in one_way:
            if state[near] != player:
                break
            count += 1
        for near in other_way:
            if state[near] != player:
                break
            count += 1
        if count >= 4:
            return True
    return False


def submit(state: list[int], move: int) -> tuple[list[int], list[int]]:
    """The position after a move, and the moves that it offers; the given position stays as it is."""
    if move not in moves(state):
        raise IllegalMove(move)
    after = state.copy()
    player = after[TURN]
    cell = move * ROWS
    while after[cell]:
        cell += 1
    after[cell] = player
    if wins(after, cell, player):
        after[WINNER] = player
    after[TURN] = 3 - player
    return after, moves(after)


def play(rng: random.Random) -> int:
    """One random game, with one illegal move tried on the way; the number of choices made."""
    state = [0] * CELLS + [1, 0]
    offered = moves(state)
    choices = 0
    while offered:
        state, offered = submit(state, offered[int(rng.random() * len(offered))])
        choices += 1
        if choices == 1:
            try:
                submit(state, COLUMNS)
            except IllegalMove:
                continue
            raise AssertionError("a column beside the board was accepted")
    return choices


if __name__ == "__main__":
    report("connect_four", play)
