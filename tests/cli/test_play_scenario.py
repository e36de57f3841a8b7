"""`referee play STACK --scenario ID`: a game that begins where a scenario begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.program import run
from tests.stacks.village import VILLAGE

Output = pytest.CaptureFixture[str]
SCENARIOS = """\
- {id: rich_at_dusk, seats: 3, given: {run: evening, seat: "1", values: {seat/1/fame: 5}}}
- {id: rich_at_work, seats: 3, given: {run: turn, seat: "2", values: {seat/2/fame: 5}}}
- {id: odd, seats: 2, given: {run: turn, seat: "1", values: {seat/1/fam: 5}}}
"""


@pytest.fixture
def village(tmp_path: Path) -> str:
    (tmp_path / "village/scenarios").mkdir(parents=True)
    (tmp_path / "village/pack.yaml").write_text(VILLAGE, encoding="utf-8")
    (tmp_path / "village/scenarios/days.yaml").write_text(SCENARIOS, encoding="utf-8")
    return str(tmp_path / "village")


def test_it_begins_in_the_position_of_the_scenario(village: str, capsys: Output) -> None:
    assert run(["play", village, "--scenario", "rich_at_work", "--auto", "0"]) == 0
    shown = capsys.readouterr().out
    assert "▶ player 2" in shown and "player 3" in shown and "fame 5" in shown


def test_where_the_procedure_ends_so_does_it(village: str, capsys: Output) -> None:
    assert run(["play", village, "--scenario", "dusk", "--bots", "3"]) == 0
    assert "what the scenario lets run is over" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--scenario", "rich_at_wrok"], "did you mean `rich_at_work`?"),
        (["--scenario", "rich"], "there are rich_at_dusk, rich_at_work"),
        (["--scenario", "odd"], "did you mean `seat/1/fame`"),
        (["--scenario", "rich_at_work", "--players", "2"], "leave the others out"),
        (["--scenario", "rich_at_work", "--set", "weather=rain"], "leave the others out"),
    ],
)
def test_what_is_refused(village: str, arguments: list[str], told: str, capsys: Output) -> None:
    assert run(["play", village, *arguments]) == 2
    assert told in capsys.readouterr().err
