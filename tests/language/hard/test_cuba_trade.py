"""Cuba's market and harbour: prices by position, ships through their berths, the lighthouse's search."""

from __future__ import annotations

import random

import pytest

from tests.language.hard.harness import Table

PRODUCTS = ["citrus", "sugar", "tobacco"]
WARES = [*PRODUCTS, "rum", "cigars"]
PRICES = {ware: [6, 5, 4, 3, 2, 1] if ware in PRODUCTS else [6, 5, 4, 3] for ware in WARES}
OVERFLOW = {ware: 1 if ware in PRODUCTS else 3 for ware in WARES}
SUPPLY = {ware: 18 if ware in PRODUCTS else 15 for ware in WARES}


def market(row: dict[str, int], yard: dict[str, int], pesos: int, run: str = "deals") -> Table:
    places: dict[str, object] = {f"market/{ware}": {ware: n} for ware, n in row.items()}
    places |= {"seat/1/yard": yard, "seat/1/purse": {"peso": pesos}}
    return Table("cuba_market", run=run, places=places)


def pesos(table: Table) -> int:
    return table.tokens("seat/1/purse").get("peso", 0)


def test_a_row_that_fills_pays_less_and_less_then_the_overflow() -> None:
    table = market({"rum": 2}, {"rum": 3}, 0)
    earned = []
    for _ in range(3):
        before = pesos(table)
        table.choose("sell/rum")
        earned.append(pesos(table) - before)
    assert earned == [4, 3, 3]
    assert table.tokens("market/rum") == {"rum": 4}


def test_buying_takes_the_cheap_end_first_and_seven_from_the_supply() -> None:
    table = market({"citrus": 1}, {}, 20)
    table.choose("buy/citrus")
    assert pesos(table) == 14
    table.choose("buy/citrus")
    assert pesos(table) == 7
    assert table.tokens("seat/1/yard") == {"citrus": 2}


def test_at_the_bound_the_deals_end() -> None:
    table = market({"citrus": 3}, {"citrus": 1}, 10)
    for deal in ("sell", "buy", "sell", "buy", "sell"):
        assert table.step == "deals/trade"
        table.choose(f"{deal}/citrus")
    assert table.step != "deals/trade"


@pytest.mark.parametrize("seed", range(12))
def test_deals_like_an_independent_market(seed: int) -> None:
    dice = random.Random(seed)
    row = {ware: dice.randrange(len(PRICES[ware]) + 1) for ware in WARES}
    yard = {ware: dice.randrange(3) for ware in WARES}
    supply = {ware: SUPPLY[ware] - 3 * (ware in PRODUCTS) - 2 * (ware not in PRODUCTS) for ware in WARES}
    money = dice.randrange(15)
    table = market(row, yard, money)
    supply = {ware: SUPPLY[ware] - row[ware] - yard[ware] for ware in WARES}
    for _ in range(5):
        prices = {ware: PRICES[ware][row[ware] - 1] if row[ware] else 7 for ware in WARES}
        sells = [f"sell/{ware}" for ware in WARES if yard[ware]]
        buys = [f"buy/{ware}" for ware in WARES if money >= prices[ware] and (row[ware] or supply[ware])]
        if not sells and not buys:
            assert table.step != "deals/trade"
            return
        assert table.options() == [*sells, *buys, "stop"]
        deal = dice.choice(sells + buys)
        ware = deal.split("/")[1]
        table.choose(deal)
        if deal in sells:
            full = row[ware] == len(PRICES[ware])
            money += OVERFLOW[ware] if full else PRICES[ware][row[ware]]
            yard[ware] -= 1
            row[ware] += not full
            supply[ware] += full
        else:
            money -= prices[ware]
            yard[ware] += 1
            supply[ware] -= row[ware] == 0
            row[ware] -= row[ware] > 0
        assert pesos(table) == money
        assert table.tokens(f"market/{ware}").get(ware, 0) == row[ware]


def test_free_goods_once_each_and_the_cheapest_kind_only() -> None:
    table = market({"citrus": 4, "sugar": 4, "tobacco": 1}, {}, 0, run="tradeswoman")
    resources = [f"free_resource/1/{k}" for k in ("wood", "stone", "water")]
    assert table.options() == ["trade", *resources, "free_product/2/citrus", "free_product/2/sugar", "pass"]
    table.choose("free_product/2/sugar")
    assert table.tokens("seat/1/yard") == {"sugar": 1}
    assert table.tokens("market/sugar") == {"sugar": 4}


# ---- the mayor and the harbour

SLOTS = {
    "sugar_citrus": {"citrus": 3, "sugar": 2},
    "rum_cigars": {"rum": 3, "cigars": 2},
    "mixed": {"citrus": 1, "sugar": 1, "tobacco": 1, "rum": 1, "cigars": 1},
    "cigar_ship": {"cigars": 3, "rum": 2},
    "tobacco_ship": {"tobacco": 5},
}
VALUES = [3, 2, 1, 0]


def harbour(
    lane: list[str | None],
    yard: dict[str, int],
    *,
    law: bool = False,
    holds: dict[int, dict[str, int]] | None = None,
    run: str = "mayor",
) -> Table:
    places: dict[str, object] = {f"lane/{i + 1}": [ship] if ship else [] for i, ship in enumerate(lane)}
    places |= {"seat/1/yard": yard, "ship_pile": [s for s in SLOTS if s not in lane]}
    places |= {f"lane/{i}/hold": load for i, load in (holds or {}).items()}
    if law:
        places["statutes/1"] = ["harbour"]
    return Table("cuba_mayor", run=run, places=places)


@pytest.mark.parametrize("seed", range(10))
def test_ships_and_cargo_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    lane: list[str | None] = list(dice.sample([*SLOTS, None], 4))
    yard = {ware: dice.randrange(3) for ware in WARES}
    table = harbour(lane, yard)

    def room(ship: str, hold: dict[str, int]) -> list[str]:
        return [k for k in WARES if yard[k] and SLOTS[ship].get(k, 0) > hold.get(k, 0)]

    ships = [f"ship/{i + 1}" for i, ship in enumerate(lane) if ship and VALUES[i] and room(ship, {})]
    assert table.options() == [*ships, "special/1", "pass"]
    if not ships:
        return
    choice = dice.choice(ships)
    index = int(choice.split("/")[1]) - 1
    ship = lane[index]
    assert ship is not None
    table.choose(choice)
    hold: dict[str, int] = {}
    points = 0
    while room(ship, hold):
        assert table.options() == [f"load/{k}" for k in room(ship, hold)] + ["stop"]
        ware = dice.choice(room(ship, hold))
        table.choose(f"load/{ware}")
        yard[ware] -= 1
        hold[ware] = hold.get(ware, 0) + 1
        points += VALUES[index]
        assert table.tokens("seat/1/score").get("vp", 0) == points
    assert table.step != "load/cargo"
    assert table.tokens(f"lane/{index + 1}/hold") == hold


def test_a_full_ship_leaves_at_once_under_the_harbour_law() -> None:
    lane: list[str | None] = ["rum_cigars", "mixed", "cigar_ship", "sugar_citrus"]
    for law, first, points in ((True, "mixed", 3), (False, "rum_cigars", 3)):
        table = (
            harbour(lane, {"rum": 1}, law=law, holds={1: {"rum": 2, "cigars": 2}}).choose("ship/1").choose("load/rum")
        )
        assert table.tokens("seat/1/score") == {"vp": points}
        assert table.entries("lane/1") == [first]
        if law:
            assert [table.entries(f"lane/{i}") for i in (2, 3, 4)] == [
                ["cigar_ship"],
                ["sugar_citrus"],
                ["tobacco_ship"],
            ]
            assert table.tokens("lane/1/hold") == {}


def test_the_first_gets_four_pesos_the_second_two_then_it_is_closed() -> None:
    table = harbour(["mixed", None, None, None], {})
    assert table.options() == ["special/1", "pass"]
    table.choose("special/1")
    assert table.tokens("seat/1/purse") == {"peso": 4}


def test_the_harbour_master_swaps_neighbours_with_their_cargo() -> None:
    table = harbour(
        ["mixed", "cigar_ship", "rum_cigars", "sugar_citrus"], {}, holds={2: {"rum": 1}}, run="harbour_master"
    )
    assert table.options() == ["swap_ships/2/1", "swap_ships/3/2", "pass"]
    table.choose("swap_ships/2/1")
    assert [table.entries(f"lane/{i}") for i in (1, 2, 3)] == [["cigar_ship"], ["mixed"], ["rum_cigars"]]
    assert table.tokens("lane/1/hold") == {"rum": 1}
    assert table.tokens("lane/2/hold") == {}


# ---- the lighthouse


def test_the_searched_pile_is_a_set_and_equal_ships_are_offered_once() -> None:
    places: dict[str, object] = {"ship_pile": ["sugar_ship", "citrus_ship", "sugar_ship", "cigar_ship"]}
    places |= {"lane/4": ["rum_ship"], "lane/1": [], "lane/2": [], "lane/3": []}
    table = Table("cuba_lighthouse", run="search_pile", places=places)
    assert table.options() == ["replace/cigar_ship/4", "replace/sugar_ship/4", "replace/citrus_ship/4", "pass"]
    assert sorted(table.entries("ship_pile", "1")) == ["cigar_ship", "citrus_ship", "sugar_ship", "sugar_ship"]
    assert set(table.entries("ship_pile", "2")) == {""}  # the other seat sees backs
    table.choose("replace/cigar_ship/4")
    assert table.entries("lane/4") == ["cigar_ship"]
    assert set(table.entries("ship_pile", "2")) == {""}
