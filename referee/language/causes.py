"""Leaves out findings of the language that only follow from what is wrong with the YAML."""

from __future__ import annotations

from collections.abc import Sequence

from referee.packs.diagnostics import Diagnostic

NOT_UNDERSTOOD = "E0201"
CUT_OFF = "E0102"


def causes(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, each once, without those that only follow from others, in the same order.

    A text is no effect, because YAML cut it; and a thing that is wrong to its reader is wrong once more to whoever
    looks for what it means.
    """
    declared = {each.at for each in findings if each.code.code.startswith("E01")}
    cut = {(each.at.file, each.at.line) for each in findings if each.code.code == CUT_OFF}

    def follows(finding: Diagnostic) -> bool:
        code, at = finding.code.code, finding.at
        return (code == NOT_UNDERSTOOD and (at.file, at.line) in cut) or (code.startswith("E02") and at in declared)

    return [each for each in dict.fromkeys(findings) if not follows(each)]
