"""A position carried over to edited rules: everything by its name, or exactly why that can't be.

Nothing is guessed. What the rules no longer have must be empty or in the box; what waits must wait for a statement
that is still there, in the same surroundings; what is new begins as at the set-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.engine.carrying.frames import Waiting
from referee.engine.carrying.values import Obstacle, Renamed
from referee.engine.core import RulesFault, State
from referee.engine.invariants import InvariantBroken, check
from referee.engine.layout import DRAWS, FRAME, KEY, LAST, OUTCOME, SCHEDULE, SEALED, SEEN, SHOWN, Area
from referee.engine.seeing.appearance import Appearance
from referee.engine.setup import blank, recompute, set_up
from referee.engine.snapshot import locate


@dataclass(frozen=True, slots=True)
class Carried:
    """The position under the new rules, None if it can't be; `notes` about it, and every obstacle."""

    state: State | None
    notes: tuple[str, ...]
    obstacles: tuple[str, ...]


def carry(old: Appearance, S: State, new: Appearance) -> Carried:
    """The position S of the program `old` under the rules of `new`, for as many seats. S stays as it is."""
    carrying = _Carrying(old, S, new)
    state = carrying.run()
    return Carried(None if carrying.obstacles else state, tuple(carrying.notes), tuple(carrying.obstacles))


class _Carrying:
    def __init__(self, old: Appearance, S: State, new: Appearance) -> None:
        self.old, self.S, self.new = old, S, new
        self.names = Renamed(old, S, new)
        self.notes: list[str] = []
        self.obstacles: list[str] = []
        self.T = blank(new.layout, bytes.fromhex(S[KEY]))
        set_up(new.code, self.T)
        self.fresh = self.T.copy()  # where what is new begins

    def run(self) -> State | None:
        """The new state, as far as it goes."""
        if self.S[FRAME] is None:
            self.obstacles.append("the game is over")
            return None
        self._empty()
        self._places()
        self._values()
        self._pieces()
        self._supply()
        self._own()
        if self.obstacles:
            return None
        locate(self.new, self.T)
        recompute(self.new.code, self.T)
        self._can_go_on()
        return self.T

    def _try(self, what: str, value: Any, type_: Any) -> Any:
        """A value under its new number; 0 and an obstacle if it has none."""
        try:
            return self.names.value(value, type_)
        except Obstacle as obstacle:
            self.obstacles.append(f"{what}: {obstacle}")
            return 0

    # -- places

    def _empty(self) -> None:
        """Nothing is laid out yet."""
        for area in self.new.layout.areas.values():
            empty: Any = {"pool": 0, "pile": (), "cells": -1}[area.place.form]
            self.T[area.base : area.end] = [empty] * (area.end - area.base)

    def _places(self) -> None:
        areas = self.new.layout.areas
        for name, area in self.old.layout.areas.items():
            if name == "supply":
                continue  # what it holds follows from all the rest
            there = areas.get(name)
            filled = [slot for slot in range(area.base, area.end) if self._holds(area, slot)]
            if there is None or _shape(there) != _shape(area):
                why = "isn't there any more" if there is None else "holds something else now"
                for slot in filled:
                    self.obstacles.append(f"{self.old.ids.where(self.S, slot)} isn't empty, and the place {why}")
                if not filled and _declared(name):
                    self.notes.append(f"the place {name} {why}; it is empty")
                continue
            for slot in filled:
                self._place(area, there, slot)
        for name in areas:
            if name not in self.old.layout.areas and _declared(name):
                self.notes.append(f"the place {name} is new, and empty")

    def _holds(self, area: Area, slot: int) -> bool:
        content = self.S[slot]
        return bool(content) if area.place.form != "cells" else bool(content != -1)

    def _place(self, area: Area, there: Area, slot: int) -> None:
        where = self.old.ids.where(self.S, slot)
        try:
            owner, offset = divmod(slot - area.base, area.stride)
            base = there.base + self.names.owner(area.place.owner, owner) * there.stride
            content = self.S[slot]
            if area.place.form == "pool":
                self.T[base + self.names.in_pool(area, there, offset)] = content
            elif area.place.form == "pile":
                self.T[base] = tuple(self.names.piece(piece) for piece in content)
            else:
                self.T[base + self.names.in_cells(area, there, offset)] = self.names.piece(content)
        except Obstacle as obstacle:
            self.obstacles.append(f"{where}: {obstacle}")

    # -- values

    def _values(self) -> None:
        old, new = self.old.ruleset.model.values, self.new.ruleset.model.values
        for name, value in new.items():
            base, owners = self.new.layout.values[name]
            self.T[base : base + owners] = self.fresh[base : base + owners]
            was = old.get(name)
            if was is None:
                self.notes.append(f"the value {name} is new, and begins as at the set-up")
            elif (str(was.type), was.owner) != (str(value.type), value.owner):
                self.obstacles.append(f"the value {name} was {was.type} and is {value.type} now")
            else:
                first, count = self.old.layout.values[name]
                for owner in range(count):
                    self._value(name, was.owner, owner, first + owner, base)
        for name in old:
            if name not in new:
                self.notes.append(f"the value {name} isn't there any more")

    def _value(self, name: str, sort: str, owner: int, slot: int, base: int) -> None:
        try:
            target = base + self.names.owner(sort, owner)
        except Obstacle:
            return  # its owner is gone, of which it was told, or it lies in the box
        type_ = self.old.ruleset.model.values[name].type
        self.T[target] = self._try(self.old.ids.value(name, sort, owner), self.S[slot], type_)

    # -- pieces and tokens

    def _pieces(self) -> None:
        layout = self.new.layout
        for kind, base in self.old.layout.faces.items():
            faces = self.old.layout.kinds[kind].kind.faces
            for piece in range(self.old.layout.kinds[kind].count):
                moved = self.names.pieces.get(self.old.layout.kinds[kind].first + piece)
                if moved is None or kind not in layout.faces:
                    continue
                face = faces[self.S[base + piece]]
                known = layout.kinds[kind].kind.faces
                if face in known:
                    self.T[layout.faces[kind] + moved - layout.kinds[kind].first] = known.index(face)
                else:
                    self.obstacles.append(f"a {kind} shows {face}, a face that isn't there any more")
        self.T[layout.box] = (*self.names.boxed(), *self._new_pieces())

    def _new_pieces(self) -> list[int]:
        layout = self.new.layout
        known = set(self.names.pieces.values())
        added: list[int] = []
        for pieces in layout.kinds.values():
            if not pieces.unlimited:
                added += [p for p in range(pieces.first, pieces.first + pieces.count) if p not in known]
        counts: dict[str, int] = {}
        for piece in added:
            entry = self.new.ruleset.model.entries[layout.entry_of[piece]]
            counts[f"{entry.kind}/{entry.id}"] = counts.get(f"{entry.kind}/{entry.id}", 0) + 1
        for name, count in counts.items():
            what = "1 new piece" if count == 1 else f"{count} new pieces"
            self.notes.append(f"{name}: {what}, in the box: this game was set up without")
        return added

    def _supply(self) -> None:
        """What the rules now have more or less of a token is in the supply, or missing there."""
        supply = self.new.layout.areas.get("supply")
        ids = list(self.new.ruleset.model.tokens)
        had = self._had()
        for token, total in self.new.layout.initial_supply().items():
            lies = 0
            for area in self.new.layout.areas.values():
                if area.place.form == "pool" and token in area.index and area is not supply:
                    first = area.base + area.index[token]
                    lies += sum(self.T[first : area.end : area.stride])
            if supply is None or token not in supply.index:
                continue
            slot = supply.base + supply.index[token]
            if lies > total:
                self.obstacles.append(f"{lies} {ids[token]} are in play, and there are {total} in all now")
                continue
            self.T[slot] = total - lies
            if had.get(ids[token], total - lies) != total - lies:
                self.notes.append(f"supply: {total - lies} {ids[token]} instead of {had[ids[token]]}")

    def _had(self) -> dict[str, int]:
        """What the supply held, by token."""
        supply = self.old.layout.areas.get("supply")
        ids = list(self.old.ruleset.model.tokens)
        return {ids[token]: self.S[supply.base + at] for token, at in supply.index.items()} if supply else {}

    # -- what the engine keeps

    def _own(self) -> None:
        for slot in (DRAWS, OUTCOME, LAST):
            self.T[slot] = self.S[slot]
        rules = list(self.old.ruleset.model.rules.values())
        new_rules = list(self.new.ruleset.model.rules)
        scheduled = []
        for rule, op, value, seats, word, running in self.S[SCHEDULE]:
            if rules[rule].id not in new_rules:
                self.obstacles.append(f"the rule value {rules[rule].id} is to change, and isn't there any more")
                continue
            value = self._try(f"rule/{rules[rule].id}", value, rules[rule].type)
            scheduled.append((new_rules.index(rules[rule].id), op, value, seats, word, running))
        self.T[SCHEDULE] = tuple(scheduled)
        try:
            self.T[SHOWN] = tuple(self.names.slot(slot) for slot in self.S[SHOWN])
            seen = self.S[SEEN]
            self.T[SEEN] = (seen[0], self.names.slot(seen[1]), *seen[2:]) if seen else ()
        except Obstacle as obstacle:
            self.obstacles.append(f"something is being looked at: {obstacle}")
        waiting = Waiting(self.old, self.new, self.names)
        try:
            self.T[FRAME] = waiting.frame(self.S[FRAME])
            self.T[SEALED] = waiting.sealed(self.S)
        except Obstacle as obstacle:
            self.obstacles.append(str(obstacle))
        self.notes += waiting.notes

    def _can_go_on(self) -> None:
        try:
            check(self.new, self.T)
            for seat in self.new.pending_seats(self.T):
                if not self.new.moves(self.T, seat):
                    self.obstacles.append(f"seat {seat + 1} would have nothing to choose")
        except InvariantBroken as broken:
            self.obstacles.append(f"the position would contradict itself: {broken}")
        except RulesFault as fault:
            self.obstacles.append(f"the rules fail here: {fault}")


def _declared(name: str) -> bool:
    """Whether it is a place that the pack names, and none that the engine keeps beside one."""
    return "." not in name and name != "supply"


def _shape(area: Area) -> tuple[str, str, str]:
    return area.place.form, area.place.owner, area.place.holds
