"""Which nodes of a stack have a fault, so that nothing is said about them that may only follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.salvage import WORD

TWICE = "E0103"  # of a key that stands twice nobody knows which is meant


class Damage:
    """The places of errors, and others of which nothing more should be said."""

    def __init__(self, findings: Iterable[Diagnostic] = (), more: Iterable[Position] = ()) -> None:
        findings = list(findings)
        self._at = {*(each.at for each in findings if each.severity == "error"), *more}
        self._at |= {at for each in findings if each.code.code == TWICE for at in each.related}

    def __bool__(self) -> bool:
        return bool(self._at)

    def hits(self, node: Node | None, *more: Position) -> bool:
        """Whether an error lies in a node, or at one of the further places (where its name stands, say)."""
        if not self._at:
            return False
        return any(at in self._at for at in more) or node is not None and any(at in self._at for at in _places(node))


def _places(node: Node) -> Iterator[Position]:
    yield node.at
    if isinstance(node, Mapping):
        yield from node.keys.values()
        for each in node.entries.values():
            yield from _places(each)
    elif isinstance(node, Sequence):
        for each in node.items:
            yield from _places(each)


def words_in(node: Node) -> Iterator[str]:
    """Every word of a node, keys among them: what may be declared there."""
    if isinstance(node, Scalar):
        yield from WORD.findall(node.text)
    elif isinstance(node, Sequence):
        for each in node.items:
            yield from words_in(each)
    else:
        for key, value in node.items():
            yield from WORD.findall(key)
            yield from words_in(value)
