"""What a scenario is told where it names a whole place, or answers an option otherwise than it asks."""

from __future__ import annotations

import pytest

from referee.engine import Program
from referee.lab.scenario_files import read_scenarios
from referee.lab.scenarios import run_scenario
from referee.packs import Pack
from referee.texts import Catalogs
from tests.engine.inline import program as inline

PACK = """
id: fair
kind: game
sources: none
version: 1
language: 1
title: Quay
seats: 2
tokens:
  bead: {supply: 9}
  silk: {supply: 9}
groups: {goods: [bead, silk]}
kinds: {boat: {}}
boat: [{id: dinghy, n: 4}]
places:
  chest: {of: seat, tokens: goods, home: yes}
  tent: {of: table, tokens: goods}
  quay: {of: table, cells: 4, holds: boat}
setup:
  - {place: chest, tokens: {bead: 2, silk: 2}}
  - {place: quay, pieces: [dinghy, dinghy, dinghy, dinghy]}
procedures:
  main: |
    each seat:
      choose one turn:
        launch some from any 1 to 2 of quay: gain 1 bead
        give: pay any 2 of goods to tent
        count_beads n from 1 to 3: gain n bead
        wait
    end game because dusk
  nap: "each seat: gain 1 bead"
"""


@pytest.fixture(scope="module")
def game() -> Program:
    return inline(PACK.encode())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("do: [{1 launch: [quay/1, quay/4]}]", "`1 launch: [quay/1, quay/4]` is refused: ANSWER_OUTSIDE_FORM"),
        ("do: [{1 launch: [quay/1, quay/4]}]", "it asks for 1 to 2 of [1, 2, 3, 4]"),
        ("do: [1 give, {1 pay: {bead: 3}}]", "`1 pay: {bead: 3}` is refused"),
        ("do: [1 give, {1 pay: {bead: {tent: 3}}}]", "`1 pay: {bead: {tent: 3}}` is refused"),
        ("do: [1 give, {1 pay: {bead: 3}}]", "it asks for 2 from bead, silk"),
        ("do: [{1 count_beads: 4}]", "it asks for a number from 1 to 3"),
        ("do: [{1 wait: 4}]", "it takes no argument"),
        ("given: {places: {quay: [dinghy]}}", "name its parts: `quay/1` to `quay/4`"),
        ("then: {places: {quay: [dinghy]}}", "name its parts: `quay/1` to `quay/4`"),
        ("given: {values: {seat/1/bead: 3}}", "`bead` is counted in places: `seat/1/chest`"),
        ("then: {values: {seat/2/silk: 3}}", "`silk` is counted in places: `seat/2/chest`"),
        ("then: {values: {silk: 3}}", "`silk` is counted in places: `supply` or `tent`"),
        ("{given: {run: nap}, do: [1 wait]}", "what `run: nap` runs is over by then: nobody is asked anything more"),
        (
            "{given: {run: nap}, refused: [{choice: 1 wait, reason: CANNOT_PAY}]}",
            "what `run: nap` runs is over by then: nobody is asked anything more",
        ),
        ("then: {places: {chest: {bead: 1}}}", "there is no place `chest`"),
    ],
)
def test_what_was_meant_is_told(game: Program, body: str, said: str) -> None:
    (own,) = game.ruleset.stack.packs
    more = body[1:-1] if body.startswith("{") else body
    text = f"- {{id: it, seats: 2, {more}}}\n"
    read = read_scenarios(Pack(**{**vars(own), "files": {**own.files, "scenarios/it.yaml": text.encode()}}))
    assert read.findings == []
    (failure,) = run_scenario(
        read.scenarios[0], game, own.id, Catalogs.load(game.ruleset.texts).catalog().render
    ).failures
    assert said in str(failure)


def test_what_lies_in_a_piece_has_an_id_of_its_own(game: Program) -> None:
    (own,) = game.ruleset.stack.packs
    text = "- {id: it, seats: 2, given: {places: {quay: [{entry: dinghy, load: {bead: 1}}]}}}\n"
    (finding,) = read_scenarios(Pack(**{**vars(own), "files": {"scenarios/it.yaml": text.encode()}})).findings
    assert finding.hint.endswith("has an id of its own: `quay/PIECE/…`")
