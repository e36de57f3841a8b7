"""Collecting findings while a ruleset is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from referee.language.codes import CODES
from referee.packs.damage import Damage
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Node, Position
from referee.packs.spelling import did_you_mean


class Findings:
    """All findings of one reading, in the order found.

    `damage` is where the packs themselves have errors, `unread` the words that stand where they can't be read.
    """

    def __init__(self, damage: Damage | None = None, unread: Iterable[str] = ()) -> None:
        self.all: list[Diagnostic] = []
        self.damage = damage or Damage()
        self.unread = frozenset(unread)
        self.doubtful: set[str] = set()  # what is declared, but with a fault: nothing is said about its use
        self.open_words = False  # an enumeration or an entry has a fault: nobody knows what words there are
        self.count = 0  # of everything found wrong, also what isn't reported again
        self._seen: set[tuple[str, Position, tuple[tuple[str, str], ...]]] = set()

    def add(
        self,
        code: str,
        at: Position,
        width: int = 1,
        *,
        hint: str = "",
        related: Iterable[Position] = (),
        **arguments: object,
    ) -> None:
        """Record a finding once, however many times the same effect is read."""
        self.record(code, at, width, hint, related, arguments)

    def record(
        self,
        code: str,
        at: Position,
        width: int,
        hint: str,
        related: Iterable[Position],
        arguments: dict[str, object],
    ) -> None:
        """`add` with the arguments in a dictionary."""
        self.count += 1
        filled = tuple((name, str(value)) for name, value in arguments.items())
        key = (code, at, filled)
        if key in self._seen:
            return
        self._seen.add(key)
        self.all.append(Diagnostic(CODES[code], at, filled, width, hint, tuple(related)))

    def unknown(self, code: str, at: Position, word: str, known: Iterable[str], **arguments: object) -> None:
        """An unknown word, with the closest known ones as hint. One that may be declared where nothing can be read,
        or is declared with a fault, isn't reported.
        """
        self.count += 1
        hidden = word in self.unread or word in self.doubtful or self.open_words and code == "E0210"
        if not hidden:
            self.record(code, at, len(word) or 1, did_you_mean(word, known), (), {"word": word, **arguments})

    def hidden(self, words: Iterable[str]) -> bool:
        """Whether one of these words may be declared where nothing can be read, or with a fault."""
        hidden = any(word in self.unread or word in self.doubtful for word in words)
        self.count += hidden
        return hidden

    @contextmanager
    def declaring(self, name: str, node: Node | None, at: Position) -> Iterator[None]:
        """While a declaration is read: one with a fault is doubtful."""
        before = self.count
        yield
        if self.count > before or self.damage.hits(node, at):
            self.doubtful.add(name)

    @property
    def failed(self) -> bool:
        return bool(self.damage) or any(d.severity == "error" for d in self.all)
