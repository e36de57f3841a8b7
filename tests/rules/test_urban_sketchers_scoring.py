"""The final scoring of Urban Sketchers, counted once more from the positions of random games and of made-up ends."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest

from referee.engine import Program, State, compile_ruleset
from referee.engine.position import Whole, read_position, set_up_position
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.rules.ledgers import CONTENT

THEMES = ("cityscape", "gastronomy", "monument", "folklore")
RESOURCES = ("red_resource", "yellow_resource", "green_resource", "blue_resource")
FAME = (0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18)
CARDS = (0, 1, 3, 5, 8, 11, 15, 20, 25, 30)  # with tiles for extra cards
PLACES = (9, 5, 2, 0)


@cache
def program(seats: int) -> Program:
    return compile_ruleset(build_ruleset(load_stack([str(CONTENT / "urban-sketchers")])), seats=seats)


def made_up(seats: int, seed: int) -> State:
    """A position in front of the final scoring: whatever may lie there, by chance."""
    chance = random.Random(seed)
    cards = [entry.id for entry in program(seats).ruleset.model.entries if entry.kind == "travel_card"]
    chance.shuffle(cards)
    values: dict[str, int] = {}
    places: dict[str, object] = {}
    left = dict.fromkeys((*THEMES, *RESOURCES), 14)
    tiles = ["extra_card_tile"] * 4 + ["money_tile"] * 4 + ["asia_tile"] * 2
    chance.shuffle(tiles)
    for seat in range(1, seats + 1):
        front = f"seat/{seat}"
        values |= {f"{front}/vp": chance.randint(20, 40), f"{front}/fame": chance.randint(0, 15)}
        values[f"{front}/gold"] = chance.randint(0, 12)
        for place, words, most in (("themes_up", THEMES, 2), ("themes_down", THEMES, 1), ("backpack", RESOURCES, 3)):
            counts = {word: min(left[word], chance.randint(0, most)) for word in words}
            for word, count in counts.items():
                left[word] -= count
            places[f"{front}/{place}"] = counts
        for book in (1, 2):
            count = chance.randint(0, 6)
            places[f"{front}/sketchbooks/{book}/cards"] = [cards.pop() for _ in range(count)]
            places[f"{front}/sketchbooks/{book}/slots"] = [tiles.pop() for _ in range(chance.randint(0, 1))]
    return set_up_position(program(seats), b"\1" * 32, run="take_turn", seat="1", values=values, places=places)


def amounts(whole: Whole, place: str) -> dict[str, int]:
    return {piece.entry: piece.count for piece in whole.places[place]}


def number(whole: Whole, name: str) -> int:
    found = whole.values[name].value
    assert type(found) is int
    return found


def themes(whole: Whole, seat: int) -> list[int]:
    up, down = (amounts(whole, f"seat/{seat}/themes_{side}") for side in ("up", "down"))
    return [up.get(theme, 0) + down.get(theme, 0) for theme in THEMES]


def majorities(held: list[int]) -> list[int]:
    """Points of each seat for one theme: the tied share the places that they take; nobody is paid for nothing."""
    points = []
    for mine in held:
        ahead, level = sum(other > mine for other in held), held.count(mine)
        shared = sum(PLACES[place] for place in range(ahead, ahead + level))
        points.append(int(Fraction(shared, level)) if mine else 0)
    return points


def expected(whole: Whole, seats: int) -> list[list[int]]:
    """Line by line: during the game, books, sets, majorities, fame, leftovers."""
    every = range(1, seats + 1)
    held = {seat: themes(whole, seat) for seat in every}
    by_theme = [majorities([held[seat][theme] for seat in every]) for theme in range(len(THEMES))]
    rows = []
    for seat in every:
        books = 0
        for book in (1, 2):
            cards = len(whole.places[f"seat/{seat}/sketchbooks/{book}/cards"])
            extra = amounts(whole, f"seat/{seat}/sketchbooks/{book}/slots").get("extra_card_tile", 0)
            books += CARDS[cards + extra] if cards else 0
        left = number(whole, f"seat/{seat}/gold") + sum(amounts(whole, f"seat/{seat}/backpack").values())
        rows.append(
            [
                number(whole, f"seat/{seat}/vp"),
                books,
                7 * min(held[seat]),
                sum(theme[seat - 1] for theme in by_theme),
                FAME[number(whole, f"seat/{seat}/fame")],
                left // 5,
            ]
        )
    return rows


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_scores_line_by_line(seats: int, seed: int) -> None:
    before = made_up(seats, seed)
    whole = read_position(program(seats), before)
    places = {
        name: [piece.entry for piece in pieces for _ in range(piece.count)] for name, pieces in whole.places.items()
    }
    values = {
        name: value.value for name, value in whole.values.items() if name.rpartition("/")[2] in ("vp", "fame", "gold")
    }
    kept = {name: found for name, found in places.items() if name.rpartition("/")[2] in ("cards", "slots")}
    counted = {
        name: amounts(whole, name)
        for name in places
        if name.rpartition("/")[2] in ("themes_up", "themes_down", "backpack")
    }
    over = set_up_position(
        program(seats), b"\1" * 32, run="end_of_game", seat="1", values=values, places={**kept, **counted}
    )
    outcome = program(seats).outcome(over)
    assert outcome is not None
    rows = expected(whole, seats)
    assert [[line.points for line in score.lines] for score in outcome.scores] == rows
    best = max((sum(row), sum(themes(whole, seat))) for seat, row in enumerate(rows, 1))
    winners = [str(seat) for seat, row in enumerate(rows, 1) if (sum(row), sum(themes(whole, seat))) == best]
    assert list(outcome.winners) == winners
