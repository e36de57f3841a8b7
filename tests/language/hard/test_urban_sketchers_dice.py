"""Urban Sketchers: the dice draft, the route, the sketching of cards."""

from __future__ import annotations

import random

import pytest

from tests.language.hard.harness import Table

DICE = ["red_die", "blue_die", "green_die", "yellow_die"]
REFERENCE = 3
TILES = [2, 5]


def draft(
    dice: list[tuple[str, int]],
    *,
    mine: dict[int, tuple[str, int]] | None = None,
    other: dict[int, tuple[str, int]] | None = None,
    gold: int = 0,
    opportunist: int = 0,
    taken: int = 0,
) -> Table:
    """A draft with `dice` left, dice on spaces 1 to 4 of seats 1 (me) and 2, and `taken` supply spaces."""
    places: dict[str, object] = {
        "dice": [{"entry": d, "pips": pips} for d, pips in dice],
        "seat/1/purse": {"gold": gold},
    }
    for seat, spaces in ((1, mine or {}), (2, other or {})):
        for space, (d, pips) in spaces.items():
            places[f"seat/{seat}/spaces/{space}"] = [{"entry": d, "pips": pips}]
    for i in range(taken):
        places[f"supply_spaces/{i + 1}"] = [{"entry": "white_die", "pips": 1}]
    values = {"seat/1/opportunist": opportunist}
    return Table("urban_sketchers_white_die", run="place_die", values=values, places=places)


def test_a_white_three_against_the_rivals_red_four_costs_one_to_him() -> None:
    table = draft([("white_die", 3)], other={1: ("red_die", 4)}, gold=1, taken=2)
    assert table.options() == [f"white/white_die/{space}" for space in (1, 2, 3, 4)]
    table.choose("white/white_die/1")
    assert (table.owned("1", "gold"), table.owned("2", "gold")) == (0, 1)


def test_the_opportunist_waives_the_price_and_the_bank_pays_the_rival() -> None:
    table = draft([("white_die", 2)], other={1: ("red_die", 4)}, opportunist=1, taken=2)
    assert table.options() == [f"opportunist/white_die/{space}" for space in (1, 2, 3, 4)]
    table.choose("opportunist/white_die/1")
    assert (table.owned("1", "gold"), table.owned("2", "gold")) == (0, 2)
    assert table.value("seat/1/opportunist") == 0


def test_without_a_placement_a_die_is_removed() -> None:
    table = draft([("white_die", 6), ("red_die", 1)], mine={1: ("white_die", 1)}, taken=2)
    assert table.step == "place_die/remove"
    assert table.options() == ["remove/red_die", "remove/white_die"]
    table.choose("remove/red_die")
    assert table.entries("removed") == ["red_die"]


def test_equal_dice_are_offered_once_and_unequal_ones_are_told_apart() -> None:
    table = draft([("white_die", 3), ("white_die", 3)], taken=1)
    assert table.options() == [*(f"white/white_die/{space}" for space in (1, 2, 3, 4)), "supply/white_die/2"]
    table = draft([("white_die", 3), ("white_die", 5)], gold=0, taken=1)
    white = [f"white/white_die.3/{space}" for space in (1, 2, 3, 4)]
    assert table.options() == [*white, "supply/white_die.3/2", "supply/white_die.5/2"]


@pytest.mark.parametrize("seed", range(12))
def test_placements_like_an_independent_count(seed: int) -> None:
    chance = random.Random(seed)
    colours = chance.sample(DICE, 4)
    left = colours[: chance.randrange(3)]
    pips = {d: chance.randint(1, 6) for d in DICE}
    mine: dict[int, tuple[str, int]] = {}
    other: dict[int, tuple[str, int]] = {}
    for d in colours[len(left) :]:
        (mine if chance.random() < 0.5 else other)[DICE.index(d) + 1] = (d, pips[d])
    whites = chance.sample(range(1, 7), chance.randint(1, 2))
    gold, opportunist, taken = chance.randrange(4), chance.randrange(2), chance.randrange(3)
    dice = [(d, pips[d]) for d in left] + [("white_die", n) for n in whites]
    table = draft(dice, mine=mine, other=other, gold=gold, opportunist=opportunist, taken=taken)
    left.sort(key=DICE.index)
    whites.sort()  # how they lie isn't shown: they are offered by what they show
    names: dict[object, str] = {d: d for d in left}
    names |= {n: f"white_die.{n}" if len(whites) > 1 else "white_die" for n in whites}
    expected = [f"matching/{d}/{DICE.index(d) + 1}" for d in left if DICE.index(d) + 1 not in mine]
    free = [space for space in (1, 2, 3, 4) if space not in mine]
    for label in ("white", "opportunist"):
        for n in whites:
            for space in free:
                rival = space in other and other[space][0] == DICE[space - 1]
                price = abs(n - other[space][1]) if rival else abs(n - REFERENCE)
                if opportunist if label == "opportunist" else price <= gold:
                    expected.append(f"{label}/{names[n]}/{space}")
    expected += [f"supply/{names[d]}/{s}" for d in (*left, *whites) for s in (1, 2) if s > taken]
    if expected:
        assert table.options() == expected
    else:
        assert table.options() == [f"remove/{names[d]}" for d in (*left, *whites)]


# ---- the route

WORLD = 6


def travel(
    at: int,
    gold: int,
    *,
    free: int = 0,
    wanderer: int = 0,
    deck: list[str] | None = None,
    discard: list[str] | None = None,
) -> Table:
    sights = ["luanda", "lagos", "fez", "accra", "cairo", "tunis"]
    places: dict[str, object] = {f"world/{i + 1}": [s] for i, s in enumerate(sights)}
    places |= {
        "deck": deck if deck is not None else ["dakar", "lima"],
        "discard": discard or [],
        "seat/1/purse": {"gold": gold},
    }
    values: dict[str, int | str] = {
        "seat/1/traveller": f"world/{at}",
        "seat/1/wanderer": wanderer,
        "seat/1/rule/free_moves": free,
    }
    return Table("urban_sketchers_route", run="travel", values=values, places=places)


def test_a_route_with_reversals_and_a_jump() -> None:
    table = travel(1, 5, wanderer=1)
    jumps = [f"jump/{i}" for i in range(2, 7)]
    assert table.options() == ["step/clockwise", "step/counter", "take_sight", *jumps, "stop"]
    table.choose("step/counter")  # round the ring: 1 → 6
    assert table.value("seat/1/traveller") == "world/6"
    table.choose("take_sight").choose("step/clockwise").choose("jump/4")
    assert table.owned("1", "gold") == 2
    assert table.options() == ["step/clockwise", "step/counter", "take_sight", "stop"]
    table.choose("take_sight")
    assert table.options() == ["step/clockwise", "step/counter", "stop"]  # the space is empty now
    assert table.option("stop").barrier  # the refill draws
    table.choose("stop")
    assert sorted(table.entries("seat/1/hand")) == ["accra", "tunis"]
    assert sorted(table.entries("world/4") + table.entries("world/6")) == ["dakar", "lima"]


def test_without_gold_only_stopping_is_left_so_nobody_is_asked() -> None:
    assert travel(1, 0).step != "travel/leg"


@pytest.mark.parametrize("seed", range(8))
def test_routes_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    at, gold = dice.randint(1, WORLD), dice.randint(1, 5)
    table = travel(at, gold)
    taken: set[int] = set()
    while gold:
        expected = ["step/clockwise", "step/counter", *(["take_sight"] if at not in taken else []), "stop"]
        assert table.options() == expected
        choice = dice.choice(expected[:-1])
        table.choose(choice)
        gold -= 1
        if choice == "take_sight":
            taken.add(at)
        else:
            at = (at - 1 + (1 if choice == "step/clockwise" else -1)) % WORLD + 1
        assert table.value("seat/1/traveller") == f"world/{at}"
    assert table.step != "travel/leg" or table.pending == ["2"]


# ---- sketching

PAINTS = ["red", "yellow", "green", "blue"]
COST = {
    "a": {"yellow": 1, "red": 2, "green": 1},
    "b": {"yellow": 1, "green": 1, "blue": 1},
    "c": {"green": 2, "blue": 1},
    "d": {"red": 3, "yellow": 2},
}
BAR = {"a": "green", "b": "blue"}
BOOKS = ["left_book", "right_book"]


def sketch(
    hand: list[str], paints: dict[str, int], gold: int, books: dict[str, dict[str, list[str]]], efficiency: int = 0
) -> Table:
    places: dict[str, object] = {
        "seat/1/hand": hand,
        "seat/1/backpack": paints,
        "seat/1/purse": {"gold": gold},
        "seat/1/books": [{"entry": b, **books.get(b, {})} for b in BOOKS],
        "deck": [],
    }
    return Table("urban_sketchers_sketch", run="sketch", values={"seat/1/efficiency": efficiency}, places=places)


def test_the_rules_example_b_for_nothing_a_for_three_paints_c_for_nothing() -> None:
    books = {"left_book": {"slots": ["green_discount"]}}
    table = sketch(["a", "b", "c"], {"yellow": 1, "red": 2}, 3, books, efficiency=1)
    spared = [f"efficiency/{card}/{book}" for card in "ab" for book in BOOKS]
    assert table.options() == ["sketch/a/left_book", *spared, "efficiency/c/left_book", "stop"]
    table.choose("efficiency/b/left_book")  # green is discounted, yellow and blue are spared
    assert table.tokens("seat/1/backpack") == {"red": 2, "yellow": 1}
    assert table.options() == ["sketch/a/left_book", "stop"]
    table.choose("sketch/a/left_book")
    assert table.tokens("seat/1/backpack") == {}
    table.choose("sketch/c/left_book")  # two green by tile and bar of a, blue by the bar of b
    assert table.owned("1", "gold") == 0
    assert table.options() == ["stop"]  # asked all the same: a skip would tell what the hand holds
    table.choose("stop")
    assert table.step == "pick_bonus/bonus_pick"


@pytest.mark.parametrize("seed", range(12))
def test_cards_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    hand = sorted(dice.sample(list(COST), 3))
    paints = {p: dice.randrange(4) for p in PAINTS}
    gold = dice.randrange(4)
    tiles = {b: dice.sample(["green_discount", "red_discount"], dice.randrange(3)) for b in BOOKS}
    table = sketch(hand, paints, gold, {b: {"slots": sorted(tiles[b])} for b in BOOKS})
    discount = {b: {"green": tiles[b].count("green_discount"), "red": tiles[b].count("red_discount")} for b in BOOKS}
    placed = dict.fromkeys(BOOKS, 0)

    def price(card: str, book: str) -> dict[str, int]:
        return {p: max(0, COST[card].get(p, 0) - discount[book].get(p, 0)) for p in PAINTS}

    while True:
        options = [
            f"sketch/{card}/{book}"
            for card in hand
            for book in BOOKS
            if all(paints[p] >= n for p, n in price(card, book).items()) and gold >= placed[book]
        ]
        assert table.options() == [*options, "stop"]  # asked even if nothing is left: the hand is hidden
        if not options:
            return
        choice = dice.choice(options)
        table.choose(choice)
        _, card, book = choice.split("/")
        for p, n in price(card, book).items():
            paints[p] -= n
        gold -= placed[book]
        placed[book] += 1
        hand.remove(card)
        if card in BAR:
            discount[book][BAR[card]] = discount[book].get(BAR[card], 0) + 1
        assert table.tokens("seat/1/backpack") == {p: n for p, n in paints.items() if n}


def test_efficiency_lets_the_player_say_which_two_are_spared() -> None:
    table = sketch(["d"], {"red": 3, "yellow": 2}, 0, {}, efficiency=1)
    assert table.options() == [f"{label}/d/{b}" for label in ("sketch", "efficiency") for b in BOOKS] + ["stop"]
    table.choose("efficiency/d/left_book")
    sources, _, least, most = table.allocation("pay")
    assert (sources, least, most) == ({"red": (0, 2), "yellow": (0, 2)}, 2, 2)  # which two are spared
    table.pay({"red": 2})
    assert table.tokens("seat/1/backpack") == {"red": 2}
