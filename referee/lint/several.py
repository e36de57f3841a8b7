"""W0472: a change of a choice that is written without its procedure, where several procedures have one of that name."""

from __future__ import annotations

from collections.abc import Iterable

from referee.language.build import Ruleset
from referee.language.codes import CODES
from referee.lint.trees import choices
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Changes that meet several choices, each once."""
    steps: dict[str, dict[str, Position]] = {}  # name of a choice → its whole names, with their places
    for choice in choices(ruleset):
        step = choice.step.partition(".")[0]
        steps.setdefault(step.rpartition("/")[2], {}).setdefault(step, choice.at)
    for wrap in ruleset.stack.wraps:
        met = steps.get(wrap.target, {})
        if wrap.op.startswith("option_") and len(met) > 1:
            names = ", ".join(f"`{step}`" for step in met)
            hint = f"to change one, name it whole: `option_in: {next(iter(met))}`"
            arguments = (("word", wrap.target), ("steps", names))
            yield Diagnostic(CODES["W0472"], wrap.named, arguments, len(wrap.target), hint, tuple(met.values()))
