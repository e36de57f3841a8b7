"""Which expressions read locals that rest on something hidden: a number counted in a hidden place tells as much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.checks.hidden import Walker
from referee.language.knowledge import Knowledge

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

Rests = dict[int, set[str]]


class _Notes(Walker):
    """Walks as the checks do, and notes for each expression whose secrets its locals were computed from."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.rests: Rests = {}

    def statement(self, s: t.Statement, know: Knowledge) -> None:
        for read in t.children(s):
            if not isinstance(read, t.Statement | t.Option):
                self._note(read, know)
        super().statement(s, know)

    def _note(self, read: t.Node, know: Knowledge) -> None:
        for part in t.walk(read):
            if isinstance(part, t.Local) and part.type.sort != "piece":
                for secret in know.secrets.get(part.name, ()):
                    self.rests.setdefault(id(read), set()).add(secret.owner)


def rests(ctx: Context) -> Rests:
    """id() of an expression → the seats (UNKNOWN: none that is known) that see what its locals rest on."""
    walker = _Notes(ctx)
    for instance in ctx.procedures:
        if instance.name == "main" or f"procedure/{instance.name}" not in ctx.used:
            walker.walked(("procedure", instance.index), instance.body, Knowledge())
    for option in ctx.standing_options:
        walker.standing(option)
    for body in ctx.hook_list:
        if f"hook/{body.entry.kind}/{body.hook.id}" not in ctx.used:
            walker.walked(("hook", body.uid), body.body, Knowledge())
    return walker.rests
