"""Which options may reach a barrier: something new is shown or drawn there, so nobody may take the move back."""

from __future__ import annotations

import random
import re

from referee.engine.core import Core, Raw, RulesFault, State, answer, asks
from referee.engine.layout import BARRIER, EVERYONE, FRAME, SEALED, TO_OTHERS, Layout
from referee.language.knowledge import Knowledge
from referee.language.visibility import Visibility

TELLS = re.compile(r"\b(?:draw|draw_row|refill|replenish|reveal|roll|shuffle)\(")
"""Calls of the functions of `runtime.piles` that are or may be barriers whatever lies where."""


class Barriers:
    """Finds the barriers of one program."""

    def __init__(self, core: Core) -> None:
        self._core = core
        look, model = Visibility(core.ruleset.context), core.ruleset.model
        lines = (*model.score_lines, *model.tie_breaks)
        self._secret_scores = any(look.reads(line.points, Knowledge()) for line in lines)  # the end shows something
        self._any = self._secret_scores or may_tell(core.layout, core.code.source)

    def reaches(self, S: State, seat: int, raw: Raw) -> bool:
        """May this option's effect reach a barrier before the next decision, one that tells the mover something?

        It is tried out on a copy: up to the first barrier an effect depends only on what the mover sees, since
        reading anything else is a barrier by itself. For an argument its ends are tried.
        """
        if S[SEALED] is not None:
            return True
        if not self._any:
            return False
        for one in ends(raw):
            try:
                after = self._core.advance(S, seat, one)
                if after[BARRIER] not in (0, TO_OTHERS) or (after[FRAME] is None and self._secret_scores):
                    return True
            except RulesFault:
                return True
        return False


def may_tell(layout: Layout, source: str) -> bool:
    """May any effect of a program's source be a barrier? Not where nothing is hidden, random or answered in secret."""
    return (
        any(level != EVERYONE for level in layout.level)
        or f"S[{BARRIER}]" in source
        or TELLS.search(source) is not None
    )


def ends(raw: Raw) -> list[Raw]:
    """A listed choice with the least and the most of its argument; a full choice is its own."""
    if not asks(raw):
        return [raw]
    form, rest = raw[-1], raw[:-1]
    if form[0] == "n":
        return [(*rest, form[1]), (*rest, form[2])]
    if form[0] == "p":
        return [(*rest, form[1][: form[2]]), (*rest, form[1][len(form[1]) - form[3] :])]
    if form[0] == "o":
        return [(*rest, form[1])]
    return [(*rest, answer(form, random.Random(seed))) for seed in range(2)]
