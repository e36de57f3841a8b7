"""What every part of the running program shares: the state, raw events, faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

State = list[Any]
Events = list[tuple[Any, ...]] | None
INT_LIMIT = 2**31 - 1
SPAN_LIMIT = 10_000


class GameOver(Exception):
    """Ends the run of a program: the outcome stands in the state."""


class Fault(Exception):
    """The rules ask for something that can't be: a number too large, a loop without end."""


class StopLoop(Exception):
    """Leaves a repeat from inside an inner loop."""


class FinishProcedure(Exception):
    """Leaves a procedure from inside what stands around its text."""


class Tables:
    """The static tables that moving pieces needs."""

    __slots__ = ("level", "location", "owner_of")

    def __init__(self, location: int, level: Sequence[int], owner_of: Sequence[int]) -> None:
        self.location = location
        self.level = level
        self.owner_of = owner_of


class Fuel:
    """Counts the rounds of loops that hold no decision."""

    LIMIT = 100_000

    def __init__(self) -> None:
        self.left = self.LIMIT

    def burn(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.left = self.LIMIT
            raise Fault("a loop of the rules doesn't end")
