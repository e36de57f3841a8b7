"""The text of an entry's hook is of the sort that its kind declares (E0404)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.parse import parse
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position, Scalar

if TYPE_CHECKING:
    from referee.language.model import Entry, Hook
    from referee.language.resolve.context import Context

EFFECT, TRIGGER = "start", "triggers"
STARTS = {"effect": EFFECT, "cost": EFFECT, "modifier": EFFECT, "trigger": TRIGGER}
FOUND = {EFFECT: "this is an effect", TRIGGER: "this happens before or after something else"}
HOLDS = {
    "effect": "does what it says when it is done",
    "cost": "says what is to be paid (`pay …`)",
    "modifier": "only changes rule values (`rule NAME adds 1`)",
    "trigger": "begins with `before` or `after`",
}
COSTS = (t.Pay, t.PayAny, t.Move, t.Do, t.DoHook)  # a procedure or another hook may hold costs of its own


def check_texts(ctx: Context) -> None:
    """Report texts that can be read, but not as what their hook wants; they count as missing then."""
    for entry in ctx.model.entries:
        for name, texts in entry.code.items():
            hook = ctx.model.kinds[entry.kind].hooks[name]
            start = STARTS.get(hook.sort, "")
            other = TRIGGER if start == EFFECT else EFFECT
            strange = [each for each in texts if start and _reads(each, other) and not _reads(each, start)]
            for each in strange:
                _report(ctx, hook, entry, each.at, FOUND[other])
            entry.code[name] = tuple(each for each in texts if each not in strange)


def _reads(scalar: Scalar, start: str) -> bool:
    wrong: list[Diagnostic] = []
    return parse(scalar, start, wrong) is not None


def check_bodies(ctx: Context) -> None:
    """Report modifiers that do something, and costs that cost nothing."""
    for body in ctx.hook_list:
        parts = [part for statement in body.body for part in t.walk(statement)]
        if any(isinstance(part, t.Unread) for part in parts):
            continue
        if body.hook.sort == "modifier":
            doing = next((each for each in body.body if not isinstance(each, t.Modifier)), None)
            if doing is not None:
                _report(ctx, body.hook, body.entry, doing.at, "this does something")
        elif body.hook.sort == "cost" and body.body and not any(isinstance(part, COSTS) for part in parts):
            _report(ctx, body.hook, body.entry, body.body[0].at, "nothing is paid here")


def _report(ctx: Context, hook: Hook, entry: Entry, at: Position, found: str) -> None:
    what = f"{found}, but `{hook.id}` of a {entry.kind} {HOLDS[hook.sort]}"
    ctx.found.add("E0404", at, related=[hook.at] if hook.at is not None else [], what=what)
