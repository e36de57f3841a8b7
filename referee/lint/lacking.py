"""W0473: an entry of a later pack that lacks what every entry of its kind has in the packs before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.language.build import Ruleset
from referee.language.model import Kind
from referee.lint.trees import finding, pack_of
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping

FEWEST = 3  # so many entries before it make a custom


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Names, fields and effects that were probably forgotten."""
    order = {pack.id: number for number, pack in enumerate(ruleset.stack.packs)}
    for kind in ruleset.model.kinds.values():
        bodies = ruleset.stack.entries.get(kind.id, {})
        owners = {name: order.get(pack_of(ruleset, body.at), 0) for name, body in bodies.items()}
        for name, body in bodies.items():
            before = [bodies[other] for other, owner in owners.items() if owner < owners[name]]
            if len(before) >= FEWEST:
                yield from _lacks(kind, name, body, before)


def _lacks(kind: Kind, name: str, body: Mapping, before: list[Mapping]) -> Iterator[Diagnostic]:
    for key in ("name", *(field for field in kind.fields if field not in kind.defaults)):
        if key not in body and all(key in other for other in before):
            yield _finding(kind, name, body, f"`{key}`")
    if not kind.hooks.keys() & body.entries.keys() and all(
        kind.hooks.keys() & other.entries.keys() for other in before
    ):
        yield _finding(kind, name, body, f"effect ({', '.join(f'`{hook}`' for hook in kind.hooks)})")


def _finding(kind: Kind, name: str, body: Mapping, what: str) -> Diagnostic:
    return finding("W0473", body.entries["id"].at, len(name), name=f"{kind.id}/{name}", what=what)
