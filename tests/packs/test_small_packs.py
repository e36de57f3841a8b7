"""The small packs load without a finding and speak two languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.language import build_ruleset
from referee.language.describe import texts_of
from referee.packs import load_stack
from referee.texts import status

HERE = Path(__file__).parent
NAMES = ("tic_tac_toe", "connect_four", "othello", "auction")


@pytest.mark.parametrize("name", NAMES)
def test_loads_without_a_finding(name: str) -> None:
    stack = load_stack([str(HERE / name)])
    assert [str(finding) for finding in stack.diagnostics] == []
    assert build_ruleset(stack).min_seats == 2


@pytest.mark.parametrize("name", NAMES)
def test_spanish_is_complete(name: str) -> None:
    rules = build_ruleset(load_stack([str(HERE / name)]))
    (spanish,) = status(texts_of(rules.model), {"es": (HERE / name / "texts" / "es.po").read_bytes()})
    assert (spanish.missing, spanish.fuzzy, spanish.obsolete, spanish.problems) == (0, 0, 0, ())
