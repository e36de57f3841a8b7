"""An effect under `terms:`, and an expression under `procedures:`, stand in the wrong place (E0228)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.language.parse import parse

if TYPE_CHECKING:
    from referee.language.model import Procedure, Term
    from referee.language.resolve.context import Context
    from referee.packs.diagnostics import Diagnostic

VALUE, EFFECT = "value", "start"
ELSEWHERE = {
    VALUE: "`{name}` is an effect: it belongs under `procedures:`",
    EFFECT: "`{name}` is an expression: it belongs under `terms:`",
}


def check_sorts(ctx: Context) -> None:
    """Read the text of every term and procedure, also of those that nothing uses, and report what can't be read."""
    for term in ctx.model.terms.values():
        _check(ctx, term, VALUE, EFFECT)
    for procedure in ctx.model.procedures.values():
        _check(ctx, procedure, EFFECT, VALUE)


def _check(ctx: Context, declared: Term | Procedure, right: str, other: str) -> None:
    wrong: list[Diagnostic] = []
    if declared.code is None or parse(declared.code, right, wrong) is not None:
        return
    ctx.found.doubtful.add(declared.id)
    if declared.named is not None and parse(declared.code, other, []) is not None:
        what = ELSEWHERE[right].format(name=declared.id)
        ctx.found.add("E0228", declared.named, len(declared.id), what=what, word=declared.id)
    else:
        ctx.found.all += wrong
