"""What the viewers of one game see, as records of the engine: each view is made from the one before."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

from referee.engine import Program, State, records
from referee.engine.resigned import outcome
from referee.engine.touching import Touched
from referee.service.games.position import Position

SPECTATOR = ""
_KEPT = 12  # views
_CHANGES = 4  # between positions: all viewers follow the same ones

Who = tuple[str, bool]  # the viewer, and whether blocked options are shown


class Sights:
    """The views of one game. A view goes to its viewer only; what is public is shared by the engine, which knows."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._kept: OrderedDict[tuple[int, Who], records.View] = OrderedDict()
        self._last: dict[Who, tuple[State, records.View]] = {}
        self._changes: list[tuple[State, State, Touched]] = []

    def of(self, position: Position, viewer: str, with_blocked: bool) -> records.View:
        """The position as a viewer may see it."""
        who = (viewer, with_blocked and viewer != SPECTATOR)
        key = (position.version, who)
        view = self._kept.get(key)
        if view is None:
            made = self._make(position.running, who)
            self._last[who] = (position.running, made)
            view = self._kept[key] = given_up(self._program, made, position.running, position.resigned, position.over)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return view

    def _make(self, state: State, who: Who) -> records.View:
        viewer, with_blocked = who
        last = self._last.get(who)
        if last is None:
            if not self._last:
                return self._program.view(state, viewer, with_blocked=with_blocked)
            before, other = next(reversed(self._last.values()))
            touched = self._between(before, state)
            return self._program.view_beside(other, viewer, state, touched, with_blocked=with_blocked)
        touched = self._between(last[0], state)
        return self._program.renewed(last[1], state, touched, with_blocked=with_blocked)

    def _between(self, before: State, after: State) -> Touched:
        for known in self._changes:
            if known[0] is before and known[1] is after:
                return known[2]
        touched = self._program.touched(before, after)
        self._changes = [(before, after, touched), *self._changes[: _CHANGES - 1]]
        return touched


def given_up(
    program: Program, seen: records.View, state: State, resigned: tuple[str, ...], over: bool = False
) -> records.View:
    """The view where seats have given up, of which the rules know nothing. `over`: whether that ended the game."""
    if not resigned or not (seen.outcome or over):
        return seen
    return replace(seen, decisions=(), outcome=outcome(program, state, resigned))
