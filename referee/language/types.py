"""The types of the effect language."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Type:
    """A type. `sort` is one of number, yes, seat, token, piece, cell, entry, symbol, bag, list, set, place, word, none;
    or unknown, where a declaration can't be read, which has been reported.

    `name` narrows it: the group of a token or bag (empty: any token), the kind of a piece or entry, the
    place of a cell, the enumeration of a symbol. `of` is the element of a set or list. `maybe` marks
    "T or none"; `filled` and `free` a cell that is known to hold a piece, or none.
    """

    sort: str
    name: str = ""
    of: Type | None = None
    maybe: bool = False
    filled: bool = False
    free: bool = False

    def sure(self) -> Type:
        """The same type without none."""
        return replace(self, maybe=False) if self.maybe else self

    def plain(self) -> Type:
        """The same type without what is known for the moment."""
        return replace(self, filled=False, free=False) if self.filled or self.free else self

    def or_none(self) -> Type:
        return replace(self, maybe=True)

    def __str__(self) -> str:
        words = {
            "yes": "yes/no",
            "token": f"one of {self.name}" if self.name else "token",
            "piece": f"{self.name} piece",
            "cell": f"cell of {self.name}",
            "entry": self.name,
            "symbol": self.name,
            "bag": f"bag of {self.name}" if self.name else "bag",
        }
        if self.sort in ("set", "list"):
            text = f"{self.sort} of {self.of}"
        else:
            text = words.get(self.sort, self.sort)
        return f"{text} or none" if self.maybe and self.sort != "none" else text


NUMBER = Type("number")
YES = Type("yes")
SEAT = Type("seat")
NONE = Type("none", maybe=True)
UNKNOWN = Type("unknown")
NUMBERS = Type("list", of=NUMBER)


def token(group: str = "") -> Type:
    return Type("token", group)


def piece(kind: str) -> Type:
    return Type("piece", kind)


def entry(kind: str) -> Type:
    return Type("entry", kind)


def cell(place: str, filled: bool = False) -> Type:
    return Type("cell", place, filled=filled)


def symbol(enumeration: str) -> Type:
    return Type("symbol", enumeration)


def bag(group: str) -> Type:
    return Type("bag", group)


def set_of(element: Type) -> Type:
    return Type("set", of=element)


def place(name: str) -> Type:
    return Type("place", name)
