"""How much a ruleset may hold: packs come from strangers, so whatever they declare has a bound (E0229)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.language.data import INT_LIMIT
from referee.language.findings import Findings
from referee.language.model import Kind, Model, Named
from referee.packs import Stack
from referee.packs.node import Position

COUNTS = {
    "tokens": 200,
    "groups": 200,
    "symbols": 200,
    "kinds": 100,
    "places": 400,
    "values": 400,
    "rules": 400,
    "options": 200,
    "terms": 1_000,
    "procedures": 1_000,
    "windows": 50,
    "standing": 50,
}
ENTRIES = 1_500
MEMBERS = 500  # of one enumeration
TRIGGERS = 300  # of packs and entries together
SETUP_ROWS = 500
SETUP_PIECES = 5_000  # named one by one
SCORES = 100
SAYS = 5_000
TITLE = 200  # characters
TEXT = 2_000  # characters of a name or another text
CODE = 400_000  # characters of all effects
PIECES = 2_000  # of a game with the most seats
SLOTS = 20_000  # cells, piles, counts of tokens, values: what a position is made of


def within_limits(stack: Stack, model: Model, found: Findings) -> bool:
    """Report what is too much. False if something is: then nothing more should be read."""
    before = len(found.all)
    if model.seats[1] < 1 and not found.hidden(["seats"]):
        at = stack.packs[0].at if stack.packs else Position("pack.yaml", 1, 1)
        found.add("E0227", at, word="seats", what="for how many players it is: `seats: 2`, or least and most `[2, 4]`")
    for section, most in COUNTS.items():
        _count(getattr(model, section).values(), most, section, found)
    _count(model.entries, ENTRIES, "entries", found)
    for symbols in model.symbols.values():
        if len(symbols.members) > MEMBERS:
            found.add("E0229", symbols.at, what=f"an enumeration has at most {MEMBERS} members")
    _numbers(model, found)
    _code(model, found)
    _setup(model, found)
    _texts(model, found)
    for pack in stack.packs:
        if len(pack.title.text) > TITLE:
            found.add("E0229", pack.title.at, what=f"a title has at most {TITLE} characters")
    if len(found.all) == before:
        _position(model, found)
    return len(found.all) == before


def _count(declared: Iterable[Named], most: int, what: str, found: Findings) -> None:
    many = list(declared)
    if len(many) > most:
        found.add("E0229", many[most].at, what=f"there are {len(many):,} {what}; at most {most:,}")


def _numbers(model: Model, found: Findings) -> None:
    """Numbers that are read as words first: limits of pools, and what packs offer as options."""
    for place in model.places.values():
        if isinstance(place.limit, int) and place.limit > INT_LIMIT:
            found.add("E0229", place.at, what="numbers have at most 32 bits")
    for option in model.options.values():
        numbers = option.value if isinstance(option.value, tuple) else (option.value,)
        if any(isinstance(number, int) and abs(number) > INT_LIMIT for number in numbers):
            found.add("E0229", option.at, what="numbers have at most 32 bits")


def _code(model: Model, found: Findings) -> None:
    triggers = list(model.triggers)
    texts = [procedure.code for procedure in model.procedures.values() if procedure.code is not None]
    texts += [term.code for term in model.terms.values() if term.code is not None]
    for entry in model.entries:
        for hook, scalars in entry.code.items():
            texts += scalars
            if model.kinds[entry.kind].hooks[hook].sort == "trigger":
                triggers += scalars
    if len(triggers) > TRIGGERS:
        at = triggers[TRIGGERS].at
        found.add("E0229", at, what=f"there are {len(triggers):,} triggers; at most {TRIGGERS}")
    length = 0
    for scalar in (*texts, *model.triggers):
        length += len(scalar.text)
        if length > CODE:
            found.add("E0229", scalar.at, what=f"all effects together have more than {CODE:,} characters")
            return


def _setup(model: Model, found: Findings) -> None:
    if len(model.setup) > SETUP_ROWS:
        at = model.setup[SETUP_ROWS].at
        found.add("E0229", at, what=f"the set-up has {len(model.setup):,} rows; at most {SETUP_ROWS}")
    pieces = sum(len(row.pieces) for row in model.setup)
    if pieces > SETUP_PIECES:
        found.add("E0229", model.setup[0].at, what=f"the set-up names {pieces:,} pieces; at most {SETUP_PIECES:,}")
    _count((*model.score_lines, *model.tie_breaks), SCORES, "lines of the scoring", found)


def _texts(model: Model, found: Findings) -> None:
    if len(model.says) > SAYS:
        first = next(iter(model.procedures.values()), None)
        at = first.at if first is not None else Position("pack.yaml", 1, 1)
        found.add("E0229", at, what=f"`says:` has {len(model.says):,} texts; at most {SAYS:,}")
    for key, text in model.says.items():
        if len(text) > TEXT or len(key) > TEXT:
            at = next((p.at for p in model.procedures.values()), Position("pack.yaml", 1, 1))
            found.add("E0229", at, what=f"the text `{key[:40]}` has more than {TEXT:,} characters")
    named: list[Named] = [*model.entries]
    for section in COUNTS:
        declared: Mapping[str, Named] = getattr(model, section)
        named += declared.values()
    for thing in named:
        says = getattr(thing, "says", "")
        if max(len(thing.name), len(thing.plural), len(says)) > TEXT:
            found.add("E0229", thing.at, what=f"a text has at most {TEXT:,} characters")


# -- what a position is made of -------------------------------------------------------------------


def copies(kind: Kind, seats: int) -> int:
    """How many pieces of a kind a game has."""
    if not kind.per_seat:
        return sum(entry.most for entry in kind.entries)
    if kind.per_seat == "unlimited":
        return seats * len(kind.entries)
    each = int(kind.per_seat) if kind.per_seat.isdigit() else 1
    return seats * each * sum(entry.most for entry in kind.entries)


class Owners:
    """How many owners of a sort a game has: the table, seats, pieces of a kind, cells of a place."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.seats = model.seats[1]
        self._known: dict[str, int] = {"table": 1, "seat": self.seats}

    def of(self, owner: str) -> int:
        if owner not in self._known:
            self._known[owner] = 1  # a circle has been reported
            if owner in self.model.kinds:
                self._known[owner] = copies(self.model.kinds[owner], self.seats)
            elif owner in self.model.places:
                place = self.model.places[owner]
                self._known[owner] = max(1, place.cells) * self.of(place.owner)
        return self._known[owner]


def _position(model: Model, found: Findings) -> None:
    owners = Owners(model)
    pieces = 0
    for kind in model.kinds.values():
        pieces += copies(kind, owners.seats)
        if pieces > PIECES:
            found.add("E0229", kind.at, what=f"{_about(pieces)} pieces with {owners.seats} seats; at most {PIECES:,}")
            return
    slots = pieces
    for place in model.places.values():
        stride = {"pool": len(place.tokens), "pile": 1, "cells": place.cells}[place.form]
        slots += stride * owners.of(place.owner)
        if slots > SLOTS:
            what = f"cells, piles and counts of tokens come to {_about(slots)} with {owners.seats} seats"
            found.add("E0229", place.at, what=f"{what}; at most {SLOTS:,}")
            return
    owned = [(value.owner, value.at) for value in model.values.values()]
    owned += [(rule.owner, rule.at) for rule in model.rules.values()]
    for owner, at in owned:
        slots += owners.of(owner)
        if slots > SLOTS:
            found.add("E0229", at, what=f"{_about(slots)} values with {owners.seats} seats; at most {SLOTS:,}")
            return


def _about(number: int) -> str:
    return f"{number:,}" if number < 10**9 else "billions of"
