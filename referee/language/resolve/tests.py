"""Typing of tests: comparisons, membership, quantifiers."""

from __future__ import annotations

from lark import Token, Tree

from referee.language import types
from referee.language.resolve.context import Context, Unreadable, demand, expr, expression, number
from referee.language.resolve.env import Env
from referee.language.resolve.names import acting, as_set
from referee.language.resolve.none import learn, matches, require
from referee.language.resolve.sets import named_set
from referee.language.tree import (
    Among,
    Both,
    CanDo,
    CanPay,
    Compare,
    Either,
    Empty,
    EntryOf,
    Expr,
    FaceIs,
    Full,
    Not,
    PlaceRef,
    Quantified,
)
from referee.language.types import NUMBER, YES, Type

Node = Tree[Token]


@expression("and_", "or_")
def both(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    left = number(ctx, env, _kid(node, 0), YES)
    right_env = env.child()
    right_env.required = env.required
    learn(ctx, right_env, left, holds=node.data == "and_")
    right = number(ctx, right_env, _kid(node, 1), YES)
    return (Both if node.data == "and_" else Either)(left, right, at=ctx.at(env, node))


@expression("not_")
def negation(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    return Not(number(ctx, env, _kid(node, 0), YES), at=ctx.at(env, node))


@expression("cmp")
def compare(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    op = str(node.children[1])
    op = "==" if op == "=" else op
    if op in ("==", "!="):
        return _same(ctx, env, node, _kid(node, 0), _kid(node, 2), op)
    return Compare(op, number(ctx, env, _kid(node, 0)), number(ctx, env, _kid(node, 2)), at=ctx.at(env, node))


@expression("is_", "is_not")
def is_(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    return _same(ctx, env, node, _kid(node, 0), _kid(node, 1), "==" if node.data == "is_" else "!=")


def _same(ctx: Context, env: Env, node: Node, left_node: Node, right_node: Node, op: str) -> Expr:
    """`a is b`: an adjective (a term of one parameter), a face, an entry, or equality."""
    left = expr(ctx, env, left_node)
    word = _bare(right_node)
    negated = op == "!="
    if word is not None and word not in env.words:
        special = _face(ctx, env, node, left, word, negated) or _adjective(
            ctx, env, node, left_node, left, word, negated
        )
        if special is not None:
            return special
    right = expr(ctx, env, right_node, left.type)
    if left.type.sort == "place" or right.type.sort == "place":
        ctx.error("E0221", env, right_node, left=left.type, right=right.type)
    if not matches(ctx, left.type, right.type):
        if left.type.sort not in ("none",) and right.type.sort == "none":
            ctx.error("E0221", env, right_node, left=f"{left.type}, which is never none,", right="none")
        if word is not None and word not in env.words:
            _no_word_for_it(ctx, env, right_node, left.type, right.type)
        ctx.error("E0221", env, right_node, left=left.type, right=right.type)
    if left.type.sort == "piece" and right.type.sort == "entry":
        left = EntryOf(left, type=types.entry(left.type.name), at=left.at)
    elif left.type.sort == "entry" and right.type.sort == "piece":
        right = EntryOf(right, type=types.entry(right.type.name), at=right.at)
    return Compare(op, left, right, at=ctx.at(env, node))


def _no_word_for_it(ctx: Context, env: Env, node: Node, left: Type, right: Type) -> None:
    """Reports a single word that names something else than what it is compared with could be."""
    word = node.children[0]
    assert isinstance(word, Token)
    if ctx.found.hidden([str(word)]):  # it may well fit, where nothing can be read
        raise Unreadable
    if left.sort == "piece" and right.sort != "entry" and (faces := ctx.model.kinds[left.name].faces):
        ctx.unknown("E0215", env, word, faces, kind=left.name)
    if left.sort == "word" and right.sort != "word":
        ctx.unknown("E0210", env, word, ctx.model.options[left.name].words)


def _bare(node: Node) -> str | None:
    if node.data == "path" and len(node.children) == 1:
        return str(node.children[0])
    return None


def _face(ctx: Context, env: Env, node: Node, left: Expr, word: str, negated: bool) -> Expr | None:
    if left.type.sort != "piece":
        return None
    ctx.trust(left.type.name)
    faces = ctx.model.kinds[left.type.name].faces
    if word not in faces:
        return None
    if left.type.maybe:
        left = require(ctx, env, node, left)
    test = FaceIs(left, word, type=YES, at=ctx.at(env, node))
    return Not(test, at=ctx.at(env, node)) if negated else test


def _adjective(
    ctx: Context, env: Env, node: Node, left_node: Node, left: Expr, word: str, negated: bool
) -> Expr | None:
    term = ctx.model.terms.get(word)
    if term is None or len(term.parameters) != 1:
        return None
    from referee.language.resolve.calls import term_call

    test = term_call(ctx, env, node, word, (left,), (left_node,))
    test = demand(ctx, env, node, test, YES)
    return Not(test, at=ctx.at(env, node)) if negated else test


@expression("is_empty", "not_empty")
def is_empty(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    of = expr(ctx, env, _kid(node, 0))
    if of.type.sort not in ("cell", "place", "set"):
        ctx.error("E0220", env, node, expected="a cell, a place or a set", found=of.type)
    elif of.type.maybe:
        of = require(ctx, env, _kid(node, 0), of)
    return Empty(of, negated=node.data == "not_empty", at=ctx.at(env, node))


@expression("is_full")
def is_full(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    of = expr(ctx, env, _kid(node, 0))
    if not isinstance(of, PlaceRef):
        ctx.error("E0224", env, node, found=of.type)
    return Full(of, at=ctx.at(env, node))


@expression("in_", "not_in")
def among(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    item = expr(ctx, env, _kid(node, 0))
    items_node = _kid(node, 1)
    items = as_set(ctx, env, items_node, expr(ctx, env, items_node))
    element = items.type.of
    if element is not None and not matches(ctx, item.type, element) and not _entry_among(item, element):
        ctx.error("E0221", env, items_node, left=item.type, right=items.type)
    if element is not None and item.type.sort == "piece" and element.sort == "entry":
        item = EntryOf(
            item, type=types.entry(item.type.name).or_none() if item.type.maybe else types.entry(item.type.name)
        )
    return Among(item, items, negated=node.data == "not_in", at=ctx.at(env, node))


def _entry_among(item: Expr, element: Type) -> bool:
    return item.type.sort == "piece" and element.sort == "entry"


@expression("quant")
def quantified(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    words = [c for c in node.children if isinstance(c, Token)]
    trees = [c for c in node.children if isinstance(c, Tree)]
    op, var = str(words[0]), str(words[1])
    items = named_set(ctx, env, trees[0], var)
    inner = env.child()
    inner.required = None
    local = inner.bind(var, items.type.of or NUMBER)
    test = number(ctx, inner, trees[1], YES)
    return Quantified(op, local.name, items, test, at=ctx.at(env, node))


@expression("can_pay")
def can_pay(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    from referee.language.resolve.amounts import amount

    seat = acting(ctx, env, node)
    return CanPay(seat, amount(ctx, env, _kid(node, 0)), at=ctx.at(env, node))


@expression("can_do")
def can_do(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    from referee.language.resolve.calls import arguments, procedure_call

    word = node.children[0]
    assert isinstance(word, Token)
    seat = acting(ctx, env, node)
    call = procedure_call(ctx, env, node, word, *arguments(ctx, env, node.children[1]))
    return CanDo(call.instance, call.args, seat, at=ctx.at(env, node))


def _kid(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child
