"""The set-up lays things where they can lie, and no more than there are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

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
        if row.all_of and place.holds != row.all_of:
            ctx.found.add("E0225", row.at, thing=f"a {ctx.model.kinds[row.all_of].name}", place=place.id)
        names = list(ctx.model.tokens)
        for token in row.tokens:
            if place.form != "pool" or token not in place.tokens:
                ctx.found.add("E0225", row.at, thing=f"`{names[token]}`", place=place.id)
        _pieces(ctx, row, place)


def _pieces(ctx: Context, row: SetupRow, place: Place) -> None:
    kind = ctx.model.kinds.get(place.holds)
    if not row.pieces:
        return
    if kind is None:
        ctx.found.add("E0225", row.at, thing=f"`{row.pieces[0]}`", place=place.id)
        return
    known = {entry.id: entry for entry in kind.entries}
    for word in row.pieces:
        if word not in known and word != NOTHING:
            ctx.found.unknown("E0210", row.at, word, [*known, NOTHING])
    if place.form == "cells" and len(row.pieces) > place.cells:
        ctx.found.add("E0228", row.at, what=f"`{place.id}` has {place.cells} cells, not {len(row.pieces)}")
    if kind.per_seat:
        return  # each seat has its own
    for word, count in Counter(row.pieces).items():
        if word in known and count > known[word].copies:
            what = f"`{place.id}` gets {count} of `{word}`, but a game has {known[word].copies}"
            ctx.found.add("E0228", row.at, what=what)
