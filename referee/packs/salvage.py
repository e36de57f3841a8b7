"""What can be read of a file with a fault in its YAML: every section but the faulty one."""

from __future__ import annotations

import re

from referee.packs import limits
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node
from referee.packs.reader import read_yaml
from referee.packs.spots import split_lines

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
SYNTAX = ("E0101", "E0102", "E0105", "E0111")  # a fault of these may leave the file without any tree
MOST_SECTIONS = 100
_SECTION = re.compile(r"[A-Za-z_]")  # what begins at the left edge begins a section


def read_file(
    data: bytes, file: str, pack: str = "", most: int = limits.NODES
) -> tuple[Node | None, list[Diagnostic], frozenset[str]]:
    """The tree of a YAML file, everything found wrong in reading it, and the words that stand where it can't be read.

    As `read_yaml`, but a fault of the YAML hides its own section only: whoever looks for a name that is declared there
    finds it among the words.
    """
    root, findings = read_yaml(data, file, pack, most)
    if root is not None or not findings or findings[0].code.code not in SYNTAX:
        return root, findings, frozenset()
    lines = split_lines(data.decode("utf-8").removeprefix("\ufeff"))
    starts = [number for number, line in enumerate(lines) if _SECTION.match(line)][:MOST_SECTIONS]
    whole: Mapping | None = None
    found: list[Diagnostic] = []
    words: set[str] = set()
    for number, start in enumerate(starts):
        part = lines[start : starts[number + 1] if number + 1 < len(starts) else len(lines)]
        text = "\n" * start + "\n".join(part)
        node, wrong = read_yaml(text.encode(), file, pack, most)
        found.extend(wrong)
        if isinstance(node, Mapping):
            whole = _joined(whole, node)
        else:
            words.update(WORD.findall(text))
    if not words:  # each section can be read, but not the whole
        return None, findings, frozenset(WORD.findall(data.decode("utf-8")))
    return whole, found[: limits.FINDINGS_PER_FILE], frozenset(words)


def _joined(whole: Mapping | None, part: Mapping) -> Mapping:
    if whole is None:
        return part
    return Mapping({**part.entries, **whole.entries}, {**part.keys, **whole.keys}, whole.at, whole.pack)
