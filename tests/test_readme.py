"""What README.md shows is true: its house rule plays, its client plays, its numbers are those of the content."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests import readme
from tests.clients.server import serving
from tests.programs import referee

ROOT = Path(__file__).resolve().parent.parent


def block(language: str, containing: str) -> str:
    """The code block of the README in that language that contains a text."""
    text = readme.README.read_text(encoding="utf-8")
    (found,) = [b for b in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL) if containing in b]
    return str(found)


@pytest.fixture
def house_rule(tmp_path: Path) -> Path:
    """The folder that the README describes."""
    pack = tmp_path / "busy-harvest"
    pack.mkdir()
    (pack / "pack.yaml").write_text(block("yaml", "busy-harvest"), encoding="utf-8")
    return pack


def test_the_house_rule_has_ten_lines_and_plays(house_rule: Path) -> None:
    lines = (house_rule / "pack.yaml").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 10
    referee("check", "busy-harvest", where=house_rule.parent)
    said = referee("simulate", "./busy-harvest", "--players", "3", "--games", "2", "--json", where=house_rule.parent)
    assert json.loads(said)["games"] == 2


def test_a_building_a_law_and_a_rule_value_of_ones_own_come_up_in_play(house_rule: Path) -> None:
    law = """
        law:
          - {id: siesta, name: Siesta, type: 4, in_force: rule fields_per_worker is 1}
    """
    (house_rule / "laws.yaml").write_text(textwrap.dedent(law), encoding="utf-8")
    referee("check", "busy-harvest", where=house_rule.parent)
    simulate = ("simulate", "./busy-harvest", "--players", "4", "--games", "10", "--json")
    never = json.loads(referee(*simulate, where=house_rule.parent))["never"]
    assert [name for name in never["hooks"] if "tea_house" in name] == []


def test_the_client_plays_a_whole_game(tmp_path: Path) -> None:
    with serving(tmp_path / "data", ROOT / "tests" / "packs") as server:
        program = block("python", "grpc").replace("127.0.0.1:50051", f"127.0.0.1:{server.port}")
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^winners: ", done.stdout, re.MULTILINE)
    assert len(done.stdout.splitlines()) >= 6


def test_the_share_of_reconstructed_content_is_that_of_the_statuses() -> None:
    text = readme.README.read_text(encoding="utf-8")
    assert readme.with_share(text) == text, "write it anew: python tests/readme.py"


def test_the_picture_is_drawn_by_the_command_beneath_it(tmp_path: Path) -> None:
    assert f"`referee {' '.join(readme.PLAYED)}`" in readme.README.read_text(encoding="utf-8")
    drawn = tmp_path / "drawn.svg"
    referee(*readme.PLAYED, "--svg", str(drawn), where=ROOT)
    for picture in (drawn, readme.PICTURE):
        text = picture.read_text(encoding="utf-8")
        assert text.startswith("<svg")
        assert "referee&#160;play&#160;cuba" in text or "referee play cuba" in text
