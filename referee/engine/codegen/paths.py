"""Stable names of the places in a program: procedure or hook, then statement numbers.

A paused game is stored by these names, so they come from the typed tree alone: not from files, slots or blocks.
"""

from __future__ import annotations

from dataclasses import fields

from referee.language import tree as t
from referee.language.build import Ruleset


def instance_path(ruleset: Ruleset, index: int) -> str:
    """A procedure's name; with the types of its arguments where it is typed for several."""
    instance = ruleset.procedures[index]
    alike = [i for i in ruleset.procedures if i.name == instance.name]
    if len(alike) == 1:
        return instance.name
    types = ",".join(str(type_) for _, type_ in instance.parameters)
    acting = "" if instance.acts else ";nobody acts"
    return f"{instance.name}({types}{acting})"


def statement_paths(ruleset: Ruleset) -> dict[int, str]:
    """The path of every statement, by its identity."""
    found: dict[int, str] = {}
    for instance in ruleset.procedures:
        _number(instance_path(ruleset, instance.index), instance.body, found)
    for hook in ruleset.context.hook_list:
        _number(f"{hook.entry.kind}/{hook.entry.id}.{hook.hook.id}", hook.body, found)
    for option in ruleset.standing:
        _number(f"standing/{option.label}", option.body, found)
    return found


def _number(path: str, body: tuple[t.Statement, ...], found: dict[int, str]) -> None:
    for index, statement in enumerate(body):
        name = f"{path}:{index}"
        found[id(statement)] = name
        for f in fields(statement):
            value = getattr(statement, f.name)
            if not isinstance(value, tuple) or not value:
                continue
            if isinstance(value[0], t.Statement):
                _number(name if f.name == "body" else f"{name}.{f.name}", value, found)
            elif isinstance(value[0], t.Option):
                for option in value:
                    _number(f"{name}.{option.label}", option.body, found)
