"""Typing of statements that move, turn, draw and show pieces."""

from __future__ import annotations

from lark import Token, Tree

from referee.language import types
from referee.language.model import Place
from referee.language.resolve.context import Context, expr, number, statement
from referee.language.resolve.env import Env
from referee.language.resolve.names import as_set
from referee.language.resolve.none import require
from referee.language.tree import (
    CloseUp,
    Draw,
    Empty,
    Expr,
    Let,
    PlaceRef,
    Put,
    Refill,
    Require,
    Reveal,
    Roll,
    Shuffle,
    Statement,
    Swap,
    Turn,
)
from referee.language.types import Type

Node = Tree[Token]


def under_place(ctx: Context, place: str) -> str:
    """The pile of what `put … over` has covered on a cell of a place."""
    name = f"{place}.under"
    if name not in ctx.model.places:
        cells = ctx.model.places[place]
        ctx.model.places[name] = Place(
            name, cells.at, name=f"under {cells.name}", owner=place, form="pile", holds=cells.holds, ordered=True
        )
    return name


@statement("put")
def put(ctx: Context, env: Env, node: Node) -> list[Statement]:
    piece = expr(ctx, env, _kid(node, 0))
    prep = str(_kid(node, 1).children[0])
    if piece.type.sort == "token":
        ctx.error(
            "E0220",
            env,
            _kid(node, 0),
            hint="tokens are moved: `move 1 … from … to …`",
            expected="a piece",
            found=piece.type,
        )
    if piece.type.sort != "piece":
        ctx.error("E0220", env, _kid(node, 0), expected="a piece", found=piece.type)
    if piece.type.maybe:
        piece = require(ctx, env, _kid(node, 0), piece)
    target_node = _kid(node, 2)
    if _is_box(target_node):
        return [Put(piece, "in", PlaceRef("box", None, type=types.place("box")), True, at=ctx.at(env, node))]
    target = expr(ctx, env, target_node, Type("cell", ""))
    at = ctx.at(env, node)
    if isinstance(target, PlaceRef):
        place = ctx.model.places[target.place]
        if place.form != "pile" or place.holds != piece.type.name:
            ctx.error("E0225", env, target_node, thing=f"a {piece.type}", place=place.id)
        return put_triggers(ctx, env, Put(piece, prep, target, True, at=at), place.id)
    if target.type.sort != "cell":
        ctx.error("E0224", env, target_node, found=target.type)
    if target.type.maybe:
        target = require(ctx, env, target_node, target)
    place = ctx.model.places[target.type.name]
    if place.holds != piece.type.name:
        ctx.error("E0225", env, target_node, thing=f"a {piece.type}", place=place.id)
    if prep == "over":
        under_place(ctx, place.id)
        done = put_triggers(ctx, env, Put(piece, prep, target, True, at=at), place.id)
        return [*_filled(ctx, env, target, target_node), *done]
    done = put_triggers(ctx, env, Put(piece, "on", target, True, at=at), place.id)
    return [*_free(ctx, env, target, target_node), *done]


def put_triggers(ctx: Context, env: Env, put: Put, place: str) -> list[Statement]:
    """A `put` with what packs and entries in force do before and after it."""
    from referee.language.resolve.procedures import placement_triggers

    if "put" not in ctx.open_calls and ctx.has_put_triggers():
        # A trigger's own puts set off no further triggers, so that none can go on for ever.
        ctx.open_calls.append("put")
        local = env.child().bind("placed", put.piece.type)
        try:
            before = placement_triggers(ctx, env, local, place, "before")
            after = placement_triggers(ctx, env, local, place, "after")
        finally:
            ctx.open_calls.remove("put")
        if before or after:
            from dataclasses import replace

            moved = replace(put, piece=local)
            return [Let(local.name, put.piece), *before, moved, *after]
    return [put]


def _is_box(node: Node) -> bool:
    return node.data == "path" and len(node.children) == 1 and str(node.children[0]) == "box"


def _free(ctx: Context, env: Env, target: Expr, node: Node) -> list[Statement]:
    if target in env.free:
        return []
    return [Require(Empty(target, at=ctx.at(env, node)), "free", at=ctx.at(env, node))]


def _filled(ctx: Context, env: Env, target: Expr, node: Node) -> list[Statement]:
    known = env.facts.get(target, target.type)
    if known.filled:
        return []
    return [Require(Empty(target, negated=True, at=ctx.at(env, node)), "filled", at=ctx.at(env, node))]


@statement("swap")
def swap(ctx: Context, env: Env, node: Node) -> list[Statement]:
    left, right = expr(ctx, env, _kid(node, 0)), expr(ctx, env, _kid(node, 1))
    checked: list[Expr] = []
    for index, side in enumerate((left, right)):
        if side.type.sort not in ("piece", "cell"):
            ctx.error("E0220", env, _kid(node, index), expected="a piece or a cell", found=side.type)
        checked.append(require(ctx, env, _kid(node, index), side) if side.type.maybe else side)
    if checked[0].type.sort != checked[1].type.sort or checked[0].type.name != checked[1].type.name:
        ctx.error("E0221", env, node, left=left.type, right=right.type)
    return [Swap(checked[0], checked[1], at=ctx.at(env, node))]


@statement("reveal")
def reveal(ctx: Context, env: Env, node: Node) -> list[Statement]:
    place = expr(ctx, env, _kid(node, 0))
    if not isinstance(place, PlaceRef):
        ctx.error("E0224", env, node, found=place.type)
    return [Reveal(place, at=ctx.at(env, node))]


@statement("turn")
def turn(ctx: Context, env: Env, node: Node) -> list[Statement]:
    piece = expr(ctx, env, _kid(node, 0))
    word = node.children[1]
    assert isinstance(word, Token)
    if piece.type.sort != "piece":
        ctx.error("E0220", env, _kid(node, 0), expected="a piece", found=piece.type)
    if piece.type.maybe:
        piece = require(ctx, env, _kid(node, 0), piece)
    faces = ctx.model.kinds[piece.type.name].faces
    if str(word) not in faces:
        ctx.unknown("E0215", env, word, faces, kind=piece.type.name)
    return [Turn(piece, faces.index(str(word)), str(word), at=ctx.at(env, node))]


@statement("draw")
def draw(ctx: Context, env: Env, node: Node) -> list[Statement]:
    count = number(ctx, env, _kid(node, 0))
    pile = _pile(ctx, env, _kid(node, 1))
    target_node = _kid(node, 2)
    inner = target_node.children[0] if target_node.data == "places" else target_node
    assert isinstance(inner, Tree)
    target = expr(ctx, env, inner)
    if not isinstance(target, PlaceRef):
        ctx.error("E0224", env, inner, found=target.type)
    if ctx.model.places[target.place].holds != ctx.model.places[pile.place].holds:
        ctx.error("E0225", env, inner, thing=f"a {ctx.model.places[pile.place].holds}", place=target.place)
    return [Draw(count, pile, target, at=ctx.at(env, node))]


def _pile(ctx: Context, env: Env, node: Node) -> PlaceRef:
    value = expr(ctx, env, node)
    if isinstance(value, PlaceRef) and ctx.model.places[value.place].form == "pile":
        return value
    ctx.error("E0224", env, node, found=value.type)


def _row(ctx: Context, env: Env, node: Node) -> PlaceRef:
    value = expr(ctx, env, node)
    if isinstance(value, PlaceRef) and ctx.model.places[value.place].form == "cells":
        return value
    ctx.error("E0224", env, node, found=value.type)


@statement("close_up")
def close_up(ctx: Context, env: Env, node: Node) -> list[Statement]:
    return [CloseUp(_row(ctx, env, _kid(node, 0)), at=ctx.at(env, node))]


@statement("refill")
def refill(ctx: Context, env: Env, node: Node) -> list[Statement]:
    row, pile = _row(ctx, env, _kid(node, 0)), _pile(ctx, env, _kid(node, 1))
    if ctx.model.places[row.place].holds != ctx.model.places[pile.place].holds:
        ctx.error("E0225", env, _kid(node, 1), thing=f"a {ctx.model.places[pile.place].holds}", place=row.place)
    return [Refill(row, pile, at=ctx.at(env, node))]


@statement("shuffle")
def shuffle(ctx: Context, env: Env, node: Node) -> list[Statement]:
    return [Shuffle(_pile(ctx, env, _kid(node, 0)), at=ctx.at(env, node))]


@statement("roll")
def roll(ctx: Context, env: Env, node: Node) -> list[Statement]:
    value = expr(ctx, env, _kid(node, 0))
    dice = value
    if value.type.sort != "piece":
        dice = as_set(ctx, env, _kid(node, 0), value)
        if dice.type.of is None or dice.type.of.sort not in ("piece", "cell"):
            ctx.error("E0220", env, node, expected="a piece or a set of pieces", found=value.type)
    return [Roll(dice, at=ctx.at(env, node))]


def _kid(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child
