"""Puerto Rico's captain phase: forced loading with best fit, wharves, union hall, storage."""

from __future__ import annotations

import random

import pytest

from tests.language.hard.harness import Table

GOODS = ["corn", "indigo", "sugar", "tobacco", "coffee"]
SHIPS = {"ship_4": 4, "ship_5": 5, "ship_6": 6}
Barrels = dict[str, int]


def captain(
    barrels: list[Barrels],
    holds: dict[str, Barrels] | None = None,
    *,
    built: dict[str, int] | None = None,
    chooser: int = 1,
) -> Table:
    """`built`: building → people on it, in seat 1's city."""
    holds = holds or {}
    places: dict[str, object] = {f"seat/{i + 1}/barrels": goods for i, goods in enumerate(barrels)}
    places["docks"] = [{"entry": ship, "hold": holds.get(ship, {})} for ship in SHIPS]
    places["seat/1/city"] = [{"entry": b, "workers": {"colonist": n}} for b, n in (built or {}).items()]
    values = {"chooser": str(chooser)}
    return Table("puerto_rico_captain", run="captain", seats=len(barrels), values=values, places=places)


def hold(table: Table, ship: str) -> Barrels:
    for piece in table.place("docks").pieces:
        if piece.entry == ship:
            return {p.entry: p.count for p in piece.inside[0].pieces}
    raise AssertionError(ship)


def points(table: Table, seat: int) -> int:
    return table.owned(str(seat), "vp")


def test_six_sugar_must_take_the_ship_of_six() -> None:
    assert captain([{"sugar": 6}, {}]).options() == ["load/sugar/ship_6"]


def test_three_sugar_may_take_any_ship() -> None:
    assert captain([{"sugar": 3}, {}]).options() == [f"load/sugar/{ship}" for ship in SHIPS]


def test_a_kind_at_sea_goes_only_on_its_ship_and_nowhere_when_that_is_full() -> None:
    assert captain([{"sugar": 3}, {}], {"ship_4": {"sugar": 1}}).options() == ["load/sugar/ship_4"]
    table = captain([{"sugar": 3, "corn": 1}, {}], {"ship_4": {"sugar": 4}})
    assert table.options() == ["load/corn/ship_5", "load/corn/ship_6"]
    assert captain([{"sugar": 3}, {}], {"ship_4": {"sugar": 4}}).step != "captain/shipment"


def test_a_wharf_may_replace_a_ship_but_only_while_somebody_works_there() -> None:
    table = captain([{"sugar": 6, "corn": 1}, {}], built={"wharf": 1})
    ships = ["load/corn/ship_4", "load/corn/ship_5", "load/corn/ship_6", "load/sugar/ship_6"]
    assert table.options() == [*ships, "own_ship/corn", "own_ship/sugar"]
    table.choose("own_ship/sugar")
    assert points(table, 1) == 6 + 1  # the chooser's first load
    assert table.options() == ships[:3]  # the wharf is used up
    assert captain([{"sugar": 6, "corn": 1}, {}], built={"wharf": 0}).options() == ships


def test_where_only_the_wharf_is_possible_it_may_be_declined() -> None:
    table = captain([{"sugar": 2}, {}], {"ship_4": {"sugar": 4}}, built={"wharf": 1})
    assert table.options() == ["own_ship/sugar", "pass"]


def test_a_harbour_pays_with_every_load() -> None:
    table = captain([{"sugar": 3, "corn": 2}, {}], built={"harbor": 1}, chooser=2)
    table.choose("load/sugar/ship_5")
    assert points(table, 1) == 3 + 1
    table.choose("load/corn/ship_4")
    assert points(table, 1) == 4 + 2 + 1


def test_full_ships_are_emptied_at_the_end() -> None:
    table = captain([{"sugar": 4}, {"corn": 1}])
    table.choose("load/sugar/ship_4").choose("load/corn/ship_5")
    assert table.step != "captain/shipment"
    assert hold(table, "ship_4") == {}
    assert hold(table, "ship_5") == {"corn": 1}


@pytest.mark.parametrize("seed", range(12))
def test_shipping_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    barrels = [{k: dice.randrange(4) if k in ("corn", "sugar") else dice.randrange(3) for k in GOODS} for _ in range(3)]
    holds: dict[str, Barrels] = {"ship_4": {"corn" if seed % 2 else "coffee": 1}}
    chooser = dice.randrange(3)
    table = captain([dict(b) for b in barrels], holds, chooser=chooser + 1)
    loaded: dict[str, tuple[str, int]] = dict.fromkeys(SHIPS, ("", 0))
    for ship, load in holds.items():
        loaded[ship] = next(iter(load.items()))
    score, first, done = [0, 0, 0], True, [False] * 3

    def legal(seat: int) -> list[str]:
        options = []
        for kind in GOODS:
            if not barrels[seat][kind]:
                continue
            carriers = [s for s in SHIPS if loaded[s][0] == kind]
            open_ships = carriers if carriers else [s for s in SHIPS if not loaded[s][1]]
            room = {s: min(barrels[seat][kind], SHIPS[s] - loaded[s][1]) for s in open_ships if loaded[s][1] < SHIPS[s]}
            options += [f"load/{kind}/{s}" for s in room if room[s] == max(room.values())]
        return options

    while not all(done):
        for turn in range(3):
            seat = (chooser + turn) % 3
            if done[seat]:
                continue
            options = legal(seat)
            if not options:
                done[seat] = True
                continue
            assert table.pending == [str(seat + 1)]
            assert table.options() == options
            choice = dice.choice(options)
            _, kind, ship = choice.split("/")
            amount = min(barrels[seat][kind], SHIPS[ship] - loaded[ship][1])
            table.choose(choice)
            barrels[seat][kind] -= amount
            loaded[ship] = (kind, loaded[ship][1] + amount)
            score[seat] += amount + (first and seat == chooser)
            first = first and seat != chooser
            assert points(table, seat + 1) == score[seat]
    assert table.step != "captain/shipment"


# ---- union hall and small wharf


def ship_turn(barrels: Barrels, *, hall: int = 1, lighthouse: int = 0, wharf: int = 0) -> Table:
    city = [{"entry": "union_hall", "workers": {"colonist": hall}}] if hall >= 0 else []
    city += [{"entry": "lighthouse", "workers": {}}] if lighthouse else []
    places: dict[str, object] = {"seat/1/barrels": barrels, "seat/1/city": city}
    values = {"seat/1/small_wharf": wharf}
    return Table("puerto_rico_union_hall", run="ship_turn", values=values, places=places)


def test_the_union_hall_pays_once_before_the_first_load() -> None:
    table = ship_turn({"corn": 3, "indigo": 2, "coffee": 1})
    assert table.options() == ["load/corn", "load/indigo", "load/coffee", "stop"]
    table.choose("load/coffee")
    assert points(table, 1) == 2 + 1  # two pairs before, one barrel after
    table.choose("load/corn")
    assert points(table, 1) == 3 + 3


def test_an_empty_union_hall_pays_nothing_and_the_lighthouse_pays_each_load() -> None:
    table = ship_turn({"corn": 4, "sugar": 2}, hall=0, lighthouse=1).choose("load/corn").choose("load/sugar")
    assert points(table, 1) == 6
    assert table.owned("1", "doubloon") == 2


def test_the_small_wharf_ships_any_mix_for_a_point_per_two() -> None:
    table = ship_turn({"corn": 2, "sugar": 3}, hall=-1, wharf=1)
    assert table.options() == ["load/corn", "load/sugar", "small_ship", "stop"]
    table.choose("small_ship")
    sources, _, least, most = table.allocation("pay")
    assert (sources, least, most) == ({"corn": (0, 2), "sugar": (0, 3)}, 1, 5)
    table.pay({"corn": 2, "sugar": 1})
    assert points(table, 1) == 1
    assert table.options() == ["load/sugar", "stop"]


# ---- storage


def storage(barrels: Barrels, built: dict[str, int]) -> Table:
    city = [{"entry": b, "workers": {"colonist": n}} for b, n in built.items()]
    places: dict[str, object] = {"seat/1/barrels": barrels, "seat/1/city": city}
    return Table("puerto_rico_storage", run="keep", places=places)


def test_without_a_warehouse_one_barrel_is_kept() -> None:
    table = storage({"corn": 2, "sugar": 1}, {})
    assert table.options() == ["keep_barrels"]
    table.choose("keep_barrels")
    sources, _, least, most = table.allocation("pay")
    assert (sources, least, most) == ({"corn": (0, 1), "sugar": (0, 1)}, 0, 1)
    table.pay({"sugar": 1})
    assert table.tokens("seat/1/barrels") == {"sugar": 1}


def test_a_single_barrel_needs_no_decision() -> None:
    assert storage({"corn": 1}, {}).step != "keep/keep_barrels"


@pytest.mark.parametrize(
    ("built", "kinds"),
    [
        ({"small_warehouse": 1}, 1),
        ({"large_warehouse": 1}, 2),
        ({"small_warehouse": 1, "large_warehouse": 1}, 3),
        ({"large_warehouse": 0}, 0),
    ],
)
def test_warehouses_keep_whole_kinds(built: dict[str, int], kinds: int) -> None:
    table = storage({"corn": 3, "indigo": 2, "sugar": 2, "coffee": 1}, built)
    if not kinds:
        assert table.options() == ["keep_barrels"]
        return
    assert table.step == "keep/store"
    assert table.picks("store") == (["corn", "indigo", "sugar", "coffee"], 0, kinds)
    table.choose("store", ("corn", "sugar", "indigo")[:kinds])
    table.choose("keep_barrels").pay({"coffee": 1})
    kept = dict(list({"corn": 3, "sugar": 2, "indigo": 2}.items())[:kinds]) | {"coffee": 1}
    assert table.tokens("seat/1/barrels") == {k: kept[k] for k in GOODS if k in kept}


def test_a_storehouse_keeps_three_more_of_any_kinds() -> None:
    table = storage({"corn": 3, "sugar": 3}, {"storehouse": 1}).choose("keep_barrels")
    sources, _, least, most = table.allocation("pay")
    assert (sources, least, most) == ({"corn": (0, 3), "sugar": (0, 3)}, 0, 4)
