"""What of a view may differ between two positions, so that the rest of it need not be made again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress
from operator import is_not
from typing import Generic, TypeVar

from referee.engine import records as r
from referee.engine.core import State
from referee.engine.layout import SEEN, SHOWN
from referee.engine.seeing.appearance import Appearance
from referee.language.types import Type

R = TypeVar("R")
Difference = tuple[int, R, R]  # the index of a place or value, what was there, what is there now


@dataclass(slots=True)
class Differences:
    """Places and values that are no longer equal."""

    places: list[Difference[r.Place]]
    values: list[Difference[r.Value]]


@dataclass(slots=True)
class Indices(Generic[R]):
    """Places or values of the board that may differ, those that everybody sees alike apart from the others.

    `told`: what does differ among the former; found out by whoever looks first.
    """

    public: tuple[int, ...]
    private: tuple[int, ...]
    told: list[Difference[R]] | None = None


@dataclass(slots=True)
class Touched:
    """What of a view may differ. `modifiers`: whether other modifiers may be in force.

    What was made for one viewer and is the same for all is kept here for the next: only ever of the position after the
    change.
    """

    places: Indices[r.Place]
    values: Indices[r.Value]
    modifiers: bool
    asked: tuple[r.Decision, ...] | None = None  # as others than those who are asked see it
    path: tuple[r.Text, ...] | None = None
    in_force: tuple[r.InForce, ...] | None = None


PLACE, VALUE, PIECE, LOCATION = range(4)
Role = tuple[int, int]  # what a slot is part of: a place or value of the board, a piece, or where a piece lies


class Touching:
    """Finds what a change of the state touches, for one program."""

    def __init__(self, program: Appearance) -> None:
        self.layout = layout = program.layout
        spots, values = program.views.spots, program.views.named
        self._public = (
            frozenset(index for index, spot in enumerate(spots) if spot.public),
            frozenset(index for index, value in enumerate(values) if value.public),
        )
        self._conditional = program.modifiers.conditional
        self._all = (range(len(spots)), range(len(values)))
        self._roles: list[Role | None] = [None] * layout.size
        self._rules = range(0)
        self._groups: dict[int, tuple[int, ...]] = {}  # slot → the places of its owner in its area
        together: dict[int, list[int]] = {}
        for index, spot in enumerate(spots):
            together.setdefault(spot.base, []).append(index)
            for slot in spot.slots:
                self._roles[slot] = (PLACE, index)
        groups = {base: tuple(indices) for base, indices in together.items()}
        for spot in spots:
            for slot in spot.slots:
                self._groups[slot] = groups[spot.base]
        for index, value in enumerate(values):
            self._roles[value.slot] = (VALUE, index)
        rules = [base + owner for base, owners in layout.rules.values() for owner in range(owners)]
        self._rules = range(min(rules), max(rules) + 1) if rules else range(0)
        self._pieces(program)
        types = [value.type for value in program.ruleset.model.values.values()]
        types += [rule.type for rule in program.ruleset.model.rules.values()]
        # A value may name a cell inside a piece, and that by where the piece lies and how it is told apart.
        self._named_inside = any(self._inside(type_) for type_ in types)

    def _pieces(self, program: Appearance) -> None:
        """The slots of pieces: what they hold, their values, faces and locations."""
        layout, roles = self.layout, self._roles
        for slot, piece in enumerate(layout.holder):
            if piece >= 0:
                roles[slot] = (PIECE, piece)
        for value in program.ruleset.model.values.values():
            if value.owner in layout.kinds:
                base, owners = layout.values[value.id]
                for number in range(owners):
                    roles[base + number] = (PIECE, layout.kinds[value.owner].first + number)
        for kind, base in layout.faces.items():
            for number in range(layout.kinds[kind].count):
                roles[base + number] = (PIECE, layout.kinds[kind].first + number)
        for piece in range(len(layout.entry_of)):
            roles[layout.location + piece] = (LOCATION, piece)
        self._holders = {
            piece
            for pieces in layout.kinds.values()
            if any(area.place.owner == pieces.kind.id for area in layout.areas.values())
            for piece in range(pieces.first, pieces.first + pieces.count)
        }

    def _inside(self, type_: Type | None) -> bool:
        if type_ is None:
            return False
        if type_.sort != "cell":
            return self._inside(type_.of)
        area = self.layout.areas.get(type_.name)
        return area is None or area.place.owner in self.layout.kinds

    def between(self, before: State, after: State) -> Touched:
        """What may differ between the views of two positions, whoever looks."""
        places: set[int] = set()
        values: set[int] = set()
        modifiers, whole = self._conditional, False
        for slot in compress(range(len(before)), map(is_not, before, after)):
            role = self._roles[slot]
            if role is not None:
                sort, number = role
                if sort == PLACE:
                    places.add(number)
                elif sort == VALUE:
                    values.add(number)
                elif sort == LOCATION:
                    modifiers = True
                else:
                    whole |= not self._climb(before, number, places) or not self._climb(after, number, places)
                if sort >= PIECE and self._named_inside and number in self._holders:
                    whole = True
            if slot in self._rules:
                modifiers = True
            elif slot in (SHOWN, SEEN):
                modifiers = True
                for other in _looked_at(before, after, slot):
                    whole |= not self._uncover(before, other, places) or not self._uncover(after, other, places)
        if whole:
            return self._touched(*self._all, True)
        return self._touched(sorted(places), sorted(values), modifiers)

    def _touched(self, places: Iterable[int], values: Iterable[int], modifiers: bool) -> Touched:
        return Touched(_apart(places, self._public[0]), _apart(values, self._public[1]), modifiers)

    def _uncover(self, S: State, slot: int, places: set[int]) -> bool:
        """The places that show a slot; False if that can't be told."""
        role = self._roles[slot]
        if role is None or role[0] == PLACE:
            places.update(self._groups.get(slot, ()))
            return True
        return role[0] == PIECE and self._climb(S, role[1], places)

    def _climb(self, S: State, piece: int, places: set[int]) -> bool:
        """The place of the board in which a piece lies; False if that can't be told."""
        slot = S[self.layout.location + piece]
        if slot < 0:
            return False  # one of which there is no end lies in several places
        role = self._roles[slot]
        if role is None:
            return True  # the box
        if role[0] == PIECE:
            return self._climb(S, role[1], places)
        places.add(role[1])
        return True


def _apart(indices: Iterable[int], public: frozenset[int]) -> Indices[R]:
    found: tuple[list[int], list[int]] = ([], [])
    for index in indices:
        found[index not in public].append(index)
    return Indices(tuple(found[0]), tuple(found[1]))


def _looked_at(before: State, after: State, slot: int) -> Iterable[int]:
    """The slots that somebody looks at in only one of two positions."""
    if slot == SHOWN:
        return set(before[SHOWN]) ^ set(after[SHOWN])
    return [seen for S in (before, after) if S[SEEN] for seen in range(S[SEEN][1], S[SEEN][1] + S[SEEN][2])]
