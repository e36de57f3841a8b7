"""A name that isn't there because an earlier pack has taken it away: the finding says so, and shows where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.language.blame import UNKNOWN
from referee.packs import Stack
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position


def with_removals(findings: Iterable[Diagnostic], stack: Stack) -> list[Diagnostic]:
    """The findings; those about a name that a change has removed show that change."""
    removed: dict[str, Position] = {}
    for change in stack.changes:
        if change.op == "remove":
            removed[(change.field or change.target).rpartition("/")[2]] = change.at
    return [_shown(each, removed) for each in findings]


def _shown(finding: Diagnostic, removed: dict[str, Position]) -> Diagnostic:
    word = dict(finding.arguments).get(UNKNOWN.get(finding.code.code, ""), "")
    at = removed.get(word)
    if at is None or at in finding.related:
        return finding
    return replace(finding, hint=f"it was removed at {at}", related=(*finding.related, at))
