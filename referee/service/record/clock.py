"""The clock of a game as plain data: how long seats may think, and where their time stands.

Time is counted by turns: it begins when a seat comes to be asked after another seat's turn, and runs on over all
decisions that follow without another seat being asked. What a turn takes longer is taken from the seat's reserve. All
times are milliseconds; those since 1970 come from the log, so every process computes the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

DEFAULT, BOT, FORFEIT = "default", "bot", "forfeit"


@dataclass(frozen=True, slots=True)
class Clock:
    """What a seat has: `turn` anew for each turn, `reserve` for the whole game.

    `on_timeout`: what happens to a seat whose time is up: default, bot or forfeit.
    """

    turn: int
    reserve: int
    on_timeout: str = DEFAULT
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Hands:
    """Where the time of every seat stood at `at`.

    `used`: of its present turn, or its last one; `reserve`: left. `running`: the seats whose time runs on since `at`.
    `turn`: the seats that were asked when the open decision was put.
    """

    at: int
    used: tuple[int, ...]
    reserve: tuple[int, ...]
    running: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()

    def left(self, clock: Clock, seat: str) -> int:
        """What the seat has left at `at`, the reserve with it."""
        index = int(seat) - 1
        return max(0, clock.turn - self.used[index]) + self.reserve[index]

    def deadline(self, clock: Clock, seat: str) -> int | None:
        """When the seat's time will be up; None if it doesn't run."""
        return self.at + self.left(clock, seat) if seat in self.running else None

    def due(self, clock: Clock) -> int | None:
        """When the first seat's time will be up; None if none runs."""
        return min((self.at + self.left(clock, seat) for seat in self.running), default=None)

    def overdue(self, clock: Clock, at: int) -> tuple[str, ...]:
        """The seats whose time is up."""
        return tuple(seat for seat in self.running if self.at + self.left(clock, seat) <= at)


def wound(clock: Clock, seats: int, at: int) -> Hands:
    """Where the hands stand before anybody was asked."""
    return Hands(at, (0,) * seats, (clock.reserve,) * seats)


def ticked(clock: Clock, hands: Hands, at: int) -> Hands:
    """The hands at a later time."""
    passed = max(0, at - hands.at)
    used, reserve = list(hands.used), list(hands.reserve)
    for seat in hands.running:
        index = int(seat) - 1
        over = max(0, used[index] + passed - max(clock.turn, used[index]))
        used[index] += passed
        reserve[index] = max(0, reserve[index] - over)
    return replace(hands, at=max(at, hands.at), used=tuple(used), reserve=tuple(reserve))


def asked_anew(hands: Hands, owing: tuple[str, ...], back: str = "") -> Hands:
    """The hands once a new decision is put to `owing`. `back`: the seat that has taken back a move.

    A seat goes on with its turn if nobody else was asked before, or if it has taken back a move; else a new one
    begins.
    """
    goes_on = {back, *(hands.turn if len(hands.turn) == 1 else ())}
    used = list(hands.used)
    for seat in owing:
        if seat not in goes_on:
            used[int(seat) - 1] = 0
    return replace(hands, used=tuple(used), turn=owing)


def new_turn(hands: Hands, seat: str) -> Hands:
    """The hands once another person sits down: what the one before took of the turn isn't theirs."""
    used = list(hands.used)
    used[int(seat) - 1] = 0
    return replace(hands, used=tuple(used))


def running(hands: Hands, owing: Iterable[str], still: Collection[str]) -> Hands:
    """The hands with the time of those running that owe an answer, except where it stands still."""
    return replace(hands, running=tuple(seat for seat in owing if seat not in still))


def to_data(hands: Hands) -> dict[str, Any]:
    """The hands as JSON, without their time."""
    data = asdict(hands)
    del data["at"]
    return data


def from_data(data: Mapping[str, Any], at: int) -> Hands:
    """The hands that `to_data` wrote."""
    return Hands(at, *(tuple(data[name]) for name in ("used", "reserve", "running", "turn")))
