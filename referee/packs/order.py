"""The order of a section that stands in several files: by what its parts begin with, never by the files' names.

The order of declarations counts (of the options that a player sees, of triggers, of the set-up), and renaming a file
changes no rule. `pack.yaml` comes first; within a file everything stays in the order written.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.packs.node import Mapping, Node, Scalar
from referee.packs.reader import TEXT_KEYS


def in_order(documents: Iterable[Mapping], section: str) -> list[Mapping]:
    """The documents that have a section, in the order in which they add to it."""
    having = [root for root in documents if section in root.entries]
    return sorted(having, key=lambda root: "" if _is_head(root) else " " + _beginning(root.entries[section]))


def sections_of(documents: Iterable[Mapping]) -> list[str]:
    """The names of all sections, in an order that no name of a file decides."""
    return sorted({section for root in documents for section in root.entries})


def _is_head(root: Mapping) -> bool:
    return root.at.file.rpartition("/")[2] == "pack.yaml"


def _beginning(node: Node) -> str:
    """What a part of a section begins with: the first name declared, or the first row without its texts."""
    if isinstance(node, Mapping):
        return next(iter(node.entries), "")
    if isinstance(node, Scalar):
        return node.text
    first = next(iter(node), None)
    name = first.get("id") if isinstance(first, Mapping) else None
    return name.text if isinstance(name, Scalar) else _row(first)


def _row(node: Node | None) -> str:
    """A row in short, blind to texts, layout and comments."""
    if node is None:
        return ""
    if isinstance(node, Scalar):
        lines = [line for line in node.text.splitlines() if not line.lstrip().startswith("#")]
        return " ".join(" ".join(lines).split())
    if isinstance(node, Mapping):
        return " ".join(f"{key} {_row(value)}" for key, value in sorted(node.items()) if key not in TEXT_KEYS)
    return " ".join(_row(each) for each in node)
