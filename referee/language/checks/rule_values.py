"""Rule values: none depends on itself, and what changes them lies open."""

from __future__ import annotations

from collections.abc import Iterator

from referee.language import tree as t
from referee.language.effects import Effects
from referee.language.resolve.context import Context


def check(ctx: Context) -> None:
    """E0421 for a rule value that depends on itself, E0452 for one that would tell something hidden."""
    effects = Effects(ctx)
    needs: dict[str, set[str]] = {name: set() for name in ctx.model.rules}
    for modifier in _modifiers(ctx):
        parts = [part for part in (modifier.value, modifier.condition) if part is not None]
        read = {resource for part in parts for resource in effects.reads(part)}
        needs[modifier.rule] |= {r.removeprefix("rule:") for r in read if r.startswith("rule:")}
        for resource in sorted(read):
            if _hidden(ctx, resource):
                what = resource.partition(":")[2]
                ctx.found.add("E0452", modifier.at, rule=modifier.rule, what=f"`{what}`")
    for modifier in _modifiers(ctx):
        if modifier.rule in _reached(modifier.rule, needs):
            ctx.found.add("E0421", modifier.at, rule=modifier.rule)
    for body in ctx.hook_list:
        for place in body.hook.while_in if body.hook.sort == "modifier" else ():
            declared = ctx.model.places.get(place)
            if declared is not None and declared.seen_by != "everyone" and body.body:
                ctx.found.add("E0452", body.body[0].at, rule=body.entry.id, what=f"what lies in `{place}`")


def _modifiers(ctx: Context) -> Iterator[t.Modifier]:
    for body in ctx.hook_list:
        if body.hook.sort == "modifier":
            yield from (s for s in body.body if isinstance(s, t.Modifier))


def _hidden(ctx: Context, resource: str) -> bool:
    """Is it a place or value that not everybody sees?"""
    sort, _, name = resource.partition(":")
    if sort == "place" and name in ctx.model.places:
        return ctx.model.places[name].seen_by != "everyone"
    return sort == "value" and ctx.model.values[name].seen_by != "everyone"


def _reached(name: str, needs: dict[str, set[str]]) -> set[str]:
    """Everything that a rule value depends on, directly or through others."""
    found: set[str] = set()
    waiting = list(needs[name])
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += needs.get(one, ())
    return found
