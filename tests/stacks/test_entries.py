"""Entries that a pack adds, changes and takes away, played."""

from __future__ import annotations

import pytest

from tests.stacks.village import changes, ruleset, table

BUILT = {"seat/1/ground/1": ["tea"], "seat/1/ground/2": ["puppets"]}
MILL = "stall:\n  - {id: mill, n: 3, like: ^plain, size: 3, open: gain 4 coin, name: Mill, plural: Mills}\n"


def test_a_new_entry_is_there_and_does_what_it_says() -> None:
    played = table(mine=MILL + "setup:\n  - {place: ground, pieces: [mill]}\n").choose("visit/1")
    assert played.value("seat/1/chest:coin") == 3 + 4
    assert played.lies("seat/2/ground/1") == ["mill"]


@pytest.mark.parametrize(
    ("change", "coins"),
    [
        ("{entry: stall/puppets, hook: open, is: gain 5 coin}", 3 - 1 + 5),
        ("{entry: stall/puppets, field: open, is: gain 5 coin}", 3 - 1 + 5),
        ("{entry: stall/puppets, hook: toll, is: pay 2 coin}", 3 - 2 + 2),
        ("{entry: stall/puppets, hook: toll, remove: yes}", 3 + 2),
        ("{entry: stall/puppets, hook: open, remove: yes}", 3 - 1),
    ],
)
def test_one_hook(change: str, coins: int) -> None:
    assert table(mine=changes(change), places=BUILT).choose("visit/2").value("seat/1/chest:coin") == coins


@pytest.mark.parametrize(
    ("change", "coins"),
    [
        ("{entry: stall/tea, hook: open, is: gain 6 coin}", 3 + 6),
        ("{entry: stall/tea, hook: open, remove: yes}", 3),
        ("{entry: stall/^plain, hook: open, is: gain 2 coin}", 3 + 2),
        ("{entry: stall/toffee, hook: open, is: gain 2 coin}", 3 + 1),  # tea inherits, toffee has its own now
        ("{entry: stall/tea, hook: toll, is: pay 3 coin}", 3 - 3 + 1),
    ],
)
def test_one_hook_that_is_inherited_or_new(change: str, coins: int) -> None:
    assert table(mine=changes(change), places=BUILT).choose("visit/1").value("seat/1/chest:coin") == coins


def test_a_new_hook_is_in_force() -> None:
    wage = changes("{entry: stall/puppets, hook: in_force, is: rule wage adds 3}")
    assert table(mine=wage, places=BUILT).value("seat/1/rule/wage") == 5
    watch = changes('{entry: stall/puppets, hook: watch, is: "after work: gain 3 coin"}')
    assert table(mine=watch, places=BUILT).choose("work").value("seat/1/chest:coin") == 3 + 1 + 3
    both = changes("{entry: stall/lottery, hook: in_force, add: rule days adds 2}")
    owned = table(mine=both, places={"seat/1/ground/1": ["lottery"]})
    assert (owned.value("seat/1/rule/wage"), owned.value("rule/days")) == (3, 5)


@pytest.mark.parametrize(
    ("change", "paid"),
    [
        ("{entry: stall/tea, field: cost, is: {silk: 1}}", {"silk": 1}),  # what was inherited
        ("{entry: stall/tea, field: cost/bead, is: 3}", {"bead": 3}),
        ("{entry: stall/tea, field: cost/silk, is: 2}", {"bead": 1, "silk": 2}),
        ("{entry: stall/^plain, field: cost/bead, is: 2}", {"bead": 2}),
        ("{entry: stall/toffee, field: cost/bead, is: 2}", {"bead": 1}),
        ("{entry: stall/tea, field: cost/bead, add: 1}", {"bead": 2}),
    ],
)
def test_one_field(change: str, paid: dict[str, int]) -> None:
    rich = {"seat/1/chest": {"bead": 5, "silk": 5}}
    built = table(mine=changes(change), places=rich).choose("build/1/1")
    left = {token: 5 - amount for token, amount in ({"bead": 0, "silk": 0} | paid).items()}
    assert {token: built.value(f"seat/1/chest:{token}") for token in left} == left


def test_a_field_taken_away_is_what_the_kind_says() -> None:
    assert table(mine="").choose("build/2/1").value("seat/1/fame") == 1  # the trigger of the large ones
    assert (
        table(mine=changes("{entry: stall/toffee, field: size, remove: yes}")).choose("build/2/1").value("seat/1/fame")
        == 0
    )


def test_an_entry_taken_away() -> None:
    rows = "{entry: stall/lottery, remove: yes}", "{setup: stalls, field: pieces, is: [tea, none, puppets]}"
    played = table(mine=changes(*rows))
    assert [played.lies(f"row/{cell}") for cell in (1, 2, 3, 4)] == [["tea"], [], ["puppets"], []]


def test_more_pieces_of_an_entry() -> None:
    rows = "{entry: stall/tea, field: n, is: {2: 2, 3: 3}}", "{setup: stalls, field: pieces, is: [tea, tea]}"
    assert table(mine=changes(*rows)).lies("row/2") == ["tea"]


def test_a_pack_changes_what_another_has_added_and_changed() -> None:
    mine = MILL + "setup:\n  - {place: ground, pieces: [mill]}\n"
    mine += changes("{entry: stall/tea, hook: open, is: gain 6 coin}")
    other = changes(
        "{entry: stall/mill, hook: open, is: gain 7 coin}",
        "{entry: stall/mill, field: cost/bead, is: 2}",
        "{entry: stall/tea, hook: toll, is: pay 1 coin}",
    )
    played = table(mine=mine, other=other, places={"seat/1/ground/2": ["tea"]})
    assert played.choose("visit/1").value("seat/1/chest:coin") == 3 + 7
    again = table(mine=mine, other=other, places={"seat/1/ground/2": ["tea"]})
    assert again.choose("visit/2").value("seat/1/chest:coin") == 3 - 1 + 6


def test_the_order_of_new_entries_is_that_of_the_stack() -> None:
    one, two = (
        MILL,
        "stall:\n  - {id: barn, cost: {bead: 1}, colour: blue, open: gain 1 coin, name: Barn, plural: Barns}\n",
    )
    names = [each.id for each in ruleset("one", "two", one=one, two=two).model.entries]
    assert names == ["tea", "toffee", "puppets", "lottery", "mill", "barn"]
    assert [each.id for each in ruleset("two", "one", one=one, two=two).model.entries][-2:] == ["barn", "mill"]
