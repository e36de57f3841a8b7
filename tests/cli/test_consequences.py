"""What a first pack gets wrong is told once, at its cause."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.cli.program import run

Output = pytest.CaptureFixture[str]

HEAD = "id: mine\nkind: house-rules\nversion: 1\nlanguage: 1\ntitle: Mine\nrequires: [cuba]\n"
ENTRY = "building: [{{id: tea_house, name: Tea house, plural: Tea houses, {0}}}]\n"
LOOP = "procedures:\n  rest: |\n    repeat:\n      do nap\n  nap: gains 1 vp\n"


@pytest.mark.parametrize(
    ("pack", "codes"),
    [
        ("id: mine\nkind: [\n", ["E0101"]),  # nor is it said that it is no pack and has no `main`
        (HEAD + LOOP, ["E0201"]),  # nor that the loop has no decision
        (HEAD + ENTRY.format("cost: {wood: one}, use: gain 1 vp"), ["E0125"]),
        (HEAD + ENTRY.format("cost: 3, use: gain 1 vp"), ["E0123"]),
        (HEAD + ENTRY.format("cost: {wood: 1}, on: gain 1 vp"), ["E0121"]),
        (HEAD + ENTRY.format("cost: {wood: 1}, use: exchange up to 2 water for 1 vp, then gain 1 vp"), ["E0102"]),
    ],
)
def test_only_the_cause_is_told(pack: str, codes: list[str], tmp_path: Path, capsys: Output) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.yaml").write_text(pack, encoding="utf-8")
    assert run(["check", str(folder)]) == 1
    assert re.findall(r"error\[(E\d+)\]", capsys.readouterr().out) == codes


def test_a_folder_that_is_no_pack_is_not_searched(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "far" / "down").mkdir(parents=True)
    (tmp_path / "far" / "link").symlink_to(tmp_path)
    assert run(["check", str(tmp_path)]) == 2
    assert "the folder has no pack.yaml" in capsys.readouterr().err


def test_a_folder_beside_is_guessed(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "busy-fair").mkdir()
    (tmp_path / "busy-fair" / "pack.yaml").write_text("id: busy-fair\n", encoding="utf-8")
    assert run(["check", str(tmp_path / "busy-fiar")]) == 2
    assert "did you mean `busy-fair`?" in capsys.readouterr().err


def test_what_a_pack_beneath_allows_is_not_told(tmp_path: Path, capsys: Output) -> None:
    assert run(["new", "house-rules", "mine", "--in", str(tmp_path), "--on", "cuba"]) == 0
    assert run(["check", "cuba"]) == 0
    assert "allowed[" in capsys.readouterr().out
    assert run(["check", str(tmp_path / "mine")]) == 0
    assert "allowed[" not in capsys.readouterr().out


def test_a_new_language_of_house_rules_has_no_faults(tmp_path: Path, capsys: Output) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.yaml").write_text(HEAD + ENTRY.format("cost: {wood: 1}, use: gain 1 vp"), encoding="utf-8")
    assert run(["texts", "update", str(folder), "--language", "fr"]) == 0
    assert "describes/building/tea_house.use" in (folder / "texts" / "fr.po").read_text(encoding="utf-8")
    assert run(["texts", "status", str(folder)]) == 0
    assert "line " not in capsys.readouterr().out
