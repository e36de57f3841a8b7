"""Cuba's estate: harvest with water just gained, the foreman's buildings, building over."""

from __future__ import annotations

import random

import pytest

from tests.language.hard.harness import Table

ROWS, COLUMNS = 3, 4
YIELDS = ["none", "citrus", "sugar", "stone", "sugar", "tobacco", "wood", "water", "wood", "stone", "tobacco", "citrus"]
PRODUCTS = ("citrus", "sugar", "tobacco")
RESOURCES = ("wood", "stone", "water")
CELLS = [f"r{row + 1}c{column + 1}" for row in range(ROWS) for column in range(COLUMNS)]


def estate(cell: str, seat: int = 1) -> str:
    return f"seat/{seat}/estate/{cell}"


def cross(pawn: str) -> list[str]:
    """The cells of the pawn's row and column, its own among them, row by row."""
    return [cell for cell in CELLS if cell[:2] == pawn[:2] or cell[2:] == pawn[2:]]


def produce(cell: str) -> str:
    return YIELDS[CELLS.index(cell)]


# ---- the worker


def start_harvest(pawn: str, *, drought: bool = False, water: int = 0, built: dict[str, str] | None = None) -> Table:
    places: dict[str, object] = {"seat/1/yard": {"water": water}}
    places |= {estate(cell): [building] for cell, building in (built or {}).items()}
    if drought:
        places["statutes/1"] = ["drought"]
    return Table("cuba_harvest", run="worker", values={"seat/1/pawn": estate(pawn)}, places=places)


def test_the_pawn_may_go_to_any_other_field() -> None:
    table = start_harvest("r2c4")
    assert table.step == "worker/move_pawn"
    assert table.options() == [f"move_pawn/{cell}" for cell in CELLS if cell != "r2c4"] + ["pass"]


def test_water_just_gained_buys_the_third_field() -> None:
    table = start_harvest("r1c1").choose("move_pawn/r2c4")
    assert table.tokens("seat/1/yard") == {"wood": 1, "stone": 1, "water": 1}
    assert table.options() == ["harvest/r2c1", "harvest/r2c2", "harvest/r3c4", "stop"]
    table.choose("harvest/r2c1").choose("harvest/r2c2")
    assert table.options() == ["harvest/r3c4", "stop"]
    table.choose("harvest/r3c4")
    assert table.step != "worker/harvest"  # nothing is left, so nobody is asked
    assert table.tokens("seat/1/yard") == {"citrus": 1, "sugar": 1, "tobacco": 1, "wood": 1, "stone": 1}


def test_in_a_drought_the_second_field_costs_the_water() -> None:
    table = start_harvest("r2c4", drought=True).choose("pass")
    table.choose("harvest/r2c1").choose("harvest/r3c4")
    assert table.step != "worker/harvest"
    assert table.tokens("seat/1/yard") == {"citrus": 1, "sugar": 1, "wood": 1, "stone": 1}


@pytest.mark.parametrize("seed", range(12))
def test_harvest_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    pawn, drought, water = dice.choice(CELLS), dice.random() < 0.5, dice.randrange(3)
    built = dict(zip(dice.sample(CELLS, dice.randrange(4)), ("dam", "bank", "cement_factory"), strict=False))
    table = start_harvest(pawn, drought=drought, water=water, built=built).choose("pass")
    yard = dict.fromkeys((*PRODUCTS, *RESOURCES), 0) | {"water": water}
    left = []
    for cell in cross(pawn):
        if cell not in built and produce(cell) in RESOURCES:
            yard[produce(cell)] += 1
        if cell not in built and produce(cell) in PRODUCTS:
            left.append(cell)
    harvested = 0
    while True:
        free = harvested < (1 if drought else 2)
        expected = [f"harvest/{cell}" for cell in left] if free or yard["water"] else []
        if not expected:
            assert table.step != "worker/harvest"
            break
        assert table.options() == [*expected, "stop"]
        cell = dice.choice(left)
        table.choose(f"harvest/{cell}")
        left.remove(cell)
        yard["water"] -= 0 if free else 1
        yard[produce(cell)] += 1
        harvested += 1
    assert table.tokens("seat/1/yard") == {token: n for token, n in yard.items() if n}


def test_on_the_individual_sides_every_seat_has_its_own_fields() -> None:
    for seat, side, fields in (
        (1, "individual", ["r1c2", "r1c3", "r2c1"]),
        (2, "individual", ["r1c2", "r1c3", "r2c1", "r3c1"]),
    ):
        table = Table(
            "cuba_harvest",
            run="worker",
            seat=str(seat),
            values={f"seat/{seat}/pawn": estate("r1c1", seat)},
            settings={"cuba_base.estate_side": side},
        ).choose("pass")
        assert table.options() == [*(f"harvest/{cell}" for cell in fields), "stop"]


# ---- the foreman


def start_foreman(built: dict[str, str], yard: dict[str, int], pawn: str = "r1c1", **settings: str) -> Table:
    places: dict[str, object] = {"seat/1/yard": yard} | {estate(cell): [b] for cell, b in built.items()}
    values = {"seat/1/pawn": estate(pawn)}
    return Table("cuba_foreman", run="foreman", values=values, places=places, settings=settings)


def test_each_building_of_the_cross_once_in_any_order() -> None:
    table = start_foreman({"r1c2": "dam", "r2c1": "bank", "r3c3": "warehouse"}, {})
    assert table.options() == ["use/r1c2", "use/r2c1", "stop"]  # the warehouse isn't in line
    table.choose("use/r2c1")
    assert table.options() == ["use/r1c2", "stop"]
    table.choose("use/r1c2")
    assert table.tokens("seat/1/yard") == {"water": 3}
    assert table.tokens("seat/1/purse") == {"peso": 3}
    assert table.step != "foreman/usage"


def test_a_used_building_is_used_again_only_with_the_option() -> None:
    built = {"r1c2": "dam", "r1c3": "bank"}
    for word, expected in (("no", ["use/r1c3", "stop"]), ("yes", ["use/r1c2", "use/r1c3", "stop"])):
        places: dict[str, object] = {estate(cell): [b] for cell, b in built.items()}
        table = Table(
            "cuba_foreman",
            run="foreman",
            values={"seat/1/pawn": estate("r1c1"), "seat/1/estate/r1c2/used": 1},
            places=places,
            settings={"building_twice_a_round": word},
        )
        assert table.options() == expected


def test_the_black_market_takes_up_to_three_wares_for_as_many_of_any_kind() -> None:
    table = start_foreman({"r1c2": "black_market"}, {"citrus": 2, "rum": 1}).choose("use/r1c2")
    assert table.options() == ["pay"]
    sources, _, least, most = table.allocation("pay")
    assert (sources, least, most) == ({"citrus": (0, 2), "rum": (0, 1)}, 1, 3)
    table.pay({"citrus": 1, "rum": 1})
    assert table.options() == ["gain"]
    sources, _, least, most = table.allocation("gain")
    assert (least, most) == (2, 2)
    assert set(sources) == {"citrus", "sugar", "tobacco", "rum", "cigars"}
    table.pay({"cigars": 2}, "gain")
    assert table.tokens("seat/1/yard") == {"citrus": 1, "cigars": 2}


def test_without_wares_the_black_market_is_not_offered() -> None:
    table = start_foreman({"r1c2": "black_market", "r1c3": "dam"}, {"wood": 3})
    assert table.options() == ["use/r1c3", "stop"]


def test_a_distillery_exchanges_any_number() -> None:
    table = start_foreman({"r1c2": "distillery"}, {"sugar": 3}).choose("use/r1c2")
    name = table.options()[0]
    assert table.number(name) == (1, 3)
    table.choose(name, 2)
    assert table.tokens("seat/1/yard") == {"sugar": 1, "rum": 2}


def test_the_warehouse_keeps_products_over_the_end_of_the_round() -> None:
    table = start_foreman({"r1c2": "warehouse"}, {"sugar": 2, "rum": 1, "wood": 1}).choose("use/r1c2")
    assert table.tokens("seat/1/store") == {"sugar": 2}
    assert table.tokens("seat/1/yard") == {"rum": 1, "wood": 1}


# ---- building and building over

COSTS = {
    "dam": {"stone": 2},
    "bank": {"wood": 1, "stone": 1},
    "cement_factory": {"wood": 1, "stone": 2},
    "cafe": {"wood": 1, "stone": 1, "water": 1},
}


def payable(cost: dict[str, int], stock: dict[str, int]) -> bool:
    return all(stock.get(token, 0) >= n for token, n in cost.items())


@pytest.mark.parametrize("seed", range(10))
def test_build_and_build_over_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    stock = {token: dice.randrange(3) for token in RESOURCES}
    pesos = dice.randrange(2)
    built = dict(zip(dice.sample(CELLS, 2), dice.sample(sorted(COSTS), 2), strict=True))
    display = [name for name in COSTS if name not in built.values()]
    places: dict[str, object] = {"seat/1/yard": stock, "seat/1/purse": {"peso": pesos}, "display": display}
    places |= {estate(cell): [b] for cell, b in built.items()}
    table = Table("cuba_overbuild", run="architect", places=places)
    expected = [
        f"build/{name}/{cell}"
        for name in display
        for cell in CELLS
        if cell not in built and produce(cell) != "none" and payable(COSTS[name], stock)
    ]
    for name in display:
        for cell in CELLS:
            if cell in built and pesos:
                old = COSTS[built[cell]]
                difference = {token: max(0, n - old.get(token, 0)) for token, n in COSTS[name].items()}
                if payable(difference, stock):
                    expected.append(f"overbuild/{name}/{cell}")
    if expected:
        assert table.options() == [*expected, "pass"]
    else:
        assert table.step != "architect/work"


def test_a_building_that_the_stack_leaves_out_is_not_offered() -> None:
    places: dict[str, object] = {"seat/1/yard": {"stone": 2, "wood": 1}, "display": ["dam", "bank"]}
    table = Table("cuba_overbuild", run="architect", places=places, settings={"left_out": "dam"})
    buildable = [f"build/bank/{cell}" for cell in CELLS if produce(cell) != "none"]
    assert table.options() == [*buildable, "pass"]


def test_building_over_costs_the_difference_and_covers() -> None:
    places: dict[str, object] = {
        estate("r1c2"): ["bank"],
        "seat/1/yard": {"stone": 1, "wood": 1},
        "seat/1/purse": {"peso": 1},
        "display": ["cement_factory", "cafe"],
    }
    table = Table("cuba_overbuild", run="architect", places=places)
    table.choose("overbuild/cement_factory/r1c2")  # 1 wood 2 stone less 1 wood 1 stone
    assert table.tokens("seat/1/yard") == {"wood": 1}
    assert table.tokens("seat/1/purse") == {}
    assert table.entries(estate("r1c2"))[0] == "cement_factory"
    assert table.entries("display") == ["cafe"]
