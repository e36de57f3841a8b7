"""What a scenario says of the views of the seats: hidden values, pieces face down."""

from __future__ import annotations

import pytest

from referee.engine import Program, compile_ruleset
from referee.lab.scenario_reading import Reader
from referee.lab.scenarios import run_scenario
from referee.language import build_ruleset
from referee.packs import load_stack
from referee.packs.reader import read_yaml
from tests.engine.programs import program

HELD = """\
- id: it
  seats: 2
  given:
    run: round_of_bids
    seat: "1"
    values: {seat/1/bid: 3}
    places: {podium: [], lots: [portrait, landscape], seat/1/hand: [purse, cold_feet], seat/2/hand: [last_word]}
  then:
    seen:
"""

SECRETS = """\
id: secrets
kind: game
version: 1
language: 1
title: Secrets
seats: 2
sources: none
tokens: {coin: {supply: 9, name: coin, plural: coins}}
places: {purse: {of: seat, tokens: coin, home: yes, seen_by: owner, count_seen_by: owner, name: purse}}
values: {aim: {of: seat, seen_by: owner, initial: 4, name: aim}}
procedures:
  main: |
    each seat:
      choose gift n from 0 to 2: gain n coin
    end game because given
"""


def secrets() -> Program:
    return compile_ruleset(build_ruleset(load_stack(["secrets"], files={"secrets/pack.yaml": SECRETS.encode()})), 2)


def failures(views: str, head: str = HELD, game: Program | None = None) -> list[str]:
    root, findings = read_yaml(f"{head}      {views}\n".encode(), "auction/scenarios/it.yaml", "auction")
    assert root is not None and not findings
    reader = Reader()
    (scenario,) = reader.read_file(root)
    assert reader.findings == []
    return [str(failure) for failure in run_scenario(scenario, game or program("auction"), "auction", str).failures]


@pytest.mark.parametrize(
    "views",
    [
        '"1": {places: {seat/1/hand: {purse: 1, cold_feet: 1}, seat/2/hand: ["?"]}}',
        '"1": {places: {lots: {"?": 1}, podium: [portrait]}}',
        '"2": {places: {seat/1/hand: {"?": 2}, seat/2/hand: [last_word]}, values: {seat/1/bid: 3}}',
        'spectator: {places: {seat/1/hand: ["?", "?"], seat/2/hand: ["?"]}}',
    ],
)
def test_what_a_seat_sees_passes(views: str) -> None:
    assert failures(views) == []


@pytest.mark.parametrize(
    ("views", "said"),
    [
        ('"2": {places: {seat/1/hand: {purse: 2}}}', "for seat 2 place seat/1/hand has {?: 2}, expected {purse: 2}"),
        ('"1": {places: {seat/1/hand: {"?": 2}}}', "for seat 1 place seat/1/hand has {cold_feet: 1, purse: 1}"),
        ("spectator: {places: {lots: [landscape]}}", "for a spectator place lots has {?: 1}"),
        ('"1": {values: {seat/1/bid: hidden}}', "for seat 1 value seat/1/bid is 3, expected hidden"),
        (
            '"1": {values: {seat/2/bit: 0}}',
            "for seat 1 there is no value `seat/2/bit` (did you mean `seat/2/bid`?)",
        ),
        ('"3": {}', "there is no seat 3"),
    ],
)
def test_what_it_does_not_see_is_told(views: str, said: str) -> None:
    (failure,) = failures(views)
    assert said in failure


def test_values_and_counts_that_only_their_owner_knows() -> None:
    head = "- {id: it, seats: 2, then: {seen: {\n"
    own, other = "values: {seat/1/aim: 4}, places: {seat/1/purse: {}}", "values: {seat/1/aim: hidden}"
    assert failures(f'"1": {{{own}}}, "2": {{{other}}}, spectator: {{{other}}}}}}}}}', head, secrets()) == []
    (failure,) = failures('"2": {places: {seat/1/purse: {}}}}}}', head, secrets())
    assert "for seat 2 there is no place `seat/1/purse`" in failure


@pytest.mark.parametrize(
    ("views", "said"),
    [
        ("{everyone: {}}", "`seen` of a scenario must be a mapping from seats, or `spectator`, to what they see"),
        ('{"²": {}}', "to what they see, here is `²`"),
        ('{"01": {}}', "to what they see, here is `01`"),
        ('{"1": [purse]}', "to what they see, here is a list"),
        ('{"1": {step: over}}', "a scenario has no key `step` here"),
        ('{"1": {places: {lots: 3}}}', "`lots` of a scenario must be counts"),
    ],
)
def test_a_view_that_can_not_be_read(views: str, said: str) -> None:
    root, _ = read_yaml(f"- {{id: it, seats: 2, then: {{seen: {views}}}}}\n".encode(), "it.yaml", "auction")
    reader = Reader()
    assert root is not None and reader.read_file(root) == []
    (finding,) = reader.findings
    assert said in str(finding)
