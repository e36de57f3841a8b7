"""What is printed on cards, tiles and tracks of Urban Sketchers, whole: facts of which a scenario shows one corner.

Each test names the lines of the ledger, or the figures of the pack's own notes, that it compares with.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from referee.engine import Program, compile_ruleset
from referee.language import Ruleset, build_ruleset
from referee.language.model import Entry
from referee.packs import load_stack
from tests.rules.ledgers import CONTENT, lines

RESOURCES = 4
NONE = -1


@cache
def rules() -> Ruleset:
    return build_ruleset(load_stack([str(CONTENT / "urban-sketchers")]))


@cache
def program(seats: int) -> Program:
    return compile_ruleset(rules(), seats=seats)


def entries(kind: str) -> list[Entry]:
    return [entry for entry in rules().model.entries if entry.kind == kind]


def bag(entry: Entry, field: str) -> tuple[int, ...]:
    """So many of each resource; none where the card says nothing."""
    found = entry.data.get(field)
    assert isinstance(found, tuple)
    return found if found else (0,) * RESOURCES


def printed(place: str, field: str) -> list[object]:
    """What is printed on the cells of a place, in order."""
    found = (cell for cell in program(4).board().places if cell.id.rpartition("/")[0] == place)
    return [value.value for cell in found for value in cell.values if value.id == field]


def told(line: str) -> str:
    (rule,) = (one.rule for one in lines("urban-sketchers") if one.id == line)
    return rule


def test_two_to_four_players() -> None:
    """S002-01."""
    assert (rules().min_seats, rules().max_seats) == (2, 4)


def test_all_cards_together() -> None:
    """S002-10, and what the head of cards.yaml says of them."""
    cards = entries("travel_card")
    assert len(cards) == 65
    regions = Counter(card.data["region"] for card in cards)
    assert sorted(regions.values()) == [13, 13, 13, 26] and regions[NONE] == 26
    themes = Counter(card.data["theme"] for card in cards)
    assert sorted(themes.values()) == [13] * 5 and NONE in themes
    costs = [bag(card, "cost") for card in cards]
    assert [sum(colour) for colour in zip(*costs, strict=True)] == [54] * RESOURCES
    assert Counter(map(sum, costs)) == {2: 15, 3: 22, 4: 20, 5: 8}


def test_bars_and_icons() -> None:
    """28 bars, each part of its card's cost; 20 icons; never both on one card."""
    cards = entries("travel_card")
    bars = [bag(card, "bar") for card in cards]
    assert [sum(colour) for colour in zip(*bars, strict=True)] == [7] * RESOURCES
    assert all(sum(bar) <= 1 for bar in bars)
    assert all(b <= c for card in cards for b, c in zip(bag(card, "bar"), bag(card, "cost"), strict=True))
    assert sum(card.data.get("icons") == 1 for card in cards) == 20
    assert not any(card.data.get("icons") and sum(bag(card, "bar")) for card in cards)


def test_every_card_is_called_reconstructed() -> None:
    """No card of the printed game is known."""
    stack = load_stack([str(CONTENT / "urban-sketchers")])
    known = [fact for fact in stack.provenance if fact.key.startswith("travel_card/")]
    assert len({fact.key for fact in known}) == 65
    assert {fact.status for fact in known} == {"reconstructed"}


def test_tiles_and_dice() -> None:
    """S002-07, S002-13, S002-16, S002-18, US-42."""
    count = {kind: Counter({e.id: e.most for e in entries(kind)}) for kind in ("action_die", "bonus_tile")}
    assert count["action_die"] == {"red_die": 1, "blue_die": 1, "green_die": 1, "yellow_die": 1, "white_die": 5}
    assert count["bonus_tile"].total() == 30
    assert sorted(count["bonus_tile"].values()) == [2] * 3 + [3] * 4 + [4] * 3
    assert [e.data["pips_shown"] for e in entries("dice_tile")] == [1, 2, 3, 4, 5, 6]
    assert [e.most for e in entries("improvement_tile")] == [4] * 5


def test_the_fame_track() -> None:
    """US-33, US-34: the line of the ledger, number by number."""
    assert printed("fame_track", "space") == list(range(16))
    written = told("US-33").partition("worth ")[2].removesuffix(" points.").replace(" and ", ", ")
    assert printed("fame_track", "points") == [int(number) for number in written.split(", ")]
    rewards = {space: reward for space, reward in enumerate(printed("fame_track", "reward")) if reward}
    improvement, ready, five = "improvement", "ready_chance", "five_points"
    assert rewards == {4: improvement, 6: ready, 8: improvement, 10: five, 12: improvement, 14: five}


def test_the_published_track() -> None:
    """US-36: no space of the twelve is without a bonus."""
    assert printed("published_track", "space") == list(range(1, 13))
    improvement, ready, five = "improvement", "ready_chance", "five_points"
    assert printed("published_track", "reward") == [improvement, ready, five, improvement, ready, *[five] * 7]


def test_actions_and_plates() -> None:
    """US-06, US-46, US-47."""
    assert printed("seat/1/spaces", "colour") == ["red", "blue", "green", "yellow"]
    assert printed("plates", "benefit") == ["ready_a_chance_tile", "choose_a_bonus_tile", "gain_1_fame", None]
    assert printed("plates", "financing") == [False, False, False, True]
