"""The YAML of a pack as a tree of nodes, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a file of a pack. `line` and `column` count from 1; `file` is as the user would write it."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A leaf: text, number, yes/no or nothing.

    `lines` gives, for each line of a text value, the position of its first character in the file, so
    that a line and column inside an effect map back into the YAML file, block scalars included.
    """

    value: str | int | bool | None
    at: Position
    lines: tuple[Position, ...] = ()
    pack: str = ""
    style: str = ""  # how it was written: "" plain, "'" or '"' quoted, "|" block, ">" folded

    def locate(self, line: int, column: int) -> Position:
        """The file position of a character of the text; `line` and `column` count from 1."""
        if not self.lines:
            return self.at
        start = self.lines[min(line, len(self.lines)) - 1]
        return Position(start.file, start.line, start.column + column - 1)

    @property
    def text(self) -> str:
        """The value as text (`3` → "3", nothing → "")."""
        if self.value is None:
            return ""
        if self.value is True:
            return "yes"
        if self.value is False:
            return "no"
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A YAML list."""

    items: tuple[Node, ...]
    at: Position
    pack: str = ""

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Mapping:
    """A YAML mapping, in the order of the file; `keys` has the position of every key."""

    entries: dict[str, Node]
    keys: dict[str, Position]
    at: Position
    pack: str = ""
    integer_keys: frozenset[str] = field(default_factory=frozenset)  # keys written as plain integers (`{2: 3}`)

    def get(self, key: str) -> Node | None:
        return self.entries.get(key)

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def items(self) -> Iterator[tuple[str, Node]]:
        return iter(self.entries.items())


Node = Scalar | Sequence | Mapping


def size_of(node: Node | None) -> int:
    """How many values a tree has, itself among them."""
    if isinstance(node, Sequence):
        return 1 + sum(size_of(item) for item in node.items)
    if isinstance(node, Mapping):
        return 1 + sum(size_of(item) for item in node.entries.values())
    return 0 if node is None else 1
