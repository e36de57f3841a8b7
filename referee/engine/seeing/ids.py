"""Ids by meaning: of places, values and options. No piece has an id, so none can be followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.core import Core
from referee.engine.layout import Area
from referee.engine.seeing.likeness import Likeness
from referee.language import tree as t
from referee.language.types import Type

State = list[Any]
Segment = Callable[[State, Any, int], str]  # the state, a value, the seat that reads it


class Ids:
    """The ids of one program; those of slots are made once."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.layout = core.layout
        self.model = core.ruleset.model
        self.tokens = list(self.model.tokens)
        self._segments: dict[Type, Segment] = {}
        self.likeness = Likeness(self.layout, self.model, lambda S, x, value: self.segment(S, x, value.type, -1))
        self.slot: dict[int, str] = {}  # place id of a slot (pools: of the token's own place or of the pool)
        for area in self.layout.areas.values():
            if area.place.owner in ("table", "seat") or area.place.owner in self.layout.areas:
                self._name_slots(area)

    def _name_slots(self, area: Area) -> None:
        for owner in range(area.owners):
            for offset in range(area.stride):
                slot = area.base + owner * area.stride + offset
                self.slot[slot] = self.place(area, owner, offset)

    def place(self, area: Area, owner: int, offset: int = 0) -> str:
        """The id of a place: `market/bead`, `seat/2/hand`, `seat/2/ground/r1c3`."""
        place = area.place
        name = f"{self.owner(place.owner, owner)}{place.id.rpartition('.')[2]}"
        if place.form == "cells":
            return f"{name}/{cell_segment(area, offset)}"
        if place.form == "pool" and place.limit is not None:
            return f"{name}/{self.tokens[place.tokens[offset]]}"
        return name

    def owner(self, sort: str, number: int) -> str:
        """The front of an id of something owned; empty for the table's."""
        if sort == "table":
            return ""
        if sort == "seat":
            return f"seat/{number + 1}/"
        if sort in self.layout.areas:
            return f"{self.slot[self.layout.areas[sort].base + number]}/"
        return ""

    def where(self, S: State, slot: int) -> str:
        """The id of a place as it is now: one inside a piece is named from where the piece lies."""
        if slot in self.slot:
            return self.slot[slot]
        area = self.layout.areas[self.layout.place_of[slot]]
        holder, offset = divmod(slot - area.base, area.stride)
        front = S[self.layout.location + self.layout.kinds[area.place.owner].first + holder]
        whole = f"{self.where(S, front)}/" if self.layout.place_of[front] in self.layout.areas else ""
        if isinstance(S[front], tuple) and whole:
            whole += f"{self.piece(S, self.layout.kinds[area.place.owner].first + holder)}/"
        part = f"/{cell_segment(area, offset)}" if area.place.form == "cells" else ""
        return f"{whole}{area.place.id}{part}"

    def value(self, name: str, sort: str, number: int) -> str:
        return f"{self.owner(sort, number)}{name}"

    # -- segments of options ----------------------------------------------------------------------

    def segment(self, S: State, value: Any, type_: Type, seat: int) -> str:
        """A value of a binder as a segment of an option's id; the own seat is left out."""
        return self.segments(type_)(S, value, seat)

    def segments(self, type_: Type) -> Segment:
        """How values of a type are written as segments."""
        written = self._segments.get(type_)
        if written is None:
            written = self._segments[type_] = self._written(type_)
        return written

    def _written(self, type_: Type) -> Segment:
        match type_.sort:
            case "yes":
                return lambda S, value, seat: "yes" if value else "no"
            case "seat":
                return lambda S, value, seat: str(value + 1)
            case "token":
                return lambda S, value, seat: self.tokens[value]
            case "entry":
                return lambda S, value, seat: self.model.entries[value].id
            case "symbol":
                members = self.model.symbols[type_.name].members
                return lambda S, value, seat: members[value]
            case "piece":
                return lambda S, value, seat: self.piece(S, value)
            case "cell":
                area = self.layout.areas[type_.name]
                return lambda S, value, seat: _cell(area, value, seat)
            case "set" | "list":
                return lambda S, value, seat: self._several(S, value, type_, seat)
            case _:
                return lambda S, value, seat: str(value)

    def piece(self, S: State, piece: int) -> str:
        """The entry of a piece; where unequal pieces of one entry lie together, what tells them apart follows."""
        slot = S[self.layout.location + piece]
        content = S[slot] if slot >= 0 else ()
        entry = self.layout.entry_of[piece]
        alike = [p for p in content if self.layout.entry_of[p] == entry] if isinstance(content, tuple) else []
        return self.likeness.names(S, alike or (piece,))[piece]

    def _several(self, S: State, values: tuple[Any, ...], type_: Type, seat: int) -> str:
        element = type_.of
        if element is not None and element.sort == "cell" and values:
            area = self.layout.areas[element.name]
            columns = area.place.grid[1]
            offsets = [(v - area.base) % area.stride for v in values]
            if len(values) == area.place.grid[0] and len({o % columns for o in offsets}) == 1:
                return f"c{offsets[0] % columns + 1}"
            if len(values) == columns and len({o // columns for o in offsets}) == 1:
                return f"r{offsets[0] // columns + 1}"
        return ".".join(self.segment(S, v, element, seat) for v in values) if element is not None else "none"

    def subject(self, S: State, value: Any, type_: Type) -> list[str]:
        """The places of the board where a value lies."""
        if type_.sort == "cell" and value in self.slot:
            return [self.slot[value]]
        if type_.sort == "piece":
            slot = S[self.layout.location + value]
            return [self.slot[slot]] if slot in self.slot else []
        if type_.sort in ("set", "list") and type_.of is not None:
            return [place for one in values_of(value) for place in self.subject(S, one, type_.of)]
        return []

    def entry_key(self, value: Any, type_: Type) -> str:
        """The card behind a value of a binder, as `kind/entry`; empty if there is none."""
        if type_.sort == "piece":
            entry = self.model.entries[self.layout.entry_of[value]]
        elif type_.sort == "entry":
            entry = self.model.entries[value]
        else:
            return ""
        return f"{entry.kind}/{entry.id}"


def _cell(area: Area, slot: int, seat: int) -> str:
    """A cell: `r2c3`, or its number in a row; of another seat's place with the seat in front."""
    owner, offset = divmod(slot - area.base, area.stride)
    text = cell_segment(area, offset)
    return f"{owner + 1}.{text}" if area.place.owner == "seat" and owner != seat else text


def values_of(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def cell_segment(area: Area, offset: int) -> str:
    return area.place.segment(offset)


def drawn(option: t.Option) -> list[t.Binder]:
    """The binders whose values stand in a choice."""
    return [b for b in option.binders if b.items is not None]
