"""What is called killed, survived and refused: on a small pack whose scenarios notice one rule and not the other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.lab.scenario import Scenario
from tests.mutation.draw import Score, judged, shuffled
from tests.mutation.equivalents import Equivalents
from tests.mutation.expectations import idle_numbers, wrong_ones
from tests.mutation.judge import Judge, Verdict
from tests.mutation.sites import edits_of

PACK = """\
id: stand
kind: game
version: 1
language: 1
title: Stand
seats: 2
sources: none
tokens:
  coin: {unlimited: yes, name: coin, plural: coins}
  bead: {supply: 7, name: bead, plural: beads}
places:
  purse: {of: seat, tokens: bead, home: yes}
  track: {of: table, cells: 1}
values: {active: {type: seat}}
setup:
  - {value: active, is: 1}
procedures:
  main: |
    repeat at most 5:
      each seat: do turn
    end game
  turn: |
    choose one errand:
      work: gain 2 coin
      buy: pay 2 coin then gain 1 bead
scoring: {lines: [{id: beads, says: Beads, points: my.bead}]}
"""
SCENARIOS = """\
- id: work_pays_two
  seats: 2
  given: {run: turn, seat: "1"}
  do: [1 work]
  then: {values: {seat/1/coin: 2}}
- id: a_bead_is_bought
  seats: 2
  given: {run: turn, seat: "2", values: {seat/2/coin: 3}}
  do: [2 buy]
  then: {values: {seat/2/coin: 1}, places: {seat/2/purse: {bead: 1}}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packs") / "stand"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "scenarios" / "all.yaml").write_text(SCENARIOS, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def judge(folder: Path) -> Judge:
    return Judge(str(folder))


def verdict(judge: Judge, entry: str, before: str, after: str) -> Verdict:
    """The verdict over the mutant of an entry with that line instead of this one."""
    (edit,) = (e for e in edits_of(judge.packs[0]) if e.entry == entry and e.change() == (before, after))
    return judge.judge(edit).verdict


def test_a_rule_that_a_scenario_proves_is_noticed(judge: Judge) -> None:
    assert verdict(judge, "procedures/turn", "work: gain 2 coin", "work: gain 3 coin") is Verdict.KILLED


def test_a_rule_that_no_scenario_proves_is_not(judge: Judge) -> None:
    assert verdict(judge, "procedures/main", "repeat at most 5:", "repeat at most 6:") is Verdict.SURVIVED


def test_what_the_checker_refuses_is_no_mutant(judge: Judge) -> None:
    assert verdict(judge, "seats", "seats: 2", "seats: 1") is Verdict.KILLED  # nobody may play in seat 2
    track = ("track: {of: table, cells: 1}", "track: {of: table, cells: 0}")
    assert verdict(judge, "places/track/cells", *track) is Verdict.REFUSED


def test_as_many_are_drawn_as_load(judge: Judge) -> None:
    found = list(judged(judge, seed=1, mutants=6))
    assert sum(one.verdict is not Verdict.REFUSED for _, one in found) == 6
    assert [edit for edit, _ in found] == shuffled(judge, 1)[: len(found)]
    assert shuffled(judge, 1) != shuffled(judge, 2)


def test_the_score_is_over_what_loads_and_is_not_listed(judge: Judge, tmp_path: Path) -> None:
    listed = tmp_path / "listed.yaml"
    listed.write_text(
        "stand: [{file: stand/pack.yaml, entry: procedures/main, "
        "before: 'repeat at most 5:', after: 'repeat at most 6:', why: no scenario plays on}]\n",
        encoding="utf-8",
    )
    score, listings = Score(), Equivalents(["stand"], listed)
    everything = list(judged(judge, seed=1, mutants=1000))
    for edit, judgement in everything:
        score.add(edit, judgement, listings)
    assert len(score.killed) + len(score.survived) + len(score.known) + score.refused == len(everything)
    assert [edit.after for edit in score.known] == ["6"]
    assert score.refused and 0 < score.share < 1
    assert score.share == len(score.killed) / (len(score.killed) + len(score.survived))


def test_what_is_listed_but_noticed_is_an_error(judge: Judge, tmp_path: Path) -> None:
    listed = tmp_path / "listed.yaml"
    listed.write_text(
        "stand: [{file: stand/pack.yaml, entry: procedures/turn, "
        "before: 'work: gain 2 coin', after: 'work: gain 3 coin', why: it is the same}]\n",
        encoding="utf-8",
    )
    score, listings = Score(), Equivalents(["stand"], listed)
    with pytest.raises(AssertionError, match="work_pays_two"):
        for edit, judgement in judged(judge, seed=1, mutants=1000):
            score.add(edit, judgement, listings)


def test_a_pack_with_a_red_scenario_is_not_judged(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "stand")
    scenarios = tmp_path / "stand" / "scenarios" / "all.yaml"
    scenarios.write_text(SCENARIOS.replace("seat/1/coin: 2", "seat/1/coin: 3"), encoding="utf-8")
    with pytest.raises(AssertionError, match="work_pays_two"):
        Judge(str(tmp_path / "stand"))


def test_every_number_of_an_expectation_is_changed(judge: Judge) -> None:
    def changed(scenario: Scenario) -> list[tuple[str, str]]:
        return [(wrong.swap.before, wrong.swap.after) for wrong in wrong_ones(scenario)]

    (_, one), (_, two) = ((program, changed(scenario)) for scenario, program in judge.programs())
    assert one == [("2", "1"), ("2", "3")]
    assert two == [("1", "0"), ("1", "2"), ("1", "0"), ("1", "2")]
    assert list(idle_numbers(judge)) == 6 * [None]
