"""A position that begins in the middle of a game says which value it lacks."""

from __future__ import annotations

import pytest

from referee.engine.position import PositionError
from tests.stacks.village import table

MARKS = """\
values:
  spot: {type: cell of row, name: spot}
  chief: {of: seat, type: seat, name: chief}
procedures:
  mark: |
    each seat:
      choose put_mark c from row:
        set spot to c
        set my.chief to me
  cheer: |
    each seat:
      choose one cheers:
        shout: gain spot.fee coin
        call where my.chief is me: gain 2 coin
  sing: |
    each seat: gain 1 coin
    do mark
    do cheer
changes:
  - instead_of: evening
    do: |
      do sing
      do cheer
"""


def test_what_is_read_has_to_be_given() -> None:
    with pytest.raises(PositionError, match="`cheer` reads `spot`, which nothing has set: give `spot` a value") as told:
        table(mine=MARKS, run="cheer")
    assert told.value.what == "spot"
    with pytest.raises(PositionError, match="`cheer` reads `chief`.* give `seat/1/chief` a value"):
        table(mine=MARKS, run="cheer", values={"spot": "row/1"})
    given = {"spot": "row/1", "seat/1/chief": 2}
    assert table(mine=MARKS, run="cheer", values=given).choose("shout").value("seat/1/chest:coin") == 3 + 2


def test_what_the_procedure_sets_itself_needs_nothing() -> None:
    assert table(mine=MARKS, run="sing").decision.step == "mark/put_mark"
