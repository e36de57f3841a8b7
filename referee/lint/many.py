"""W0461: a choice of so many options that a player loses the overview."""

from __future__ import annotations

from collections.abc import Iterable

from referee.language.build import Ruleset
from referee.language.sizes import Sizes
from referee.lint.trees import choices, finding
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position

MOST = 100


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Choices that can have more options than that, by the sizes of their sets."""
    sizes = Sizes(ruleset.context)
    most: dict[Position, int] = {}
    for choice in choices(ruleset):
        count = sum(sizes.option(option) for option in choice.options)
        most[choice.at] = max(count, most.get(choice.at, 0))
    for at, count in most.items():
        if count > MOST and at.line:
            yield finding("W0461", at, len("choose"), count=count)
