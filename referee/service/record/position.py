"""One step of a game after another: how a position follows from the one before and a record of the log.

The live game and the replay of its log go through the same functions, so they can't differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.engine import Applied, Program, State
from referee.engine.records import Choice
from referee.engine.resigned import left_alone
from referee.service.errors import Reason, Rejected
from referee.service.record import log
from referee.service.record.beginning import first_state
from referee.service.record.clock import Hands


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """Where a game stands after version `version`. `state` is None before it begins.

    `asked`: the version at which the open decision was first put; its id is made of it. `back`: the position that the
    seat `mover` may return to, itself with its own `back`; None where a barrier, another seat's answer, a resignation
    or the beginning lies between. `mover`: who made the last move; `made`: that move, where it can be taken back.
    `ahead`: moves that were taken back and can be made again, the next one first. `resigned`: the seats that gave up,
    in that order. `at`: when the version came about, milliseconds since 1970; `hands`: where the clocks stood then.
    """

    version: int
    state: State | None
    asked: int
    mover: str = ""
    back: Position | None = None
    made: log.Moved | None = None
    ahead: tuple[log.Moved, ...] = ()
    resigned: tuple[str, ...] = ()
    over: bool = False
    at: int = 0
    hands: Hands | None = None

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
    entry: log.Step
    applied: Applied | None = None

    @property
    def version(self) -> int:
        return self.after.version

    @property
    def seat(self) -> str:
        """Who acted; empty for the beginning."""
        return "" if isinstance(self.entry, log.Begun) else self.entry.seat

    def timed(self, hands: Hands) -> Step:
        """The step with the clocks that its record keeps."""
        entry, after = replace(self.entry, clock=hands), replace(self.after, hands=hands)
        return replace(self, entry=entry, after=after)


def owing(program: Program, position: Position) -> tuple[str, ...]:
    """The seats that owe an answer, those that gave up among them."""
    return () if position.state is None or position.over else program.pending(position.state)


def is_over(program: Program, state: State, resigned: tuple[str, ...]) -> bool:
    """Whether the game has ended: by its rules, or because too few are left."""
    return program.over(state) or left_alone(program.seats, resigned)


def begin(program: Program, name: str, created: log.Created, entry: log.Begun) -> Step:
    """Version 1: set-up runs up to the first decision."""
    state = first_state(program, name, created, entry.entropies)
    over = is_over(program, state, ())
    return Step(OPEN, Position(1, state, 1, over=over, at=entry.at, hands=entry.clock), entry)


def move(program: Program, position: Position, entry: log.Moved) -> Step:
    """The step of a move. Raises the engine's Illegal or RulesFault, or Rejected; then nothing has changed."""
    before = position.running
    _still_played(position)
    if (entry.seat in position.resigned) != (entry.by == log.RESIGNED):
        raise Rejected(Reason.NOT_YOUR_TURN, metadata={"version": position.version})
    again = entry.by == log.REDO
    if again and to_redo(position, entry.seat) != entry.choices:
        raise Rejected(Reason.NOTHING_TO_REDO)
    applied = program.submit(before, entry.seat, entry.choices)
    version = position.version + 1
    owed, owe = program.pending(before), program.pending(applied.state)
    still_open = applied.sealed and bool(owe) and set(owe) == set(owed) - {entry.seat}  # the others still think
    over = is_over(program, applied.state, position.resigned)
    back = None
    if not (applied.barrier or applied.sealed or over or entry.by in (log.CLOCK, log.RESIGNED)):
        # Another seat's moves can't be taken back: the way ends at the last position that this seat found.
        back = position if position.mover in ("", entry.seat) else replace(position, back=None)
    after = Position(
        version,
        applied.state,
        position.asked if still_open else version,
        entry.seat,
        back,
        entry if back is not None else None,
        position.ahead[1:] if again else (),
        position.resigned,
        over,
        entry.at,
        entry.clock,
    )
    return Step(position, after, entry, applied)


def to_redo(position: Position, seat: str) -> tuple[Choice, ...]:
    """The choices that the seat took back last, to be made again; none if there are none."""
    return position.ahead[0].choices if position.ahead and position.ahead[0].seat == seat else ()


def undo(position: Position, entry: log.Undone) -> Step:
    """The step back to version `entry.to`. Raises Rejected (UNDO_BARRIER) if the seat can't go there."""
    _still_played(position)
    link, taken = position, list[log.Moved]()
    while link.version > entry.to and link.back is not None and link.mover == entry.seat and link.made is not None:
        taken.insert(0, link.made)
        link = link.back
    if not taken or link.version != entry.to:
        raise Rejected(Reason.UNDO_BARRIER)
    version = position.version + 1
    ahead = (*taken, *(position.ahead if position.ahead and position.ahead[0].seat == entry.seat else ()))
    after = replace(link, version=version, asked=version, ahead=ahead, at=entry.at, hands=entry.clock)
    return Step(position, after, entry)


def resign(program: Program, position: Position, entry: log.Resigned) -> Step:
    """The step of a resignation: the position stays, and so does the open question, unless too few are left.

    Raises Rejected: GAME_OVER, or NOT_YOUR_TURN for a seat that has resigned before.
    """
    _still_played(position)
    if entry.seat in position.resigned or not 0 < int(entry.seat) <= program.seats:
        raise Rejected(Reason.NOT_YOUR_TURN, metadata={"version": position.version})
    resigned = (*position.resigned, entry.seat)
    after = replace(
        position,
        version=position.version + 1,
        mover=entry.seat,
        back=None,
        made=None,
        ahead=(),
        resigned=resigned,
        over=is_over(program, position.running, resigned),
        at=entry.at,
        hands=entry.clock,
    )
    return Step(position, after, entry)


def _still_played(position: Position) -> None:
    if position.over:
        raise Rejected(Reason.GAME_OVER)


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
            case log.Resigned():
                return resign(program, position, entry)
    except Exception as error:  # whatever stops a replay, the log is what can't be followed
        raise log.LogDamaged(f"{name} can't be played again at version {position.version + 1}: {error}") from error
    raise log.LogDamaged(f"{name} has a record of the wrong kind at version {position.version + 1}")
