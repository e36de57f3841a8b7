"""Which events are told to all viewers in the same words, and on what their words depend."""

from __future__ import annotations

from typing import Any

from referee.engine.core import Raw, State
from referee.engine.offering.shapes import FIXED
from referee.engine.seeing.appearance import Appearance
from referee.engine.seeing.ids import values_of
from referee.engine.seeing.spots import public
from referee.language.model import Value
from referee.language.types import Type

Key = tuple[Any, ...]


class Alike:
    """Tells of the raw events and choices of one program what everybody may be told of them."""

    def __init__(self, program: Appearance) -> None:
        self._layout, self._model, self._program = program.layout, program.ruleset.model, program
        self._closed: dict[str, bool] = {}  # kinds that hold something hidden
        self._plain = frozenset(self._plain_kinds())
        self.value_at: dict[int, tuple[Value, int]] = {}  # by slot, with its owner's number
        for value in self._model.values.values():
            base, owners = program.layout.values[value.id]
            self.value_at.update({base + owner: (value, owner) for owner in range(owners)})
        counters = {place.id for place in self._model.places.values() if place.counter}
        self._counted = frozenset(slot for slot, place in enumerate(program.layout.place_of) if place in counters)

    def event(self, S: State, event: Raw) -> bool:
        """Is an event told to all viewers in the same words, since everybody sees it? `S`: the position before it."""
        match event:
            case ("tokens", _, _, _, source, target):
                return self._open(S, source) or self._open(S, target)
            case ("piece", _, piece, source, target):
                return (self._open(S, source) or self._open(S, target)) and self._open_inside(piece)
            case ("value", _, slot, _, _):
                return self._plain_value(slot)
            case ("face", _, piece, _, _) | ("rolled", _, _, piece, *_):
                return self._open(S, S[self._layout.location + piece]) and self._open_inside(piece)
            case ("shuffled" | "revealed" | "over" | "hook", *_):
                return True
        return False

    def key(self, S: State, event: Raw) -> Key | None:
        """All that the record of such an event depends on, in the position before it; None if that can't be told."""
        match event:
            case ("tokens", _, _, _, source, target) if self._fixed(source) and self._fixed(target):
                # What is counted as a value of a seat is told with what it was before.
                return (*event, *[S[slot] for slot in (source, target) if slot in self._counted])
            case ("piece", cause, piece, source, target) if self._fixed(source) and self._fixed(target):
                entry = self._layout.entry_of[piece]
                plain = self._model.entries[entry].kind in self._plain
                return ("piece", cause, entry, source, target) if plain else None
            case ("value" | "hook", *_):
                return event
        return None

    def choice(self, S: State, values: list[tuple[Type, Any]]) -> bool:
        """Does everybody see all that the values of a choice name?"""
        return all(self._value(S, type_, value) for type_, value in values)

    def _value(self, S: State, type_: Type, value: Any) -> bool:
        element = type_.of if type_.sort in ("set", "list") and type_.of is not None else type_
        if element.sort in FIXED:
            return True
        if element.sort == "cell":
            return all(self._open(S, slot) for slot in values_of(value))
        if element.sort == "piece":
            location = self._layout.location
            return all(piece < 0 or self._open(S, S[location + piece]) for piece in values_of(value))
        return False

    def _plain_kinds(self) -> list[str]:
        """Kinds whose pieces have nothing but their entry."""
        layout, holders = self._layout, {area.place.owner for area in self._layout.areas.values()}
        valued = {value.owner for value in self._model.values.values()}
        return [
            kind
            for kind, pieces in layout.kinds.items()
            if not (pieces.per_seat or pieces.kind.faces or kind in holders or kind in valued)
        ]

    def _open(self, S: State, slot: int) -> bool:
        """Does everybody see what lies in a slot? What a spectator sees, all see."""
        return slot < 0 or self._program.views.sees(S, slot, -1)

    def _fixed(self, slot: int) -> bool:
        """Is the place of a slot called the same in every position, since it lies in no piece?"""
        return slot < 0 or self._layout.holder[slot] < 0

    def _open_inside(self, piece: int) -> bool:
        """Does everybody see what a piece holds?"""
        kind = self._model.entries[self._layout.entry_of[piece]].kind
        if kind not in self._closed:
            inside = [area.place for area in self._layout.areas.values() if area.place.owner == kind]
            self._closed[kind] = not all(public(self._program, place, set()) for place in inside)
        return not self._closed[kind]

    def _plain_value(self, slot: int) -> bool:
        """Is a value known to all, and none whose name depends on what one sees?"""
        if slot not in self.value_at:
            return True
        value = self.value_at[slot][0]
        return value.seen_by == "everyone" and value.type.sort in FIXED
