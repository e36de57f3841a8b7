"""The set-up lays things where they can lie, and no more than there are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from referee.language.declare_places import SUPPLY
from referee.language.model import Place, SetupRow

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

NOTHING = "none"


def check(ctx: Context) -> None:
    """Report rows of the set-up that can't be carried out."""
    for row in ctx.model.setup:
        place = ctx.model.places.get(row.place)
        if place is None:
            continue
        if place.id in ctx.found.doubtful or place.holds in ctx.found.doubtful:
            continue
        if row.all_of and place.holds != row.all_of:
            thing = f"a {ctx.model.kinds[row.all_of].name}"
            ctx.found.add("E0225", row.spots["all"], len(row.all_of), thing=thing, place=place.id)
        names = list(ctx.model.tokens)
        for token in row.tokens:
            if place.form != "pool" or token not in place.tokens:
                at = row.spots[f"tokens/{names[token]}"]
                ctx.found.add("E0225", at, len(names[token]), thing=f"`{names[token]}`", place=place.id)
        _pieces(ctx, row, place)
    _supplies(ctx)


def _supplies(ctx: Context) -> None:
    """Report rows that ask for more tokens than the supply has left after those before them."""
    model = ctx.model
    least, most = model.seats
    for token in model.tokens.values():
        if token.supply is None or token.id in ctx.found.doubtful:
            continue
        for seats in range(least, most + 1):
            left = there = _at(token.supply, seats)
            for row in model.setup:
                place = model.places.get(row.place)
                if place is None or place.id == SUPPLY or token.index not in row.tokens:
                    continue
                left -= _at(row.tokens[token.index], seats) * (seats if place.owner == "seat" else 1)
                if left < 0:
                    what = f"with {seats} players the set-up gives out {there - left} of `{token.id}`, but there are"
                    at = row.spots[f"tokens/{token.id}"]
                    ctx.found.add("E0228", at, len(token.id), what=f"{what} {there}", related=[token.at])
                    break
            if left < 0:
                break


def _at(numbers: dict[int, int], seats: int) -> int:
    return numbers.get(seats, numbers.get(0, 0))


def _pieces(ctx: Context, row: SetupRow, place: Place) -> None:
    kind = ctx.model.kinds.get(place.holds)
    if not row.pieces:
        return
    if kind is None:
        ctx.found.add("E0225", row.spots["pieces/0"], len(row.pieces[0]), thing=f"`{row.pieces[0]}`", place=place.id)
        return
    known = {entry.id: entry for entry in kind.entries}
    for number, word in enumerate(row.pieces):
        if word not in known and word != NOTHING:
            ctx.found.unknown("E0210", row.spots[f"pieces/{number}"], word, [*known, NOTHING])
    if place.form == "cells" and len(row.pieces) > place.cells:
        at = row.spots[f"pieces/{place.cells}"]
        ctx.found.add("E0228", at, what=f"`{place.id}` has {place.cells} cells, not {len(row.pieces)}")
    if kind.per_seat:
        return  # each seat has its own
    for word, number in Counter(row.pieces).items():
        count = number * (ctx.model.seats[1] if place.owner == "seat" else 1)
        if word in known and count > known[word].most:
            whose = "of each seat " if place.owner == "seat" else ""
            what = f"`{place.id}` {whose}gets {number} of `{word}`, but a game has {known[word].most}"
            ctx.found.add("E0228", row.spots[f"pieces/{row.pieces.index(word)}"], len(word), what=what)
