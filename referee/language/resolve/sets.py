"""Typing of sets: what binders, loops and counts go over."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from referee.language import types
from referee.language.resolve.context import Context, demand, expr, expression, number
from referee.language.resolve.env import Env
from referee.language.resolve.names import acting, as_set
from referee.language.resolve.none import learn
from referee.language.tree import (
    Best,
    Expr,
    FirstIn,
    Lines,
    Orders,
    PlaceRef,
    Range,
    Seats,
    Subsets,
    Where,
)
from referee.language.types import NUMBER, SEAT, YES, Type

Node = Tree[Token]


def element_set(ctx: Context, env: Env, node: Node) -> Expr:
    """An expression or set production as a set."""
    return as_set(ctx, env, node, expr(ctx, env, node))


def named_set(ctx: Context, env: Env, node: Node, word: str) -> Expr:
    """A set whose members are called `word` by its own test."""
    env.candidate = word
    try:
        return element_set(ctx, env, node)
    finally:
        env.candidate = ""


@expression("set")
def plain_set(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    return element_set(ctx, env, _kid(node, 0))


@expression("first_set")
def first_set(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    items = element_set(ctx, env, _kid(node, 0))
    return FirstIn(items, type=items.type, at=ctx.at(env, node))


@expression("set_core", "set_sup")
def filtered(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    """`HEAD [as NAME] [where TEST] [with most|least SCORE]`."""
    trees = [c for c in node.children if isinstance(c, Tree)]
    name = next((str(c) for c in node.children if isinstance(c, Token)), None)
    head = trees[0]
    best = next((t for t in trees[1:] if t.data == "superlative"), None)
    test_node = next((t for t in trees[1:] if t.data != "superlative"), None)
    if head.data == "named_head":
        name = str(head.children[1])
        head = _kid(head, 0)
    items = element_set(ctx, env, head)
    if test_node is None and best is None:
        return items
    if isinstance(items, Subsets | Orders) or (isinstance(items, Range) and best is not None):
        ctx.error("E0430", env, node, what="filter the set inside: `any 2 of (… where …)`")
    inner = env.child()
    inner.required = None
    name = name or env.candidate
    inner.candidate = ""
    local = inner.bind(name or "it", items.type.of or NUMBER)
    inner.words["it"] = local
    if test_node is not None:
        test = number(ctx, inner, test_node, YES)
        learn(ctx, inner, test)
        element = inner.facts.get(local, local.type)
        if local in inner.free:
            element = replace(element, free=True)
        items = Where(items, local.name, test, type=types.set_of(element), at=ctx.at(env, node))
        inner.words[name or "it"] = inner.words["it"] = local = replace(local, type=element.plain())
    if best is not None:
        score = number(ctx, inner, _kid(best, 2))
        op = str(best.children[1])
        items = Best(items, local.name, op, score, type=items.type, at=ctx.at(env, node))
    return items


@expression("named_head")
def named_head(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    return element_set(ctx, env, _kid(node, 0))


@expression("range")
def range_(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    low, high = number(ctx, env, _kid(node, 0)), number(ctx, env, _kid(node, 1))
    return Range(low, high, type=types.set_of(NUMBER), at=ctx.at(env, node))


@expression("subsets")
def subsets(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    low = number(ctx, env, _kid(node, 0))
    has_high = len(node.children) == 3 and node.children[1] is not None
    high = number(ctx, env, _kid(node, 1)) if has_high else low
    items = element_set(ctx, env, _kid(node, len(node.children) - 1))
    return Subsets(low, high, items, type=types.set_of(items.type), at=ctx.at(env, node))


@expression("orders")
def orders(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    items = element_set(ctx, env, _kid(node, 0))
    return Orders(items, type=types.set_of(items.type), at=ctx.at(env, node))


@expression("others")
def others(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    me = acting(ctx, env, node)
    return Seats(me, me, type=types.set_of(SEAT), at=ctx.at(env, node))


@expression("in_line", "neighbours", "rays")
def around(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    cell = _cell(ctx, env, _kid(node, 0))
    op = {"in_line": "cross", "neighbours": "neighbours", "rays": "rays"}[node.data]
    element = types.cell(cell.type.name)
    type_ = types.set_of(types.set_of(element) if op == "rays" else element)
    return Lines(op, (cell,), cell.type.name, type=type_, at=ctx.at(env, node))


@expression("between")
def between(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    left, right = _cell(ctx, env, _kid(node, 0)), _cell(ctx, env, _kid(node, 1))
    element = types.set_of(types.cell(left.type.name))
    return Lines("between", (left, right), left.type.name, type=element, at=ctx.at(env, node))


@expression("columns", "rows")
def files(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    grid = expr(ctx, env, _kid(node, 0))
    place = ctx.model.places.get(grid.place) if isinstance(grid, PlaceRef) else None
    if place is None or place.form != "cells":
        ctx.error("E0224", env, node, found=grid.type)
    element = types.set_of(types.set_of(types.cell(place.id)))
    return Lines(str(node.data), (grid,), place.id, type=element, at=ctx.at(env, node))


@expression("lines")
def lines(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    written = str(node.children[0])
    length = int(written) if len(written) < 3 else 0
    cell = _cell(ctx, env, _kid(node, 1))
    if not 1 < length <= 20:
        ctx.error("E0430", env, node, what="a line has 2 to 20 cells")
    element = types.set_of(types.set_of(types.cell(cell.type.name)))
    return Lines("lines", (cell,), cell.type.name, length, type=element, at=ctx.at(env, node))


def _cell(ctx: Context, env: Env, node: Node) -> Expr:
    from referee.language.resolve.none import require

    value = expr(ctx, env, node)
    if value.type.sort != "cell":
        ctx.error("E0220", env, node, expected="a cell", found=value.type)
    return require(ctx, env, node, value) if value.type.maybe else value


def seat_set(ctx: Context, env: Env, node: Node | None) -> Expr:
    """The seats of a loop: all of them, or a set of seats."""
    if node is None:
        return Seats(type=types.set_of(SEAT))
    return demand(ctx, env, node, element_set(ctx, env, node), types.set_of(SEAT))


def _kid(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child
