"""Warnings about a ruleset: what works, but probably isn't meant so. One module per check, each with a stable code.

Each module has `run(ruleset) -> Iterable[Diagnostic]`: it doesn't print, count or exit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.language.build import Ruleset
from referee.lint import both_set, holes, idle, lacking, many, nothing, one_of, several, telling, texts, unused
from referee.lint.allowing import Allowances
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position

Check = Callable[[Ruleset], Iterable[Diagnostic]]
CHECKS: tuple[Check, ...] = (
    nothing.run,
    both_set.run,
    many.run,
    unused.run,
    texts.run,
    holes.run,
    idle.run,
    telling.run,
    several.run,
    lacking.run,
    one_of.run,
)


@dataclass(frozen=True, slots=True)
class Allowed:
    """A warning that its pack allows: the reason, and where that stands."""

    finding: Diagnostic
    reason: str
    at: Position


@dataclass(frozen=True, slots=True)
class LintResult:
    """Warnings in the order of the files, and those that the packs allow."""

    findings: tuple[Diagnostic, ...]
    allowed: tuple[Allowed, ...]


def run_all(ruleset: Ruleset) -> LintResult:
    """All warnings about a ruleset, those of loading it among them."""
    found = dict.fromkeys(ruleset.warnings)
    for check in CHECKS:
        found.update(dict.fromkeys(check(ruleset)))
    allowances = Allowances(ruleset.stack)
    open_: list[Diagnostic] = []
    allowed: list[Allowed] = []
    for finding in sorted(found, key=lambda one: (one.at, one.code.code)):
        reason = allowances.reason(finding)
        if reason is None:
            open_.append(finding)
        else:
            allowed.append(Allowed(finding, reason.text, reason.at))
    return LintResult(tuple(open_), tuple(allowed))


__all__ = ["CHECKS", "Allowed", "Check", "LintResult", "run_all"]
