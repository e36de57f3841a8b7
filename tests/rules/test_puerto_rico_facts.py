"""Puerto Rico: the constants of its tables, whole, and positions of random games counted a second way.

Each test names the lines of the ledger that it compares with.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from referee.engine import Program, State, compile_ruleset
from referee.engine.position import read_position, set_up_position
from referee.engine.records import Choice
from referee.lab.players import RandomPlayer
from referee.lab.randomness import game_key, player_random
from referee.language import Ruleset, build_ruleset
from referee.packs import load_stack
from tests.rules.ledgers import CONTENT

GOODS = ("corn", "indigo", "sugar", "tobacco", "coffee")
SETUP = {
    2: {"money": 3, "vp": 65, "colonists": 40, "ship": 2, "ships": [4, 6], "row": 3, "roles": 7, "quarries": 5},
    3: {"money": 2, "vp": 75, "colonists": 55, "ship": 3, "ships": [4, 5, 6], "row": 4, "roles": 6, "quarries": 8},
    4: {"money": 3, "vp": 100, "colonists": 75, "ship": 4, "ships": [5, 6, 7], "row": 5, "roles": 7, "quarries": 8},
    5: {"money": 4, "vp": 122, "colonists": 95, "ship": 5, "ships": [6, 7, 8], "row": 6, "roles": 8, "quarries": 8},
}
STARTS = {2: "ic", 3: "iic", 4: "iicc", 5: "iiicc"}
BARRELS = dict(zip(GOODS, (10, 11, 11, 9, 9), strict=True))
PLANTATIONS = dict(zip(GOODS, (10, 12, 11, 9, 8), strict=True))


@cache
def rules() -> Ruleset:
    return build_ruleset(load_stack([str(CONTENT / "puerto-rico")]))


@cache
def program(seats: int) -> Program:
    return compile_ruleset(rules(), seats=seats)


def whole(game: Program, state: State) -> tuple[dict[str, object], dict[str, Counter[str]]]:
    """Values and places of a position, everything seen."""
    position = read_position(game, state)
    places = {name: Counter[str]() for name in position.places}
    for name, pieces in position.places.items():
        for piece in pieces:
            places[name][piece.entry] += piece.count
    return {name: value.value for name, value in position.values.items()}, places


@cache
def positions(seats: int, seed: int) -> tuple[State, ...]:
    """The positions of a random game at its decisions."""
    game, found = program(seats), []
    state, dice, player = game.start(game_key(seed, 0)), player_random(seed, 0), RandomPlayer()
    while waiting := game.pending(state):
        found.append(state)
        state = game.apply(state, int(waiting[0]) - 1, player.choose(game, state, dice))
    return tuple(found)


@pytest.mark.parametrize("seats", SETUP)
def test_what_lies_where_at_the_start(seats: int) -> None:
    """PR-07 to PR-28, as one table."""
    game, table = program(seats), SETUP[seats]
    values, places = whole(game, game.start(game_key(1, 0)))
    out = 3 if seats == 2 else 0
    assert {values[f"seat/{seat}/doubloon"] for seat in range(1, seats + 1)} == {table["money"]}
    assert places["chips"] == {"vp": table["vp"]}
    assert places["supply"]["colonist"] == table["colonists"] and places["colonist_ship"]["colonist"] == table["ship"]
    assert sorted(places["docks"]) == [f"ship_{size}" for size in table["ships"]]  # type: ignore[attr-defined]  # a list
    assert places["row"].total() == table["row"] and places["roles"].total() == table["roles"]
    assert places["quarry_stack"] == {"quarry": table["quarries"]}
    assert {good: places["supply"][good] for good in GOODS} == {
        good: count - (2 if seats == 2 else 0) for good, count in BARRELS.items()
    }
    first = {"i": "indigo_plantation", "c": "corn_plantation"}
    islands = [places[f"seat/{seat}/island"] for seat in range(1, seats + 1)]
    assert [list(island) for island in islands] == [[first[letter]] for letter in STARTS[seats]]
    tiles = sum((*islands, places["row"], places["deck"]), Counter[str]())
    assert tiles == {f"{good}_plantation": count - out for good, count in PLANTATIONS.items()}


def test_prices() -> None:
    """PR-19."""
    tokens = rules().model.tokens
    assert [tokens[good].data["price"] for good in GOODS] == [0, 1, 2, 3, 4]


def test_chips_of_others_are_hidden() -> None:
    """PR-31."""
    game = program(3)
    state = set_up_position(game, game_key(1, 0), places={"seat/2/score": {"vp": 7}})
    seen = {place.id: place for place in game.view(state, "1").places}
    assert seen["seat/2/score"].uncounted and not seen["seat/2/score"].pieces
    assert not seen["seat/1/score"].uncounted
    own = {place.id: place for place in game.view(state, "2").places}["seat/2/score"]
    assert [(piece.entry, piece.count) for piece in own.pieces] == [("vp", 7)]


GAMES = [(2, 1), (3, 2), (4, 3), (5, 4)]  # seats, seed


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_everything_stays_in_the_game(seats: int, seed: int) -> None:
    """Barrels, colonists, tiles and buildings are the same in all positions, and chips as long as there are any."""
    game, first = program(seats), None
    for state in positions(seats, seed):
        _, places = whole(game, state)
        total = sum(places.values(), Counter[str]())
        if places["chips"]["vp"] == 0:
            del total["vp"]
        first = first or total
        assert all(total[what] == first[what] for what in total if what not in ("doubloon", "estate_vp"))


def offers(seats: int, seed: int, step: str) -> Iterator[tuple[State, str, set[str]]]:
    """Decisions of a random game: the position, who decides, and what is offered."""
    game = program(seats)
    for state in positions(seats, seed):
        (seat,) = game.pending(state)
        (decision,) = game.view(state, seat).decisions
        if decision.step == step:
            yield state, seat, {option.id for option in decision.options}


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_the_captain_like_an_independent_count(seats: int, seed: int) -> None:
    """PR-121 to PR-128, PR-183, PR-186."""
    game, asked = program(seats), 0
    for state, seat, offered in offers(seats, seed, "captain_turn/shipment"):
        values, places = whole(game, state)
        own = places[f"seat/{seat}/windrose"]
        ships = {ship: places[f"docks/{ship}/hold"] for ship in places["docks"]}
        expected = set()
        for good in (good for good in GOODS if own[good]):
            carrying = [ship for ship, hold in ships.items() if hold[good]]
            empty = [ship for ship, hold in ships.items() if not hold.total()]
            room = {ship: int(ship[-1]) - ships[ship].total() for ship in carrying or empty}
            best = max([min(own[good], free) for free in room.values()], default=0)
            expected |= {f"load/{good}/{ship}" for ship, free in room.items() if best and min(own[good], free) == best}
        if not expected:
            expected.add("pass")
        if places.get(f"seat/{seat}/city/wharf/workers", Counter()).total() and not values[f"seat/{seat}/ship_used"]:
            expected |= {f"own_ship/{good}" for good in GOODS if own[good]}
        assert offered == expected
        asked += 1
    assert asked > 5


COSTS = {
    "small_indigo_plant": (1, 1), "small_sugar_mill": (2, 1), "indigo_plant": (3, 2), "sugar_mill": (4, 2),
    "tobacco_storage": (5, 3), "coffee_roaster": (6, 3), "small_market": (1, 1), "hacienda": (2, 1),
    "construction_hut": (2, 1), "small_warehouse": (3, 1), "hospice": (4, 2), "office": (5, 2), "large_market": (5, 2),
    "large_warehouse": (6, 2), "factory": (7, 3), "university": (8, 3), "harbor": (8, 3), "wharf": (9, 3),
    "guild_hall": (10, 4), "residence": (10, 4), "fortress": (10, 4), "customs_house": (10, 4), "city_hall": (10, 4),
}  # fmt: skip


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_the_builder_like_an_independent_count(seats: int, seed: int) -> None:
    """PR-80 to PR-88: cost and column of every building, quarries, privilege, spaces."""
    game, asked = program(seats), 0
    for state, seat, offered in offers(seats, seed, "builder_turn/work"):
        values, places = whole(game, state)
        city = places[f"seat/{seat}/city"]
        quarries = [place for place in places if place.startswith(f"seat/{seat}/island/quarry")]
        working = sum(bool(places[place].total()) for place in quarries)
        room = 12 - sum(2 if COSTS[b][1] == 4 else 1 for b in city.elements())
        saved = values["chooser"] == seat
        expected = {
            f"build/{b}"
            for b, (cost, column) in COSTS.items()
            if places["display"][b] and not city[b] and room >= (2 if column == 4 else 1)
            if max(0, cost - saved - min(working, column)) <= int(str(values[f"seat/{seat}/doubloon"]))
        }
        assert offered == expected | {"pass"}
        asked += 1
    assert asked > 5


def harvest(places: dict[str, Counter[str]], seat: str) -> Counter[str]:
    """What a seat produces at most, from how its island and city are staffed."""
    plants = {"indigo_plant": "indigo", "sugar_mill": "sugar", "tobacco_storage": "tobacco", "coffee_roaster": "coffee"}
    fields, workers = Counter[str](), Counter[str]()
    for name, content in places.items():
        if name.startswith(f"seat/{seat}/island/") and content.total():
            fields[name.split("/")[3].partition("_")[0]] += 1
        if name.startswith(f"seat/{seat}/city/"):
            workers[plants.get(name.split("/")[3].removeprefix("small_"), "")] += content.total()
    workers["corn"] = fields["corn"]
    return Counter({good: min(fields[good], workers[good]) for good in GOODS})


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_production_like_an_independent_count(seats: int, seed: int) -> None:
    """PR-100 to PR-104, PR-175, PR-176."""
    game, produced, dice = program(seats), 0, random.Random(seed)
    taking = [state for state, _, offered in offers(seats, seed, "choose_role/role") if "take/craftsman" in offered]
    for state in dice.sample(taking, min(12, len(taking))):
        (chooser,) = game.pending(state)
        before, places = whole(game, state)
        bonus = places["roles/craftsman/purse"]["doubloon"]
        after, then = whole(
            game, game.apply(state, int(chooser) - 1, game.choice_to_raw(state, chooser, Choice("take/craftsman")))
        )
        if after["chooser"] != chooser or after["governor"] != before["governor"]:
            continue
        left = Counter({good: places["supply"][good] for good in GOODS})
        for seat in [str((int(chooser) - 1 + step) % seats + 1) for step in range(seats)]:
            got = harvest(places, seat) & left
            left -= got
            assert then[f"seat/{seat}/windrose"] - places[f"seat/{seat}/windrose"] == got
            factory = places.get(f"seat/{seat}/city/factory/workers", Counter()).total()
            paid = (0, 0, 1, 2, 3, 5)[len(got)] if factory else 0
            paid += bonus if seat == chooser else 0
            assert int(str(after[f"seat/{seat}/doubloon"])) - int(str(before[f"seat/{seat}/doubloon"])) == paid
            produced += got.total()
    assert produced > 3
