"""Names of entries, places and seats in one language."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from referee.texts.scope import ArgLike, Given, Phrase, Run, TextLike

_CELL = re.compile(r"r([0-9]+)c([0-9]+)")
_NO_SEATS: Mapping[str, str] = {}


def humanized(key: str) -> str:
    """What to call a thing without a name: the last part of its id, as words."""
    last = key.rsplit("/", 1)[-1]
    return last.removesuffix(".name").replace("_", " ").replace("^", "")


class Naming(ABC):
    """Finds names by id: `pack/<id>.name`, other forms of a name under `pack/<id>.<form>` (plural, counter, …)."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = keys
        self._by_last: dict[str, str] | None = None
        self._names: dict[tuple[str, str], str] = {}
        self._places: dict[str, str] = {}

    @abstractmethod
    def fill(self, text: TextLike, run: Run, depth: int) -> str:
        """The text in words."""

    @abstractmethod
    def has(self, key: str) -> bool:
        """Whether there is a message of this key."""

    def name(self, entry: str, attribute: str = "") -> str:
        """The name of an entry, token, group or kind; `entry` is its key (`stall/cafe`) or its bare id."""
        name = self._names.get((entry, attribute))
        if name is None:
            name = self._names[entry, attribute] = self._name(entry, attribute)
        return name

    def place(self, place: str, run: Run) -> str:
        """The name of a place by its id, such as `row/2`, `seat/1/field/r1c3` or `supply`; empty is the box."""
        segments = place.split("/") if place else ["box"]
        if segments[0] != "seat" or len(segments) < 3:
            return self.short_place(place) if run.near is not None and place else self._public_place("/".join(segments))
        if run.near == segments[1]:
            return self.short_place(place)
        args: tuple[ArgLike, ...] = (
            Given("seat", "seat", segments[1]),
            Given("place", "phrase", self._public_place("/".join(segments[2:]))),
        )
        return self.fill(Phrase("engine/place.of_seat", args, "{place} of {seat}"), run, 1)

    def short_place(self, place: str) -> str:
        """A place without whose it is; a cell of a grid or one with a name of its own by that alone."""
        segments = place.split("/")
        if segments[0] == "seat" and len(segments) >= 3:
            del segments[:2]
        cell = _CELL.fullmatch(segments[-1])
        whole = "/".join(segments)
        if cell is None or self.has(f"pack/place/{whole}.name"):
            return self._public_place(whole)
        args = (Given("row", "number", int(cell[1])), Given("column", "number", int(cell[2])))
        return self.fill(Phrase("engine/place.cell.short", args, "r{row}c{column}"), Run(_NO_SEATS, 4), 0)

    def seat(self, seat: str, run: Run) -> str:
        """What to call a seat: the player's name where one is known, else "player 2"."""
        number = seat.removeprefix("seat/")
        name = run.names.get(number)
        if name is not None:
            return name
        if not number.isdecimal():
            return humanized(number)
        return self.fill(Phrase("engine/seat", (Given("n", "number", int(number)),), "player {n}"), run, 1)

    def _name(self, entry: str, attribute: str) -> str:
        base, dot, state = entry.partition(".")
        owner = self._entry_key(base)
        if attribute:
            for key in (f"{owner}.{attribute}", f"engine/name.{attribute}"):
                if self.has(key):
                    return self._plain(key)
        name = self._plain(f"{owner}.name") if self.has(f"{owner}.name") else humanized(base)
        if dot and not attribute:
            parts = " ".join(self._state(owner, part) for part in state.split("."))
            args: tuple[ArgLike, ...] = (Given("name", "phrase", name), Given("state", "phrase", parts))
            return self.fill(Phrase("engine/name.with_state", args, "{name} ({state})"), Run(_NO_SEATS, 4), 0)
        return name

    def _state(self, owner: str, part: str) -> str:
        """A part of what tells a piece apart: the name of a face, of a token or entry, else the word itself."""
        kind = owner.split("/")[1]
        for key in (f"pack/face/{kind}/{part}.name", f"pack/token/{part}.name", f"pack/place/{part}.name"):
            if self.has(key):
                return self._plain(key)
        return humanized(self.name(part) if part.isidentifier() else part)

    def _entry_key(self, entry: str) -> str:
        key = "pack/" + entry.removeprefix("pack/").removesuffix(".name")
        if "/" in entry or self.has(f"{key}.name"):
            return key
        if self._by_last is None:
            self._by_last = {}
            for known in self._keys:
                if known.startswith("pack/") and known.endswith(".name") and not known.startswith("pack/place/"):
                    self._by_last.setdefault(known.rsplit("/", 1)[-1], known.removesuffix(".name"))
        return self._by_last.get(f"{entry}.name", key)

    def _public_place(self, place: str) -> str:
        name = self._places.get(place)
        if name is None:
            name = self._places[place] = self._place(place)
        return name

    def _place(self, place: str) -> str:
        for key in (f"pack/place/{place}.name", f"pack/place/{place}", f"engine/place.{place}"):
            if self.has(key):
                return self._plain(key)
        whole, _, last = place.rpartition("/")
        if not whole:
            return humanized(place)
        args: tuple[ArgLike, ...] = (
            Given("whole", "phrase", self._public_place(whole)),
            Given("part", "phrase", self._part(last)),
        )
        return self.fill(Phrase("engine/place.part", args, "{whole}, {part}"), Run(_NO_SEATS, 4), 0)

    def _part(self, segment: str) -> str:
        cell = _CELL.fullmatch(segment)
        if cell:
            args: tuple[ArgLike, ...] = (
                Given("row", "number", int(cell[1])),
                Given("column", "number", int(cell[2])),
            )
            return self.fill(Phrase("engine/place.cell", args, "row {row}, column {column}"), Run(_NO_SEATS, 4), 0)
        if segment.isdecimal():
            number = Given("n", "number", int(segment))
            return self.fill(Phrase("engine/place.space", (number,), "space {n}"), Run(_NO_SEATS, 4), 0)
        for key in (f"pack/place/{segment}.name", f"pack/place/{segment}"):
            if self.has(key):
                return self._plain(key)
        return self.name(segment)

    def _plain(self, key: str) -> str:
        return self.fill(Phrase(key), Run(_NO_SEATS, 4), 0)
