"""Typing of secret simultaneous decisions."""

from __future__ import annotations

from lark import Token, Tree

from referee.language.resolve.context import Context, demand, expr, number, statement
from referee.language.resolve.env import Env
from referee.language.resolve.names import as_set
from referee.language.resolve.sets import seat_set
from referee.language.tree import Me, PlaceRef, Secretly, SecretlyPut, Statement
from referee.language.types import NUMBER, SEAT

Node = Tree[Token]


@statement("secretly")
def secretly(ctx: Context, env: Env, node: Node) -> list[Statement]:
    """`secretly each seat [in SET] choose VALUE from SET`."""
    set_node = node.children[0] if isinstance(node.children[0], Tree) else None
    word = next(kid for kid in node.children if isinstance(kid, Token))
    seats = seat_set(ctx, env, set_node)
    value = ctx.model.values.get(str(word))
    if value is None or value.owner != "seat" or not value.sealed:
        known = [v.id for v in ctx.model.values.values() if v.sealed]
        ctx.unknown("E0210", env, word, known)
    inner = env.child()
    name = env.scope.unique("me")
    inner.me = Me(name, type=SEAT)
    items_node = node.children[-1]
    assert isinstance(items_node, Tree)
    items = as_set(ctx, inner, items_node, expr(ctx, inner, items_node))
    if items.type.of is not None and items.type.of.sort != value.type.sort:
        ctx.error("E0220", env, items_node, expected=value.type, found=items.type.of)
    return [Secretly(seats, name, value.id, items, env.scope.step(value.id), at=ctx.at(env, node))]


@statement("secretly_put")
def secretly_put(ctx: Context, env: Env, node: Node) -> list[Statement]:
    """`secretly each seat [in SET] puts N [to M] of PLACE in PLACE`."""
    kids = node.children
    set_node = kids[0] if isinstance(kids[0], Tree) else None
    seats = seat_set(ctx, env, set_node)
    inner = env.child()
    name = env.scope.unique("me")
    inner.me = Me(name, type=SEAT)
    low_node, high_node, source_node, target_node = kids[1], kids[2], kids[3], kids[4]
    assert isinstance(low_node, Tree) and isinstance(source_node, Tree) and isinstance(target_node, Tree)
    low = demand(ctx, inner, low_node, expr(ctx, inner, low_node), NUMBER)
    high = number(ctx, inner, high_node) if isinstance(high_node, Tree) else low
    source, target = expr(ctx, inner, source_node), expr(ctx, inner, target_node)
    for found, where in ((source, source_node), (target, target_node)):
        if not isinstance(found, PlaceRef) or ctx.model.places[found.place].form != "pile":
            ctx.error("E0224", env, where, found=found.type)
    assert isinstance(source, PlaceRef) and isinstance(target, PlaceRef)
    step = env.scope.step(target.place)
    return [SecretlyPut(seats, name, low, high, source, target, step, at=ctx.at(env, node))]
