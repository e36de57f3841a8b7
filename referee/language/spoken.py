"""Which words stand at a place of a stack's files: in its line, in the text around it, and where it is declared."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.packs import Stack
from referee.packs.access import base_name, text_of
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.spots import split_lines

WORD = re.compile(r"[a-z]\w*")


class Texts:
    """The texts of a stack's files, and what words they have."""

    def __init__(self, stack: Stack) -> None:
        self._packs = {f"{pack.path}/{name}": pack for pack in stack.packs for name in pack.files}
        self._lines: dict[str, list[str]] = {}
        self._scalars: dict[str, list[Scalar]] = {}
        self._names: dict[str, list[tuple[Position, str]]] = {}

    def pack_of(self, finding: Diagnostic) -> str:
        """The id of the pack in which something is found; "" for none."""
        pack = self._packs.get(finding.at.file)
        return pack.id if pack is not None else ""

    def words(self, finding: Diagnostic) -> Iterator[set[str]]:
        """The words of a finding and of the line where it is; those of the whole text that the line is in; the name
        of the declaration.
        """
        file, line = finding.at.file, finding.at.line
        pack = self._packs.get(file)
        if pack is None:
            return
        if file not in self._lines:
            data = pack.files[file.removeprefix(f"{pack.path}/")]
            self._lines[file] = split_lines(data.decode("utf-8", "replace"))
            documents = [document for document in pack.documents if document.at.file == file]
            self._scalars[file] = [each for document in documents for each in _texts_in(document)]
            self._names[file] = [each for document in documents for each in _declared(document)]
        lines = self._lines[file]
        said = [text for _, text in finding.arguments]
        yield set(WORD.findall(" ".join([*said, lines[line - 1] if line <= len(lines) else ""])))
        for each in self._scalars[file]:
            if each.lines[0].line <= line <= each.lines[-1].line:
                yield set(WORD.findall(each.text))
        before = [each for each in self._names[file] if each[0] <= finding.at]
        if before:
            yield {max(before)[1]}


def _declared(document: Mapping) -> Iterator[tuple[Position, str]]:
    """The names that a file declares, with their places."""
    for section in document.entries.values():
        for key, at in section.keys.items() if isinstance(section, Mapping) else ():
            yield at, base_name(key)
        for row in section.items if isinstance(section, Sequence) else ():
            yield row.at, text_of(row.get("id") if isinstance(row, Mapping) else None)


def _texts_in(node: Node) -> Iterator[Scalar]:
    """The texts of a node that go over several lines."""
    if isinstance(node, Scalar):
        if len(node.lines) > 1:
            yield node
        return
    for each in node.items if isinstance(node, Sequence) else node.entries.values():
        yield from _texts_in(each)
