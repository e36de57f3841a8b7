"""Triggers that name nothing would never fire."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from referee.language.parse import parse, position
from referee.language.resolve.context import Context
from referee.packs.node import Scalar


def check(ctx: Context) -> None:
    """E0212 for a trigger on a procedure that isn't there; what can't be parsed is reported by parsing."""
    for scalar in _texts(ctx):
        tree = parse(scalar, "triggers", ctx.found.all)
        for node in tree.children if tree is not None else ():
            if isinstance(node, Tree) and node.data == "on_procedure":
                word = node.children[1]
                assert isinstance(word, Token)
                if str(word) not in ctx.model.procedures:
                    ctx.found.unknown("E0212", position(word, scalar), str(word), ctx.model.procedures)


def _texts(ctx: Context) -> Iterator[Scalar]:
    yield from ctx.model.triggers
    for entry in ctx.model.entries:
        for hook, scalars in entry.code.items():
            if ctx.model.kinds[entry.kind].hooks[hook].sort == "trigger":
                yield from scalars
