"""The extension points of a stack: everything with a name that a later pack may change, and its changes so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import typer

from referee.cli.findings import place_json
from referee.cli.stacks import read_stack
from referee.packs import Stack
from referee.packs.diagnostics import PackInvalid
from referee.packs.node import Mapping, Node, Position, Scalar

SECTIONS = {
    "rules": "rule values",
    "terms": "terms",
    "procedures": "procedures",
    "windows": "windows",
    "standing": "standing options",
    "places": "places",
    "values": "values",
    "tokens": "tokens",
}


@dataclass(frozen=True)
class Point:
    """Something that can be changed. `changes`: what was done to it, by which pack, where."""

    section: str
    name: str
    shown: str
    at: Position
    pack: str
    changes: tuple[tuple[str, str, Position], ...]


def changeable(text: str, settings: Sequence[str] | None) -> list[Point]:
    """The points of a stack, by section. Raises PackInvalid."""
    stack = read_stack(text, settings)
    if not stack.ok:
        raise PackInvalid(stack.diagnostics)
    return list(_points(stack))


def _points(stack: Stack) -> Iterator[Point]:
    changes: dict[str, list[tuple[str, str, Position]]] = {}
    for change in stack.changes:
        what = f"{change.op} {change.field}".strip()
        changes.setdefault(change.target.rpartition("/")[2], []).append((what, change.pack, change.at))
    for section in SECTIONS:
        declared = stack.sections.get(section)
        for name, node in declared.items() if isinstance(declared, Mapping) else ():
            bare = name.partition("(")[0].strip()
            at = declared.keys[name] if isinstance(declared, Mapping) else node.at
            yield Point(section, name, _shown(node), at, _pack(node), tuple(changes.get(bare, ())))
    for kind, entries in stack.entries.items():
        for name, entry in entries.items():
            found = tuple(changes.get(name, ()))
            yield Point(kind, f"{kind}/{name}", ", ".join(entry), entry.at, _pack(entry), found)


def _pack(node: Node) -> str:
    return node.pack


def _shown(node: Node) -> str:
    """A declaration in a few words: its first line, or its keys."""
    if isinstance(node, Scalar):
        return node.text.strip().partition("\n")[0]
    if isinstance(node, Mapping):
        base = node.get("base")
        return f"{base.text}" if isinstance(base, Scalar) else ", ".join(node)
    return ""


def print_changeable(points: Sequence[Point]) -> None:
    """The points as text, the changed ones with who changes them."""
    section = ""
    for point in points:
        if point.section != section:
            section = point.section
            typer.echo(typer.style(SECTIONS.get(section, f"entries of {section}"), bold=True))
        typer.echo(f"  {typer.style(point.name, fg='cyan')}  {typer.style(point.shown[:80], dim=True)}")
        for what, pack, at in point.changes:
            typer.echo(f"      {typer.style(what, fg='yellow')} by {pack} ({at})")
    changed = sum(bool(point.changes) for point in points)
    typer.echo(f"{len(points)} names, {changed} of them changed by a later pack")


def changeable_json(points: Sequence[Point]) -> list[dict[str, object]]:
    """The points as data."""
    return [
        {
            "section": point.section,
            "name": point.name,
            "pack": point.pack,
            "source": place_json(point.at),
            "changes": [{"what": what, "pack": pack, "source": place_json(at)} for what, pack, at in point.changes],
        }
        for point in points
    ]
