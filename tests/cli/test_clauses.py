"""Of a long text that has become another by one stretch, that stretch is told with its neighbours."""

from __future__ import annotations

from referee.cli.clauses import stretch

LONG = (
    "You may: bring a cart to the market — cart, space of the market (empty): "
    "pay 2 beads, then gain 3 coins, then rest."
)


def test_what_is_more_stands_between_its_neighbours() -> None:
    more = LONG.replace("3 coins,", "3 coins, then gain 1 star,")
    assert (
        stretch(LONG, more)
        == "… space of the market (empty): pay 2 beads, then gain 3 coins, then gain 1 star, then rest."
    )
    assert (
        stretch(LONG, LONG.replace("rest.", "rest, then sing."))
        == "… pay 2 beads, then gain 3 coins, then rest, then sing."
    )


def test_what_is_short_or_differs_in_more_is_no_stretch() -> None:
    assert stretch("Gain 1 coin.", "Gain 1 coin, then rest.") == ""
    assert stretch(LONG, LONG.replace("2 beads", "1 bead").replace("rest", "go")) == ""
    assert stretch(LONG, LONG[20:]) == ""
