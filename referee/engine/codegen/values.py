"""Expressions → Python."""

from __future__ import annotations

import re
from collections.abc import Callable

from referee.engine.codegen import sets, slots
from referee.engine.codegen.cont import names_in
from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.room import limits_text, total_text
from referee.language import tree as t
from referee.language.costs import MANY

TESTS = (t.Compare, t.Among, t.Empty, t.Full, t.Both, t.Either, t.Not, t.Quantified, t.CanPay, t.CanDo, t.FaceIs)
FEW, FEW_CONSTANT = 3, 6  # slots up to which adding them is faster than `sum`: where they are computed, or known
LINE = 120  # letters of a term that is written where it is used, not called
SHORT = re.compile(r"\w+(\[[\w+-]+\])?")  # a name, a number, or one look into a table
OPS = {"+": "+", "-": "-", "==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def value(gen: Gen, e: t.Expr) -> str:
    """A Python expression for an effect's expression."""

    def ev(inner: t.Expr) -> str:
        return value(gen, inner)

    match e:
        case t.Const(value=constant) | t.OptionConst(value=constant):
            return gen.const(constant)
        case t.Local(name=name) | t.Me(name=name):
            return gen.name(name)
        case t.Times(counter=counter):
            return gen.name(counter)
        case t.ValueRead(value=name, owner=owner):
            return f"S[{slots.value_slot(gen, name, owner, ev)}]"
        case t.RuleRead(rule=name, owner=owner):
            return f"S[{slots.rule_slot(gen, name, owner, ev)}]"
        case t.DataRead(field=name, of=of):
            table, first = gen.data_of(name, e.type, of)
            return f"{table}[{slots.plus(-first, ev(of))}]"
        case t.Content(cell=cell):
            return f"S[{ev(cell)}]"
        case t.EntryOf(piece=piece):
            # One row more: a piece that is none (-1) has no entry.
            return f"{gen.table((*gen.layout.entry_of, -1))}[{ev(piece)}]"
        case t.FaceIs(piece=piece, face=face):
            kind = piece.type.name
            index = gen.model.kinds[kind].faces.index(face)
            base = gen.layout.faces[kind] - gen.layout.kinds[kind].first
            return f"S[{slots.plus(base, ev(piece))}]=={index}"
        case t.SeatPiece(kind=kind, seat=seat):
            pieces = gen.layout.kinds[kind]
            text = ev(seat)
            return slots.plus(pieces.first, text if pieces.per_seat == 1 else f"{text}*{pieces.per_seat}")
        case t.Amount(place=place, token=token):
            slot, missing = slots.pool_slot(gen, place, token, ev)
            return f"amount(S,{slot})" if missing else f"S[{slot}]"
        case t.HomeAmount(seat=seat, token=token):
            return home_amount(gen, seat, token)
        case t.Total(place=place):
            return _total(gen, place)
        case _:
            return _composed(gen, e)


def home_amount(gen: Gen, seat: t.Expr, token: t.Expr) -> str:
    """What a seat could pay with of a token: the sum over its homes."""

    def ev(inner: t.Expr) -> str:
        return value(gen, inner)

    parts: list[str] = []
    for home in slots.homes_of(gen, token):
        slot, missing = slots.pool_slot(gen, t.PlaceRef(home, seat), token, ev)
        parts.append(f"amount(S,{slot})" if missing else f"S[{slot}]")
    return parts[0] if len(parts) == 1 else f"({'+'.join(parts)})" if parts else "0"


def _total(gen: Gen, place: t.PlaceRef) -> str:
    area = gen.layout.areas[place.place]
    base = slots.pile_slot(gen, place, lambda inner: value(gen, inner))
    if area.stride == 1:
        return f"S[{base}]"
    few = FEW_CONSTANT if base.isdigit() else FEW
    if area.place.form == "pool" and area.stride <= few and not set("([") & set(base):
        parts = [slots.pool_slot(gen, place, t.Const(k), lambda inner: value(gen, inner))[0] for k in area.index]
        return f"({'+'.join(f'S[{slot}]' for slot in parts)})"
    if base.isdigit():
        return f"sum(S[{base}:{int(base) + area.stride}])"
    return f"sum(S[{base}:{base}+{area.stride}])"


def _composed(gen: Gen, e: t.Expr) -> str:
    def ev(inner: t.Expr) -> str:
        return value(gen, inner)

    match e:
        case t.Arith(op="*", left=left, right=right):
            if isinstance(left, t.Const) or isinstance(right, t.Const):
                return f"({ev(left)}*{ev(right)})"
            return f"times({ev(left)},{ev(right)})"
        case t.Arith(op="/", left=left, right=right):
            if isinstance(right, t.Const) and right.value:
                return f"({ev(left)}//{ev(right)})"
            return f"divided({ev(left)},{ev(right)})"
        case t.Arith(op=op, left=left, right=right):
            return f"({ev(left)}{op}{ev(right)})"
        case t.BagArith(op=op, left=left, right=right):
            return f"bag_{'add' if op == '+' else 'less'}({ev(left)},{ev(right)})"
        case t.Builtin(name="difference", args=(left, right)):
            return f"abs({ev(left)}-{ev(right)})"
        case t.Builtin(name="min" | "max", args=(left, right)):
            return _extreme(gen, "<" if e.name == "min" else ">", ev(left), ev(right))
        case t.Builtin(name=name, args=args):
            return f"{name}({','.join(ev(a) for a in args)})"
        case t.TermCall():
            return _term(gen, e, value)
        case t.Conditional(test=test, then=then, other=other):
            return f"({number(gen, then)} if {ev(test)} else {number(gen, other)})"
        case t.Item(index=index, items=items, default=default):
            if items.type.sort == "bag":
                group = gen.model.group_tokens(items.type.name)
                if isinstance(index, t.Const) and index.value in group:
                    return f"{ev(items)}[{group.index(index.value)}]"
                rows = tuple(group.index(k) if k in group else -1 for k in range(len(gen.model.tokens)))
                return f"of_bag({ev(items)},{gen.table(rows)}[{ev(index)}],{ev(default)})"
            return f"item({ev(items)},{ev(index)},{ev(default)})"
        case t.FirstOf(items=items):
            return sets.first(gen, items)
        case t.LastOf(items=items):
            return f"last({ev(items)})"
        case t.OwnerOf(of=of):
            return _owner(gen, of)
        case t.CellOf(piece=piece):
            area = gen.layout.areas[e.type.name]
            return f"cell_in(S[{slots.plus(gen.layout.location, ev(piece))}],{area.base},{area.end})"
        case t.Step(op=op, cell=cell):
            by = 1 if op == "next" else -1
            if cell.type.sort == "seat":
                return f"({ev(cell)}{'+' if by > 0 else '-'}1)%{gen.layout.seats}"
            grid = gen.grid(cell.type.name)
            return f"{gen.table(grid.step(by))}[{slots.plus(-grid.area.base, ev(cell))}]"
        case t.Count(items=items):
            return sets.count(gen, items)
        case t.SumOf():
            return sets.total(gen, e)
        case _:
            return _test(gen, e)


def _extreme(gen: Gen, better: str, left: str, right: str) -> str:
    """The less or the greater of two numbers, without a call."""
    names = []
    for text in (left, right):
        name = text if SHORT.fullmatch(text) else gen.helper()
        names.append((name, text if name == text else f"({name}:={text})"))
    (one, first), (other, second) = names
    return f"({one} if {first}{better}{second} else {other})"


def _owner(gen: Gen, of: t.Expr) -> str:
    text = value(gen, of)
    if of.type.sort == "cell":
        return f"{gen.table(tuple(gen.layout.owner_of))}[{text}]"
    pieces = gen.layout.kinds[of.type.name]
    seats = gen.table(tuple(gen.layout.seat_of))
    if pieces.unlimited:
        return f"{seats}[{text}]"
    # A piece belongs to whoever owns the place where it lies; on the table, to the seat that it was made for.
    owners = gen.table(tuple(gen.layout.owner_of))
    return f"owner_of(S,{text},{gen.layout.location},{owners},{seats})"


def _test(gen: Gen, e: t.Expr) -> str:
    def ev(inner: t.Expr) -> str:
        return value(gen, inner)

    match e:
        case t.Compare(op=op, left=left, right=right):
            return f"({number(gen, left)}{OPS[op]}{number(gen, right)})"
        case t.Among(item=item, items=items, negated=negated):
            inside = sets.among(gen, item, items)
            return f"(not {inside})" if negated else inside
        case t.Empty(of=of, negated=negated):
            return _empty(gen, of, negated)
        case t.Full(of=of):
            return _full(gen, of)
        case t.Both(left=left, right=right):
            return f"({ev(left)} and {ev(right)})"
        case t.Either(left=left, right=right):
            return f"({ev(left)} or {ev(right)})"
        case t.Not(test=test):
            return f"(not {ev(test)})"
        case t.Quantified():
            return sets.quantified(gen, e)
        case t.CanPay(seat=seat, amount=amount):
            return can_pay(gen, seat, amount)
        case t.CanDo(procedure=index, args=args, seat=seat):
            given = "".join("," + number(gen, a) for a in args)
            return f"can_do(S,{index},{ev(seat)}{given})"
        case _:
            return sets.items(gen, e)


def _empty(gen: Gen, of: t.Expr, negated: bool) -> str:
    if of.type.sort == "cell":
        return f"(S[{value(gen, of)}]{'>=0' if negated else '<0'})"
    if isinstance(of, t.PlaceRef):
        form = gen.layout.areas[of.place].place.form
        if form == "pile":
            content = f"S[{slots.pile_slot(gen, of, lambda x: value(gen, x))}]"
        elif form == "pool":
            content = _total(gen, of)
        else:
            area = gen.layout.areas[of.place]
            base = slots.cells_base(gen, of, lambda x: value(gen, x))
            content = f"(max(S[{base}:{base}+{area.stride}])>=0)"
    else:
        content = sets.items(gen, of)
    return f"bool({content})" if negated else f"(not {content})"


def _full(gen: Gen, of: t.Expr) -> str:
    assert isinstance(of, t.PlaceRef)
    area = gen.layout.areas[of.place]
    base = slots.pile_slot(gen, of, lambda x: value(gen, x))
    if area.place.form == "cells":
        end = str(int(base) + area.stride) if base.isdigit() else f"{base}+{area.stride}"
        last = str(int(base) + area.stride - 1) if base.isdigit() else f"{base}+{area.stride - 1}"
        # The ends first: most boards that aren't full show it there.
        return f"(S[{base}]>=0 and S[{last}]>=0 and -1 not in S[{base}:{end}])"
    if area.place.form == "pool":
        total = total_text(gen, of, lambda x: value(gen, x))
        if total is not None:
            return f"({_total(gen, of)}>={total})"
        return f"all(S[{base}+i]>=m for i,m in enumerate({limits_text(gen, of, lambda x: value(gen, x))}))"
    return "False"


def can_pay(gen: Gen, seat: t.Expr, amount: t.AmountOf) -> str:
    """A test: has the seat what an amount asks for?"""
    if amount.bag is not None:
        haves = [home_amount(gen, seat, t.Const(k)) for k in gen.model.group_tokens(amount.bag.type.name)]
        return f"covers(({','.join(haves)},),{value(gen, amount.bag)})"
    assert amount.token is not None and amount.number is not None
    return f"({home_amount(gen, seat, amount.token)}>={value(gen, amount.number)})"


def _term(gen: Gen, e: t.TermCall, inside: Callable[[Gen, t.Expr], str]) -> str:
    """A call of a term's function; or what the term means, if that is short and repeats nothing that takes long."""
    given = [number(gen, arg) for arg in e.args]
    instance = gen.ruleset.terms[e.instance]
    if instance.value is not None and gen.costs.term(e.instance) <= MANY:
        body = inside(gen, instance.value)
        names = [gen.name(name) for name, _ in instance.parameters]
        words = re.findall(r"\w+", body)
        twice = [n for n, arg in zip(names, given, strict=True) if not arg.isalnum() and words.count(n) > 1]
        # Where both give a name to what they compute it might be one name.
        named = ":=" in body and any(":=" in arg for arg in given)
        if len(body) <= LINE and "'" not in body and not twice and not named:
            meant = dict(zip(names, given, strict=True))
            return "(" + re.sub(r"\w+", lambda word: meant.get(word[0], word[0]), body) + ")"
    return f"t{e.instance}(S{''.join(',' + arg for arg in given)})"


def meant(gen: Gen, e: t.Expr) -> t.Expr:
    """What a call of a term means, with its arguments in place; the call itself where they don't go in as they are."""
    while isinstance(e, t.TermCall):
        instance = gen.ruleset.terms[e.instance]
        if instance.value is None or gen.costs.term(e.instance) > MANY:
            break
        given = {name: arg for (name, _), arg in zip(instance.parameters, e.args, strict=True)}
        inside = names_in(instance.value)
        for name, arg in given.items():
            if not isinstance(arg, t.Const | t.Local | t.Me) or (names_in(arg) - {name}) & inside:
                return e
        e = t.substitute(instance.value, given)
    return e


def number(gen: Gen, e: t.Expr) -> str:
    """The value as an int: a test becomes 0 or 1, so that a state never holds a bool."""
    if isinstance(e, t.TermCall):
        return _term(gen, e, number)
    text = value(gen, e)
    return f"(1 if {text} else 0)" if isinstance(e, TESTS) else text


def define_terms(gen: Gen) -> None:
    """One function for each instance of a term."""
    for index, instance in enumerate(gen.ruleset.terms):
        if instance.value is None:
            continue
        names = [gen.name(name) for name, _ in instance.parameters]
        w = Writer()
        if gen.costs.term(index) > MANY:
            w.emit(f"burn({1 + gen.costs.counted(instance.value)})")
        w.emit(f"return {number(gen, instance.value)}")
        gen.define(f"t{index}", ",".join(["S", *names]), w)
