"""Entries that inherit from templates (`like: ^name`)."""

from __future__ import annotations

from dataclasses import replace

from referee.packs.access import text_of, without
from referee.packs.findings import Findings
from referee.packs.node import Mapping, Scalar


def resolve_templates(kind: str, entries: dict[str, Mapping], report: Findings) -> dict[str, Mapping]:
    """The entries of a kind without its templates, each with what it inherits.

    A key of the entry wins over the same key of its template, as a whole; a template may inherit from another one.
    """
    resolved: dict[str, Mapping] = {}
    for name in entries:
        chain: dict[str, None] = {}  # from the entry to its furthest ancestor; a loop, because chains may be long
        current: str | None = name
        while current is not None and current not in resolved:
            chain[current] = None
            like = entries[current].get("like")
            current = _parent(kind, entries, like, chain, report) if isinstance(like, Scalar) else None
        parent = resolved[current] if current is not None else None
        for each in reversed(chain):
            node = without(entries[each], "like")
            parent = resolved[each] = _inherit(node, parent) if parent else node
    return {name: resolved[name] for name in entries if not name.startswith("^")}


def whole_entry(entries: dict[str, Mapping], name: str) -> Mapping:
    """An entry with what it inherits so far; what is wrong with its templates is left for `resolve_templates`."""
    chain = [name]
    while (like := text_of(entries[chain[-1]].get("like"))) in entries and like not in chain:
        chain.append(like)
    parent: Mapping | None = None
    for each in reversed(chain):
        node = without(entries[each], "like")
        parent = _inherit(node, parent) if parent else node
    assert parent is not None
    return parent


def _parent(
    kind: str, entries: dict[str, Mapping], like: Scalar, chain: dict[str, None], report: Findings
) -> str | None:
    name = like.text
    heir = entries[next(reversed(chain))]
    if not name.startswith("^") or name not in entries:
        hint = report.guess(name, (each for each in entries if each.startswith("^")))
        if f"^{name}" in entries:
            hint = f"did you mean `^{name}`?"
        report.add("E0145", like.at, width=len(name) or 1, hint=hint, name=name, kind=kind)
        report.hurt.add(heir.entries["id"].at)  # what it lacks it would have inherited
        return None
    if name in chain:
        names = list(chain)
        cycle = " → ".join((*names[names.index(name) :], name))
        report.add("E0146", like.at, width=len(name), cycle=cycle)
        return None
    return name


def _inherit(node: Mapping, parent: Mapping) -> Mapping:
    own = {"id": node.entries["id"]}
    entries = {**own, **{key: value for key, value in parent.items() if key != "id"}, **node.entries}
    keys = {**parent.keys, **node.keys}
    return replace(node, entries=entries, keys={key: keys[key] for key in entries})
