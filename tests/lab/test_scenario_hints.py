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
        ("then: {places: {chest: {bead: 1}}}", "there is no place `chest`"),
    ],
)
def test_what_was_meant_is_told(game: Program, body: str, said: str) -> None:
    (own,) = game.ruleset.stack.packs
    text = f"- id: it\n  seats: 2\n  {body}\n"
    read = read_scenarios(Pack(**{**vars(own), "files": {**own.files, "scenarios/it.yaml": text.encode()}}))
    assert read.findings == []
    (failure,) = run_scenario(
        read.scenarios[0], game, own.id, Catalogs.load(game.ruleset.texts).catalog().render
    ).failures
    assert said in str(failure)
