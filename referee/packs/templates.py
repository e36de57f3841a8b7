"""Entries that inherit from templates (`like: ^name`)."""

from __future__ import annotations

from dataclasses import replace

from referee.packs.access import without
from referee.packs.diagnostics import did_you_mean
from referee.packs.findings import Findings
from referee.packs.node import Mapping, Scalar


def resolve_templates(kind: str, entries: dict[str, Mapping], report: Findings) -> dict[str, Mapping]:
    """The entries of a kind without its templates, each with what it inherits.

    A key of the entry wins over the same key of its template, as a whole; a template may inherit from another one.
    """
    resolved: dict[str, Mapping] = {}

    def resolve(name: str, chain: tuple[str, ...]) -> Mapping:
        if name in resolved:
            return resolved[name]
        node = entries[name]
        like = node.get("like")
        if isinstance(like, Scalar):
            parent = _parent(kind, entries, like, (*chain, name), report)
            if parent:
                node = _inherit(node, resolve(parent, (*chain, name)))
            node = without(node, "like")
        resolved[name] = node
        return node

    for name in entries:
        resolve(name, ())
    return {name: resolved[name] for name in entries if not name.startswith("^")}


def _parent(
    kind: str, entries: dict[str, Mapping], like: Scalar, chain: tuple[str, ...], report: Findings
) -> str | None:
    name = like.text
    templates = [each for each in entries if each.startswith("^")]
    if name not in templates:
        hint = did_you_mean(name, templates)
        if f"^{name}" in templates:
            hint = f"did you mean `^{name}`?"
        report.add("E0145", like.at, width=len(name) or 1, hint=hint, name=name, kind=kind)
        return None
    if name in chain:
        cycle = " → ".join((*chain[chain.index(name) :], name))
        report.add("E0146", like.at, width=len(name), cycle=cycle)
        return None
    return name


def _inherit(node: Mapping, parent: Mapping) -> Mapping:
    own = {"id": node.entries["id"]}
    entries = {**own, **{key: value for key, value in parent.items() if key != "id"}, **node.entries}
    keys = {**parent.keys, **node.keys}
    return replace(node, entries=entries, keys={key: keys[key] for key in entries})
