"""A token where another group is asked for: the finding says which ones may stand there."""

from __future__ import annotations

import pytest

from tests.stacks.village import changes, one

TENT = "stall: [{id: tent, colour: red, name: Tent, plural: Tents, open: gain 1 coin, cost: {coin: 2}}]\n"


@pytest.mark.parametrize(
    ("mine", "where"), [(TENT, "7:86"), (changes("{entry: stall/tea, field: cost/coin, is: 2}"), "8:36")]
)
def test_a_token_of_another_group(mine: str, where: str) -> None:
    found = one(mine=mine)
    assert found.where == f"E0228 mine/pack.yaml:{where}"
    assert found.message == "`coin` is none of goods: only bead, silk can stand here"
