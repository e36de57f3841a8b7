"""Locals of a paused program that may hold what not everybody sees, as far as the trees tell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.engine.core import Core
from referee.engine.hiding.closed import parts
from referee.engine.snapshot import local_types
from referee.language import tree as t
from referee.language.knowledge import Knowledge
from referee.language.visibility import Visibility


@lru_cache(maxsize=64)
def secret_locals(program: Core) -> frozenset[str]:
    """The unique names of locals that are worked out from something hidden from anybody.

    A single piece isn't among them: where one lies that can't be seen, any other may lie.
    """
    look, types = Visibility(program.ruleset.context), local_types(program)
    bound = [(name, value) for name, value in _bindings(program)]
    secret = {name for name, value in bound if look.reads(value, Knowledge())}
    more = True
    while more:
        found = {name for name, value in bound if _mentions(value, secret)} - secret
        secret |= found
        more = bool(found)
    return frozenset(name for name in secret if name not in types or types[name].sort != "piece")


def _bindings(program: Core) -> Iterator[tuple[str, t.Expr]]:
    for part in parts(program):
        match part:
            case t.Let(name=name, value=value) | t.SetLocal(name=name, value=value):
                yield name, value
            case t.ForEach(var=name, items=items):
                yield name, items
                if not isinstance(items, t.PileOf | t.CellsOf):
                    yield f"{name}@members", items
            case t.Do(instance=instance, args=args):
                yield from zip((n for n, _ in program.ruleset.procedures[instance].parameters), args, strict=False)
            case _:
                pass


def _mentions(value: t.Expr, names: set[str]) -> bool:
    return any(isinstance(part, t.Local) and part.name in names for part in t.walk(value))
