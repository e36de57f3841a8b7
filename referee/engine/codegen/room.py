"""How many tokens fit in a pool: by a number, by a datum of the tokens, or by a field of the piece that it is in."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.codegen import slots
from referee.engine.codegen.gen import Gen
from referee.language import tree as t
from referee.language.model import Entry, Model, Place

NO_LIMIT = 1 << 30
Text = Callable[[t.Expr], str]


def limit_of(model: Model, place: str, token: int, entry: Entry | None = None) -> int:
    """How many of a token fit in a pool (of a piece of this entry); a large number if there is no limit."""
    declared = model.places[place]
    limit = declared.limit
    if limit is None or isinstance(limit, int):
        return NO_LIMIT if limit is None else limit
    if of_piece(model, declared):
        assert entry is not None
        type_, given = model.kinds[declared.owner].fields[limit], entry.data[limit]
        if type_.sort != "bag":
            return given if isinstance(given, int) else NO_LIMIT
        assert isinstance(given, tuple)
        amounts: dict[int, int] = dict(zip(model.group_tokens(type_.name), given, strict=True))
        return amounts.get(token, 0)
    datum = list(model.tokens.values())[token].data.get(limit, NO_LIMIT)
    return len(datum) if isinstance(datum, tuple) else datum if isinstance(datum, int) else NO_LIMIT


def of_piece(model: Model, place: Place) -> bool:
    """Is the limit a field of the pieces that own the place? A datum of the tokens of that name comes first."""
    kind = model.kinds.get(place.owner)
    return kind is not None and place.limit in kind.fields and place.limit not in model.token_data


def total_of(place: Place, entry: Entry | None) -> int | None:
    """How many tokens fit in a pool in all (of a piece of this entry); None if there is no such limit."""
    if not isinstance(place.total, str):
        return place.total
    assert entry is not None
    given = entry.data[place.total]
    assert isinstance(given, int)
    return given


def owners(gen: Gen, place: Place) -> list[Entry]:
    """The entries of the pieces that own a place, piece by piece."""
    pieces = gen.layout.kinds[place.owner]
    return [gen.model.entries[gen.layout.entry_of[p]] for p in range(pieces.first, pieces.first + pieces.count)]


def limit_text(gen: Gen, where: t.PlaceRef, token: t.Expr, ev: Text) -> str | None:
    """What fits of a token in a place; None if there is no limit."""
    place = gen.layout.areas[where.place].place
    if place.limit is None:
        return None
    tokens = range(len(gen.model.tokens))
    if not of_piece(gen.model, place):
        if isinstance(token, t.Const) and isinstance(token.value, int):
            return str(limit_of(gen.model, place.id, token.value))
        return f"{gen.table(tuple(limit_of(gen.model, place.id, k) for k in tokens))}[{ev(token)}]"
    rows = tuple(tuple(limit_of(gen.model, place.id, k, entry) for k in tokens) for entry in owners(gen, place))
    return f"{gen.table(rows)}[{_number(gen, where, place, ev)}][{ev(token)}]"


def limits_text(gen: Gen, where: t.PlaceRef, ev: Text) -> str:
    """What fits of each token that a place takes, as a tuple."""
    place = gen.layout.areas[where.place].place
    if not of_piece(gen.model, place):
        return gen.table(tuple(limit_of(gen.model, place.id, k) for k in place.tokens))
    rows = tuple(tuple(limit_of(gen.model, place.id, k, entry) for k in place.tokens) for entry in owners(gen, place))
    return f"{gen.table(rows)}[{_number(gen, where, place, ev)}]"


def total_text(gen: Gen, where: t.PlaceRef, ev: Text) -> str | None:
    """How many tokens fit in a place in all; None if there is no such limit."""
    place = gen.layout.areas[where.place].place
    if not isinstance(place.total, str):
        return None if place.total is None else str(place.total)
    totals = tuple(total_of(place, entry) for entry in owners(gen, place))
    return f"{gen.table(totals)}[{_number(gen, where, place, ev)}]"


def _number(gen: Gen, where: t.PlaceRef, place: Place, ev: Text) -> str:
    """Which of the pieces of its kind owns the place, counted from 0."""
    assert where.owner is not None
    return slots.plus(-gen.layout.kinds[place.owner].first, ev(where.owner))
