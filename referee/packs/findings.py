"""Collects findings, each once, up to a bound."""

from __future__ import annotations

from collections.abc import Iterable

from referee.packs.codes import code
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position

MOST = 1_000


class Findings:
    """The findings of one stack, in the order they were made; the same finding is kept once."""

    def __init__(self) -> None:
        self.all: list[Diagnostic] = []
        self._seen: set[tuple[str, Position, tuple[tuple[str, str], ...]]] = set()

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
        self.extend([Diagnostic(code(number), at, tuple(arguments.items()), width, hint, related)])

    def extend(self, more: Iterable[Diagnostic]) -> None:
        for each in more:
            key = (each.code.code, each.at, each.arguments)
            if key not in self._seen and len(self.all) < MOST:
                self._seen.add(key)
                self.all.append(each)
