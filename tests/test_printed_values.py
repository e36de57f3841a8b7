"""Owners of the printed game can correct values: the page's pack checks, tests, plays, and says what it set right."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.programs import referee

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "referee" / "docs" / "tutorial" / "printed-values.md").read_text(encoding="utf-8")
FILE = re.compile(r"`(my-copy/[^`]+\.yaml)`:\n\n```yaml\n(.*?)```", re.DOTALL)
CORRECTED = ["building/monastery", "building/small_bank", "ship/one_of_each"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page."""
    where = tmp_path_factory.mktemp("packs")
    files = dict(FILE.findall(PAGE))
    assert list(files) == ["my-copy/pack.yaml", "my-copy/scenarios/values.yaml"]
    for name, text in files.items():
        path = where / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return where


def known(stack: str, where: Path) -> Any:
    return json.loads(referee("check", stack, "--provenance", "--json", where=where))


def test_the_pack_checks_tests_and_plays(folder: Path) -> None:
    assert "no errors" in referee("check", "my-copy", where=folder)
    assert "1 of 1 scenarios passed" in referee("test", "my-copy", where=folder)
    said = referee("simulate", "my-copy", "--players", "3", "--games", "2", "--json", where=folder)
    assert json.loads(said)["games"] == 2
    assert "Cuba, with what my copy says" in referee("play", "my-copy", "--auto", "20", where=folder)


def test_what_was_set_right_has_its_new_status(folder: Path) -> None:
    before, after = known("cuba", folder), known("my-copy", folder)
    assert [(fact["key"], fact["status"], fact["before"], fact["document"]) for fact in after["corrected"]] == [
        (key, "stated", "reconstructed", "BOX") for key in CORRECTED
    ]
    assert before["corrected"] == []
    assert after["totals"]["reconstructed"] == before["totals"]["reconstructed"] - 3
    assert after["totals"]["stated"] == before["totals"]["stated"] + 3
    doubtful = {(fact["key"], fact["field"]) for fact in before["provenance"]}
    left = {(fact["key"], fact["field"]) for fact in after["provenance"]}
    assert doubtful - left == {(fact["key"], fact["field"]) for fact in after["corrected"]}
    assert left < doubtful


def test_the_page_tells_so_in_words(folder: Path) -> None:
    said = referee("check", "my-copy", "--provenance", where=folder)
    printed = re.findall(r"```\n(  building/monastery.*?)```", PAGE, re.DOTALL)
    assert len(printed) == 1
    assert printed[0] in said
    assert said.index("set right by later packs, 3") < said.index(printed[0])
    assert "  BOX: the printed game, first edition" in said


def test_a_value_in_doubt_stands_with_its_reason_source_and_place(folder: Path) -> None:
    bank = next(fact for fact in known("cuba", folder)["provenance"] if fact["key"] == "building/small_bank")
    assert (bank["status"], bank["field"], bank["value"]) == ("reconstructed", "use", "gain 3 peso")
    file = ROOT / "content" / bank["source"]["file"]
    assert file.read_text(encoding="utf-8").splitlines()[bank["source"]["line"] - 1].strip() == "use: gain 3 peso"
    (shown,) = re.findall(r"```\n(building/small_bank, use.*?)```", PAGE, re.DOTALL)
    value, reason = (line.strip() for line in shown.splitlines())
    assert value == f"{bank['key']}, {bank['field']}  {bank['value']}"
    assert reason == f"{bank['because']} ({bank['document']})"
