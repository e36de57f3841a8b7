"""Comments beside declarations: above one that stands by itself, or behind it in its line."""

from __future__ import annotations

import pytest

from referee.packs.comments import Comments
from referee.packs.node import Position
from tests.packs_loading.fair import load

FILE = """\
id: lamps
kind: house-rules
version: 1
language: 1
title: Lamps
requires: [fair]
rules:
  # what a lamp costs
  # by night
  price: 3   # coins, not beads

  # how many there are
  most: 4
  least: 1   # never none
  quoted: {base: 2, says: "Lamps # by hand"}
  apostrophe: {base: 2, says: the lamp's}   # its light
  block:   # one a day
    base: 1

    # inside
  after_a_gap: 1
stall:
  # by the gate
  - {id: lamps, cost: {bead: 1}}
"""


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(FILE.splitlines(), 1) if text in line)


@pytest.mark.parametrize(
    ("name", "comment"),
    [
        ("  price", "what a lamp costs by night; coins, not beads"),
        ("  most", ""),  # the line above is of all three
        ("  least", "never none"),
        ("  quoted", ""),
        ("  apostrophe", "its light"),
        ("  block", "one a day"),
        ("  after_a_gap", ""),
        ("- {id: lamps", "by the gate"),
        ("title", ""),
    ],
)
def test_the_comment_of_a_declaration(name: str, comment: str) -> None:
    comments = Comments(load("lamps", lamps=FILE).packs)
    assert comments.of(Position("lamps/pack.yaml", line_of(name), 3)) == comment


@pytest.mark.parametrize("at", [Position("lamps/pack.yaml", 999, 1), Position("nowhere.yaml", 1, 1)])
def test_places_that_are_none(at: Position) -> None:
    assert Comments(load("lamps", lamps=FILE).packs).of(at) == ""
