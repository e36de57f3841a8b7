"""What the viewers of one game see, as records of the engine: each view is made from the one before."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

from referee.engine import Program, State, records
from referee.engine.resigned import outcome
from referee.engine.touching import Differences, Touched
from referee.service.record.position import Position

SPECTATOR = ""
_KEPT = 12  # views
_CHANGES = 4  # between positions: all viewers follow the same ones

Who = tuple[str, bool]  # the viewer, and whether blocked options are shown


@dataclass(slots=True, eq=False)
class Change:
    """From one position to another. What is told of it to everybody alike is kept here by those who write it."""

    before: State
    after: State
    touched: Touched
    data: bytes | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A view, and how it differs from the one it was made from, `base`, if there was one.

    `own`: what differs for this viewer alone; what differs for all stands in `change`.
    """

    view: records.View
    base: records.View | None = None
    change: Change | None = None
    own: Differences | None = None


class Sights:
    """The views of one game. A view goes to its viewer only; what is public is shared by the engine, which knows."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._kept: OrderedDict[tuple[int, Who], Sight] = OrderedDict()
        self._last: dict[Who, tuple[State, records.View]] = {}
        self._changes: list[Change] = []

    def of(self, position: Position, viewer: str, with_blocked: bool) -> Sight:
        """The position as a viewer may see it."""
        who = (viewer, with_blocked and viewer != SPECTATOR)
        key = (position.version, who)
        sight = self._kept.get(key)
        if sight is None:
            made = self._make(position.running, who)
            self._last[who] = (position.running, made.view)
            if position.resigned:
                shown = given_up(self._program, made.view, position.running, position.resigned, position.over)
                made = replace(made, view=shown)
            sight = self._kept[key] = made
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return sight

    def _make(self, state: State, who: Who) -> Sight:
        viewer, with_blocked = who
        last = self._last.get(who)
        if last is None:
            if not self._last:
                return Sight(self._program.view(state, viewer, with_blocked=with_blocked))
            before, other = next(reversed(self._last.values()))
            touched = self._between(before, state).touched
            return Sight(self._program.view_beside(other, viewer, state, touched, with_blocked=with_blocked))
        change = self._between(last[0], state)
        view, own = self._program.renewed(last[1], state, change.touched, with_blocked=with_blocked)
        return Sight(view, last[1], change, own)

    def _between(self, before: State, after: State) -> Change:
        for known in self._changes:
            if known.before is before and known.after is after:
                return known
        change = Change(before, after, self._program.touched(before, after))
        self._changes = [change, *self._changes[: _CHANGES - 1]]
        return change


def given_up(
    program: Program, seen: records.View, state: State, resigned: tuple[str, ...], over: bool = False
) -> records.View:
    """The view where seats have given up, of which the rules know nothing. `over`: whether that ended the game."""
    if not resigned or not (seen.outcome or over):
        return seen
    return replace(seen, decisions=(), outcome=outcome(program, state, resigned))
