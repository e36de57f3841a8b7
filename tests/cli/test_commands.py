"""The commands from end to end: what they print, the names in their JSON, their exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.cli.commands.simulate import again_command
from referee.cli.program import run
from referee.cli.progress import progress

ROOT = Path(__file__).resolve().parent.parent.parent
TIC_TAC_TOE = str(ROOT / "tests" / "packs" / "tic_tac_toe")
AUCTION = str(ROOT / "tests" / "packs" / "auction")
PEER = str(ROOT / "tests" / "bench" / "tic_tac_toe.py")

Output = pytest.CaptureFixture[str]


@pytest.fixture
def beads(tmp_path: Path, capsys: Output) -> Path:
    assert run(["new", "game", "beads", "--in", str(tmp_path)]) == 0
    capsys.readouterr()
    return tmp_path / "beads"


def data(capsys: Output) -> Any:
    return json.loads(capsys.readouterr().out)


def test_check_shows_every_finding(beads: Path, capsys: Output) -> None:
    file = beads / "pack.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("n bead from", "n baed from"), encoding="utf-8")
    (beads / "scenarios" / "bad.yaml").write_text("- {id: x}\n", encoding="utf-8")
    assert run(["check", str(beads)]) == 1
    shown = capsys.readouterr().out
    assert f"{beads}/pack.yaml:26:" in shown
    assert "did you mean `bead`?" in shown
    assert f"{beads}/scenarios/bad.yaml:1:3: error[E0703]" in shown
    assert "2 errors" in shown
    assert run(["check", str(beads), "--json"]) == 1
    found = data(capsys)
    assert found["ok"] is False
    assert [each["severity"] for each in found["diagnostics"]] == ["error", "error"]
    assert {"code", "severity", "source", "end", "text", "hint"} <= set(found["diagnostics"][0])


def test_a_folder_that_only_its_path_finds_is_told(beads: Path, capsys: Output) -> None:
    assert run(["check", str(beads)]) == 0
    assert "look for a folder" not in capsys.readouterr().out
    assert run(["check", str(beads.rename(beads.parent / "beads (1)"))]) == 0
    assert "the folder is called `beads (1)`" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["simulate", "play", "test", "bench", "hooks", "check"])
def test_a_broken_pack_gets_findings_and_code_one(command: str, tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "pack.yaml").write_text("id: fair\nkind: [\n", encoding="utf-8")
    assert run([command, str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert "error[E01" in captured.out + captured.err
    assert "Traceback" not in captured.out + captured.err


@pytest.mark.parametrize("command", ["simulate", "play", "test", "bench", "hooks", "check", "fmt"])
def test_an_unknown_pack_is_wrong_use(command: str, capsys: Output) -> None:
    assert run([command, "no-such-pack"]) == 2
    assert "there is no pack `no-such-pack`" in capsys.readouterr().err


def test_provenance_lists_doubtful_facts_with_reasons(capsys: Output) -> None:
    assert run(["check", "cuba", "--provenance", "--json"]) == 0
    facts = data(capsys)["provenance"]
    assert facts
    assert {fact["status"] for fact in facts} <= {"inferred", "reconstructed"}
    assert all(fact["because"] for fact in facts)
    assert run(["check", "cuba", "--provenance"]) == 0
    assert "because " in capsys.readouterr().out


def test_test_has_json(beads: Path, capsys: Output) -> None:
    assert run(["test", str(beads), "--json"]) == 0
    found = data(capsys)
    assert (found["scenarios"], found["passed"], found["failed"]) == (3, 3, 0)
    assert {"id", "pack", "source", "ok", "seconds", "failures"} <= set(found["results"][0])


def test_a_failing_scenario_is_code_one(beads: Path, capsys: Output) -> None:
    file = beads / "scenarios" / "taking.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("bead: 12", "bead: 13"), encoding="utf-8")
    assert run(["test", str(beads)]) == 1
    shown = capsys.readouterr().out
    assert "place heap has {bead: 12}, expected {bead: 13}" in shown
    assert "2 of 3 scenarios passed" in shown


def test_what_fails_of_a_pack_beneath_is_told_apart(beads: Path, capsys: Output) -> None:
    """House rules change what the game's own scenarios say."""
    rules = beads.parent / "more"
    rules.mkdir()
    head = "id: more\nkind: house-rules\nversion: 1\nlanguage: 1\ntitle: More\nrequires: [beads]\n"
    change = "changes: [{rule: beads_a_turn, is: 2}]\n"
    (rules / "pack.yaml").write_text(head + change, encoding="utf-8")
    assert run(["test", f"{beads}+{rules}"]) == 1
    told = capsys.readouterr().out
    assert f"scenarios of beads itself, which say what its rules do without {rules}" in told
    assert run(["test", str(beads)]) == 0
    assert "itself" not in capsys.readouterr().out


def test_long_work_is_told_where_no_bar_can_be_drawn(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    times = iter([0.0, 4.0, 11.0, 12.0, 22.0])
    monkeypatch.setattr("referee.cli.progress.time.monotonic", lambda: next(times))
    with progress("games", 50) as done:
        for number in range(1, 5):
            done(number)
    assert capsys.readouterr().err == "games: 2 of 50\ngames: 4 of 50\n"


def test_simulate_has_the_agreed_json(capsys: Output) -> None:
    assert run(["simulate", AUCTION, "--players", "3", "--games", "4", "--seed", "2", "--json"]) == 0
    found = data(capsys)
    assert list(found) == [
        "stack",
        "rules_digest",
        "games",
        "choices",
        "choices_per_game",
        "games_per_s",
        "choices_per_s",
        "ends",
        "never",
    ]
    assert found["stack"] == AUCTION
    assert found["games"] == 4
    assert sum(found["ends"].values()) == 4
    assert set(found["never"]) == {"hooks", "options", "ends"}


def test_rare_bots_leave_nothing_out(capsys: Output) -> None:
    assert run(["simulate", AUCTION, "--players", "5", "--games", "20", "--bots", "rare"]) == 0
    assert "nothing was left out" in capsys.readouterr().out


def test_the_way_back_to_a_broken_game(capsys: Output) -> None:
    """Random bots forget: the game alone is enough. Rare ones remember what they did before."""
    assert again_command("fair", 3, 7, ["fair.days=2"], "random", 10, 14) == (
        "referee simulate fair --players 3 --seed 7 --first 14 --games 1 --set fair.days=2"
    )
    assert again_command("fair", 3, 7, None, "rare", 10, 14) == (
        "referee simulate fair --players 3 --seed 7 --first 10 --games 5 --bots rare"
    )


def test_a_number_of_players_near_the_one_asked_for_is_named(capsys: Output) -> None:
    assert run(["simulate", AUCTION, "--players", "9"]) == 2
    assert "try --players 5" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--players", "9"],
        ["--games", "0"],
        ["--set", "nonsense"],
        ["--set", "auction.x=1"],
        ["--seed", "x"],
        ["--bots", "clever"],
    ],
)
def test_simulate_refuses_wrong_use(arguments: list[str], capsys: Output) -> None:
    assert run(["simulate", AUCTION, *arguments]) == 2
    assert capsys.readouterr().err


def test_a_game_of_bots_is_logged_and_replayed(tmp_path: Path, capsys: Output) -> None:
    log = tmp_path / "game.log"
    assert run(["play", AUCTION, "--players", "3", "--bots", "3", "--log", str(log)]) == 0
    assert "won by" in capsys.readouterr().out
    assert run(["replay", str(log)]) == 0
    assert "moves, as written; won by" in capsys.readouterr().out
    lines = log.read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join([*lines[:-1], lines[-1].replace('"digest": "', '"digest": "0')]), encoding="utf-8")
    assert run(["replay", str(log)]) == 1
    assert "ends otherwise" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "not json", '{"log": 1}', "\x00\x01"])
def test_what_is_no_log_is_refused(content: str, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "game.log"
    file.write_text(content, encoding="utf-8")
    assert run(["replay", str(file)]) == 1
    assert "game.log" in capsys.readouterr().err


def test_a_log_that_is_not_there_is_wrong_use(capsys: Output) -> None:
    assert run(["replay", "/no/such/game.log"]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_picture_without_questions(tmp_path: Path, capsys: Output) -> None:
    svg = tmp_path / "game.svg"
    assert run(["play", TIC_TAC_TOE, "--auto", "3", "--svg", str(svg)]) == 0
    assert "Tic-tac-toe" in capsys.readouterr().out
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert run(["play", TIC_TAC_TOE, "--svg", str(svg)]) == 2


def test_people_share_the_keyboard(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    answers = iter(["1", "1", "u", "1", "1", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert run(["play", TIC_TAC_TOE]) == 0
    shown = capsys.readouterr().out
    assert "nothing can be taken back here" in shown
    assert "left before the end" in shown
    assert next(answers, None) is None


def test_hidden_things_stay_hidden_between_people(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        if "press Enter" in prompt:
            return ""
        if len(prompts) > 4:
            raise EOFError
        return "1"

    monkeypatch.setattr("builtins.input", read)
    assert run(["play", AUCTION]) == 0
    assert any("when only you look at the screen" in prompt for prompt in prompts)


def test_bench_tells_ratios(capsys: Output) -> None:
    assert run(["bench", TIC_TAC_TOE, "--seconds", "0.3", "--peer", PEER, "--peer", "/no/such/peer.py", "--json"]) == 0
    found = data(capsys)
    (stack,) = found["stacks"]
    assert stack["choices_per_game"] == pytest.approx(7.6, abs=0.5)
    assert stack["peers"][0]["peer"] == "tic_tac_toe"
    assert stack["peers"][0]["ratio"] > 0
    assert stack["us_per_copy"] > 0
    assert len(found["not_run"]) == 1
    assert run(["bench", TIC_TAC_TOE, "--seconds", "0.1"]) == 0
    assert "list.copy()" in capsys.readouterr().out


def test_schema_and_explain(beads: Path, capsys: Output) -> None:
    assert run(["schema"]) == 0
    assert data(capsys)["type"] == "object"
    assert run(["schema", "trick", "--stack", AUCTION]) == 0
    assert "react" in data(capsys)["properties"]
    assert run(["schema", "trik", "--stack", AUCTION]) == 2
    assert "did you mean `trick`?" in capsys.readouterr().err
    assert run(["explain", "e0703"]) == 0
    assert capsys.readouterr().out.startswith("E0703: a scenario lacks a key")
    assert run(["explain"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 50
    assert run(["explain", "E9999"]) == 2


def test_texts_of_a_pack(beads: Path, capsys: Output) -> None:
    assert run(["texts", "extract", str(beads)]) == 0
    assert 'msgid "Take beads from the heap"' in capsys.readouterr().out
    assert run(["texts", "update", str(beads)]) == 2
    assert run(["texts", "update", str(beads), "--language", "es"]) == 0
    file = beads / "texts" / "es.po"
    assert str(file) in capsys.readouterr().out
    assert run(["texts", "update", str(beads)]) == 0
    assert "in step already" in capsys.readouterr().out
    assert run(["texts", "status", str(beads)]) == 0
    assert "es: 0 %" in capsys.readouterr().out


def test_texts_of_the_referee_itself(capsys: Output) -> None:
    assert run(["texts", "status"]) == 0
    assert "referee es" in capsys.readouterr().out
    assert run(["texts", "extract"]) == 0
    assert "msgid" in capsys.readouterr().out
