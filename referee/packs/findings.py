"""Collects findings, each once, up to a bound."""

from __future__ import annotations

from collections.abc import Iterable

from referee.packs import limits
from referee.packs.codes import code
from referee.packs.damage import Damage, words_in
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Node, Position
from referee.packs.spelling import did_you_mean


class Findings:
    """The findings of one stack, in the order they were made; the same finding is kept once."""

    def __init__(self) -> None:
        self.nodes = 0  # values read so far
        self.unread: set[str] = set()  # words that stand where nothing can be read: what they name isn't known
        self.set_aside: set[str] = set()  # words of what the chosen options leave out
        self.all: list[Diagnostic] = []
        self.hurt: set[Position] = set()  # further places of which nothing more should be said
        self.misplaced: set[Position] = set()  # keys that are no declarations where they stand
        self.nameless: set[str] = set()  # kinds with an entry that doesn't say its name
        self.incomplete = False  # a pack of the stack is missing, so nothing can be said about names
        self._seen: set[tuple[str, Position, tuple[tuple[str, str], ...]]] = set()
        self._damage: tuple[int, Damage] | None = None
        self._compared = 0  # words looked at for guesses

    def add(
        self,
        number: str,
        at: Position,
        *,
        width: int = 1,
        hint: str = "",
        related: tuple[Position, ...] = (),
        **arguments: str,
    ) -> None:
        """Reports a finding by the number of its code; `arguments` fill its message."""
        short = tuple((name, _short(text)) for name, text in arguments.items())
        self.extend([Diagnostic(code(number), at, short, min(width, limits.ARGUMENT), hint, related)])

    def lose(self, node: Node, name: str = "") -> None:
        """Notes that a node isn't read, because something about it is wrong: what it declares isn't known.

        `name` is what is said to be unknown itself.
        """
        self.unread.update(word for word in words_in(node) if word != name)

    def leave_out(self, node: Node, name: str = "") -> None:
        """Notes that a node, declared as `name`, isn't in force under the chosen options: its words are of use."""
        self.set_aside.update([name] if name else (), words_in(node))

    def damage(self) -> Damage:
        """Where something is wrong so far."""
        size = len(self.all) + len(self.hurt)
        if self._damage is None or self._damage[0] != size:
            self._damage = (size, Damage(self.all, self.hurt))
        return self._damage[1]

    def guess(self, word: str, known: Iterable[str]) -> str:
        """A hint naming the closest known word; none when there are so many findings that nobody would read it."""
        if len(self.all) >= limits.FINDINGS or self._compared >= limits.COMPARED:
            return ""
        words = list(known)
        self._compared += len(words)
        return did_you_mean(word, words)

    def extend(self, more: Iterable[Diagnostic]) -> None:
        for each in more:
            key = (each.code.code, each.at, each.arguments)
            if key not in self._seen and len(self.all) < limits.FINDINGS:
                self._seen.add(key)
                self.all.append(each)


def _short(text: str) -> str:
    return text if len(text) <= limits.ARGUMENT else text[: limits.ARGUMENT - 1] + "…"
