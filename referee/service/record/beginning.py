"""The first state of a game: the set-up with its shuffles or, in a fork, the position that it begins with, dealt."""

from __future__ import annotations

import json
from collections.abc import Sequence

from referee.engine import Program, State
from referee.engine.core import Raw
from referee.engine.hiding.resample import resample
from referee.service.record import log
from referee.service.record.fairness import game_key


def key_of(name: str, created: log.Created, entropies: Sequence[str]) -> bytes:
    """The key of a game: made of the name that it had when its key was made first."""
    return game_key(created.seed, created.origin or name, entropies)


def first_state(
    program: Program, name: str, created: log.Created, entropies: Sequence[str], events: list[Raw] | None = None
) -> State:
    """The state at version 1. `events` is told what happens up to the first decision.

    Raises LogDamaged if the position of a fork isn't one.
    """
    key, start = key_of(name, created, entropies), created.start
    if start is None:
        return program.start(key, events)
    state = program.load(json.dumps(start.position).encode())
    if program.digest(state) != start.digest:
        raise log.LogDamaged("the position that the fork begins with isn't the one of its digest")
    return resample(program, state, int(start.seat) - 1 if start.seat else -1, key, events)
