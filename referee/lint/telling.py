"""W0610: a step that depends on hidden contents and is seen by all tells something about them."""

from __future__ import annotations

from collections.abc import Iterable

from referee.language.build import Ruleset
from referee.lint.trees import finding
from referee.packs.diagnostics import Diagnostic


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """What the walk of the language has found on its way."""
    for at, what in ruleset.context.tells.items():
        if at.line:
            yield finding("W0610", at, what=what)
