"""Triggers that name nothing would never fire."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from referee.language.model import Procedure
from referee.language.parse import parse, position, width
from referee.language.resolve.context import Context
from referee.packs.node import Scalar


def check(ctx: Context) -> None:
    """E0212 for a trigger on a procedure that isn't there, E0222 for one with more parameters.

    What can't be parsed is reported by parsing.
    """
    for scalar in _texts(ctx):
        tree = parse(scalar, "triggers", ctx.found.all)
        for node in tree.children if tree is not None else ():
            if isinstance(node, Tree) and node.data == "on_procedure":
                word = node.children[1]
                assert isinstance(word, Token)
                if str(word) not in ctx.model.procedures:
                    ctx.found.unknown("E0212", position(word, scalar), str(word), ctx.model.procedures)
                else:
                    _parameters(ctx, node, scalar, ctx.model.procedures[str(word)])


def _parameters(ctx: Context, node: Tree[Token], scalar: Scalar, procedure: Procedure) -> None:
    """E0222 for more names than the procedure has parameters; a trigger may leave out the last ones."""
    given = next((kid for kid in node.children if isinstance(kid, Tree) and kid.data == "params"), None)
    count = len(given.children) if given is not None else 0
    if given is not None and count > len(procedure.parameters):
        related = [procedure.named] if procedure.named is not None else []
        arguments = {"word": procedure.id, "expected": len(procedure.parameters), "found": f"{count} are"}
        ctx.found.record("E0222", position(given, scalar), width(given), "", related, arguments)


def _texts(ctx: Context) -> Iterator[Scalar]:
    yield from ctx.model.triggers
    for entry in ctx.model.entries:
        for hook, scalars in entry.code.items():
            if ctx.model.kinds[entry.kind].hooks[hook].sort == "trigger":
                yield from scalars
