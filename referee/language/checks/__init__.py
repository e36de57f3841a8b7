"""What must hold for a whole ruleset, checked when everything is read: each module one question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.language.checks import (
    amount,
    calls,
    cards,
    contents,
    endings,
    hidden,
    ids,
    joint,
    loops,
    overlays,
    rule_values,
    stale,
    starts,
    trigger_names,
)

if TYPE_CHECKING:
    from referee.language.resolve.context import Context, Instance
    from referee.packs import Stack


def check_rules(ctx: Context, stack: Stack, main: Instance | None) -> None:
    """Report what is wrong with rules that were read without an error; conflicts of overlays in any case."""
    overlays.check_conflicts(ctx, stack)
    trigger_names.check(ctx)
    contents.check(ctx)
    if main is None or ctx.found.failed or not stack.ok:
        overlays.check_choices(ctx, stack, surely=True)
        return
    overlays.check_choices(ctx, stack)
    if not calls.check(ctx):
        return
    amount.check(ctx)
    found = hidden.check(ctx)
    ctx.private, ctx.tells = found.private, found.tells
    loops.check(ctx)
    endings.check(ctx, main)
    starts.check(ctx, main)
    cards.check(ctx)
    joint.check(ctx)
    ids.check(ctx)
    rule_values.check(ctx)
    stale.check(ctx)
