"""Leaves out findings that only follow from others: mend the cause, and they are gone."""

from __future__ import annotations

from collections.abc import Sequence

from referee.packs.diagnostics import Diagnostic

HEAD = "pack.yaml"
READING = ("E010", "E011")  # a file or a part of it can't be read
UNREADABLE = frozenset(("E0102", "E0201", "E0202", "E0203", "E0204"))  # an effect, which therefore is missing
NO_PACK = "E0131"
NOT_UNDERSTOOD = "E0201"
CUT_OFF = "E0102"
NO_VALUE = "E0227"
INCOMPLETE = frozenset(("E0403", "E0441"))  # something is missing: a decision, a way to the end


def causes(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings without those that only follow from others, in the same order.

    A pack is no pack, and has no `main`, because its head isn't YAML; a loop has no decision, because the procedure
    that asks can't be read; a text is no effect, because YAML cut it; and a thing that is wrong to its reader is wrong
    once more to whoever looks for what it means.
    """
    heads = {each.at.file for each in findings if each.at.file.endswith(HEAD) and each.code.code.startswith(READING)}
    incomplete = any(each.code.code in UNREADABLE or each.code.code == NO_PACK for each in findings)
    declared = {each.at for each in findings if each.code.code.startswith("E01")}
    cut = {(each.at.file, each.at.line) for each in findings if each.code.code == CUT_OFF}

    def follows(finding: Diagnostic) -> bool:
        code, at = finding.code.code, finding.at
        return (
            (code == NO_PACK and at.file in heads)
            or (code == NO_VALUE and bool(heads) and ("word", "seats") in finding.arguments)  # the head tells them
            or (code in INCOMPLETE and incomplete)
            or (code == NOT_UNDERSTOOD and (at.file, at.line) in cut)
            or (code.startswith("E02") and at in declared)
        )

    return [each for each in findings if not follows(each)]
