"""One step of a game after another: how a position follows from the one before and a record of the log.

The live game and the replay of its log go through the same functions, so they can't differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.engine import Applied, Program, State
from referee.service import log
from referee.service.errors import Reason, Rejected
from referee.service.fairness import game_key


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """Where a game stands after version `version`. `state` is None before it begins.

    `asked`: the version at which the open decision was first put; its id is made of it. `back`: the position that the
    seat `mover` may return to, itself with its own `back`; None where a barrier, another seat's answer or the
    beginning lies between. `mover`: who made the last move.
    """

    version: int
    state: State | None
    asked: int
    mover: str = ""
    back: Position | None = None

    @property
    def running(self) -> State:
        """The state of a game that has begun."""
        if self.state is None:
            raise Rejected(Reason.DECISION_STALE, metadata={"version": self.version})
        return self.state


OPEN = Position(0, None, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One version: what was recorded, and the positions around it. `applied`: what the engine made of a move."""

    before: Position
    after: Position
    entry: log.Entry
    applied: Applied | None = None

    @property
    def version(self) -> int:
        return self.after.version

    @property
    def seat(self) -> str:
        """Who acted; empty for the beginning."""
        return self.entry.seat if isinstance(self.entry, log.Moved | log.Undone) else ""


def begin(program: Program, name: str, created: log.Created, entry: log.Begun) -> Step:
    """Version 1: set-up runs up to the first decision."""
    state = program.start(game_key(created.seed, name, entry.entropies))
    return Step(OPEN, Position(1, state, 1), entry)


def move(program: Program, position: Position, entry: log.Moved) -> Step:
    """The step of a move. Raises the engine's Illegal or RulesFault; then nothing has changed."""
    before = position.running
    applied = program.submit(before, entry.seat, entry.choices)
    version = position.version + 1
    owed, owe = program.pending(before), program.pending(applied.state)
    still_open = applied.sealed and bool(owe) and set(owe) >= set(owed) - {entry.seat} and set(owe) <= set(owed)
    back = None
    if not (applied.barrier or applied.sealed or program.over(applied.state)):
        # Another seat's moves can't be taken back: the way ends at the last position that this seat found.
        back = position if position.mover in ("", entry.seat) else replace(position, back=None)
    after = Position(version, applied.state, position.asked if still_open else version, entry.seat, back)
    return Step(position, after, entry, applied)


def undo(position: Position, entry: log.Undone) -> Step:
    """The step back to version `entry.to`. Raises Rejected (UNDO_BARRIER) if the seat can't go there."""
    target = position.back if position.mover == entry.seat else None
    while target is not None and target.version > entry.to:
        target = target.back
    if target is None or target.version != entry.to:
        raise Rejected(Reason.UNDO_BARRIER)
    version = position.version + 1
    return Step(position, replace(target, version=version, asked=version), entry)


def advance(program: Program, name: str, created: log.Created, position: Position, entry: log.Entry) -> Step:
    """The step that a record of the log says. Raises LogDamaged if it doesn't follow."""
    try:
        match entry:
            case log.Begun() if position.version == 0:
                return begin(program, name, created, entry)
            case log.Moved():
                return move(program, position, entry)
            case log.Undone():
                return undo(position, entry)
    except Exception as error:  # whatever stops a replay, the log is what can't be followed
        raise log.LogDamaged(f"{name} can't be played again at version {position.version + 1}: {error}") from error
    raise log.LogDamaged(f"{name} has a record of the wrong kind at version {position.version + 1}")
