"""Typing of calls, rule values for a time, and the end of the game."""

from __future__ import annotations

from lark import Token, Tree

from referee.language.declare import HOOK_SORTS
from referee.language.resolve.calls import arguments, procedure_call
from referee.language.resolve.context import Context, Unreadable, demand, expr, number, statement
from referee.language.resolve.env import Env
from referee.language.resolve.none import require
from referee.language.tree import (
    DoHook,
    EndGame,
    LastRound,
    Modifier,
    Statement,
)
from referee.language.types import NUMBER, SEAT, YES

Node = Tree[Token]


@statement("do")
def do(ctx: Context, env: Env, node: Node) -> list[Statement]:
    word = node.children[0]
    assert isinstance(word, Token)
    values, nodes = arguments(ctx, env, node.children[1] if len(node.children) > 1 else None)
    return [procedure_call(ctx, env, node, word, values, nodes)]


@statement("do_hook")
def do_hook(ctx: Context, env: Env, node: Node) -> list[Statement]:
    word = node.children[0]
    assert isinstance(word, Token)
    piece = expr(ctx, env, _kid(node, 1))
    if piece.type.sort != "piece":
        ctx.error("E0220", env, _kid(node, 1), expected="a piece", found=piece.type)
    if piece.type.maybe:
        piece = require(ctx, env, _kid(node, 1), piece)
    kind = ctx.model.kinds[piece.type.name]
    hook = kind.hooks.get(str(word))
    if hook is None or hook.sort not in HOOK_SORTS:
        ctx.trust(kind.id)
    if hook is None:
        ctx.unknown("E0214", env, word, kind.hooks, kind=kind.id)
    ctx.used.add(f"hook/{kind.id}/{hook.id}")
    if hook.sort not in ("effect", "cost"):
        ctx.error("E0404", env, word, what=f"`{hook.id}` is a {hook.sort} hook; it isn't done but holds by itself")
    return [DoHook(kind.id, hook.id, piece, env.me, at=ctx.at(env, node))]


@statement("do_usual")
def do_usual(ctx: Context, env: Env, node: Node) -> list[Statement]:
    from referee.language.resolve.procedures import read_block

    if not env.usual:
        ctx.error("E0404", env, node, what="`do the usual` stands only in `instead_of`")
    if env.done_usual:
        ctx.error("E0404", env, node, what="`do the usual` stands at most once on each way through a text")
    layer = env.usual[-1]
    inner = env.called(layer.names)
    inner.usual, inner.done_usual = env.usual[:-1], False
    env.done_usual = True
    return list(read_block(ctx, inner, layer.code))


@statement("modifier")
def modifier(ctx: Context, env: Env, node: Node) -> list[Statement]:
    """`rule X is V [for scope] [while C] [during next SPAN]`."""
    word = node.children[0]
    assert isinstance(word, Token)
    rule = ctx.model.rules.get(str(word))
    ctx.trust(str(word))
    if rule is None:
        ctx.unknown("E0213", env, word, ctx.model.rules)
    ctx.used.add(f"rule/{rule.id}")
    op = "_".join(str(t) for t in _kid(node, 1).children)
    wanted = rule.type if op == "is" else NUMBER
    value = demand(ctx, env, _kid(node, 2), expr(ctx, env, _kid(node, 2), wanted), wanted)
    scope_node, condition_node, span_word = (node.children[3], node.children[4], node.children[5])
    scope = str(scope_node.children[0]) if isinstance(scope_node, Tree) else ""
    condition = number(ctx, env, condition_node, YES) if isinstance(condition_node, Tree) else None
    span = str(span_word) if isinstance(span_word, Token) else ""
    if span:
        if span not in ctx.model.procedures:
            assert isinstance(span_word, Token)
            ctx.unknown("E0212", env, span_word, ctx.model.procedures)
        ctx.spans.add(span)
    elif not env.hook:
        ctx.error(
            "E0404", env, node, what="a rule value changes while an entry is in force, or `during next PROCEDURE`"
        )
    return [Modifier(rule.id, op, value, scope, condition, span, at=ctx.at(env, node))]


@statement("last_round")
def last_round(ctx: Context, env: Env, node: Node) -> list[Statement]:
    word = node.children[0] if node.children else None
    if "round" not in ctx.model.procedures:
        if ctx.found.hidden(["round"]):
            raise Unreadable
        ctx.error("E0441", env, node, what="`last round` needs a procedure `round`: the game ends when it is left")
    ctx.spans.add("round")
    return [LastRound(str(word) if isinstance(word, Token) else "last_round", at=ctx.at(env, node))]


@statement("end_game")
def end_game(ctx: Context, env: Env, node: Node) -> list[Statement]:
    winner_node, word = node.children[0], node.children[1]
    winner = None
    if isinstance(winner_node, Tree):
        winner = demand(ctx, env, winner_node, expr(ctx, env, winner_node, SEAT), SEAT)
    reason = str(word) if isinstance(word, Token) else "end"
    return [EndGame(winner, reason, at=ctx.at(env, node))]


def _kid(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child
