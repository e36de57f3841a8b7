"""Rule values are computed anew for each owner from each piece that changes them: that has a bound (E0229)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.limits import Owners

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

MOST = 5_000  # pairs of an owner and a piece that may change its value


def check(ctx: Context) -> None:
    """Report rule values that too many pieces change for too many owners."""
    owners = Owners(ctx.model)
    changed: dict[str, int] = {}
    for hook in ctx.hook_list:
        kind = ctx.model.kinds[hook.entry.kind]
        copies = hook.entry.most * (owners.seats if kind.per_seat else 1)
        for s in hook.body:
            if isinstance(s, t.Modifier):
                changed[s.rule] = changed.get(s.rule, 0) + copies
    for name, pieces in changed.items():
        rule = ctx.model.rules[name]
        pairs = pieces * owners.of(rule.owner)
        if pairs > MOST:
            what = f"{pieces:,} pieces may change the rule value `{name}` of {owners.of(rule.owner):,} owners"
            ctx.found.add("E0229", rule.at, len(name), what=f"{what}: that is more than {MOST:,}")
