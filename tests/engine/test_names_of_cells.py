"""Cells with names of their own: on the board, in labels and in events, in every language."""

from __future__ import annotations

import pytest

from referee.engine import Program
from referee.engine.records import Choice
from referee.packs.diagnostics import PackInvalid
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
  bead: {supply: 9, name: bead, plural: beads}
groups:
  goods: {of: [bead], one: good}
kinds:
  boat: {fields: {slots: bag of goods, fare: bag of goods}}
boat:
  - {id: dinghy, slots: {bead: 2}, fare: {bead: 1}, name: Dinghy}
places:
  chest: {of: seat, tokens: bead, home: yes, name: chest}
  quay: {of: table, cells: 3, holds: boat, names: [north berth, south berth, at anchor], name: quay}
  yard: {of: seat, grid: [2, 2], holds: boat, name: yard}
  hold: {of: boat, tokens: goods, only_in: quay, leaves: supply, fills: slots}
setup:
  - {place: chest, tokens: {bead: 3}}
  - {place: quay, pieces: [none, dinghy]}
procedures:
  main: |
    each seat:
      choose one turn:
        load b from quay where b is not empty: pay 1 bead to b.boat.hold
        berth b from quay where b is not empty, c from quay where c is empty, fee = b.boat.fare:
          pay b.boat.fare
          put b.boat on c
        beach b from quay where b is not empty, c from my.yard:
          put b.boat on c
    end game because dusk
says:
  main/turn/load: "Load the {b} in {b_place}"
  main/turn/berth: "Bring the {b} from {b_place} to {c} ({fee})"
  main/turn/beach: "Beach on {c.short}"
"""


@pytest.fixture(scope="module")
def game() -> Program:
    return inline(PACK.encode())


def shown(game: Program, text: object, near: str | None = None) -> str:
    stack = game.ruleset.stack
    catalog = Catalogs.load(game.ruleset.texts, (pack.files for pack in stack.packs)).catalog("en")
    return catalog.render(text, near=near)  # type: ignore[arg-type]  # a text of the engine


def test_labels_name_the_cell_and_what_lies_there(game: Program) -> None:
    (decision,) = game.view(game.start(bytes(32)), "1").decisions
    labels = {option.id: shown(game, option.label) for option in decision.options}
    assert labels["load/2"] == "Load the Dinghy in south berth"
    assert labels["berth/2/1"] == "Bring the Dinghy from south berth to north berth (1 bead)"
    assert labels["beach/2/r2c1"] == "Beach on r2c1"


def test_the_board_has_the_names(game: Program) -> None:
    names = {info.id: shown(game, info.label) for info in game.board().places}
    assert [names[f"quay/{n}"] for n in (1, 2, 3)] == ["north berth", "south berth", "at anchor"]
    assert names["seat/1/yard/r1c1"] == "yard"


def test_events_name_the_cell(game: Program) -> None:
    applied = game.submit(game.start(bytes(32)), "1", [Choice("load/2")])
    told = [shown(game, event.text) for event in game.events_for(applied, "2")]
    assert told == ["player 1: Load the Dinghy in south berth", "player 1 pays 1 bead to south berth, hold"]
    applied = game.submit(game.start(bytes(32)), "1", [Choice("beach/2/r2c1")])
    event = game.events_for(applied, "2")[1]
    assert shown(game, event.text) == "Dinghy: south berth → player 1's yard, row 2, column 1"
    assert shown(game, event.text, near="1") == "Dinghy: south berth → r2c1"
    assert shown(game, event.text, near="2") == "Dinghy: south berth → player 1's yard, row 2, column 1"


def test_names_can_be_translated(game: Program) -> None:
    assert game.ruleset.texts["place/quay/2.name"] == "south berth"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("names: [north berth, south berth, at anchor]", "names: [north berth]"),
        ("chest: {of: seat, tokens: bead,", "chest: {of: seat, tokens: bead, names: [a, b],"),
        ("fills: slots", "fills: sails"),
        ("chest: {of: seat, tokens: bead,", "chest: {of: seat, tokens: bead, fills: slots,"),
    ],
)
def test_what_does_not_fit_is_found(old: str, new: str) -> None:
    with pytest.raises(PackInvalid, match="E0228|names|fills"):
        inline(PACK.replace(old, new).encode())


def test_names_and_shapes_are_no_rules(game: Program) -> None:
    """Games go on where only what things are called or how they are drawn has changed."""
    other = inline(PACK.replace("south berth", "southern berth").replace(", fills: slots", "").encode())
    assert other.ruleset.rules_digest == game.ruleset.rules_digest
