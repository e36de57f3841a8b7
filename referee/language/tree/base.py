"""The base of the typed tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from referee.language.types import NUMBER, Type
from referee.packs.node import Position

NOWHERE = Position("", 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of the typed tree. `at`: where it is written, which says nothing about what it means."""

    at: Position = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr(Node):
    """An expression: pure, typed."""

    type: Type = field(default=NUMBER, compare=False)


_PARTS: dict[type, tuple[str, ...]] = {}


def parts_of(node: Node) -> tuple[str, ...]:
    """The names of the fields of a node that may hold other nodes."""
    names = _PARTS.get(type(node))
    if names is None:
        names = tuple(f.name for f in fields(node) if f.name not in ("at", "type"))
        _PARTS[type(node)] = names
    return names


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node."""
    for name in parts_of(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes inside it, outermost first."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(children(top))


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Node):
    """What an effect does."""
