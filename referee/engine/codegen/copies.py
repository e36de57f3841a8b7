"""Pieces of one entry in a pile → Python: looked up by where the entry's copies lie, however large the pile is."""

from __future__ import annotations

from referee.engine.codegen import slots
from referee.engine.codegen.gen import Gen, free_names
from referee.language import tree as t

MOST = 40  # copies of an entry up to which they are looked at; with more the pile is gone through


def any_in(gen: Gen, e: t.Where | t.Quantified) -> str:
    """A test: does a piece of an entry lie in a pile? Empty if the set is another one."""
    found = _copies(gen, e)
    return f"({found[0]} in {found[1]})" if found else ""


def count_in(gen: Gen, e: t.Where) -> str:
    """How many pieces of an entry lie in a pile; empty if the set is another one."""
    found = _copies(gen, e)
    return f"{found[1]}.count({found[0]})" if found else ""


def first_in(gen: Gen, e: t.Where) -> str:
    """The first piece of an entry in a pile, or -1; empty if the set is another one."""
    found = _copies(gen, e)
    if not found:
        return ""
    pile, _, low, high = found
    return f"first_copy(S,{pile},{low},{high},{gen.layout.location})"


def _copies(gen: Gen, e: t.Where | t.Quantified) -> tuple[str, str, str, str] | None:
    """The slot of the pile, where the entry's copies lie, and the slots that say it, if a set is `PILE where it is X`.

    A piece's own slot says where it lies, and the copies of an entry have numbers that follow one another.
    """
    match e:
        case (
            t.Where(items=t.PileOf(place=place) | (t.PlaceRef() as place), var=var, test=test)
            | t.Quantified(op="any" | "no", items=t.PileOf(place=place) | (t.PlaceRef() as place), var=var, test=test)
        ):
            pass
        case _:
            return None
    match test:
        case t.Compare(op="==", left=t.EntryOf(piece=t.Local(name=name)), right=entry) if name == var:
            pass
        case _:
            return None
    from referee.engine.codegen.values import value

    area = gen.layout.areas.get(place.place)
    if area is None or area.place.form != "pile" or var in free_names(entry):
        return None
    rows = _rows(gen, area.place.holds)
    if rows is None:
        return None

    def ev(inner: t.Expr) -> str:
        return value(gen, inner)

    pile = slots.pile_slot(gen, place, ev)
    if isinstance(entry, t.Const) and isinstance(entry.value, int):
        low, high = (str(row[entry.value]) for row in rows)
    else:
        text = ev(entry)
        if "(" in text:
            return None  # it would be computed twice
        low, high = (f"{gen.table(row)}[{text}]" for row in rows)
    return pile, f"S[{low}:{high}]", low, high


def _rows(gen: Gen, kind: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """For each entry, and none, the first slot of where its pieces lie, and the one after the last."""
    layout = gen.layout
    pieces = layout.kinds[kind]
    if pieces.unlimited:
        return None
    low = [0] * (len(gen.model.entries) + 1)
    high = low.copy()
    for piece in range(pieces.first, pieces.first + pieces.count):
        entry = layout.entry_of[piece]
        if high[entry] and high[entry] != layout.location + piece:
            return None
        low[entry] = low[entry] or layout.location + piece
        high[entry] = layout.location + piece + 1
    if any(end - begin > MOST for begin, end in zip(low, high, strict=True)):
        return None
    return tuple(low), tuple(high)
