"""Every line of a ledger has its scenario, and no scenario names so many that it hides which of them it tests."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from referee.packs import load_stack
from tests.rules.ledgers import CONTENT, PACKS, lines, suite

MOST = 3  # lines that one scenario may name
OWN = ("own", "inferred", "reconstructed")  # words in front of what no document says
DOCUMENT = re.compile(r"\b([A-Z][A-Z0-9]+(?:-[A-Z0-9]+)*)\b")
NUMBERED = re.compile(r"(S\d{3})-0*(\d+)")


@pytest.mark.parametrize("pack", PACKS)
def test_every_line_is_covered(pack: str) -> None:
    assert suite(pack).uncovered() == []


@pytest.mark.parametrize("pack", PACKS)
def test_no_scenario_names_more_than_three_lines(pack: str) -> None:
    named = {scenario.id: [line for line, _ in scenario.covers] for scenario in suite(pack).scenarios}
    assert {scenario: names for scenario, names in named.items() if len(names) > MOST} == {}
    assert {scenario: names for scenario, names in named.items() if len(set(names)) < len(names)} == {}


@pytest.mark.parametrize("pack", PACKS)
def test_the_scenarios_name_lines_that_there_are(pack: str) -> None:
    assert [str(finding) for finding in suite(pack).findings] == []


@pytest.mark.parametrize("pack", PACKS)
def test_every_line_stands_once_and_says_something(pack: str) -> None:
    twice = [line for line, count in Counter(line.id for line in lines(pack)).items() if count > 1]
    assert twice == []
    assert [line.id for line in lines(pack) if len(line.rule) < 10] == []


@pytest.mark.parametrize("pack", PACKS)
def test_the_source_of_every_line_is_one_of_the_pack(pack: str) -> None:
    known = {name for one in load_stack([str(CONTENT / pack)]).packs for name in one.sources or ()}
    strange = {line.id: line.source for line in lines(pack) if not stands(line.source, known)}
    assert strange == {}


@pytest.mark.parametrize("pack", PACKS)
def test_a_line_of_a_document_has_its_number(pack: str) -> None:
    wrong = [
        line.id
        for line in lines(pack)
        if (found := NUMBERED.fullmatch(line.id)) and line.source != f"{found[1]} no. {found[2]}"
    ]
    assert wrong == []


def stands(source: str, known: set[str]) -> bool:
    """Whether a source names documents of the pack only, or says that there is none."""
    named = DOCUMENT.findall(source)
    return (bool(named) or source.startswith(OWN)) and known.issuperset(named)
