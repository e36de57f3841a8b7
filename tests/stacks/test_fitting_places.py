"""Tokens are moved from and to places that can hold them (E0225)."""

from __future__ import annotations

import pytest

from referee.language.build import read_stack
from tests.stacks.village import one, stack

POOLS = """\
places:
  shelf: {of: seat, tokens: [bead], name: shelf}
  till: {of: table, tokens: [coin], name: till}
procedures:
  keep: |
    each seat:
      choose go: CODE
      choose leave: lose 1 coin
changes: [{after: evening, do: do keep}]
"""
COLUMN = 18  # of the code


@pytest.mark.parametrize(
    ("code", "wrong", "what"),
    [
        ("pay 1 silk to my.shelf", "my.shelf", "`silk` can't lie in `shelf`"),
        ("pay 1 silk to supply or my.shelf", "my.shelf", "`silk` can't lie in `shelf`"),
        ("pay any 2 goods to till", "till", "`bead` or `silk` can't lie in `till`"),
        ("pay 2 goods of one kind to till", "till", "`bead` or `silk` can't lie in `till`"),
        ("pay 1 bead and 1 silk to my.shelf", "my.shelf", "`silk` can't lie in `shelf`"),
        ("gain 1 silk from my.shelf", "my.shelf", "`silk` can't lie in `shelf`"),
        ("gain 1 bead to till", "till", "`bead` can't lie in `till`"),
        ("gain any 1 goods from till", "till", "`bead` or `silk` can't lie in `till`"),
        ("move 1 coin from my.chest to my.shelf", "my.shelf", "`coin` can't lie in `shelf`"),
        ("move 1 silk from my.shelf to my.chest", "my.shelf", "`silk` can't lie in `shelf`"),
        ("move all from my.shelf to till", "till", "`bead` can't lie in `till`"),
    ],
)
def test_a_place_that_never_holds_it(code: str, wrong: str, what: str) -> None:
    found = one(mine=POOLS.replace("CODE", code))
    assert (found.where, found.message) == (f"E0225 mine/pack.yaml:13:{COLUMN + code.rindex(wrong)}", what)


@pytest.mark.parametrize(
    "code",
    [
        "pay 1 bead to my.shelf",
        "pay 1 coin to supply",  # of which there is no end
        "pay 1 bead and 1 coin to my.shelf or till",
        "pay any 2 goods to my.shelf or supply",
        "gain 1 coin from till",
        "move all goods from my.chest to my.shelf",
        "for each k in goods: move 1 k from my.chest to my.shelf",
        "move all from my.chest to till",
    ],
)
def test_a_place_that_may_hold_some_of_it(code: str) -> None:
    whole = code if code.startswith("for") else f"choose go: {code}"
    assert read_stack(stack(mine=POOLS.replace("choose go: CODE", whole)))[0] is not None
