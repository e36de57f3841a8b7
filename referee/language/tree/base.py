"""The base of the typed tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from referee.language.types import NUMBER, Type
from referee.packs.node import Position

NOWHERE = Position("", 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    at: Position = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr(Node):
    """An expression: pure, typed."""

    type: Type = field(default=NUMBER, compare=False)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node."""
    for f in fields(node):
        value = getattr(node, f.name)
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
