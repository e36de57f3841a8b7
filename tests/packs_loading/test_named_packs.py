"""Packs that need not be there are named as they are called (W0138)."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.language import build_ruleset
from referee.lint import run_all
from referee.packs import Stack, load_stack
from tests.stacks.village import VILLAGE, changes, pack


def mine(folder: Path, body: str) -> Stack:
    """A pack beside the village and another one."""
    for name, text in {"village": VILLAGE, "night": pack("", "night"), "mine": pack(body)}.items():
        (folder / name).mkdir()
        (folder / name / "pack.yaml").write_text(text, encoding="utf-8")
    return load_stack([str(folder / "mine")])


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (changes("{rule: days, is: 9, if_pack: night}"), []),
        (changes("{rule: days, is: 9, if_pack: nigth}"), [("W0138:8:34", "did you mean `night`?")]),
        (changes("{rule: days, is: 9, if_pack: [mine, nihgt]}"), [("W0138:8:41", "did you mean `night`?")]),
        (changes("{rule: days, is: 9, if_pack: villlage}"), [("W0138:8:34", "did you mean `village`?")]),
        (changes("{rule: days, is: 9, if_pack: harbour}"), []),
        (
            changes("{rule: days, is: 9, if_pack: cuba-el-president}"),
            [("W0138:8:34", "did you mean `cuba-el-presidente`?")],
        ),
        ("conflicts: [nightt]\n", [("W0138:7:13", "did you mean `night`?")]),
    ],
)
def test_nearly_the_name_of_a_pack(tmp_path: Path, body: str, told: list[tuple[str, str]]) -> None:
    found = mine(tmp_path, body).diagnostics
    assert [(f"{each.code.code}:{each.at.line}:{each.at.column}", each.hint) for each in found] == told


def test_it_can_be_meant(tmp_path: Path) -> None:
    row = "{rule: days, is: 9, if_pack: nights, allow: {W0138: the pack of a friend}}"
    assert run_all(build_ruleset(mine(tmp_path, changes(row)))).findings == ()
