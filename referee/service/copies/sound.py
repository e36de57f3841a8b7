"""The position that a fork's file begins with, written by nobody knows whom: is it one that a game could have?"""

from __future__ import annotations

import json
from typing import Any

from referee.engine import Program
from referee.engine.hiding.resample import resample
from referee.engine.invariants import check
from referee.service.copies.game_file import FileInvalid
from referee.service.record import log

_MOST = 1_000_000  # the largest number that a state may hold


def check_start(program: Program, created: log.Created) -> None:
    """Raises FileInvalid unless the position of a fork can be read, holds together, and asks somebody something."""
    start = created.start
    if start is None:
        return
    try:
        data = json.dumps(start.position).encode()
        state = program.load(data)
        if json.loads(program.dump(state)) != start.position:
            raise ValueError("it isn't written as it would be written again")
        for content, right in zip(state, program.start(bytes(32)), strict=True):
            _fits(content, right)
        if start.seat not in ("", *(str(seat + 1) for seat in range(program.seats))):
            raise ValueError("it is seen by a seat that isn't there")
        dealt = resample(program, state, int(start.seat) - 1 if start.seat else -1, bytes(32))
        check(program, dealt)
        for seat in ("", *(str(seat + 1) for seat in range(program.seats))):
            program.view(dealt, seat)
        if not program.pending(dealt):
            raise ValueError("nobody is asked anything")
    except Exception as problem:  # whatever is wrong with it
        raise FileInvalid(1, f"the position that the fork begins with is none of these rules: {problem}") from problem


def _fits(content: Any, right: Any) -> None:
    """Raises ValueError unless a content is of the sort that stands in its place."""
    numbers, others = isinstance(content, int), isinstance(right, int)
    if numbers and abs(content) > _MOST:
        raise ValueError(f"{content} is too large")
    if isinstance(content, tuple):
        for one in content:
            _small(one)
    if isinstance(right, str | tuple) and type(content) is not type(right):
        raise ValueError("a content is of the wrong sort")
    if others and not numbers:
        raise ValueError("a number is missing")


def _small(content: Any) -> None:
    if isinstance(content, tuple):
        for one in content:
            _small(one)
    elif isinstance(content, int) and abs(content) > _MOST:
        raise ValueError(f"{content} is too large")


__all__ = ["check_start"]
