"""The rules digest: a hash of what the rules mean, blind to layout, comments, texts and provenance."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.types import Type
from referee.packs.node import Position

if TYPE_CHECKING:
    from referee.language.resolve.context import Context, Instance

LANGUAGE = 1
TEXT_FIELDS = frozenset(
    "name names plural says document at word pack code usual needs index hooks entry fills drawn spots".split()
)
# What the checker notes in the tree (needs, what is proven, tests that it adds) follows from what is written; another
# version of it may note more or less, and the rules are the same.
OWN_FIELDS = frozenset({"at", "unless_at", "word", "pack", "needs", "type", "proven"})


def canonical(value: object) -> str:
    """A text that two values share exactly if they mean the same."""
    if isinstance(value, Position):
        return ""
    if isinstance(value, Type):
        return str(value) + ("!" if value.filled else "")
    if isinstance(value, t.Node):
        return _fields(value, skip=OWN_FIELDS)
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value, skip=TEXT_FIELDS)
    if isinstance(value, dict):
        return "{" + ",".join(f"{k}:{canonical(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(canonical(v) for v in value if not isinstance(v, t.Require)) + "]"
    if isinstance(value, set | frozenset):
        return "<" + ",".join(sorted(canonical(v) for v in value)) + ">"
    return repr(value)


def _fields(value: object, skip: frozenset[str]) -> str:
    parts = []
    for f in fields(value):  # type: ignore[arg-type]  # a dataclass instance
        if f.name in skip:
            continue
        parts.append(f"{f.name}={canonical(getattr(value, f.name))}")
    return f"{type(value).__name__}({','.join(parts)})"


def rules_digest(ctx: Context, main: Instance) -> str:
    """The digest of declarations and typed effects, in hex."""
    model = ctx.model
    parts: list[str] = [f"language {LANGUAGE}", f"seats {model.seats}"]
    for name in ("tokens", "groups", "symbols", "kinds", "places", "values", "rules", "options"):
        declared = getattr(model, name)
        parts.append(f"{name} " + canonical({key: declared[key] for key in declared}))
    parts.append("setup " + canonical(model.setup))
    parts.append("scoring " + canonical([model.score_lines, model.tie_breaks]))
    parts.append("standing " + canonical(ctx.standing_options))
    for instance in ctx.procedures:
        parts.append(f"procedure {instance.name} {canonical(instance.parameters)} {canonical(instance.body)}")
    for instance in ctx.terms:
        parts.append(f"term {instance.name} {canonical(instance.parameters)} {canonical(instance.value)}")
    for hook in ctx.hook_list:
        parts.append(
            f"hook {hook.entry.kind}/{hook.entry.id}.{hook.hook.id} {canonical(hook.body)} {canonical(hook.value)}"
        )
    parts.append(f"main {main.index}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
