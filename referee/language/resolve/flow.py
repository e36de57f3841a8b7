"""Typing of blocks, branches and loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from lark import Token, Tree

from referee.language import types
from referee.language.effects import Effects, Resources
from referee.language.resolve.context import (
    STATEMENTS,
    Context,
    Unreadable,
    attempt,
    demand,
    expr,
    number,
    statement,
)
from referee.language.resolve.env import Env, Loop
from referee.language.resolve.names import as_set
from referee.language.resolve.none import learn
from referee.language.resolve.sets import named_set, seat_set
from referee.language.tree import (
    Among,
    As,
    Do,
    EachSeat,
    EndGame,
    Expr,
    Finish,
    ForEach,
    If,
    Let,
    Local,
    LookAt,
    Me,
    PlaceRef,
    Repeat,
    Seats,
    SetLocal,
    SetValue,
    Statement,
    Stop,
    Unread,
    ValueRead,
    Where,
    substitute,
    walk,
)
from referee.language.types import NUMBER, SEAT, YES

Node = Tree[Token]


def one(ctx: Context, env: Env, node: Node) -> list[Statement]:
    """One statement; what it needs to be there stands before it."""
    ctx.spend(env, node)
    kept, env.required = env.required, []
    sink = env.required
    found = attempt(env, lambda: STATEMENTS[node.data](ctx, env, node))
    env.required = kept
    if found is None:
        return [Unread(at=ctx.at(env, node))]
    result = [*sink, *found]
    forget(ctx, env, [s for s in result if not isinstance(s, If)])  # what branches end has been forgotten in them
    return result


def forget(ctx: Context, env: Env, done: Iterable[Statement]) -> None:
    """Drop what is no longer known after these statements."""
    effects = Effects(ctx)
    written = effects.writes_of(done)
    if written:
        lose(effects, env, written)
        env.free |= _left_free(done)


def lose(effects: Effects, env: Env, written: Resources) -> bool:
    """Drop what is known of what was written; that a cell is filled or free ends with what lies in its place."""
    lost = [e for e in [*env.facts, *env.free] if effects.reads(e) & written]
    env.forget(lost)
    for e in [*env.facts, *env.free]:
        if e.type.sort == "cell" and f"place:{e.type.name}" in written and (e in env.free or env.facts[e].filled):
            env.free.discard(e)
            if e in env.facts:
                env.facts[e] = env.facts[e].plain()
            lost.append(e)
    return bool(lost)


def _left_free(done: Iterable[Statement]) -> set[Expr]:
    """Cells that these statements have just emptied."""
    from referee.language.tree import Content, Put

    return {
        s.piece.cell for s in done if isinstance(s, Put) and isinstance(s.piece, Content) and s.target != s.piece.cell
    }


def body(ctx: Context, env: Env, nodes: Iterable[Node]) -> tuple[Statement, ...]:
    """Statements in order; each knows what the earlier ones tell."""
    result: list[Statement] = []
    for node in nodes:
        result.extend(one(ctx, env, node))
    return tuple(result)


def block(ctx: Context, env: Env, node: Node) -> tuple[Statement, ...]:
    return body(ctx, env, (kid for kid in node.children if isinstance(kid, Tree)))


def for_findings(ctx: Context, env: Env, nodes: Iterable[object], word: str = "") -> NoReturn:
    """Read what stands below a head that can't be read, for its own findings. `word` is what the head would bind.

    Raises:
        Unreadable: always.
    """
    for node in nodes:
        if isinstance(node, Tree):
            inner = env.child()
            if word:
                inner.doubt(word)
            body(ctx, inner, (kid for kid in node.children if isinstance(kid, Tree)))
    raise Unreadable


@statement("seq")
def seq(ctx: Context, env: Env, node: Node) -> list[Statement]:
    return list(block(ctx, env, node))


@statement("if_", "elif_")
def if_(ctx: Context, env: Env, node: Node) -> list[Statement]:
    rest = node.children[2] if len(node.children) > 2 else None
    test = attempt(env, lambda: number(ctx, env, _kid(node, 0), YES))
    if test is None:
        for_findings(ctx, env, _blocks(node))
    yes, no = env.child(), env.child()
    learn(ctx, yes, test)
    learn(ctx, no, test, holds=False)
    then = block(ctx, yes, _kid(node, 1))
    other: tuple[Statement, ...] = ()
    if isinstance(rest, Tree):
        other = tuple(one(ctx, no, rest)) if rest.data in ("elif_", "if_") else block(ctx, no, _else(rest))
    ends = [(yes, then), (no, other)]
    open_ends = [branch for branch, done in ends if not _leaves(done)]
    env.merge(open_ends or [yes, no])
    return [If(test, then, other, at=ctx.at(env, node))]


def _blocks(node: Node) -> list[Node]:
    """The blocks of an `if` with all its branches, and the statements that they go on with."""
    found = [_kid(node, 1)]
    rest = node.children[2] if len(node.children) > 2 else None
    if isinstance(rest, Tree):
        found += _blocks(rest) if rest.data in ("elif_", "if_") else [_else(rest)]
    return found


def _else(node: Node) -> Node:
    """The block of an `else`, which the grammar may wrap."""
    return node if node.data == "block" else _kid(node, 0)


def _leaves(done: tuple[Statement, ...]) -> bool:
    return bool(done) and isinstance(done[-1], Stop | Finish | EndGame)


def looped(ctx: Context, env: Env, read: Callable[[Env], tuple[Statement, ...]]) -> tuple[Statement, ...]:
    """The body of a loop: what it undoes isn't known at its start."""
    effects = Effects(ctx)
    for _ in range(8):
        used, choices = dict(env.scope.used), dict(env.scope.choices)
        inner = env.child()
        found = read(inner)
        written = effects.writes_of(found)
        if not lose(effects, env, written):
            return found
        env.scope.used, env.scope.choices = used, choices
    return found


@statement("for_")
def for_each(ctx: Context, env: Env, node: Node) -> list[Statement]:
    word = str(node.children[0])
    items = attempt(env, lambda: named_set(ctx, env, _kid(node, 1), word))
    if items is None:
        for_findings(ctx, env, [_kid(node, 2)], word)
    local: list[Local] = []
    element = items.type.of or NUMBER

    doubtful: Resources = frozenset()

    def read(inner: Env) -> tuple[Statement, ...]:
        local[:] = [inner.bind(word, element)]
        _learn_member(ctx, inner, items, local[0], doubtful)
        return block(ctx, inner, _kid(node, 2))

    kept = dict(env.scope.used), dict(env.scope.choices)
    done = looped(ctx, env, read)
    written = Effects(ctx).writes_of(done)
    if written:
        # The body may change other members: what the set's test told may be over when their turn comes.
        if (element.filled or element.free) and not Effects(ctx).leaves_others(done, local[0], element.name):
            element = element.plain()
        doubtful = written
        env.scope.used, env.scope.choices = kept
        done = looped(ctx, env, read)
    return [ForEach(local[0].name, items, done, at=ctx.at(env, node))]


def _learn_member(ctx: Context, env: Env, items: Expr, local: Local, doubtful: Resources) -> None:
    """What the test of a set tells about its member, as far as it can't be over by then."""
    if not isinstance(items, Where):
        return
    told = env.child()
    learn(ctx, told, substitute(items.test, {items.var: local}))
    effects = Effects(ctx)
    for fact, type_ in told.facts.items():
        if fact not in env.facts and not effects.reads(fact) & doubtful:
            env.facts[fact] = type_


@statement("each_seat")
def each_seat(ctx: Context, env: Env, node: Node) -> list[Statement]:
    trees = node.children
    set_node, from_node = trees[0], trees[1]
    items = attempt(env, lambda: _seats(ctx, env, node, set_node, from_node))
    name = env.scope.unique("me")

    def read(inner: Env) -> tuple[Statement, ...]:
        inner.me = Me(name, type=SEAT)
        return block(ctx, inner, _kid(node, len(trees) - 1))

    done = looped(ctx, env, read)
    if items is None:
        raise Unreadable
    return [EachSeat(name, items, done, at=ctx.at(env, node))]


def _seats(ctx: Context, env: Env, node: Node, set_node: object, from_node: object) -> Expr:
    """The seats of a loop, in their order."""
    items = seat_set(ctx, env, set_node if isinstance(set_node, Tree) else None)
    if not isinstance(from_node, Tree):
        return items
    start = demand(ctx, env, from_node, expr(ctx, env, from_node, SEAT), SEAT)
    order = Seats(start, type=types.set_of(SEAT), at=ctx.at(env, node))
    if isinstance(items, Seats) and items.start is None:
        return order
    member = Local(env.scope.unique("seat"), "it", type=SEAT)
    return Where(order, member.name, Among(member, items), type=types.set_of(SEAT), at=order.at)


@statement("as_")
def as_seat(ctx: Context, env: Env, node: Node) -> list[Statement]:
    seat = attempt(env, lambda: demand(ctx, env, _kid(node, 0), expr(ctx, env, _kid(node, 0), SEAT), SEAT))
    name = env.scope.unique("me")
    inner = env.child()
    inner.me = Me(name, type=SEAT)
    done = block(ctx, inner, _kid(node, 1))
    if seat is None:
        raise Unreadable
    return [As(name, seat, done, at=ctx.at(env, node))]


@statement("repeat")
def repeat(ctx: Context, env: Env, node: Node) -> list[Statement]:
    limit_node = node.children[0] if len(node.children) > 1 else None
    limit = attempt(env, lambda: number(ctx, env, limit_node)) if isinstance(limit_node, Tree) else None
    loop = Loop("", limit)

    def read(inner: Env) -> tuple[Statement, ...]:
        loop.counter, loop.taken, loop.stops = inner.scope.unique("times"), [], False
        inner.loop = loop
        return block(ctx, inner, _kid(node, len(node.children) - 1))

    done = looped(ctx, env, read)
    if limit is None and isinstance(limit_node, Tree):
        raise Unreadable
    result = Repeat(loop.counter, done, limit, tuple(loop.taken), at=ctx.at(env, node))
    if not loop.stops and limit is None and not Effects(ctx).pauses(result) and not _ends(ctx, result):
        ctx.note("E0403", env, node)
    return [result]


def _ends(ctx: Context, loop: Statement) -> bool:
    """May the loop be left by `finish` or the end of the game?"""
    called: set[int] = set()
    waiting: list[Statement] = [loop]
    while waiting:
        for part in walk(waiting.pop()):
            if isinstance(part, Finish | EndGame | Unread):
                return True
            if isinstance(part, Do) and part.instance not in called:
                called.add(part.instance)
                waiting.extend(ctx.procedures[part.instance].body)
    return False


@statement("stop")
def stop(ctx: Context, env: Env, node: Node) -> list[Statement]:
    if env.loop is None:
        ctx.error("E0402", env, node)
    env.loop.stops = True
    return [Stop(at=ctx.at(env, node))]


@statement("finish")
def finish(ctx: Context, env: Env, node: Node) -> list[Statement]:
    return [Finish(at=ctx.at(env, node))]


@statement("nothing")
def nothing(ctx: Context, env: Env, node: Node) -> list[Statement]:
    return []


@statement("let")
def let(ctx: Context, env: Env, node: Node) -> list[Statement]:
    word = node.children[0]
    assert isinstance(word, Token)
    value = attempt(env, lambda: expr(ctx, env, _kid(node, 1)))
    if value is None:
        env.doubt(str(word))
        raise Unreadable
    if value.type.sort == "place":
        value = as_set(ctx, env, _kid(node, 1), value)
    local = env.bind(str(word), value.type)
    return [Let(local.name, value, at=ctx.at(env, node))]


@statement("set_", "add", "subtract")
def set_(ctx: Context, env: Env, node: Node) -> list[Statement]:
    target_node, value_node = (0, 1) if node.data == "set_" else (1, 0)
    target_tree, value_tree = _kid(node, target_node), _kid(node, value_node)
    target = expr(ctx, env, target_tree)
    at = ctx.at(env, node)
    op = {"set_": "set", "add": "add", "subtract": "take"}[node.data]
    if isinstance(target, Local):
        return _set_local(ctx, env, value_tree, target, op, at)
    if not isinstance(target, ValueRead):
        ctx.error("E0220", env, target_tree, expected="a value or a local", found=target.type)
    declared = ctx.model.values[target.value].type
    value = expr(ctx, env, value_tree, declared)
    value = demand(ctx, env, value_tree, value, declared if op == "set" else NUMBER)
    return [SetValue(target, op, value, at=at)]


def _set_local(ctx: Context, env: Env, node: Node, target: Local, op: str, at: object) -> list[Statement]:
    if op == "add" and target.type.sort in ("set",):
        value = expr(ctx, env, node)
    else:
        value = expr(ctx, env, node, target.type)
        if value.type.sort == "place":
            value = as_set(ctx, env, node, value)
        value = demand(ctx, env, node, value, target.type if op == "set" else NUMBER)
    if op != "set":
        from referee.language.tree import Arith, BagArith

        if target.type.sort == "bag":
            value = BagArith("+", target, value, type=target.type)
        else:
            value = Arith("+" if op == "add" else "-", target, value, type=NUMBER)
    return [SetLocal(target.name, value, at=at)]  # type: ignore[arg-type]  # a Position


@statement("look_at")
def look_at(ctx: Context, env: Env, node: Node) -> list[Statement]:
    from referee.language.resolve.names import acting

    seat = acting(ctx, env, node)
    place = attempt(env, lambda: expr(ctx, env, _kid(node, 0)))
    if place is None:
        for_findings(ctx, env, [_kid(node, 1)])
    if not isinstance(place, PlaceRef):
        ctx.error("E0224", env, _kid(node, 0), found=place.type)
    return [LookAt(place, seat, block(ctx, env.child(), _kid(node, 1)), at=ctx.at(env, node))]


def _kid(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child
