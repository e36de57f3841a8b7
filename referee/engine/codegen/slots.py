"""The slots of places, values and rule values as Python expressions."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.codegen.gen import Gen
from referee.engine.runtime import BANK, MISSING
from referee.language import tree as t

Eval = Callable[[t.Expr], str]


def offset(gen: Gen, owner: t.Expr | None, sort: str, stride: int, ev: Eval) -> tuple[int, str]:
    """Constant and dynamic part of `owner number × stride`; the constant is folded where the owner is known."""
    if owner is None or sort == "table":
        return 0, ""
    first = gen.layout.owner_first(sort)
    if isinstance(owner, t.Const) and isinstance(owner.value, int):
        return (owner.value - first) * stride, ""
    text = ev(owner)
    if stride == 1:
        return -first, text
    return -first * stride, f"{text}*{stride}"


def plus(base: int, dynamic: str) -> str:
    """`base + dynamic`, as short as possible."""
    if not dynamic:
        return str(base)
    if base == 0:
        return dynamic
    return f"{base}+{dynamic}" if base > 0 else f"{dynamic}-{-base}"


def pile_slot(gen: Gen, place: t.PlaceRef, ev: Eval) -> str:
    """The slot of a pile."""
    if place.place == "box":
        return str(gen.layout.box)
    area = gen.layout.areas[place.place]
    base, dynamic = offset(gen, place.owner, area.place.owner, area.stride, ev)
    return plus(area.base + base, dynamic)


def cells_base(gen: Gen, place: t.PlaceRef, ev: Eval) -> str:
    """The first cell of one owner's cells."""
    return pile_slot(gen, place, ev)


def pool_slot(gen: Gen, place: t.PlaceRef, token: t.Expr, ev: Eval) -> tuple[str, bool]:
    """The slot of a token in a pool, and whether the pool may lack the token (then the slot is -1 or below)."""
    area = gen.layout.areas[place.place]
    base, dynamic = offset(gen, place.owner, area.place.owner, area.stride, ev)
    if isinstance(token, t.Const) and isinstance(token.value, int):
        if token.value not in area.index:
            return str(absent(gen, place, token.value)), True
        return plus(area.base + base + area.index[token.value], dynamic), False
    group = gen.model.group_tokens(token.type.name)
    missing = any(k not in area.index for k in group)
    shifts = {area.index[k] - k for k in group if k in area.index}
    if not missing and len(shifts) == 1:
        return f"{plus(area.base + base + shifts.pop(), dynamic)}+{ev(token)}", False
    rows = tuple(
        area.base + area.index[k] if k in area.index else absent(gen, place, k) for k in range(len(gen.model.tokens))
    )
    look = f"{gen.table(rows)}[{ev(token)}]"
    rest = plus(base, dynamic)
    return (look if rest == "0" else f"{look}+{rest}"), missing


def absent(gen: Gen, place: t.PlaceRef, token: int) -> int:
    """What stands for the slot of a token that a pool lacks: the bank for one without end, else nothing."""
    endless = list(gen.model.tokens.values())[token].supply is None
    return BANK if place.place == "supply" and endless else MISSING


def homes_of(gen: Gen, token: t.Expr) -> list[str]:
    """The homes of a seat that may take a token, in order."""
    if isinstance(token, t.Const) and isinstance(token.value, int):
        wanted = {token.value}
    else:
        wanted = set(gen.model.group_tokens(token.type.name))
    return [p.id for p in gen.model.places.values() if p.home and wanted & set(p.tokens)]


def value_slot(gen: Gen, name: str, owner: t.Expr | None, ev: Eval) -> str:
    base, _ = gen.layout.values[name]
    shift, dynamic = offset(gen, owner, gen.model.values[name].owner, 1, ev)
    return plus(base + shift, dynamic)


def rule_slot(gen: Gen, name: str, owner: t.Expr | None, ev: Eval) -> str:
    base, _ = gen.layout.rules[name]
    shift, dynamic = offset(gen, owner, gen.model.rules[name].owner, 1, ev)
    return plus(base + shift, dynamic)
