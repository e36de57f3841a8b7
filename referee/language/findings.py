"""Collecting findings while a ruleset is read."""

from __future__ import annotations

from collections.abc import Iterable

from referee.language.codes import CODES
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position
from referee.packs.spelling import did_you_mean


class Findings:
    """All findings of one reading, in the order found."""

    def __init__(self) -> None:
        self.all: list[Diagnostic] = []
        self.broken = False  # the packs themselves have errors
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
        filled = tuple((name, str(value)) for name, value in arguments.items())
        key = (code, at, filled)
        if key in self._seen:
            return
        self._seen.add(key)
        self.all.append(Diagnostic(CODES[code], at, filled, width, hint, tuple(related)))

    def unknown(self, code: str, at: Position, word: str, known: Iterable[str], **arguments: object) -> None:
        """An unknown word, with the closest known one as hint."""
        self.record(code, at, len(word), did_you_mean(word, known), (), {"word": word, **arguments})

    @property
    def failed(self) -> bool:
        return self.broken or any(d.severity == "error" for d in self.all)
