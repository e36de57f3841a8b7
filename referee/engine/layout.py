"""Where everything of a game lies in the flat state, for one number of seats.

A state is a list of immutable values. The first slots are the referee's own; then come pools (one count for each
token), piles (a tuple of pieces, index 0 on top), cells (a piece or -1), values, cached rule values, and for each
piece its location (the slot it lies in) and face. Cells are known by their slot, pieces by number, seats from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.language.model import Kind, Model, Place

FRAME, DRAWS, BARRIER, MOVER, OUTCOME, SEALED, SCHEDULE, LAST, SEEN, SHOWN, KEY = range(11)
FIRST = 11
TO_OTHERS = 2  # in the barrier's slot: only other seats see something new, so far; 1: the mover may too
NOWHERE = -1
EVERYONE, OWNER, NOBODY = 2, 1, 0
LEVELS = {"everyone": EVERYONE, "owner": OWNER, "nobody": NOBODY}


@dataclass(slots=True)
class Pieces:
    """The pieces of a kind: numbers `first` … `first + count - 1`."""

    kind: Kind
    first: int
    count: int
    unlimited: bool
    per_seat: int  # pieces of each seat, 0 if they are the table's


@dataclass(slots=True)
class Area:
    """A place in the state: `base` is its first slot, `stride` the slots of one owner, `owners` how many there are."""

    place: Place
    base: int
    stride: int
    owners: int
    index: dict[int, int] = field(default_factory=dict)  # token → offset within one owner's slots

    @property
    def end(self) -> int:
        return self.base + self.stride * self.owners


class Layout:
    """Slots, piece numbers and static tables of a ruleset for one number of seats."""

    def __init__(self, model: Model, seats: int) -> None:
        self.model = model
        self.seats = seats
        self.kinds: dict[str, Pieces] = {}
        self.entry_of: list[int] = []
        self.seat_of: list[int] = []
        self.areas: dict[str, Area] = {}
        self.values: dict[str, tuple[int, int]] = {}  # base, owners
        self.rules: dict[str, tuple[int, int]] = {}
        self.faces: dict[str, int] = {}
        self._number_pieces()
        self.size = FIRST
        self.box = self._take(1)
        self._places()
        self._values()
        self.location = self._take(len(self.entry_of))
        for kind in model.kinds.values():
            if kind.faces:
                self.faces[kind.id] = self._take(self.kinds[kind.id].count)
        self.owner_of, self.level, self.place_of = self._tables()
        self.holder = self._holders()

    def _take(self, count: int) -> int:
        base = self.size
        self.size += count
        return base

    def _number_pieces(self) -> None:
        for kind in self.model.kinds.values():
            first = len(self.entry_of)
            unlimited = kind.per_seat == "unlimited"
            each = int(kind.per_seat) if kind.per_seat.isdigit() else 1
            if kind.per_seat:
                for seat in range(self.seats):
                    for entry in kind.entries:
                        copies = 1 if unlimited else entry.pieces(self.seats) * each
                        self.entry_of += [entry.index] * copies
                        self.seat_of += [seat] * copies
            else:
                for entry in kind.entries:
                    copies = entry.pieces(self.seats)
                    self.entry_of += [entry.index] * copies
                    self.seat_of += [-1] * copies
            count = len(self.entry_of) - first
            per_seat = count // self.seats if kind.per_seat else 0
            self.kinds[kind.id] = Pieces(kind, first, count, unlimited, per_seat)

    def owner_count(self, owner: str) -> int:
        """How many owners of a sort there are: the table, the seats, pieces of a kind, cells of a place."""
        if owner == "table":
            return 1
        if owner == "seat":
            return self.seats
        if owner in self.kinds:
            return self.kinds[owner].count
        area = self.areas[owner]
        return area.stride * area.owners

    def owner_first(self, owner: str) -> int:
        """The number of the first owner of a sort."""
        if owner in self.kinds:
            return self.kinds[owner].first
        if owner in self.areas:
            return self.areas[owner].base
        return 0

    def _places(self) -> None:
        waiting = list(self.model.places.values())
        while waiting:
            place = waiting.pop(0)
            if place.owner in self.model.places and place.owner not in self.areas and place.owner not in self.kinds:
                waiting.append(place)
                continue
            owners = self.owner_count(place.owner)
            stride = {"pool": len(place.tokens), "pile": 1, "cells": place.cells}[place.form]
            area = Area(place, self._take(stride * owners), stride, owners)
            area.index = {token: i for i, token in enumerate(place.tokens)} if place.form == "pool" else {}
            self.areas[place.id] = area

    def _values(self) -> None:
        for value in self.model.values.values():
            owners = self.owner_count(value.owner)
            self.values[value.id] = (self._take(owners), owners)
        for rule in self.model.rules.values():
            owners = self.owner_count(rule.owner)
            self.rules[rule.id] = (self._take(owners), owners)

    def _tables(self) -> tuple[list[int], list[int], list[str]]:
        """For each slot: the seat that owns it (-1: nobody), who sees it, and its place."""
        owner_of = [-1] * self.size
        level = [EVERYONE] * self.size
        place_of = [""] * self.size
        level[self.box] = EVERYONE
        place_of[self.box] = "box"
        for area in self.areas.values():
            for number in range(area.owners):
                for offset in range(area.stride):
                    slot = area.base + number * area.stride + offset
                    owner_of[slot] = self._seat(area.place, number, owner_of)
                    level[slot] = LEVELS[area.place.seen_by]
                    place_of[slot] = area.place.id
        return owner_of, level, place_of

    def _holders(self) -> list[int]:
        """For each slot the piece inside which it is, -1 for none."""
        holder = [-1] * self.size
        for area in self.areas.values():
            if area.place.owner in self.kinds:
                first = self.kinds[area.place.owner].first
                for slot in range(area.base, area.end):
                    holder[slot] = first + (slot - area.base) // area.stride
        return holder

    def _seat(self, place: Place, number: int, owner_of: list[int]) -> int:
        if place.owner == "seat":
            return number
        if place.owner in self.kinds:
            return self.seat_of[self.kinds[place.owner].first + number]
        if place.owner in self.areas:
            return owner_of[self.areas[place.owner].base + number]
        return -1

    def initial_supply(self) -> dict[int, int]:
        """How many of each token with a supply there are in all."""
        found: dict[int, int] = {}
        for token in self.model.tokens.values():
            if token.supply is not None:
                found[token.index] = token.supply.get(self.seats, token.supply.get(0, 0))
        return found
