"""Cuba's events and offices, and rules changed by another pack."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from tests.language.hard.harness import Table

WARES = ["citrus", "sugar", "tobacco", "rum", "cigars"]
OFFICES = ["customs", "friends", "inspection", "mercy"]


def table_of(run: str, places: Mapping[str, object], start: int = 1) -> Table:
    return Table("cuba_president", run=run, seats=3, values={"start_player": str(start)}, places=places)


def points(table: Table) -> list[int]:
    return [table.owned(str(s + 1), "vp") for s in range(3)]


@pytest.mark.parametrize(
    ("before", "after"),
    [([3, 3, 1], [1, 1, 2]), ([0, 0, 0], [0, 0, 0]), ([1, 4, 4], [2, 2, 2]), ([1, 0, 0], [0, 1, 1])],
)
def test_all_leaders_lose_two_but_never_below_nothing_then_the_last_gain(before: list[int], after: list[int]) -> None:
    places = {f"seat/{s + 1}/score": {"vp": n} for s, n in enumerate(before)}
    table = table_of("leaders_lose", places)
    assert points(table) == after
    assert table.owned("1", "peso") == 1  # the trigger pays the start player


@pytest.mark.parametrize("seed", range(8))
def test_a_free_ware_comes_from_the_market_only(seed: int) -> None:
    dice = random.Random(seed)
    row = {ware: dice.randrange(2) for ware in WARES}
    start = dice.randrange(3)
    places = {f"market/{ware}": {ware: n} for ware, n in row.items()}
    table = table_of("free_ware", places, start + 1)
    for turn in range(3):
        if not any(row.values()):
            assert table.step != "free_ware/wish"
            return
        assert table.pending == [str((start + turn) % 3 + 1)]
        assert table.options() == ["take_ware", "pass"]
        table.choose("take_ware")
        expected = [f"take_ware/{ware}" for ware in WARES if row[ware]]
        assert table.options() == expected
        choice = dice.choice(expected)
        table.choose(choice)
        row[choice.split("/")[1]] -= 1


def fee(seat: int, owners: dict[str, int]) -> int:
    """By hand: one, two more for all but the owner of the customs, one less for the friends' owner; bounds last."""
    amount = 1
    amount += 2 * ("customs" in owners and owners["customs"] != seat)
    amount -= owners.get("friends") == seat
    if "inspection" in owners:
        amount = max(1, amount)
    if "mercy" in owners:
        amount = min(2, amount)
    return amount


@pytest.mark.parametrize("seed", range(12))
def test_fees_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    owners = {office: dice.randrange(3) for office in dice.sample(OFFICES, dice.randint(0, 4))}
    money = [dice.choice((0, 1, 2, 3, 9, 10)) for _ in range(3)]
    places: dict[str, object] = {f"seat/{s + 1}/purse": {"peso": n} for s, n in enumerate(money)}
    for s in range(3):
        places[f"seat/{s + 1}/offices"] = [office for office in OFFICES if owners.get(office) == s]
    places["cabinet"] = [office for office in OFFICES if office not in owners]
    table = table_of("fees", places)
    fees = [fee(s, owners) for s in range(3)]
    assert [table.value(f"seat/{s + 1}/rule/fee") for s in range(3)] == fees
    for s in range(3):
        if money[s] > 9 or money[s] < fees[s]:
            continue  # too rich, or too poor: not asked
        assert table.pending == [str(s + 1)]
        assert table.options() == ["settle", "pass"]
        table.choose("settle")
        money[s] -= fees[s]
    money[2] += sum(fees)  # the last in turn order
    assert [table.owned(str(s + 1), "peso") for s in range(3)] == money


def test_inspection_counts_poorer_seats_and_empty_rows() -> None:
    places: dict[str, object] = {"seat/1/purse": {"peso": 3}, "seat/2/purse": {"peso": 1}, "seat/3/purse": {}}
    places |= {"seat/1/estate/r1c2": ["dam"], "seat/2/estate/r1c1": ["bank"], "seat/2/estate/r3c4": ["cafe"]}
    table = table_of("inspection", places)
    assert [table.owned(str(s), "peso") for s in (1, 2, 3)] == [5, 2, 0]
    assert points(table) == [2, 1, 3]


def test_a_wooden_building_scores_its_neighbours() -> None:
    places: dict[str, object] = {"seat/1/estate/r1c1": ["dam"], "seat/1/estate/r2c2": ["cement_factory"]}
    places["display"] = ["bank", "cafe", "cafe"]
    table = table_of("plant", places)
    table.choose("build/bank/r1c2")
    assert table.owned("1", "vp") == 2
    places["display"] = ["dam"]
    places["seat/1/estate/r1c1"] = ["bank"]
    stone = table_of("plant", places).choose("build/dam/r1c2")
    assert stone.owned("1", "vp") == 0


# ---- rules changed by another pack


def changed(row: dict[str, int], run: str = "tradeswoman", pesos: int = 0, **places: object) -> Table:
    named: dict[str, object] = {f"market/{ware}": {ware: n} for ware, n in row.items()}
    named |= {"seat/1/purse": {"peso": pesos}} | places
    return Table("cuba_changes", run=run, places=named)


def test_options_are_added_replaced_and_removed() -> None:
    table = changed({"citrus": 1, "sugar": 3, "tobacco": 1})
    free = ["free_product/citrus", "free_product/tobacco"]
    people = ["take_citizen/1", "take_citizen/2"]
    assert table.options() == ["trade", *free, *people, "pass"]
    table.choose("take_citizen/1")
    assert table.entries("seat/1/citizens") == ["musician"]
    assert table.owned("1", "peso") == 2 + 1  # the musician, and one after the usual


def test_a_price_is_capped_and_the_bound_is_two() -> None:
    table = changed({"citrus": 1}, run="deals", pesos=20)
    assert table.owned("1", "vp") == 1  # gained before the deals
    table.choose("buy/citrus").choose("buy/citrus")  # 6 and 7 are 5 and 5
    assert table.owned("1", "peso") == 10
    assert table.step != "deals/trade"
    assert table.owned("1", "vp") == 0
