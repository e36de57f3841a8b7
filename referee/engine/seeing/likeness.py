"""What tells pieces of one entry apart for everybody: seat, public values, face, and what they hold.

Pieces with equal keys are interchangeable. Keys are made of nothing but what everybody may see, so an order by them
tells nothing of how hidden piles lay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from referee.engine.layout import Area, Layout
from referee.language.model import Model, Place, Value

State = list[Any]
Parts = tuple[str, ...]
Key = tuple[Any, ...]


class Likeness:
    """Keys and names of the pieces of one ruleset. `segment` writes a value as part of an id."""

    def __init__(self, layout: Layout, model: Model, segment: Callable[[State, Any, Value], str]) -> None:
        self.layout = layout
        self._segment = segment
        self.tokens = list(model.tokens)
        self.entries = [entry.id for entry in model.entries]
        self.kind = [model.entries[index].kind for index in layout.entry_of]  # of each piece
        self.values: dict[str, list[Value]] = {}
        self.holds: dict[str, list[Area]] = {}
        self.copies: dict[str, bool] = {}  # kinds of which two pieces may have one entry
        for kind in model.kinds.values():
            pieces = layout.kinds[kind.id]
            entries = layout.entry_of[pieces.first : pieces.first + pieces.count]
            self.copies[kind.id] = len(set(entries)) < len(entries)
            self.values[kind.id] = [v for v in model.values.values() if v.owner == kind.id and v.seen_by == "everyone"]
            self.holds[kind.id] = [a for a in layout.areas.values() if a.place.owner == kind.id and told(a.place)]
        self.first = {kind: pieces.first for kind, pieces in layout.kinds.items()}
        self._slots = {kind: self._told_by(kind) for kind in layout.kinds}

    def _told_by(self, kind: str) -> list[tuple[int, int]] | None:
        """First slot and slots of a piece of what tells a kind's pieces apart; None where the slots alone don't say."""
        if any(area.place.form != "pool" or area.place.seen_by != "everyone" for area in self.holds[kind]):
            return None
        faces = [(self.layout.faces[kind], 1)] if kind in self.layout.faces else []
        values = [(self.layout.values[value.id][0], 1) for value in self.values[kind]]
        return [*values, *faces, *((area.base, area.stride) for area in self.holds[kind])]

    def _same(self, S: State, many: list[int]) -> bool:
        """Are pieces of one entry interchangeable? May say no where they are."""
        one = many[0]
        slots, first = self._slots[self.kind[one]], self.first[self.kind[one]]
        if slots is None or len({self.layout.seat_of[piece] for piece in many}) > 1:
            return False
        for base, stride in slots:
            start = base + (one - first) * stride
            held = S[start : start + stride]
            for piece in many[1:]:
                start = base + (piece - first) * stride
                if S[start : start + stride] != held:
                    return False
        return True

    # -- keys -------------------------------------------------------------------------------------

    def key(self, S: State, piece: int) -> Key:
        """Equal for pieces that nobody can tell apart, and in the order in which pieces are shown."""
        return (self.layout.seat_of[piece], self.layout.entry_of[piece], self._state(S, piece), self._held(S, piece))

    def _state(self, S: State, piece: int) -> Key:
        kind = self.kind[piece]
        index = piece - self.first[kind]
        face = self.layout.faces.get(kind)
        values = [S[self.layout.values[value.id][0] + index] for value in self.values[kind]]
        return (*values, *([S[face + index]] if face is not None else []))

    def _held(self, S: State, piece: int) -> Key:
        kind = self.kind[piece]
        return tuple(self._content(S, area, piece - self.first[kind]) for area in self.holds[kind])

    def _content(self, S: State, area: Area, index: int) -> Key:
        inside = S[area.base + index * area.stride : area.base + (index + 1) * area.stride]
        place = area.place
        if place.seen_by != "everyone":
            return (_number(place, inside),)
        if place.form == "pool":
            return tuple(inside)
        if place.form == "cells":
            return tuple(() if piece < 0 else self.key(S, piece) for piece in inside)
        keys = [self.key(S, piece) for piece in inside[0]]
        return tuple(keys if place.ordered else sorted(keys))

    def order(self, S: State, pieces: Iterable[int]) -> list[int]:
        """Pieces of one kind as they are shown where their order means nothing: as declared, then by their keys."""
        found = sorted(pieces)
        if len(found) < 2 or not self.copies[self.kind[found[0]]]:
            return found
        ordered: list[int] = []
        for _, run in groupby(found, self.layout.entry_of.__getitem__):
            many = list(run)
            if len(many) > 1 and not self._same(S, many):
                many.sort(key=lambda piece: self.key(S, piece))
            ordered += many
        return ordered

    # -- names ------------------------------------------------------------------------------------

    def names(self, S: State, pieces: Iterable[int], *, held: bool = True) -> dict[int, str]:
        """The names of pieces that lie together: their entry; what tells unequal ones of an entry apart follows.

        `held`: whether what they hold tells them apart too.
        """
        alike: dict[int, list[int]] = {}
        for piece in pieces:
            alike.setdefault(self.layout.entry_of[piece], []).append(piece)
        found: dict[int, str] = {}
        for entry, many in alike.items():
            if len(many) == 1 or self._same(S, many):
                found.update(dict.fromkeys(many, self.entries[entry]))
            else:
                found.update(self._apart(S, self.entries[entry], many, held))
        return found

    def _apart(self, S: State, entry: str, many: list[int], held: bool) -> dict[int, str]:
        kind = self.kind[many[0]]
        holds = self.holds[kind] if held else []
        states = {piece: (self.layout.seat_of[piece], self._state(S, piece)) for piece in many}
        by_state = len(set(states.values())) > 1
        first = self.first[kind]
        differing = [area for area in holds if len({self._content(S, area, piece - first) for piece in many}) > 1]
        return {
            piece: ".".join(
                [
                    entry,
                    *(self.state(S, piece) if by_state else ()),
                    *self._contents(S, piece, differing),
                ]
            )
            for piece in many
        }

    def state(self, S: State, piece: int) -> Parts:
        """Seat, public values and face of a piece, in declared order."""
        kind = self.kind[piece]
        pieces = self.layout.kinds[kind]
        index = piece - pieces.first
        values = [self._segment(S, S[self.layout.values[value.id][0] + index], value) for value in self.values[kind]]
        seat = [str(self.layout.seat_of[piece] + 1)] if pieces.per_seat else []
        face = [pieces.kind.faces[S[self.layout.faces[kind] + index]]] if kind in self.layout.faces else []
        return (*seat, *values, *face)

    def _contents(self, S: State, piece: int, areas: list[Area]) -> Parts:
        """What a piece holds in some of its places; of several, each is named."""
        found: list[str] = []
        for area in areas:
            parts = self._inside(S, area, piece - self.first[self.kind[piece]])
            found += [area.place.id, *parts] if parts and len(areas) > 1 else parts
        return tuple(found)

    def _inside(self, S: State, area: Area, index: int) -> Parts:
        inside = S[area.base + index * area.stride : area.base + (index + 1) * area.stride]
        place = area.place
        if place.seen_by != "everyone":
            number = _number(place, inside)
            return (str(number), "hidden") if number else ()
        if place.form == "pool":
            held = [(n, (self.tokens[token],)) for token, n in zip(place.tokens, inside, strict=True) if n]
            return tuple(part for n, what in held for part in counted(n, what))
        if place.form == "cells":
            if all(piece < 0 for piece in inside):
                return ()
            return tuple(part for piece in inside for part in (("none",) if piece < 0 else self._whole(S, piece)))
        wholes: list[tuple[int, Parts]] = []
        for piece in inside[0] if place.ordered else self.order(S, inside[0]):
            whole = self._whole(S, piece)
            if wholes and wholes[-1][1] == whole:
                wholes[-1] = (wholes[-1][0] + 1, whole)
            else:
                wholes.append((1, whole))
        return tuple(part for n, whole in wholes for part in counted(n, whole))

    def _whole(self, S: State, piece: int) -> Parts:
        """A piece inside another one, with all that can be told of it."""
        return (
            self.entries[self.layout.entry_of[piece]],
            *self.state(S, piece),
            *self._contents(S, piece, self.holds[self.kind[piece]]),
        )


def told(place: Place) -> bool:
    """May everybody know what lies in a place, or how much?"""
    return place.seen_by == "everyone" or place.count_seen_by == "everyone"


def counted(n: int, what: Parts) -> Parts:
    return (str(n), *what) if n > 1 else what


def _number(place: Place, inside: list[Any]) -> int:
    """How many things lie in slots."""
    if place.form == "pool":
        return sum(inside)
    if place.form == "pile":
        return len(inside[0])
    return sum(piece >= 0 for piece in inside)
