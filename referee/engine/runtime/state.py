"""What every part of the running program shares: the state, raw events, faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.packs.node import Position

State = list[Any]
Events = list[tuple[Any, ...]] | None
INT_LIMIT = 2**31 - 1
SPAN_LIMIT = 10_000


class GameOver(Exception):
    """Ends the run of a program: the outcome stands in the state."""


class Fault(Exception):
    """The rules ask for something that can't be: a number too large, a loop without end.

    `at` is where in the pack, as far as known.
    """

    def __init__(self, message: str, at: Position | None = None) -> None:
        self.at = at
        super().__init__(message)

    def __str__(self) -> str:
        message = super().__str__()
        return message if self.at is None else f"{self.at}: {message}"


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
    """Counts the steps of one choice, as far as they may be many."""

    LIMIT = 10_000_000

    def __init__(self) -> None:
        self.left = self.LIMIT

    def refill(self) -> None:
        """Another choice begins."""
        self.left = self.LIMIT

    def burn(self, steps: int) -> None:
        """Count steps.

        Raises:
            Fault: if there were too many since the choice began.
        """
        self.left -= steps
        if self.left < 0:
            raise Fault("the rules don't come to an end, or only after very long")

    def metered(self, members: Sequence[Any], steps: int) -> Sequence[Any]:
        """The members of a set, each of which takes so many steps. Raises Fault like `burn`."""
        self.left -= len(members) * steps
        if self.left < 0:
            raise Fault("the rules don't come to an end, or only after very long")
        return members
