"""Reads of what the mover can't see are barriers: where they stand is known from the tree."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.codegen.gen import Gen, Writer, free_names
from referee.engine.codegen.values import value
from referee.engine.layout import BARRIER, MOVER
from referee.engine.runtime import conceals
from referee.language import tree as t
from referee.language.resolve.amounts import possible_tokens

Within = frozenset[str]  # the names bound inside the expression


def guard(gen: Gen, w: Writer, *read: t.Node | None) -> None:
    """Before a statement reads: note a barrier if the mover can't see all of it."""
    tests: dict[str, None] = {}
    for node in read:
        if node is not None:
            _collect(gen, node, tests, frozenset())
            _locals(gen, node, tests)
    if "True" in tests:
        w.emit(f"S[{BARRIER}]=1")
    elif tests:
        w.emit(f"if {' or '.join(tests)}: S[{BARRIER}]=1")


def moved(gen: Gen, w: Writer, s: t.Statement) -> None:
    """Before a statement that moves things as far as there are any: what it finds shows in what it moves."""
    guard(gen, w, *(c for c in t.children(s) if isinstance(c, t.AmountOf)))
    match s:
        case t.Pay(payer=payer, amounts=amounts) | t.Lose(payer=payer, amounts=amounts):
            guard(gen, w, *(t.CanPay(payer, one) for one in amounts))
        case t.Gain(sources=sources) if sources:
            guard(gen, w, *(p for p in sources if not _counted(gen, p)))
        case t.Move(source=source) if gen.layout.areas[source.place].place.form == "pool" and not _counted(gen, source):
            guard(gen, w, source)
        case t.Put(piece=piece) if any(isinstance(part, t.Where | t.Best) for part in t.walk(piece)):
            guard(gen, w, piece)
        case t.EndGame(winner=winner):
            guard(gen, w, winner)
        case _:
            pass


def _counted(gen: Gen, place: t.PlaceRef) -> bool:
    """Does everybody know how many of its tokens lie in a place?"""
    declared = gen.layout.areas[place.place].place
    return declared.seen_by == "everyone" or (len(declared.tokens) == 1 and declared.count_seen_by == "everyone")


def _locals(gen: Gen, node: t.Node, tests: dict[str, None]) -> None:
    """Locals that name a piece, or were computed from what not everybody sees, in an earlier move perhaps."""
    free = free_names(node)
    for part in t.walk(node):
        if isinstance(part, t.Local) and part.type.sort == "piece" and part.name in free and _hideable(gen, part):
            tests.setdefault(f"{gen.function(conceals)}(S,TABLES,{gen.name(part.name)})")
    for seat in sorted(gen.rests.get(id(node), ())):
        tests.setdefault(_other(gen.name(seat)) if seat in free else "True")


def _hideable(gen: Gen, piece: t.Expr) -> bool:
    return any(p.holds == piece.type.name and p.seen_by != "everyone" for p in gen.model.places.values())


def _collect(gen: Gen, node: t.Node, tests: dict[str, None], within: Within) -> None:
    match node:
        case t.Count(items=t.PileOf(place=place)) | t.Empty(of=t.PlaceRef() as place) | t.Total(place=place):
            _seen(gen, place, gen.layout.areas[place.place].place.count_seen_by, tests, within)
            return
        case t.PlaceRef(place=name) if name in gen.layout.areas:
            _seen(gen, node, gen.layout.areas[name].place.seen_by, tests, within)
        case t.Content(cell=cell):
            _seen(gen, t.PlaceRef(cell.type.name, None), gen.layout.areas[cell.type.name].place.seen_by, tests, within)
        case t.HomeAmount(seat=seat, token=token):
            _homes(gen, seat, possible_tokens(gen.ruleset.context, t.AmountOf(None, token)), tests, within)
        case t.CanPay(seat=seat, amount=amount):
            _homes(gen, seat, possible_tokens(gen.ruleset.context, amount), tests, within)
        case t.HomeBag(seat=seat):
            _homes(gen, seat, range(len(gen.model.tokens)), tests, within)
        case t.OwnerOf(of=t.SeatPiece() as piece) | t.CellOf(piece=t.SeatPiece() as piece) if _hideable(gen, piece):
            tests.setdefault("True")
        case t.CanDo(procedure=index, seat=seat):
            _begun(gen, index, seat, tests)
        case t.ValueRead(value=name, owner=owner):
            declared = gen.model.values[name]
            _whose(gen, declared.seen_by, declared.owner, owner, tests, within)
        case t.TermCall(instance=index, args=args):
            _term(gen, index, args, tests, within)
        case _:
            pass
    if isinstance(node, t.Where | t.Best | t.SumOf | t.Quantified):
        within |= {node.var}
    for child in t.children(node):
        _collect(gen, child, tests, within)


def _term(gen: Gen, index: int, args: tuple[t.Expr, ...], tests: dict[str, None], within: Within) -> None:
    """What a term reads is looked up once, with its parameters' names; a call puts its own seats in their place."""
    instance = gen.ruleset.terms[index]
    inner = gen.term_reads.get(index)
    if inner is None:
        inner = gen.term_reads[index] = {}
        if instance.value is not None:
            _collect(gen, instance.value, inner, frozenset())
    given = {_other(gen.name(n)): arg for (n, _), arg in zip(instance.parameters, args, strict=False)}
    for test in inner:
        arg = given.get(test)
        if arg is not None:
            tests.setdefault(_other(value(gen, arg)) if _plain(arg, within) else "True")
        else:
            tests.setdefault(test if test == _other(gen.name("me")) else "True")


def _other(seat: str) -> str:
    """The test that a seat is not the one that moves."""
    return f"{seat}!=S[{MOVER}]"


def _plain(seat: t.Expr | None, within: Within) -> bool:
    """Is a seat known outside of the expression that names it?"""
    return isinstance(seat, t.Me | t.Const) or (isinstance(seat, t.Local) and seat.name not in within)


def _begun(gen: Gen, index: int, seat: t.Expr, tests: dict[str, None]) -> None:
    """Trying a procedure out reads what it reads, for the seat that would act."""
    inner = gen.begun_reads.get(index)
    if inner is None:
        inner = gen.begun_reads[index] = {}
        for part in gen.ruleset.procedures[index].body:
            _collect(gen, part, inner, frozenset())
    for test in inner:
        tests.setdefault(_other(value(gen, seat)) if test == _other(gen.name("me")) else "True")


def _homes(gen: Gen, seat: t.Expr, tokens: Iterable[int], tests: dict[str, None], within: Within) -> None:
    """What a seat could pay with is read."""
    wanted = set(tokens)
    for home in gen.model.places.values():
        if home.home and home.seen_by != "everyone" and wanted & set(home.tokens):
            _seen(gen, t.PlaceRef(home.id, seat), home.seen_by, tests, within)


def _seen(gen: Gen, place: t.PlaceRef, seen_by: str, tests: dict[str, None], within: Within) -> None:
    owner_sort = gen.layout.areas[place.place].place.owner if place.place in gen.layout.areas else "table"
    _whose(gen, seen_by, owner_sort, place.owner, tests, within)


def _whose(gen: Gen, seen_by: str, sort: str, owner: t.Expr | None, tests: dict[str, None], within: Within) -> None:
    if seen_by == "everyone":
        return
    if seen_by == "owner" and sort == "seat" and owner is not None and _plain(owner, within):
        tests.setdefault(_other(value(gen, owner)))
    else:
        tests.setdefault("True")
