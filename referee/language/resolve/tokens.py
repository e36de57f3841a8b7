"""Typing of statements that move tokens."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token, Tree

from referee.language import types
from referee.language.resolve import amounts as a
from referee.language.resolve.context import Context, expr, number, statement
from referee.language.resolve.env import Env
from referee.language.resolve.names import acting, as_set
from referee.language.resolve.none import learn
from referee.language.resolve.values import pool
from referee.language.tree import (
    AllOf,
    AmountOf,
    AnyAmount,
    Arith,
    Binder,
    Bins,
    Builtin,
    Choose,
    Const,
    Expr,
    Gain,
    GainAny,
    Home,
    HomeAmount,
    Local,
    Lose,
    Move,
    Option,
    Pay,
    PayAny,
    PlaceRef,
    Range,
    ShareOut,
    Statement,
)
from referee.language.types import NUMBER

Node = Tree[Token]


@statement("gain")
def gain(ctx: Context, env: Env, node: Node) -> list[Statement]:
    exactly = node.children[0] is not None
    amounts = a.amounts(ctx, env, _kid(node, 1))
    sources = a.pools(ctx, env, _maybe(node, 2))
    target = a.receiver(ctx, env, _maybe(node, 3), node)
    if isinstance(target, Home):
        for given in amounts:
            a.homes_for(ctx, env, node, given)
    tokens = [a.possible_tokens(ctx, given) for given in amounts]
    a.fitting(ctx, env, _maybe(node, 2), sources, tokens)
    to = _maybe(node, 3)
    a.fitting(ctx, env, Tree("places", [to]) if to is not None else None, [target], tokens)
    return [Gain(amounts, sources, target, exactly, at=ctx.at(env, node))]


@statement("pay")
def pay(ctx: Context, env: Env, node: Node) -> list[Statement]:
    amounts = a.amounts(ctx, env, _kid(node, 0))
    for given in amounts:
        a.homes_for(ctx, env, node, given)
    targets = a.places(ctx, env, _maybe(node, 1)) or a.supply(ctx)
    a.fitting(ctx, env, _maybe(node, 1), targets, [a.possible_tokens(ctx, given) for given in amounts])
    return [Pay(amounts, acting(ctx, env, node), targets, at=ctx.at(env, node))]


@statement("pay_any")
def pay_any(ctx: Context, env: Env, node: Node) -> list[Statement]:
    low, high = a.some(ctx, env, _kid(node, 0))
    group, tokens = a.group_set(ctx, env, _kid(node, 1))
    targets = a.places(ctx, env, _maybe(node, 2)) or a.supply(ctx)
    a.fitting(ctx, env, _maybe(node, 2), targets, [tokens])
    step = env.scope.step("pay")
    me = acting(ctx, env, node)
    return [PayAny("any", low, high, tokens, group, me, targets, None, step, at=ctx.at(env, node))]


@statement("pay_one_kind")
def pay_one_kind(ctx: Context, env: Env, node: Node) -> list[Statement]:
    amount = number(ctx, env, _kid(node, 0))
    group, tokens = a.group_set(ctx, env, _kid(node, 1))
    targets = a.places(ctx, env, _maybe(node, 2)) or a.supply(ctx)
    a.fitting(ctx, env, _maybe(node, 2), targets, [tokens])
    me = acting(ctx, env, node)
    return [
        PayAny("kind", amount, amount, tokens, group, me, targets, None, env.scope.step("pay"), at=ctx.at(env, node))
    ]


@statement("pay_sparing")
def pay_sparing(ctx: Context, env: Env, node: Node) -> list[Statement]:
    bag = expr(ctx, env, _kid(node, 0), types.bag(""))
    if bag.type.sort != "bag":
        ctx.error("E0220", env, _kid(node, 0), expected="a bag", found=bag.type)
    spared = number(ctx, env, _kid(node, 1))
    tokens = ctx.model.group_tokens(bag.type.name)
    me = acting(ctx, env, node)
    step = env.scope.step("pay")
    return [
        PayAny("sparing", spared, spared, tokens, bag.type.name, me, a.supply(ctx), bag, step, at=ctx.at(env, node))
    ]


@statement("gain_any")
def gain_any(ctx: Context, env: Env, node: Node) -> list[Statement]:
    low, high = a.some(ctx, env, _kid(node, 0))
    group, tokens = a.group_set(ctx, env, _kid(node, 1))
    sources = a.pools(ctx, env, _maybe(node, 2))
    a.fitting(ctx, env, _maybe(node, 2), sources, [tokens])
    me = acting(ctx, env, node)
    return [GainAny(low, high, tokens, group, me, sources, env.scope.step("gain"), at=ctx.at(env, node))]


@statement("lose")
def lose(ctx: Context, env: Env, node: Node) -> list[Statement]:
    amounts = a.amounts(ctx, env, _kid(node, 0))
    for given in amounts:
        a.homes_for(ctx, env, node, given)
    return [Lose(amounts, acting(ctx, env, node), at=ctx.at(env, node))]


@statement("move")
def move(ctx: Context, env: Env, node: Node) -> list[Statement]:
    amounts = a.any_amounts(ctx, env, _kid(node, 0))
    place = expr(ctx, env, _kid(node, 1))
    if isinstance(place, PlaceRef) and ctx.model.places[place.place].form == "pile":
        return _move_pieces(ctx, env, node, amounts, place)
    source = pool(ctx, env, _kid(node, 1), place)
    targets = a.places(ctx, env, _kid(node, 2))
    given = [
        a.possible_tokens(ctx, each) if isinstance(each, AmountOf) else _tokens(each, source, ctx) for each in amounts
    ]
    a.fitting(ctx, env, Tree("places", [_kid(node, 1)]), [source], given)
    a.fitting(ctx, env, _kid(node, 2), targets, given)
    return [Move(amounts, source, targets, at=ctx.at(env, node))]


def _move_pieces(
    ctx: Context, env: Env, node: Node, amounts: tuple[AnyAmount, ...], source: PlaceRef
) -> list[Statement]:
    """`move all from PILE to PILE`: every piece, order kept."""
    target_node = _kid(_kid(node, 2), 0)
    target = expr(ctx, env, target_node)
    if len(amounts) != 1 or not isinstance(amounts[0], AllOf) or amounts[0].tokens or amounts[0].token is not None:
        ctx.error("E0404", env, node, what="pieces are moved one by one with `put`, or all: `move all from … to …`")
    if not isinstance(target, PlaceRef) or ctx.model.places[target.place].form != "pile":
        ctx.error("E0224", env, target_node, found=target.type)
    if ctx.model.places[target.place].holds != ctx.model.places[source.place].holds:
        kind = ctx.model.places[source.place].holds
        ctx.error("E0225", env, target_node, thing=f"a {kind}", place=target.place)
    return [Move(amounts, source, (target,), at=ctx.at(env, node))]


@statement("exchange")
def exchange(ctx: Context, env: Env, node: Node) -> list[Statement]:
    """Short for a choice of how many, paid and gained; it may be declined."""
    at = ctx.at(env, node)
    me = acting(ctx, env, node)
    most = number(ctx, env, _kid(node, 0))
    from referee.language.resolve.names import path

    what = path(ctx, env, _kid(node, 1), None)
    got = a.amount(ctx, env, _kid(node, 2))
    a.homes_for(ctx, env, node, got)
    count = Local(env.scope.unique("n"), "n", type=NUMBER)
    one_gain: AmountOf
    if got.number is None:
        ctx.error("E0404", env, node, what="`exchange` gives a number of one token for each")
    each = (
        count if isinstance(got.number, Const) and got.number.value == 1 else Arith("*", got.number, count, type=NUMBER)
    )
    one_gain = AmountOf(each, got.token, at=got.at)
    paid: Statement
    have: Expr
    if what.type.sort == "token":
        have = HomeAmount(me, what, type=NUMBER)
        paid = Pay((AmountOf(count, what, at=at),), me, a.supply(ctx), at=at)
        a.homes_for(ctx, env, node, AmountOf(count, what))
    else:
        group, tokens = a.group_set(ctx, env, _kid(node, 1))
        have = Const(0)
        for index in tokens:
            one: Expr = HomeAmount(me, Const(index, list(ctx.model.tokens)[index], type=types.token()), type=NUMBER)
            have = one if isinstance(have, Const) else Arith("+", have, one, type=NUMBER)
        paid = PayAny("any", count, count, tokens, group, me, a.supply(ctx), None, env.scope.step("pay"), at=at)
    bound = Builtin("min", (most, have), type=NUMBER)
    items = Range(Const(1, "1"), bound, type=types.set_of(NUMBER), at=at)
    binder = Binder(count.name, "n", items, type=NUMBER, at=at)
    received = Gain((one_gain,), a.supply(ctx), Home(me), at=at)
    take = Option("exchange", (binder,), (), (paid, received), pack=env.scalar.pack, at=at)
    leave = Option("pass", (), (), (), pack=env.scalar.pack, at=at)
    return [Choose(env.scope.step("exchange"), (take, leave), seat=me, at=at)]


@statement("share_out")
def share_out(ctx: Context, env: Env, node: Node) -> list[Statement]:
    """`share out all A and all B from P over SET up to ROOM and SET up to ROOM`: targets own a pool for the tokens."""
    amounts = a.any_amounts(ctx, env, _kid(node, 0))
    source = pool(ctx, env, _kid(node, 1), expr(ctx, env, _kid(node, 1)))
    tokens: list[int] = []
    for given in amounts:
        if isinstance(given, AmountOf):
            ctx.error("E0404", env, node, what="`share out` shares all of a token: `share out all coin …`")
        tokens += [t for t in _tokens(given, source, ctx) if t not in tokens]
    bins = tuple(_bins(ctx, env, _kid(node, index), tokens) for index in range(2, len(node.children)))
    me = acting(ctx, env, node)
    step = env.scope.step("place")
    return [ShareOut(tuple(tokens), source, bins, me, step, at=ctx.at(env, node))]


def _bins(ctx: Context, env: Env, node: Node, tokens: Sequence[int]) -> Bins:
    items = as_set(ctx, env, _kid(node, 0), expr(ctx, env, _kid(node, 0)))
    element = items.type.of or NUMBER
    inner = env.child()
    inner.required = None
    local = inner.bind("it", element)
    room = number(ctx, inner, _kid(node, 1))
    pools = [
        p
        for p in ctx.model.places.values()
        if p.form == "pool" and p.owner == element.name and set(tokens) <= set(p.tokens)
    ]
    if element.sort not in ("piece", "cell") or not pools:
        for place in ctx.model.places:
            ctx.trust(place)
        ctx.error("E0225", env, node, thing="this", place=str(element))
    learn(ctx, inner, Const(1, type=types.YES))
    return Bins(local.name, items, pools[0].id, room, at=ctx.at(env, node))


def _tokens(given: object, source: PlaceRef, ctx: Context) -> tuple[int, ...]:
    assert isinstance(given, AllOf)
    if given.token is not None:
        return (given.token.value,) if isinstance(given.token, Const) and isinstance(given.token.value, int) else ()
    return given.tokens or ctx.model.places[source.place].tokens


def _kid(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child


def _maybe(node: Node, index: int) -> Node | None:
    child = node.children[index] if index < len(node.children) else None
    return child if isinstance(child, Tree) else None
