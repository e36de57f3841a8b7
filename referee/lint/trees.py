"""The trees of a ruleset, as the checks walk them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.language import tree as t
from referee.language.build import Ruleset
from referee.language.codes import CODES
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position


def bodies(ruleset: Ruleset) -> Iterator[tuple[t.Statement, ...]]:
    """The statements of everything that runs: procedures, hooks of entries, standing options."""
    for instance in ruleset.procedures:
        yield instance.body
    for hook in ruleset.context.hook_list:
        yield hook.body
    for option in ruleset.standing:
        yield option.body


def roots(ruleset: Ruleset) -> Iterator[t.Node]:
    """All trees: statements, terms, standing options, conditions of hooks, and the expressions of declarations."""
    for body in bodies(ruleset):
        yield from body
    yield from ruleset.standing
    model = ruleset.model
    values: list[t.Expr | None] = [term.value for term in ruleset.terms]
    values += [hook.value for hook in ruleset.context.hook_list]
    values += [value.initial for value in model.values.values()]
    values += [part for row in model.setup for part in (row.where, row.start)]
    values += [line.points for line in (*model.score_lines, *model.tie_breaks)]
    yield from (value for value in values if value is not None)


def nodes(ruleset: Ruleset) -> Iterator[t.Node]:
    """Every node of every tree."""
    for root in roots(ruleset):
        yield from t.walk(root)


def choices(ruleset: Ruleset) -> Iterator[t.Choose]:
    """Every choice of a ruleset; those of a text that is typed more than once come more than once."""
    for body in bodies(ruleset):
        for s in body:
            for part in t.walk(s):
                if isinstance(part, t.Choose):
                    yield part


def finding(code: str, at: Position, width: int = 1, related: tuple[Position, ...] = (), **words: object) -> Diagnostic:
    return Diagnostic(CODES[code], at, tuple((key, str(value)) for key, value in words.items()), width, "", related)


def pack_of(ruleset: Ruleset, at: Position) -> str:
    """The pack in whose files a position lies."""
    return next((pack.id for pack in ruleset.stack.packs if at.file.startswith(f"{pack.path}/")), "")
