"""Urban Sketchers: batches of tiles, pairs at any time, majorities, tracks, publishing."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.language.hard.harness import Table

# ---- a batch before the refill


def batch(picks: int, display: list[str], bag: list[str], discard: list[str], slots: list[str] | None = None) -> Table:
    places: dict[str, object] = {f"display/{i + 1}": [t] if t else [] for i, t in enumerate(display)}
    places |= {"bag": bag, "discard": discard, "seat/1/slots": slots or []}
    return Table("urban_sketchers_batch", run="pick_batch", values={"seat/1/picks": picks}, places=places)


def test_the_whole_batch_is_taken_before_the_display_is_refilled() -> None:
    table = batch(2, ["money", "money", "extra_card", "", ""], ["africa_tile"], ["extra_card"])
    assert table.options() == ["tile/1", "tile/2", "tile/3", "one_point"]
    table.choose("tile/3")
    assert table.options() == ["tile/1", "tile/2", "one_point"]
    assert table.option("tile/1").barrier  # the last pick leads to the refill
    table.choose("tile/1")
    assert sorted(table.entries("seat/1/slots")) == ["extra_card", "money"]
    shown = [entry for i in range(1, 6) for entry in table.entries(f"display/{i}")]
    assert sorted(shown) == ["africa_tile", "extra_card", "money"]  # the bag, then the discarded ones
    assert table.entries("discard") == []


def test_a_full_book_leaves_only_points() -> None:
    table = batch(1, ["money", "", "", "", ""], [], [], ["africa_tile", "africa_tile", "extra_card"])
    assert table.options() == ["one_point"]
    assert table.choose("one_point").owned("1", "vp") == 1


def test_an_empty_display_ends_the_batch() -> None:
    assert batch(2, ["", "", "", "", ""], ["money"], []).step != "pick_batch/bonus_pick"


# ---- pairs at any time

PARTNER = {"city_tile": "food_tile", "food_tile": "monument_tile", "monument_tile": "folk_tile"}


def turn(tiles: dict[str, int], used: dict[str, str] | None = None) -> Table:
    faces = {"wanderer": "ready", "efficiency": "ready"} | (used or {})
    places: dict[str, object] = {
        "seat/1/tiles_up": tiles,
        "seat/1/chances": [{"entry": c, "face": f} for c, f in faces.items()],
    }
    return Table("urban_sketchers_pairs", run="turn", values={"active": "1"}, places=places)


def pairs(tiles: dict[str, int]) -> list[str]:
    return [f"flip_pair/{a}" for a, b in PARTNER.items() if tiles.get(a) and tiles.get(b)]


@pytest.mark.parametrize("seed", range(8))
def test_pairs_stand_beside_every_decision_of_the_turn(seed: int) -> None:
    dice = random.Random(seed)
    tiles = {t: dice.randrange(3) for t in ("city_tile", "food_tile", "monument_tile", "folk_tile")}
    table = turn(tiles)
    assert table.options() == ["wander/wanderer", "financing", *pairs(tiles)]
    roles = {o.role for o in table.decision().options if o.id.startswith("flip_pair")}
    assert roles == ({"standing"} if pairs(tiles) else set())
    table.choose("financing")
    if pairs(tiles):
        assert table.options() == ["done", *pairs(tiles)]
    else:
        assert table.step != "turn/end_of_turn"


def test_after_a_pair_the_same_question_stands_again() -> None:
    table = turn({"city_tile": 1, "food_tile": 2, "monument_tile": 1}, {"wanderer": "used"})
    assert table.options() == ["financing", "flip_pair/city_tile", "flip_pair/food_tile"]
    table.choose("flip_pair/city_tile")
    assert table.options() == ["ready/wanderer", "pass"]  # no pair inside a pair
    table.choose("ready/wanderer")
    assert table.options() == ["wander/wanderer", "financing", "flip_pair/food_tile"]
    table.choose("flip_pair/food_tile").choose("one_point").choose("wander/wanderer")
    assert table.owned("1", "vp") == 1
    assert table.faces("seat/1/chances")["wanderer"] == "used"


# ---- majorities


def shared(counts: list[int]) -> list[int]:
    """The published rule by hand: places 9, 5, 2, 0; the tied add theirs and divide."""
    places, points = [9, 5, 2, 0], [0] * len(counts)
    order = sorted((n for n in set(counts) if n), reverse=True)
    place = 0
    for n in order:
        tied = [i for i, m in enumerate(counts) if m == n]
        pot = sum(places[place : place + len(tied)])
        for i in tied:
            points[i] = pot // len(tied)
        place += len(tied)
    return points


def majority(counts: list[tuple[int, int]]) -> list[int]:
    places: dict[str, object] = {
        f"seat/{i + 1}/tiles": {"city_tile": a, "food_tile": b} for i, (a, b) in enumerate(counts)
    }
    table = Table("urban_sketchers_majority", run="score_majorities", seats=len(counts), places=places)
    return [table.owned(str(i + 1), "vp") for i in range(len(counts))]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ([3, 3, 1, 0], [7, 7, 2, 0]),
        ([2, 2, 2, 1], [5, 5, 5, 0]),
        ([1, 1, 1, 1], [4, 4, 4, 4]),
        ([4, 2, 2, 1], [9, 3, 3, 0]),
        ([4, 2, 2, 2], [9, 2, 2, 2]),
        ([4, 3, 1, 1], [9, 5, 1, 1]),
        ([2, 0], [9, 0]),
    ],
)
def test_the_table_of_the_rules(counts: list[int], points: list[int]) -> None:
    assert shared(counts) == points
    assert majority([(n, 0) for n in counts]) == points


@pytest.mark.parametrize("seed", range(10))
def test_majorities_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    counts = [(dice.randrange(4), dice.randrange(4)) for _ in range(dice.randint(2, 4))]
    first, second = shared([a for a, _ in counts]), shared([b for _, b in counts])
    assert majority(counts) == [a + b for a, b in zip(first, second, strict=True)]


# ---- the track of fame


def advance(fame: int) -> Table:
    """Three spaces from `fame`: `play` lets every seat advance by three."""
    places: dict[str, object] = {
        "seat/1/chances": [{"entry": "wanderer", "face": "used"}, {"entry": "efficiency", "face": "ready"}]
    }
    return Table("urban_sketchers_tracks", run="play", values={"seat/1/fame": fame}, places=places)


def test_passed_spaces_give_their_bonuses_in_any_order() -> None:
    table = advance(3)  # 4 is an improvement, 6 readies a chance tile
    items, least, most = table.picks("arrange")
    assert (len(items), least, most) == (2, 2, 2)
    form = table.option("arrange").form
    assert form is not None
    assert form.ordered  # type: ignore[union-attr]  # a pick
    table.choose("arrange", (items[1], items[0]))
    assert table.options() == ["ready_tile/wanderer", "pass"]
    table.choose("ready_tile/wanderer")
    assert table.options() == ["new_tile/red_improvement", "new_tile/blue_improvement", "points"]
    table.choose("new_tile/blue_improvement")
    assert table.entries("seat/1/improvements") == ["blue_improvement"]
    assert table.value("seat/1/fame") == 6


def test_both_orders_are_answers() -> None:
    items, _, _ = advance(3).picks("arrange")
    for order in itertools.permutations(items):
        advance(3).choose("arrange", order)


def test_past_the_last_space_five_points_once() -> None:
    table = advance(6)  # 8 gives five, and the ninth step five more
    items, _, _ = table.picks("arrange")
    assert len(items) == 1
    table.choose("arrange", tuple(items))
    assert table.owned("1", "vp") == 10
    assert table.value("seat/1/fame") == 8


def test_an_improvement_can_be_turned_to_its_better_face() -> None:
    places: dict[str, object] = {"seat/1/improvements": ["red_improvement"], "seat/1/shelf": []}
    table = Table("urban_sketchers_tracks", run="improve", places=places)
    assert table.options() == ["better/red_improvement", "points"]
    table.choose("better/red_improvement")
    assert table.faces("seat/1/improvements") == {"red_improvement": "advanced"}


# ---- publishing

POINTS = [0, 1, 3, 5, 8, 11, 15]
REGION = {"lagos": "africa", "lima": "america", "tokyo": "asia", "london": ""}


def publish(left: list[str], right: list[str]) -> Table:
    books = [{"entry": "left_book", "cards": left}, {"entry": "right_book", "cards": right}]
    rest = [c for c in REGION for _ in range(3 - (left + right).count(c))]
    places: dict[str, object] = {"seat/1/books": books, "deck": rest}
    return Table("urban_sketchers_publish", run="publish", places=places)


def longest_run(cards: list[str]) -> int:
    return max((len(list(run)) for region, run in itertools.groupby(REGION[c] for c in cards) if region), default=0)


@pytest.mark.parametrize("seed", range(12))
def test_publishing_like_an_independent_count(seed: int) -> None:
    dice = random.Random(seed)
    cards = dice.sample([c for c in REGION for _ in range(3)], dice.randint(1, 8))
    cut = dice.randint(max(0, len(cards) - 6), min(6, len(cards)))
    left, right = cards[:cut], cards[cut:]
    table = publish(left, right)
    books = {"left_book": left, "right_book": right}
    expected = [f"publish/{book}" for book, inside in books.items() if inside]
    assert table.options() == [*expected, "pass"]
    choice = dice.choice(expected)
    inside = books[choice.split("/")[1]]
    table.choose(choice)
    assert table.owned("1", "vp") == POINTS[len(inside)]
    assert table.owned("1", "gold") == len(inside)
    assert table.value("seat/1/fame") == longest_run(inside)
    assert sorted(table.entries("discard")) == sorted(inside)


def test_without_cards_nothing_can_be_published() -> None:
    assert publish([], []).step != "publish/publishing"
