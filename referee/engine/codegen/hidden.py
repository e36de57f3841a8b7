"""Reads of what the mover can't see are barriers: where they stand is known from the tree."""

from __future__ import annotations

from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.values import value
from referee.engine.layout import BARRIER, MOVER
from referee.language import tree as t


def guard(gen: Gen, w: Writer, *read: t.Node | None) -> None:
    """Before a statement reads: note a barrier if the mover can't see all of it."""
    tests: dict[str, None] = {}
    for node in read:
        if node is not None:
            _collect(gen, node, tests, frozenset())
    if "True" in tests:
        w.emit(f"S[{BARRIER}]=1")
    elif tests:
        w.emit(f"if {' or '.join(tests)}: S[{BARRIER}]=1")


def _collect(gen: Gen, node: t.Node, tests: dict[str, None], terms: frozenset[int]) -> None:
    match node:
        case t.Count(items=t.PileOf(place=place)) | t.Empty(of=t.PlaceRef() as place) | t.Total(place=place):
            _seen(gen, place, gen.layout.areas[place.place].place.count_seen_by, tests)
            return
        case t.PlaceRef(place=name) if name in gen.layout.areas:
            _seen(gen, node, gen.layout.areas[name].place.seen_by, tests)
        case t.Content(cell=cell):
            _seen(gen, t.PlaceRef(cell.type.name, None), gen.layout.areas[cell.type.name].place.seen_by, tests)
        case t.HomeAmount(seat=seat):
            for home in gen.model.places.values():
                if home.home and home.seen_by != "everyone":
                    _seen(gen, t.PlaceRef(home.id, seat), home.seen_by, tests)
        case t.ValueRead(value=name, owner=owner):
            declared = gen.model.values[name]
            _whose(gen, declared.seen_by, declared.owner, owner, tests)
        case t.TermCall(instance=index, args=args) if index not in terms:
            instance = gen.ruleset.terms[index]
            if instance.value is not None:
                names = {n: a for (n, _), a in zip(instance.parameters, args, strict=False)}
                _collect(gen, t.substitute(instance.value, names), tests, terms | {index})
        case _:
            pass
    for child in t.children(node):
        _collect(gen, child, tests, terms)


def _seen(gen: Gen, place: t.PlaceRef, seen_by: str, tests: dict[str, None]) -> None:
    owner_sort = gen.layout.areas[place.place].place.owner if place.place in gen.layout.areas else "table"
    _whose(gen, seen_by, owner_sort, place.owner, tests)


def _whose(gen: Gen, seen_by: str, sort: str, owner: t.Expr | None, tests: dict[str, None]) -> None:
    if seen_by == "everyone":
        return
    if seen_by == "owner" and sort == "seat" and isinstance(owner, t.Me | t.Local | t.Const):
        tests.setdefault(f"{value(gen, owner)}!=S[{MOVER}]")
    else:
        tests.setdefault("True")
