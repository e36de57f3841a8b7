"""Scenarios run: what passes, and how every way to fail is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.starting import game_files
from referee.engine import Program, compile_ruleset
from referee.lab.scenario import Result
from referee.lab.scenario_files import read_scenarios
from referee.lab.scenarios import run_scenario
from referee.language import Ruleset, build_ruleset
from referee.packs import Pack, load_stack
from referee.texts import Catalogs


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    folder = tmp_path_factory.mktemp("packs") / "beads"
    folder.mkdir()
    (folder / "pack.yaml").write_text(game_files("beads")["pack.yaml"], encoding="utf-8")
    return build_ruleset(load_stack([str(folder)]))


@pytest.fixture
def program(ruleset: Ruleset) -> Program:
    return compile_ruleset(ruleset, seats=2)


def run(ruleset: Ruleset, program: Program, body: str) -> Result:
    """Run one scenario; `body` stands below `- id: it` and `seats: 2`."""
    text = "- id: it\n  seats: 2\n" + "".join(f"  {line}\n" for line in body.splitlines())
    own = ruleset.stack.packs[0]
    pack = Pack(**{**vars(own), "files": {**own.files, "scenarios/it.yaml": text.encode()}})
    read = read_scenarios(pack)
    assert [str(finding) for finding in read.findings] == []
    (scenario,) = read.scenarios
    return run_scenario(scenario, program, pack.id, Catalogs.load(ruleset.texts).catalog().render)


@pytest.mark.parametrize(
    "body",
    [
        "do: [1 take: 3, 2 take: 1]\nthen:\n  places: {heap: {bead: 11}, seat/1/bag: {bead: 3}}\n  step: main/take",
        "given: {places: {heap: {bead: 1}, seat/1/bag: {bead: 14}}}\ndo: [1 take: 1]\nthen: {step: over}",
        "then: {values: {rule/beads_a_turn: 3}, offered: {has: [take], not: [stop]}}",
        "refused: [{choice: {1 take: 4}, reason: ANSWER_OUTSIDE_FORM}, {choice: {2 take: 1}, reason: NOT_YOUR_TURN}]",
        "refused: [{choice: 1 give, reason: NOT_OFFERED}]",
    ],
)
def test_what_is_so_passes(ruleset: Ruleset, program: Program, body: str) -> None:
    result = run(ruleset, program, body)
    assert [str(failure) for failure in result.failures] == []
    assert result.ok


@pytest.mark.parametrize(
    ("body", "place", "said"),
    [
        ("do: [1 take: 4]", "3:8", "`1 take: 4` is refused: ANSWER_OUTSIDE_FORM"),
        ("do: [1 tak: 3]", "3:8", "did you mean `take`?"),
        ("do: [2 take: 3]", "3:8", "it is the turn of 1"),
        ("then: {places: {heap: {bead: 14}}}", "3:19", "place heap has {bead: 15}, expected {bead: 14}"),
        ("then: {places: {hep: {}}}", "3:19", "there is no place `hep` (did you mean `heap`?)"),
        ("then: {values: {rule/beads_a_turn: 2}}", "3:19", "value rule/beads_a_turn is 3, expected 2"),
        ("then: {values: {rule/beads: 2}}", "3:19", "there is no value `rule/beads`"),
        ("then: {step: main/give}", "3:16", "the open question is main/take, expected main/give"),
        ("then: {offered: {has: [stop]}}", "3:26", "`stop` is not offered (offered: take)"),
        ("then: {offered: {not: [take]}}", "3:26", "`take` is offered, but must not be"),
        ("refused: [{choice: {1 take: 2}, reason: CANNOT_PAY}]", "3:13", "is accepted, but must be refused"),
        (
            "refused: [{choice: {1 take: 9}, reason: CANNOT_PAY}]",
            "3:13",
            "is refused because of ANSWER_OUTSIDE_FORM, expected CANNOT_PAY",
        ),
        ("given: {run: mian}", "3:10", "no procedure is called `mian` (did you mean `main`?)"),
        ("given: {places: {heap: {bead: 16}}}", "3:10", "there aren't 16 of `bead` left"),
        ("given: {places: {hoop: {bead: 1}}}", "3:20", "there is no place `hoop`"),
    ],
)
def test_what_is_not_so_is_told_with_its_place(
    ruleset: Ruleset, program: Program, body: str, place: str, said: str
) -> None:
    (failure,) = run(ruleset, program, body).failures
    assert str(failure.at).endswith(f"scenarios/it.yaml:{place}")
    assert said in str(failure)


def test_the_first_impossible_choice_ends_a_scenario(ruleset: Ruleset, program: Program) -> None:
    result = run(ruleset, program, "do: [1 take: 9, 1 take: 9]\nthen: {step: nowhere}")
    assert len(result.failures) == 1


def test_every_difference_is_told(ruleset: Ruleset, program: Program) -> None:
    result = run(ruleset, program, "then: {step: a, places: {heap: {}, supply: {bead: 3}}, offered: {has: [b]}}")
    assert len(result.failures) == 4


def test_a_pack_for_tests_reads_the_ledger(tmp_path: Path) -> None:
    files = {
        **game_files("beads"),
        "rules.yaml": "- {id: B-1, rule: take, source: us}\n- {id: B-2, rule: win, source: us}\n",
    }
    files["scenarios/more.yaml"] = (
        "- {id: more, seats: 2, covers: [B-1, B-9]}\n- {id: three_beads_are_taken, seats: 2}\n"
    )
    for name, content in files.items():
        (tmp_path / "beads" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "beads" / name).write_text(content, encoding="utf-8")
    read = read_scenarios(load_stack([str(tmp_path / "beads")]).packs[0])
    assert read.uncovered() == ["B-2"]
    assert sorted(finding.code.code for finding in read.findings) == ["E0705", "E0706"]
