"""What an entry does is told to players, so it uses only what can be told (E0510)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.language import tree as t

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

CALCULATED = "write the value where it is used, or use a term or a procedure with `says:`"
COUNTED = "use `each once`, `times`, a value, or a procedure with `says:`"


def check(ctx: Context) -> None:
    """Report bookkeeping in the hooks of entries, triggers among them."""
    for hook in ctx.hook_list:
        _told(ctx, hook.body)
    for instance in ctx.procedures:
        for body in instance.body:
            for part in t.walk(body):
                if isinstance(part, t.ForPieces):
                    _told(ctx, part.body)


def _told(ctx: Context, body: Iterable[t.Statement]) -> None:
    for statement in body:
        for part in t.walk(statement):
            # A set-up by the language itself has no word that a pack has written.
            if isinstance(part, t.Let) and part.at.line:
                ctx.found.add("E0510", part.at, len("let"), word="let", instead=CALCULATED)
            elif isinstance(part, t.SetLocal) and part.at.line:
                ctx.found.add("E0510", part.at, len("set"), word="set", instead=COUNTED)
