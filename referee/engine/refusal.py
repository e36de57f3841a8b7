"""Refusals: a choice that isn't possible, with the reason."""

from __future__ import annotations

from referee.engine import records as r
from referee.language.text import Arg, Text


class Illegal(Exception):
    """A choice that isn't possible, with the reason."""

    def __init__(self, refusal: r.Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"{refusal.reason}: {refusal.option}")


def refuse(reason: str, *, choice: int = 0, option: str = "", detail: str = "", args: tuple[Arg, ...] = ()) -> Illegal:
    """A refusal with the text of its reason."""
    key = f"engine/refused.{reason.lower()}{detail}"
    return Illegal(r.Refusal(reason, Text(key, args), choice, option))


NOT_OFFERED = r.Refusal("NOT_OFFERED", Text("engine/refused.not_offered"))  # the same for every unknown choice
