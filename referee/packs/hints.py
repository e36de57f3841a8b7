"""What was probably meant where that takes a look at the whole stack, not only at the place of the finding."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from dataclasses import replace

from referee.packs.access import base_name
from referee.packs.diagnostics import Diagnostic
from referee.packs.draft import Draft
from referee.packs.findings import Findings
from referee.packs.node import Mapping
from referee.packs.spelling import closest, suggestion

MOST = 20  # findings that are looked at
SHAPE = "E0125"
OF_A_KIND = "KIND/ID"


def add_hints(report: Findings, draft: Draft, entries: Dict[str, Dict[str, Mapping]]) -> None:
    """Gives findings about names of the wrong form a hint: an entry without its kind, a choice for a procedure."""
    left = MOST
    for number, each in enumerate(report.all):
        if each.code.code == SHAPE and left:
            left -= 1
            report.all[number] = _hinted(each, draft, entries)


def _hinted(finding: Diagnostic, draft: Draft, entries: Dict[str, Dict[str, Mapping]]) -> Diagnostic:
    arguments = dict(finding.arguments)
    value, expected = arguments["value"], arguments["expected"]
    hint = ""
    if expected == OF_A_KIND and "/" not in value:
        whole = {f"{kind}/{name}": name for kind, all_of in entries.items() for name in all_of}
        named = [each for each, name in whole.items() if name == value]
        near = closest(value, whole.values(), slips_only=True)
        hint = suggestion(named or [each for each, name in whole.items() if name in near])
    elif "/" in value and not value.startswith("/"):
        procedure = value.split("/")[0]
        if procedure in map(base_name, draft.named["procedures"]):
            hint = f"to change a choice, write `option_in: {value}`; its procedure is `{procedure}`"
    return replace(finding, hint=hint) if hint and not finding.hint else finding
