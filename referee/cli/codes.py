"""Every code of every finding, wherever it is declared."""

from __future__ import annotations

from referee.packs.diagnostics import Code


def all_codes() -> dict[str, Code]:
    """All codes by their number, sorted."""
    from referee.lab.scenario_codes import CODES as scenarios
    from referee.language.codes import CODES as language
    from referee.packs.codes import CODES as packs

    tables = (packs, language, scenarios)
    return dict(sorted((number, code) for table in tables for number, code in table.items()))
