"""How often each word stands in the packs, where players don't read it."""

from __future__ import annotations

import re

from referee.language.build import Ruleset
from referee.packs.node import Mapping, Node, Scalar, Sequence

WORD = re.compile(r"[a-z_][a-z0-9_]*")
SILENT = frozenset({"says", "name", "plural", "source", "because", "status", "note", "allow", "title", "provenance"})


class Words:
    """How often each word stands in the packs, and in its own declaration."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._all: dict[str, int] = {}
        for pack in ruleset.stack.packs:
            for document in pack.documents:
                _count(document, self._all)
        self._sections = {name: node for name, node in ruleset.stack.sections.items() if isinstance(node, Mapping)}

    def count(self, word: str) -> int:
        """How often a word stands in them all."""
        return self._all.get(word, 0)

    def elsewhere(self, section: str, word: str) -> bool:
        """Does anything but its declaration mention a word?"""
        own: dict[str, int] = {}
        node = self._sections.get(section)
        body = node.get(word) if node is not None else None
        if body is not None:
            _count(body, own)
            own[word] = own.get(word, 0) + 1
        elif section == "groups":
            own[word] = 1  # the singular of a group stands once in its declaration
        return self.count(word) > own.get(word, 0)


def _count(node: Node, found: dict[str, int]) -> None:
    if isinstance(node, Scalar):
        if isinstance(node.value, str):
            for word in WORD.findall(node.value):
                found[word] = found.get(word, 0) + 1
    elif isinstance(node, Sequence):
        for item in node.items:
            _count(item, found)
    else:
        for key, item in node.items():
            if key in SILENT:
                continue
            for word in WORD.findall(key):
                found[word] = found.get(word, 0) + 1
            _count(item, found)
