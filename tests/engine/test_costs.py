"""A cost that was offered can be paid in full: nothing is ever paid "as far as it goes"."""

from __future__ import annotations

import pytest

from referee.packs import PackInvalid
from tests.engine.inline import Game, pack

GOODS = """
tokens:
  coin: {unlimited: true}
  bead: {supply: 10}
groups: {goods: [coin, bead]}
places:
  pouch: {of: seat, tokens: goods, home: true}
  bank: {of: table, tokens: goods}
values:
  level: {}
"""


def shop(body: str, coins: int = 0, beads: int = 0) -> list[str]:
    """The options of a choice between `buy` with this body and `leave`, for a seat with so much."""
    lines = "\n".join("          " + line for line in body.splitlines())
    text = f"""
    each seat in first of seats:
      choose begin: gain {coins} coin and {beads} bead
      choose one deal:
        buy:
{lines}
        leave: gain 1 bead
"""
    return Game(pack(GOODS, main=text)).play("begin").options


@pytest.mark.parametrize(
    ("body", "coins", "beads", "offered"),
    [
        ("pay 2 coin", 1, 0, False),
        ("pay 2 coin", 2, 0, True),
        ("pay 1 coin and 1 coin", 1, 0, False),
        ("pay 1 coin and 1 coin", 2, 0, True),
        ("pay 1 coin\npay 1 coin", 1, 0, False),
        ("pay 1 coin and 1 bead", 1, 0, False),
        ("pay 1 coin and 1 bead", 1, 1, True),
        ("pay 1 coin\npay 1 coin", 2, 0, True),
        ("if my.bead > 0: pay 2 coin\nelse: pay 1 coin", 1, 1, False),
        ("if my.bead > 0: pay 2 coin\nelse: pay 1 coin", 1, 0, True),
        ("pay any 2 of goods", 1, 0, False),
        ("pay any 2 of goods", 1, 1, True),
        ("pay 1 coin\npay any 2 of goods", 1, 1, False),
        ("pay 1 coin\npay any 2 of goods", 2, 1, True),
        ("pay 2 goods of one kind", 1, 1, False),
        ("pay 2 goods of one kind", 0, 2, True),
        ("lose 2 coin", 0, 0, True),
        ("gain exactly 9 bead", 0, 2, False),
        ("gain exactly 9 bead", 0, 1, True),
        ("gain 9 bead", 0, 5, True),
    ],
)
def test_offered_if_and_only_if_payable(body: str, coins: int, beads: int, offered: bool) -> None:
    assert ("buy" in shop(body, coins, beads)) == offered


@pytest.mark.parametrize(
    "body",
    [
        "gain 1 coin\npay my.coin bead",
        "set level to 2\npay level coin",
        "add 1 to level\nif level > 1: pay 1 coin",
        "choose more: gain 1 coin\npay 1 coin",
    ],
)
def test_a_cost_that_depends_on_what_the_option_changed_is_refused_at_load(body: str) -> None:
    with pytest.raises(PackInvalid) as caught:
        shop(body)
    assert "E0431" in str(caught.value)
