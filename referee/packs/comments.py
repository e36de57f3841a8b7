"""What the files of packs say about a declaration in a comment, for people who look for something to change."""

from __future__ import annotations

from collections.abc import Iterable

from referee.packs.model import Pack
from referee.packs.node import Position


class Comments:
    """The comments of the files of some packs."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        self._files = {f"{pack.path}/{name}": data for pack in packs for name, data in pack.files.items()}
        self._lines: dict[str, list[str]] = {}

    def of(self, at: Position) -> str:
        """The comment of the declaration that begins at a place: above it, and behind it in its line; "" for none.

        A comment above several declarations that stand together is a heading of them all, and none of the first.
        """
        lines = self._of_file(at.file)
        if not 0 < at.line <= len(lines):
            return ""
        parts = [_above(lines, at.line - 1), _behind(lines[at.line - 1])]
        return "; ".join(part for part in parts if part)

    def _of_file(self, file: str) -> list[str]:
        if file not in self._lines:
            self._lines[file] = self._files.get(file, b"").decode("utf-8", errors="replace").splitlines()
        return self._lines[file]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _above(lines: list[str], row: int) -> str:
    """The comment in the lines right above a row, if no sister of the row follows before an empty line."""
    depth = _indent(lines[row])
    first = row
    while first > 0 and lines[first - 1].lstrip().startswith("#") and _indent(lines[first - 1]) == depth:
        first -= 1
    for line in lines[row + 1 :]:
        if not line.strip() or _indent(line) < depth:
            break
        if _indent(line) == depth and not line.lstrip().startswith("#"):
            return ""
    return " ".join(line.strip().lstrip("#").strip() for line in lines[first:row])


def _behind(line: str) -> str:
    """The comment at the end of a line."""
    quote = ""
    for place, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"" and (place == 0 or line[place - 1] in " [{,:"):
            quote = character
        elif character == "#" and place > 0 and line[place - 1] == " " and line[:place].strip():
            return line[place + 1 :].strip()
    return ""
