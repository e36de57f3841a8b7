"""Leaves out what only follows from other findings of the same packs: mend those, and it is gone."""

from __future__ import annotations

from referee.packs.diagnostics import Diagnostic
from referee.packs.findings import Findings

# What is said about a name that nothing has: it may stand where nothing can be read.
UNKNOWN = frozenset(("E0120", "E0121", "E0140", "E0145", "E0150", "E0164"))
# What can't be said without a pack that the stack should have.
OF_OTHERS = UNKNOWN | {"E0151", "E0161", "E0162", "E0163"}


def without_echoes(report: Findings, heads: frozenset[str]) -> list[Diagnostic]:
    """The findings that tell a cause. `heads` are the names that sections may have in every stack."""
    kept: list[Diagnostic] = []
    for each in report.all:
        arguments = dict(each.arguments)
        word = arguments.get("name", arguments.get("key", "")).removeprefix("^")
        number = each.code.code
        misspelt_head = number == "E0120" and any(f"`{name}`" in each.hint for name in heads)
        if number in UNKNOWN and word in report.unread:
            continue
        if number == "E0145" and arguments["kind"] in report.nameless:
            continue
        if report.incomplete and number in OF_OTHERS and not misspelt_head:
            continue
        kept.append(each)
    causes = any(each.severity == "error" for each in kept)
    return kept if causes else list(report.all)  # never nothing, where something is wrong
