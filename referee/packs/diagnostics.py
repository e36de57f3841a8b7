"""Findings about a pack: what, where, what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.packs.node import Position


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. `message` is a format string over the finding's arguments; `page` says how to mend it."""

    code: str
    title: str
    message: str
    page: str

    @property
    def severity(self) -> str:
        return {"E": "error", "W": "warning"}[self.code[0]]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `width` is the number of characters to underline; `arguments` fill the message of its code."""

    code: Code
    at: Position
    arguments: tuple[tuple[str, str], ...] = ()
    width: int = 1
    hint: str = ""
    related: tuple[Position, ...] = ()

    @property
    def message(self) -> str:
        return self.code.message.format(**dict(self.arguments))

    @property
    def severity(self) -> str:
        return self.code.severity

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.at}: {self.severity}[{self.code.code}] {self.message}{hint}"


class PackInvalid(Exception):
    """A stack of packs can't be used; `diagnostics` has every finding, in the order of the files."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))
