"""A pool in a piece holds as much as a field of that piece says."""

from __future__ import annotations

import pytest

from tests.stacks.village import Table, one, table

CARTS = """\
kinds:
  cart: {name: cart, plural: carts, fields: {room: number, racks: bag of goods}}
cart:
  - {id: barrow, room: 2, racks: {bead: 1}, name: Barrow, plural: Barrows}
  - {id: wagon, room: 5, racks: {bead: 3, silk: 2}, name: Wagon, plural: Wagons}
places:
  lane: {of: table, cells: 2, holds: cart, name: lane}
  load: {of: cart, tokens: goods, ROOM, name: load}
setup: [{place: lane, pieces: [barrow, wagon]}]
changes:
  - option_in: errand
    add: |
      load c from lane where c is not empty and not (c.cart.load is full):
        gain 4 bead from supply to c.cart.load
        gain 4 silk from supply to c.cart.load
"""


def loaded(room: str, cart: int) -> dict[str, int]:
    played = table(mine=CARTS.replace("ROOM", room)).choose(f"load/{cart}")
    return held(played, cart)


def held(played: Table, cart: int) -> dict[str, int]:
    from referee.engine.position import read_position

    places = read_position(played.program, played.state).places
    inside = [piece for name, pieces in places.items() if name.startswith(f"lane/{cart}/load") for piece in pieces]
    return {piece.entry: piece.count for piece in inside}


@pytest.mark.parametrize(
    ("room", "barrow", "wagon"),
    [
        ("total: room", {"bead": 2}, {"bead": 4, "silk": 1}),
        ("limit: room", {"bead": 2, "silk": 2}, {"bead": 4, "silk": 4}),
        ("limit: racks", {"bead": 1}, {"bead": 3, "silk": 2}),
        ("limit: prices", {"bead": 3, "silk": 2}, {"bead": 3, "silk": 2}),
        ("total: 3", {"bead": 3}, {"bead": 3}),
    ],
)
def test_as_much_as_the_piece_holds(room: str, barrow: dict[str, int], wagon: dict[str, int]) -> None:
    assert (loaded(room, 1), loaded(room, 2)) == (barrow, wagon)


@pytest.mark.parametrize("room", ["total: room", "limit: racks"])
def test_a_full_one_isnt_offered(room: str) -> None:
    played = table(mine=CARTS.replace("ROOM", room)).choose("load/1", "done", "work", "done", "work", "done")
    assert [each.id for each in played.decision.options if each.id.startswith("load")] == ["load/2"]


def test_a_field_that_isnt_there() -> None:
    wrong = one(mine=CARTS.replace("ROOM", "total: rom"))
    assert (wrong.where, wrong.hint) == ("E0210 mine/pack.yaml:14:42", "did you mean `room`?")
    wrong = one(mine=CARTS.replace("ROOM", "limit: rack"))
    assert (wrong.where, wrong.hint) == ("E0210 mine/pack.yaml:14:42", "did you mean `racks`?")


@pytest.mark.parametrize("moved", ["all", "1 k"])
def test_what_a_place_with_a_total_doesnt_take_stays(moved: str) -> None:
    """Of what is moved into it only the tokens that lie in such a place."""
    mine = "places: {basket: {of: table, tokens: [bead, silk], total: 3, name: basket}}\n"
    body = f"move {moved} from my.chest to basket"
    body = f"for each k in wealth: {body}" if "k" in moved.split() else body
    if "k" in moved.split():
        mine += "groups: {wealth: {of: [coin, goods]}}\n"
    mine += (
        "changes:\n  - option_in: errand\n    add: |\n      fill:\n        gain 2 bead and 1 coin\n        "
        + body
        + "\n"
    )
    played = table(mine=mine).choose("fill")
    from referee.engine.position import read_position

    places = read_position(played.program, played.state).places
    assert {piece.entry for piece in places["basket"]} <= {"bead", "silk"}
    assert places["basket"]
