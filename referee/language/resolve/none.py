"""Things that may be none: testing, narrowing and needing them."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from referee.language.resolve.context import Context, fits
from referee.language.resolve.env import Env
from referee.language.tree import (
    Among,
    Both,
    Compare,
    Const,
    ConstSet,
    Content,
    Either,
    Empty,
    Expr,
    Not,
    Require,
    TermCall,
    substitute,
)
from referee.language.types import NONE, Type, token

NOTHING = Const(-1, "none", type=NONE)


def require(ctx: Context, env: Env, node: Tree[Token] | Token, value: Expr) -> Expr:
    """Use a value where none can't stand.

    In an option its absence makes the option impossible; elsewhere it is a finding, unless it was tested.
    """
    if env.required is None:
        _missing(ctx, env, node)
    else:
        test = Compare("!=", value, NOTHING, at=ctx.at(env, node))
        if all(not (isinstance(r, Require) and r.test == test) for r in env.required):
            env.required.append(Require(test, at=ctx.at(env, node)))
    return replace(value, type=value.type.sure())


def _missing(ctx: Context, env: Env, node: Tree[Token] | Token) -> None:
    if not env.scope.broken:
        ctx.note("E0442", env, node, why="this may be none")


def require_test(ctx: Context, env: Env, node: Tree[Token] | Token, test: Expr, what: str) -> None:
    """Need a test to hold: the option is impossible otherwise; outside an option it is a finding."""
    if env.required is None:
        _missing(ctx, env, node)
    else:
        env.required.append(Require(test, what, at=ctx.at(env, node)))


def learn(ctx: Context, env: Env, test: Expr, holds: bool = True) -> None:
    """Note what a test tells, once it is known to hold (or not to)."""
    if isinstance(test, Not):
        learn(ctx, env, test.test, not holds)
    elif isinstance(test, Both) and holds or isinstance(test, Either) and not holds:
        learn(ctx, env, test.left, holds)
        learn(ctx, env, test.right, holds)
    elif isinstance(test, Compare) and test.op in ("==", "!="):
        _learn_compare(env, test, holds == (test.op == "=="))
    elif isinstance(test, Empty):
        _learn_empty(env, test, holds != test.negated)
    elif isinstance(test, Among) and holds != test.negated:
        _narrow(env, test.item, _member_type(test.item.type, test.items))
    elif isinstance(test, TermCall):
        ctx.spend(env)
        instance = ctx.terms[test.instance]
        if instance.value is not None:
            names = {name: arg for (name, _), arg in zip(instance.parameters, test.args, strict=False)}
            learn(ctx, env, substitute(instance.value, names), holds)


def _learn_compare(env: Env, test: Compare, equal: bool) -> None:
    for value, other in ((test.left, test.right), (test.right, test.left)):
        if other.type.sort == "none":
            if not equal:
                _narrow(env, value, value.type.sure())
                if isinstance(value, Content):
                    _narrow(env, value.cell, replace(value.cell.type, filled=True))
            elif isinstance(value, Content):
                env.free.add(value.cell)
        elif equal and not other.type.maybe and value.type.maybe:
            _narrow(env, value, value.type.sure())


def _learn_empty(env: Env, test: Empty, empty: bool) -> None:
    if test.of.type.sort != "cell":
        return
    if empty:
        env.free.add(test.of)
    else:
        _narrow(env, test.of, replace(test.of.type, filled=True))


def _member_type(have: Type, items: Expr) -> Type:
    element = items.type.of
    if element is None:
        return have.sure()
    if have.sort == "token" and isinstance(items, ConstSet) and element.sort == "token":
        return token(element.name)
    return have.sure() if not element.maybe else have


def _narrow(env: Env, value: Expr, type_: Type) -> None:
    if not isinstance(value, Const):
        env.facts[value] = type_


def matches(ctx: Context, left: Type, right: Type) -> bool:
    """Can two things be equal at all?"""
    if left.sort == "none" or right.sort == "none":
        return left.maybe or right.maybe
    return fits(ctx, left.sure(), right.sure()) or fits(ctx, right.sure(), left.sure())
