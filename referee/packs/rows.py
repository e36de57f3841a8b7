"""What a row of the set-up or of the scoring is called in changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.packs.access import text_of
from referee.packs.node import Mapping, Node


def names_of(rows: Sequence[Node]) -> list[str]:
    """The name of each row: its `id`; else the place or value that it is of, if no other row has that name; or ""."""
    given = [_text(row, "id") for row in rows]
    own = [name or _text(row, "place") or _text(row, "value") for name, row in zip(given, rows, strict=True)]
    count = Counter(own)
    return [name or (other if count[other] == 1 else "") for name, other in zip(given, own, strict=True)]


def unnamed(rows: Sequence[Node], name: str) -> int:
    """How many rows are of a place or value of this name, and have no name because they are several."""
    return sum(name in (_text(row, "place"), _text(row, "value")) for row in rows if not _text(row, "id"))


def _text(row: Node, key: str) -> str:
    return text_of(row.get(key)) if isinstance(row, Mapping) else ""
