"""Typing of values: numbers, bags, parts of the board."""

from __future__ import annotations

from lark import Token, Tree

from referee.language import types
from referee.language.data import INT_LIMIT
from referee.language.resolve.context import Context, demand, expr, expression, number
from referee.language.resolve.env import Env
from referee.language.resolve.names import acting, as_set
from referee.language.resolve.none import NOTHING, learn, require
from referee.language.resolve.sets import element_set, named_set
from referee.language.tree import (
    Amount,
    Arith,
    BagArith,
    Builtin,
    CellOf,
    Conditional,
    Const,
    Count,
    Expr,
    FirstOf,
    HomeAmount,
    Item,
    LastOf,
    OptionConst,
    OwnerOf,
    PlaceRef,
    RuleRead,
    Step,
    SumOf,
    Times,
    Total,
)
from referee.language.types import NUMBER, SEAT, YES, Type

Node = Tree[Token]
DIGITS = 15  # Python itself refuses to read very long numbers


@expression("number")
def number_literal(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    text = str(node.children[0])
    value = int(text) if len(text) <= DIGITS else INT_LIMIT + 1
    if value > INT_LIMIT:
        ctx.error("E0229", env, node, what="numbers have at most 32 bits")
    return Const(value, str(value), type=NUMBER, at=ctx.at(env, node))


@expression("no_value")
def no_value(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    return Const(0, "no", type=YES, at=ctx.at(env, node))


@expression("plus", "minus", "mul", "div")
def arithmetic(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    left = expr(ctx, env, _kid(node, 0), want)
    if left.type.sort == "bag" and node.data == "plus":
        right = demand(ctx, env, _kid(node, 1), expr(ctx, env, _kid(node, 1), left.type), left.type)
        return BagArith("+", left, right, type=left.type, at=ctx.at(env, node))
    op = {"plus": "+", "minus": "-", "mul": "*", "div": "/"}[node.data]
    left = demand(ctx, env, _kid(node, 0), left, NUMBER)
    return Arith(op, left, number(ctx, env, _kid(node, 1)), type=NUMBER, at=ctx.at(env, node))


@expression("less")
def less(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    left = expr(ctx, env, _kid(node, 0), want)
    if left.type.sort == "bag":
        right = demand(ctx, env, _kid(node, 1), expr(ctx, env, _kid(node, 1), left.type), left.type)
        return BagArith("less", left, right, type=left.type, at=ctx.at(env, node))
    left = demand(ctx, env, _kid(node, 0), left, NUMBER)
    right = number(ctx, env, _kid(node, 1))
    difference = Arith("-", left, right, type=NUMBER)
    return Builtin("max", (Const(0, "0", type=NUMBER), difference), type=NUMBER, at=ctx.at(env, node))


@expression("count")
def count(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    return Count(element_set(ctx, env, _kid(node, 0)), type=NUMBER, at=ctx.at(env, node))


@expression("number_of")
def number_of(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    token = demand(ctx, env, _kid(node, 0), expr(ctx, env, _kid(node, 0), types.token()), types.token())
    where = expr(ctx, env, _kid(node, 1))
    if where.type.sort == "seat":
        return HomeAmount(where, token, type=NUMBER, at=ctx.at(env, node))
    if where.type.sort == "bag":
        return Item(token, where, Const(0, "0", type=NUMBER), type=NUMBER, at=ctx.at(env, node))
    return Amount(pool(ctx, env, _kid(node, 1), where), token, type=NUMBER, at=ctx.at(env, node))


def pool(ctx: Context, env: Env, node: Node | Token, where: Expr) -> PlaceRef:
    """A place that holds tokens; a finding if it is something else."""
    if isinstance(where, PlaceRef) and ctx.model.places[where.place].form == "pool":
        return where
    ctx.error("E0224", env, node, found=where.type)


@expression("total_in")
def total_in(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    where = expr(ctx, env, _kid(node, 0))
    return Total(pool(ctx, env, _kid(node, 0), where), type=NUMBER, at=ctx.at(env, node))


@expression("sum_of")
def sum_of(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    inner = env.child()
    inner.required = None
    items = named_set(ctx, env, _kid(node, 2), str(node.children[1]))
    local = inner.bind(str(node.children[1]), items.type.of or NUMBER)
    item = expr(ctx, inner, _kid(node, 0))
    if item.type.sort not in ("number", "bag"):
        item = demand(ctx, inner, _kid(node, 0), item, NUMBER)
    return SumOf(item, local.name, items, type=item.type, at=ctx.at(env, node))


@expression("item")
def item_of(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    bag = expr(ctx, env, _kid(node, 1))
    if bag.type.sort == "bag":
        token = demand(ctx, env, _kid(node, 0), expr(ctx, env, _kid(node, 0), types.token()), types.token())
        otherwise = number(ctx, env, _kid(node, 2))
        return Item(token, bag, otherwise, type=NUMBER, at=ctx.at(env, node))
    index = number(ctx, env, _kid(node, 0))
    items = as_set(ctx, env, _kid(node, 1), expr(ctx, env, _kid(node, 1)))
    element = items.type.of or NUMBER
    default = expr(ctx, env, _kid(node, 2), element)
    if default.type.sort == "none":
        return Item(index, items, NOTHING, type=element.or_none(), at=ctx.at(env, node))
    default = demand(ctx, env, _kid(node, 2), default, element)
    return Item(index, items, default, type=element, at=ctx.at(env, node))


@expression("the_first", "last")
def first_or_last(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    items = element_set(ctx, env, _kid(node, 0))
    element = (items.type.of or NUMBER).or_none()
    build = FirstOf if node.data == "the_first" else LastOf
    return build(items, type=element, at=ctx.at(env, node))


@expression("owner")
def owner(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    of = sure(ctx, env, _kid(node, 0))
    if of.type.sort not in ("cell", "piece"):
        ctx.error("E0220", env, node, expected="a cell or a piece", found=of.type)
    type_ = SEAT.or_none()
    if of.type.sort == "cell" and ctx.model.places[of.type.name].owner == "seat":
        type_ = SEAT
    return OwnerOf(of, type=type_, at=ctx.at(env, node))


def sure(ctx: Context, env: Env, node: Node) -> Expr:
    """An expression that isn't none."""
    value = expr(ctx, env, node)
    return require(ctx, env, node, value) if value.type.maybe else value


@expression("cell_of")
def cell_of(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    piece = sure(ctx, env, _kid(node, 0))
    places = [p for p in ctx.model.places.values() if p.form == "cells" and p.holds == piece.type.name]
    if piece.type.sort != "piece" or not places:
        ctx.error("E0220", env, node, expected="a piece that lies in cells", found=piece.type)
    if want is not None and want.sort == "cell":
        places = [p for p in places if p.id == want.name] or places
    return CellOf(piece, type=types.cell(places[0].id, True).or_none(), at=ctx.at(env, node))


@expression("next", "previous")
def step(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    of = sure(ctx, env, _kid(node, 0))
    if of.type.sort == "seat":
        return Step(str(node.data), of, type=SEAT, at=ctx.at(env, node))
    if of.type.sort != "cell":
        ctx.error("E0220", env, node, expected="a cell or a seat", found=of.type)
    ring = ctx.model.places[of.type.name].ring
    type_ = types.cell(of.type.name)
    return Step(str(node.data), of, type=type_ if ring else type_.or_none(), at=ctx.at(env, node))


@expression("rule", "rule_of")
def rule_read(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    word = node.children[0]
    assert isinstance(word, Token)
    rule = ctx.model.rules.get(str(word))
    ctx.trust(str(word))
    if rule is None:
        ctx.unknown("E0213", env, word, ctx.model.rules)
    ctx.used.add(f"rule/{rule.id}")
    of: Expr | None = None
    if node.data == "rule_of":
        of = sure(ctx, env, _kid(node, 1))
    elif rule.owner == "seat":
        of = acting(ctx, env, word)
    elif rule.owner != "table":
        of = env.words.get("this")
        if of is None:
            ctx.error("E0227", env, word, word=f"rule {rule.id}", what=f"a {rule.owner}: write (rule {rule.id} of …)")
    return RuleRead(rule.id, of, type=rule.type, at=ctx.at(env, node))


@expression("option_value")
def option_value(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    word = node.children[0]
    assert isinstance(word, Token)
    option = ctx.model.options.get(str(word))
    ctx.trust(str(word))
    if option is None:
        ctx.unknown("E0210", env, word, ctx.model.options)
    value = option.value if isinstance(option.value, int | tuple) else 0
    return OptionConst(option.id, value, type=option.type, at=ctx.at(env, node))


@expression("times")
def times(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    if env.loop is None:
        ctx.error("E0402", env, node)
    return Times(env.loop.counter, type=NUMBER, at=ctx.at(env, node))


@expression("ifx")
def conditional(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    test = number(ctx, env, _kid(node, 0), YES)
    yes, no = env.child(), env.child()
    learn(ctx, yes, test)
    learn(ctx, no, test, holds=False)
    then = expr(ctx, yes, _kid(node, 1), want)
    other = expr(ctx, no, _kid(node, 2), want or then.type)
    type_ = then.type
    if other.type.maybe or then.type.maybe:
        type_ = (other.type if then.type.sort == "none" else then.type).or_none()
    elif other.type.sort != then.type.sort:
        other = demand(ctx, env, _kid(node, 2), other, then.type)
    return Conditional(test, then, other, type=type_, at=ctx.at(env, node))


def _kid(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child
