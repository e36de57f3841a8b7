"""The tutorials do what they say: their files are written down as printed, then checked, tested and played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.programs import referee
from tests.rules.house_rules import shipped

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "referee" / "docs" / "tutorial" / "house-rules.md"
FILE = re.compile(r"`(busy-harvest/[^`]+\.yaml)`:\n\n```yaml\n(.*?)```", re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of the page, on top of what `referee new` writes."""
    referee("new", "house-rules", "busy-harvest", "--on", "cuba", where=tmp_path)
    files = FILE.findall(PAGE.read_text(encoding="utf-8"))
    assert len(files) == 3
    for name, text in files:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_the_house_rules_check_and_their_scenarios_hold(folder: Path) -> None:
    referee("check", "busy-harvest", where=folder)
    result = json.loads(referee("test", "busy-harvest", "--json", where=folder))
    assert "three_fields_without_water" in json.dumps(result)


def test_they_play_with_their_option_too(folder: Path) -> None:
    option = ("--set", "busy-harvest.dear_buildings=yes")
    said = referee("simulate", "busy-harvest", "--players", "3", "--games", "2", "--json", *option, where=folder)
    assert json.loads(said)["games"] == 2


def test_they_are_in_the_one_layout(folder: Path) -> None:
    referee("fmt", "--check", "busy-harvest", where=folder)


def test_the_slip_is_answered_as_printed(folder: Path) -> None:
    file = folder / "busy-harvest" / "buildings.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("2 water", "2 watr"), encoding="utf-8")
    said = referee("check", "busy-harvest", where=folder, code=1)
    assert faults()[0] in said


def faults() -> list[str]:
    """The findings that the page shows."""
    return re.findall(r"```\n(busy-harvest.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_what_no_longer_fits_is_answered_as_printed(folder: Path) -> None:
    file = folder / "busy-harvest" / "pack.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "  - {rule: start_money, remove: yes}\n", encoding="utf-8")
    assert faults()[1] in referee("check", "busy-harvest", where=folder, code=1)


def test_what_players_will_notice_is_as_printed(folder: Path) -> None:
    (printed,) = re.findall(r"```\n(Cuba → .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert referee("diff", "cuba", "busy-harvest", where=folder) == printed
    option = referee("diff", "busy-harvest", "busy-harvest", "--set", "busy-harvest.dear_buildings=yes", where=folder)
    assert "A building costs 0 pesos on top of its resources → A building costs 1 peso" in option


def test_a_word_finds_what_can_be_changed(folder: Path) -> None:
    assert "fields_per_worker" in referee("hooks", "cuba", "worker", where=folder)


def test_what_the_order_of_a_stack_changes_is_as_printed(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (printed,) = re.findall(r"```\n(Cuba: ice house.*?)```", text, re.DOTALL)
    (command,) = re.findall(r"`referee (diff cuba-ice-house[^`]*)`", text)
    assert referee(*command.split(), where=tmp_path) == printed


def test_the_shipped_packs_of_the_page_are_those_there_are() -> None:
    told = re.findall(r"^\| `(cuba-[a-z-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(told) == shipped()


def test_a_pack_in_front_of_what_it_asks_for_is_an_error(tmp_path: Path) -> None:
    referee("check", "cuba-el-presidente+cuba-published", where=tmp_path)
    said = referee("check", "cuba-published+cuba-el-presidente", where=tmp_path, code=1)
    assert "`cuba-el-presidente` comes later in the stack: put it before `cuba-published`" in said
