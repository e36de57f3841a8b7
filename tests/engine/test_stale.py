"""A `let` beside standing options: what they may change can't be kept across a decision."""

from __future__ import annotations

import pytest

from referee.language import build_ruleset
from referee.packs import PackInvalid, load_stack
from tests.engine.inline import pack

THINGS = """
tokens: {coin: {unlimited: true}, bead: {supply: 9}}
places: {pouch: {of: seat, tokens: [coin, bead], home: true}}
values: {active: {type: seat}, paid: {of: seat}}
setup: [{value: active, is: 1}]
standing:
  swap_bead: |
    swap_bead where my.bead > 0:
      pay 1 bead
      gain 1 coin
"""

KEEPS = """
each seat:
  set active to me
  let had = my.bead
  choose rest: gain 1 bead
  if had > 1: gain 1 coin
end game because done
"""

COUNTS = """
each seat:
  set active to me
  let had = my.paid
  choose rest: gain 1 bead
  if had > 1: gain 1 coin
end game because done
"""


def read(main: str) -> None:
    build_ruleset(load_stack(["fair"], files={"fair/pack.yaml": pack(THINGS, main=main)}))


def test_a_value_that_a_standing_option_changes_is_not_kept() -> None:
    with pytest.raises(PackInvalid) as problem:
        read(KEEPS)
    (only,) = problem.value.diagnostics
    assert only.code.code == "E0443"
    line = pack(THINGS, main=KEEPS).decode().splitlines()[only.at.line - 1]
    assert line.strip() == "let had = my.bead"


def test_a_value_that_none_of_them_changes_is_kept() -> None:
    read(COUNTS)
