"""What a scenario expects against what is there."""

from __future__ import annotations

import pytest

from referee.engine.records import Piece, Value
from referee.lab.comparing import place_problem, value_problem
from referee.packs.node import Node
from referee.packs.reader import read_yaml


def node(text: str) -> Node:
    root, _ = read_yaml(text.encode(), "a.yaml")
    assert root is not None
    return root


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("3", Value("v", "number", 3)),
        ("yes", Value("v", "yes", True)),
        ("none", Value("v")),
        ('"2"', Value("v", "ref", "2")),
        ("seat/1/estate/r1c1", Value("v", "ref", "seat/1/estate/r1c1")),
        ("{bead: 2, coin: 0}", Value("v", "bag", (("bead", 2),))),
        ("[9, 5, 2]", Value("v", "numbers", (9, 5, 2))),
    ],
)
def test_values_that_agree(expected: str, found: Value) -> None:
    assert value_problem(node(expected), found) == ""


def test_values_that_differ_are_told() -> None:
    assert value_problem(node("3"), Value("v", "number", 2)) == "is 2, expected 3"
    assert value_problem(node("no"), Value("v", "yes", True)) == "is yes, expected no"
    assert value_problem(node("1"), Value("v", "hidden")) == "is hidden, expected 1"


BEADS = (Piece("bead", 2), Piece("coin"))


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("{bead: 2, coin: 1}", BEADS),
        ("{bead: 2, coin: 1, tea: 0}", BEADS),
        ("[bead, bead, coin]", BEADS),
        ("{}", ()),
        ("[]", ()),
        ("[stall.used]", (Piece("stall", face="used"),)),
        ("{stall.5: 1, stall: 1}", (Piece("stall"), Piece("stall", values=(Value("pips", "number", 5),)))),
    ],
)
def test_places_that_agree(expected: str, found: tuple[Piece, ...]) -> None:
    assert place_problem(node(expected), found) == ""


@pytest.mark.parametrize(
    "expected", ["{bead: 2}", "{bead: 1, coin: 1}", "[coin, bead, bead]", "{}", "{bead: 3, coin: 1}", "[bead, coin]"]
)
def test_places_that_differ(expected: str) -> None:
    assert place_problem(node(expected), BEADS).startswith("has {bead: 2, coin: 1}, expected ")
