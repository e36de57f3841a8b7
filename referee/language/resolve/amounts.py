"""Typing of amounts, and of the places that tokens come from and go to."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token, Tree

from referee.language import types
from referee.language.declare_places import SUPPLY
from referee.language.resolve.context import Context, expr, number
from referee.language.resolve.env import Env
from referee.language.resolve.names import acting, path
from referee.language.resolve.none import require
from referee.language.resolve.values import pool
from referee.language.tree import (
    AllOf,
    AmountOf,
    AnyAmount,
    Const,
    ConstSet,
    Expr,
    Home,
    PlaceRef,
    Target,
)
from referee.language.types import NUMBER

Node = Tree[Token]
MOST_NAMED = 4  # tokens in a finding


def amount(ctx: Context, env: Env, node: Node) -> AmountOf:
    """`NUMBER TOKEN`, or a bag."""
    at = ctx.at(env, node)
    if node.data == "amount":
        count = number(ctx, env, _kid(node, 0))
        return AmountOf(count, token_of(ctx, env, _kid(node, 1)), at=at)
    if node.data in ("all_of", "all_"):
        ctx.error("E0404", env, node, what="`all` can only be moved: `move all … from … to …`")
    value = expr(ctx, env, _kid(node, 0), types.bag(""))
    if value.type.sort != "bag":
        ctx.error("E0220", env, node, expected="an amount like `2 coin`, or a bag", found=value.type)
    return AmountOf(None, None, value, at=at)


def token_of(ctx: Context, env: Env, node: Node) -> Expr:
    """A token after a number."""
    value = path(ctx, env, node, types.token())
    narrowed = env.facts.get(value)
    type_ = narrowed or value.type
    if type_.sort == "token" or (type_.sort == "none"):
        if type_.maybe:
            value = require(ctx, env, node, value)
        if narrowed is not None:
            from dataclasses import replace

            value = replace(value, type=narrowed)
        return value
    hint = ""
    if isinstance(value, ConstSet):
        hint = "to let the player choose, write `any`: `pay any 2 …`"
    ctx.error("E0220", env, node, hint, expected="a token", found=value.type)


def amounts(ctx: Context, env: Env, node: Node) -> tuple[AmountOf, ...]:
    return tuple(amount(ctx, env, kid) for kid in node.children if isinstance(kid, Tree))


def any_amounts(ctx: Context, env: Env, node: Node) -> tuple[AnyAmount, ...]:
    """Amounts of `move`, where `all` is possible."""
    found: list[AnyAmount] = []
    for kid in node.children:
        assert isinstance(kid, Tree)
        at = ctx.at(env, kid)
        if kid.data == "all_":
            found.append(AllOf(at=at))
        elif kid.data == "all_of":
            value = path(ctx, env, _kid(kid, 0), types.token())
            if isinstance(value, ConstSet) and value.type.of is not None and value.type.of.sort == "token":
                found.append(AllOf(value.members, at=at))
            elif value.type.sort == "token":
                found.append(AllOf((), value, at=at))
            else:
                ctx.error("E0220", env, kid, expected="a token or a group", found=value.type)
        else:
            found.append(amount(ctx, env, kid))
    return tuple(found)


def possible_tokens(ctx: Context, given: AmountOf) -> tuple[int, ...]:
    """The tokens that an amount may consist of."""
    if given.bag is not None:
        return ctx.model.group_tokens(given.bag.type.name)
    assert given.token is not None
    if isinstance(given.token, Const):
        known = isinstance(given.token.value, int) and given.token.value < len(ctx.model.tokens)
        return (int(given.token.value),) if known and isinstance(given.token.value, int) else ()
    return ctx.model.group_tokens(given.token.type.name)


def homes_for(ctx: Context, env: Env, node: Node, given: AmountOf) -> None:
    """A finding if no home of a seat takes what is given."""
    model = ctx.model
    homes = {t for p in model.places.values() if p.home for t in p.tokens}
    tokens = possible_tokens(ctx, given)
    unclear = ctx.found.unread or any(p in ctx.found.doubtful for p in model.places)
    if not any(t in homes for t in tokens) and not unclear:
        names = list(model.tokens)
        thing = f"`{names[tokens[0]]}`" if tokens and tokens[0] < len(names) else "this"
        ctx.error("E0226", env, node, thing=thing)


def fitting(
    ctx: Context, env: Env, node: Node | None, named: Sequence[Target], given: Sequence[tuple[int, ...]]
) -> None:
    """Findings for places named where nothing of what is given can lie, and for what can lie in none of them.

    `given` are the tokens that each amount may consist of, `node` the places as they are written.
    """
    if node is None:
        return
    spots = [kid for kid in node.children if isinstance(kid, Tree)]
    takes: list[frozenset[int] | None] = [_takes(ctx, place) for place in named]
    for spot, place, tokens in zip(spots, named, takes, strict=True):
        if tokens is not None and given and all(each and not tokens & set(each) for each in given):
            assert isinstance(place, PlaceRef)
            ctx.note("E0225", env, spot, thing=_thing(ctx, given), place=place.place)
            return
    for each in given:
        if each and named and all(tokens is not None and not tokens & set(each) for tokens in takes):
            place = named[0]
            assert isinstance(place, PlaceRef)
            ctx.note("E0225", env, spots[0], thing=_thing(ctx, [each]), place=place.place)


def _takes(ctx: Context, place: Target) -> frozenset[int] | None:
    """The tokens that can lie in a place; None for those that take whatever there is, or aren't known."""
    if not isinstance(place, PlaceRef) or place.place == SUPPLY or place.place in ctx.found.doubtful:
        return None
    return frozenset(ctx.model.places[place.place].tokens)


def _thing(ctx: Context, given: Sequence[tuple[int, ...]]) -> str:
    names = list(ctx.model.tokens)
    words = [f"`{names[token]}`" for tokens in given for token in tokens if token < len(names)]
    return " or ".join(dict.fromkeys(words)) if 0 < len(words) <= MOST_NAMED else "this"


def places(ctx: Context, env: Env, node: Node | None) -> tuple[Target, ...]:
    """`A or B`: pools, or seats for their homes, in order of preference."""
    if node is None:
        return ()
    return tuple(target(ctx, env, kid) for kid in node.children if isinstance(kid, Tree))


def target(ctx: Context, env: Env, node: Node) -> Target:
    """A pool, or a seat for its homes."""
    value = expr(ctx, env, node, types.SEAT)
    if value.type.sort == "seat":
        if value.type.maybe:
            value = require(ctx, env, node, value)
        return Home(value, at=value.at)
    return pool(ctx, env, node, value)


def pools(ctx: Context, env: Env, node: Node | None) -> tuple[PlaceRef, ...]:
    """Pools to take from, in order of preference; the supply if none is named."""
    if node is None:
        return supply(ctx)
    return tuple(pool(ctx, env, kid, expr(ctx, env, kid)) for kid in node.children if isinstance(kid, Tree))


def supply(ctx: Context) -> tuple[PlaceRef, ...]:
    if SUPPLY not in ctx.model.places:
        return ()
    return (PlaceRef(SUPPLY, None, type=types.place(SUPPLY)),)


def receiver(ctx: Context, env: Env, node: Node | None, given: Node) -> Target:
    """Who gains: the acting seat if nobody is named."""
    if node is None:
        return Home(acting(ctx, env, given))
    return target(ctx, env, node)


def group_set(ctx: Context, env: Env, node: Node) -> tuple[str, tuple[int, ...]]:
    """The group that a payment may choose from."""
    value = path(ctx, env, node, None)
    if isinstance(value, ConstSet) and value.type.of is not None and value.type.of.sort == "token":
        return value.word, value.members
    if isinstance(value, Const) and value.type.sort == "token" and isinstance(value.value, int):
        return value.word, (value.value,)
    ctx.error("E0220", env, node, expected="a group of tokens", found=value.type)


def some(ctx: Context, env: Env, node: Node) -> tuple[Expr, Expr]:
    """`N` or `N to M`."""
    trees = [kid for kid in node.children if isinstance(kid, Tree)]
    low = number(ctx, env, trees[0], NUMBER)
    high = number(ctx, env, trees[1], NUMBER) if len(trees) > 1 else low
    return low, high


def _kid(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child
