"""Puerto Rico: the mayor with nobles, prices of the builder, guests, the draft of roles, the settler's row."""

from __future__ import annotations

import random

import pytest

from referee.engine.records import Share
from tests.language.hard.harness import Table

CIRCLES = {"field": 1, "mill": 3, "chapel": 1}


def mayor(tiles: list[tuple[str, dict[str, int]]], waiting: dict[str, int], ship: dict[str, int]) -> Table:
    places: dict[str, object] = {
        "seat/1/tiles": [{"entry": entry, "workers": people} for entry, people in tiles],
        "seat/1/san_juan": waiting,
        "people_ship": ship,
    }
    return Table("puerto_rico_mayor", run="mayor", places=places)


def test_placing_is_one_allocation_that_fills_every_circle_it_can() -> None:
    table = mayor([("field", {}), ("mill", {"colonist": 1}), ("chapel", {})], {"colonist": 1}, {"noble": 1})
    assert table.options() == ["privilege", "pass"]
    table.choose("privilege")
    assert table.options() == ["take_noble"]
    table.choose("take_noble")
    assert table.options() == ["place"]
    sources, bins, least, most = table.allocation("place")
    assert sources == {"colonist": (0, 3), "noble": (0, 1)}  # who waits and who works already
    assert sorted(high for _, high in bins.values()) == [1, 1, 3]
    assert (least, most) == (4, 4)  # four people, five circles: nobody may wait


def test_the_suggested_answer_is_how_they_stand_and_only_the_difference_moves() -> None:
    tiles: list[tuple[str, dict[str, int]]] = [("field", {"colonist": 1}), ("chapel", {}), ("field", {})]
    table = mayor(tiles, {"colonist": 1}, {}).choose("pass")
    form = table.option("place").form
    assert [(share.source, share.amount) for share in form.suggested] == [("colonist", 1)]  # type: ignore[union-attr]  # shares


def test_a_chapel_gives_by_who_works_there() -> None:
    for person, points, money in (("noble", 1, 0), ("colonist", 0, 1)):
        table = mayor([("chapel", {}), ("field", {})], {person: 1}, {}).choose("pass")
        _, bins, least, most = table.allocation("place")
        assert (least, most) == (1, 1)
        chapel = next(bin for bin in bins if "chapel" in bin)
        table.choose("place", (Share(person, chapel, 1),))
        assert table.owned("1", "vp") == points
        assert table.owned("1", "doubloon") == money


def test_who_fills_every_circle_with_the_same_isnt_asked() -> None:
    for waiting, asked in (({"colonist": 3}, False), ({"colonist": 2}, False), ({"colonist": 1, "noble": 1}, True)):
        table = mayor([("field", {}), ("chapel", {})], dict(waiting), {}).choose("pass")
        assert (bool(table.pending) and table.step == "mayor/place") == asked
        assert asked or table.owned("1", "doubloon") == 1  # the chapel is occupied


@pytest.mark.parametrize("seed", range(8))
def test_the_total_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    tiles: list[tuple[str, dict[str, int]]] = [(dice.choice(list(CIRCLES)), {}) for _ in range(dice.randrange(1, 4))]
    waiting = {"colonist": dice.randrange(1, 4), "noble": dice.randrange(3)}
    table = mayor(tiles, waiting, {}).choose("pass")
    people, circles = sum(waiting.values()), sum(CIRCLES[entry] for entry, _ in tiles)
    if not waiting["noble"] and people >= circles:  # one possible answer
        assert not table.pending
        return
    _, bins, least, most = table.allocation("place")
    assert (least, most) == (min(people, circles),) * 2
    assert sum(high for _, high in bins.values()) >= most


# ---- the builder

BUILDINGS = {
    "hut": (2, 1, 1),
    "office": (5, 2, 1),
    "zoning_office": (5, 2, 1),
    "forest_house": (2, 1, 1),
    "harbor": (8, 3, 1),
    "city_hall": (10, 4, 2),
}


def builder(
    city: dict[str, dict[str, int]],
    money: int,
    *,
    quarries: int = 0,
    idle: int = 0,
    forests: int = 0,
    chooser: int = 2,
    **settings: str,
) -> Table:
    island = [{"entry": "plot", "digs": {"colonist": 1}} for _ in range(quarries)] + [
        {"entry": "plot"} for _ in range(idle)
    ]
    island += [{"entry": "plot", "face": "forest"} for _ in range(forests)]
    places: dict[str, object] = {
        "seat/1/city": [{"entry": b, "workers": people} for b, people in city.items()],
        "seat/1/island": island,
        "seat/1/purse": {"doubloon": money},
        "offer": [b for b in BUILDINGS if b not in city],
    }
    return Table(
        "puerto_rico_builder", run="build_turn", values={"chooser": str(chooser)}, places=places, settings=settings
    )


def prices(city: dict[str, dict[str, int]], *, quarries: int, forests: int, privilege: int) -> dict[str, int]:
    small = sum(BUILDINGS[b][1] < 4 for b in city)
    large = len(city) - small
    discount = privilege
    for entry, people in city.items():
        if entry == "zoning_office":
            discount += small * (people.get("colonist", 0) > 0) + 2 * large * (people.get("noble", 0) > 0)
        if entry == "forest_house":
            discount += forests // 2
    return {
        b: max(0, cost - discount - min(quarries, column))
        for b, (cost, column, _) in BUILDINGS.items()
        if b not in city
    }


def test_three_quarries_like_the_rulebook_example() -> None:
    """Three occupied quarries, with the builder's privilege and without; the second row is the rulebook's own."""
    for chooser, expected in ((1, [0, 2, 4, 6]), (2, [1, 3, 5, 7])):
        paid = []
        for b in ("hut", "office", "harbor", "city_hall"):
            table = builder({}, 9, quarries=3, idle=2, chooser=chooser).choose(f"build/{b}")
            paid.append(9 - table.owned("1", "doubloon"))
        assert paid == expected


@pytest.mark.parametrize("seed", range(12))
def test_prices_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    city: dict[str, dict[str, int]] = {}
    for b in dice.sample(list(BUILDINGS), dice.randrange(4)):
        city[b] = {} if b == "city_hall" else dice.choice([{}, {"colonist": 1}, {"noble": 1}])
    quarries, forests, money, first = dice.randrange(5), dice.randrange(5), dice.randrange(11), dice.random() < 0.5
    privilege = dice.choice((1, 2))
    table = builder(
        city, money, quarries=quarries, forests=forests, chooser=1 if first else 2, privilege=str(privilege)
    )
    cost = prices(city, quarries=quarries, forests=forests, privilege=privilege if first else 0)
    expected = [f"build/{b}" for b, price in cost.items() if price <= money]
    if not expected:
        assert table.step != "build_turn/project"
        return
    assert table.options() == [*expected, "pass"]
    choice = dice.choice(expected)
    table.choose(choice)
    assert table.owned("1", "doubloon") == money - cost[choice.split("/")[1]]


# ---- guests in windows


def guests(seats_with: dict[int, int], tiles: dict[int, list[tuple[str, int]]], chooser: int = 1) -> Table:
    places: dict[str, object] = {f"seat/{s}/guest_workers": {"colonist": n} for s, n in seats_with.items()}
    for s, owned in tiles.items():
        places[f"seat/{s}/tiles"] = [{"entry": entry, "workers": {"colonist": n}} for entry, n in owned]
    return Table("puerto_rico_guests", run="play", seats=3, values={"chooser": str(chooser)}, places=places)


def test_every_owner_of_guests_is_asked_before_each_step_even_another_seats() -> None:
    table = guests({1: 1, 3: 1}, {1: [("corn_field", 0)], 3: [("sugar_field", 1)]})
    asked = []
    while table.step == "windows/guests":
        asked.append(table.pending[0])
        if table.pending[0] == "3":
            assert table.options() == ["pass"]  # asked although nothing can be done: a skip would tell
        else:
            assert table.options() == ["move_guest/colonist/corn_field", "pass"]
        table.choose("pass")
    # three turns of the trader (nobody can sell), three of the craftsman, from the acting seat round the table
    assert asked == ["1", "3", "3", "1", "3", "1"] * 2


def test_a_guest_works_at_once() -> None:
    table = guests({2: 1}, {2: [("corn_field", 0)]}, chooser=2)
    assert table.pending == ["2"]
    table.choose("move_guest/colonist/corn_field")
    # the guest is gone, so nobody is asked any more: nobody can sell, then the field yields
    assert table.tokens("seat/2/barrels") == {"corn": 1}


# ---- the draft of roles


def test_what_nobody_took_is_worth_one_more() -> None:
    table = Table("puerto_rico_roles", run=None)
    assert table.options() == ["pick/prospector", "pick/mayor", "pick/builder", "pick/captain"]
    table.choose("pick/prospector")
    assert table.owned("1", "doubloon") == 1
    assert table.pending == ["2"]
    assert table.options() == ["pick/mayor", "pick/builder", "pick/captain"]
    table.choose("pick/mayor")
    # builder and captain stayed and bear a doubloon each; the governor has moved on
    assert table.pending == ["2"]
    assert [o.split("/")[1].split(".")[0] for o in table.options()] == ["prospector", "mayor", "builder", "captain"]
    table.choose(next(o for o in table.options() if o.startswith("pick/captain")))
    assert table.owned("2", "doubloon") == 1


def end_of(values: dict[str, int | str], places: dict[str, object], choices: list[str]) -> tuple[str, ...]:
    table = Table("puerto_rico_roles", run=None, values=values, places=places)
    for choice in choices:
        table.choose(next(o for o in table.options() if o.startswith(choice)))
    outcome = table.program.outcome(table.state)
    return outcome.reasons if outcome else ()


def test_three_ends_with_their_names() -> None:
    money: dict[str, object] = {"seat/1/purse": {"doubloon": 2}}
    assert end_of({"seat/1/buildings": 11}, money, ["pick/builder", "build", "pick/prospector"]) == ("city_full",)
    chips: dict[str, object] = {"chips": {"vp": 1}, "seat/1/barrels": {"corn": 1}}
    assert end_of({}, chips, ["pick/captain", "ship/corn", "pick/prospector"]) == ("chips_gone",)
    few: dict[str, object] = {"supply": {"colonist": 2}}
    assert end_of({}, few, ["pick/mayor", "pick/prospector"]) == ("few_colonists",)


# ---- the settler's row


def settler(row: list[str], deck: list[str], discard: list[str], **values: bool) -> Table:
    places: dict[str, object] = {f"row/{i + 1}": [f] if f else [] for i, f in enumerate(row)}
    places |= {"deck": deck, "discard": discard}
    flags = {f"seat/1/{name}": value for name, value in values.items()}
    return Table("puerto_rico_settler", run="settler", values=flags, places=places)


def test_the_chooser_may_take_a_quarry_the_others_not() -> None:
    table = settler(["corn_field", "corn_field", "sugar_field", ""], ["coffee_field"], [])
    assert table.options() == ["take/1", "take/2", "take/3", "take_quarry", "pass"]
    table.choose("take_quarry")
    assert table.pending == ["2"]
    assert table.options() == ["take/1", "take/2", "take/3", "pass"]


def test_a_forest_is_a_field_face_down() -> None:
    table = settler(["corn_field", "", "", ""], [], [], forest_house=True)
    assert table.options() == ["take/1", "take_quarry", "take_forest/1", "pass"]
    table.choose("take_forest/1")
    assert table.faces("seat/1/island") == {"corn_field": "forest"}


def test_an_empty_deck_is_made_from_the_discarded_fields() -> None:
    table = (
        settler(["corn_field", "sugar_field", "", ""], [], ["coffee_field", "coffee_field", "corn_field"])
        .choose("take/1")
        .choose("pass")
    )
    filled = [table.entries(f"row/{i}") for i in (1, 2, 3, 4)]
    assert all(filled)  # sugar went to the discarded, four were shuffled and laid out
    assert sorted(entry for cell in filled for entry in cell) == [
        "coffee_field",
        "coffee_field",
        "corn_field",
        "sugar_field",
    ]
    assert table.entries("discard") == []


def test_a_blind_field_comes_before_the_choice() -> None:
    table = settler(["corn_field", "", "", ""], ["coffee_field"], [], hacienda=True)
    assert table.options() == ["hacienda", "pass"]
    assert table.option("hacienda").barrier
    table.choose("hacienda")
    assert table.entries("seat/1/island") == ["coffee_field"]
    assert table.options() == ["take/1", "take_quarry", "pass"]
