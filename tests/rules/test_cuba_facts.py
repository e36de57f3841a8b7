"""What is printed on boards, cards and tiles of Cuba, whole: facts of which a scenario shows one corner at a time.

Each test names the lines of the ledger that it compares with.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from referee.engine import Program, compile_ruleset
from referee.language import Ruleset, build_ruleset
from referee.packs import load_stack
from tests.rules.ledgers import CONTENT, lines

SHORT = {"W": None, "C": "citrus", "S": "sugar", "T": "tobacco", "F": "wood", "M": "stone", "L": "water"}
WORDS = {"warehouse": "W", "citrus": "C", "sugar": "S", "tobacco": "T", "forest": "F", "mountain": "M", "lake": "L"}
SIDES = {"CU-05": 1, "CU-78": 2, "CU-79": 3, "CU-80": 4, "CU-81": 5}  # own sides by the seat; seat 1 has the common one


@cache
def rules(side: str = "common") -> Ruleset:
    return build_ruleset(load_stack([str(CONTENT / "cuba")], settings={"cuba.estate_side": [side]}))


@cache
def program(side: str) -> Program:
    return compile_ruleset(rules(side), seats=5)


def printed(line: str) -> str:
    """The lay-out that a line of the ledger tells, field by field."""
    (rule,) = (one.rule for one in lines("cuba") if one.id == line)
    rows = rule.partition("row by row: ")[2].rstrip(".").split("; ")
    return "".join(WORDS[field] for row in rows for field in row.split(", "))


def laid_out(side: str, seat: int) -> list[object]:
    """What the fields of a seat yield, row by row; none under the warehouse."""
    front = f"seat/{seat}/estate/"
    fields = [place for place in program(side).board().places if place.id.startswith(front)]
    assert [(place.row, place.column) for place in fields] == [
        (row, column) for row in (1, 2, 3) for column in range(1, 5)
    ]
    return [value.value for place in fields for value in place.values if value.id == "yields"]


@pytest.mark.parametrize(("line", "seat"), SIDES.items())
def test_own_side(line: str, seat: int) -> None:
    assert laid_out("individual", seat) == [SHORT[letter] for letter in printed(line)]


@pytest.mark.parametrize("seat", range(1, 6))
def test_the_common_side_is_the_same_for_all(seat: int) -> None:
    assert laid_out("common", seat) == [SHORT[letter] for letter in printed("CU-05")]


@pytest.mark.parametrize("line", SIDES)
def test_the_twelve_fields_of_a_side(line: str) -> None:
    """S001-43, S004-36, S004-37: and no two fields of a kind share a row or a column."""
    side = printed(line)
    assert Counter(side) == {"W": 1, "L": 1, "M": 2, "F": 2, "T": 2, "S": 2, "C": 2}
    for letter in "MFTSC":
        first, second = (place for place, field in enumerate(side) if field == letter)
        assert first // 4 != second // 4 and first % 4 != second % 4


def test_two_to_five_players() -> None:
    """S001-02, S004-01."""
    assert (rules().min_seats, rules().max_seats) == (2, 5)


def test_all_ships_together() -> None:
    """S001-08, S004-30, CU-42, CU-43: fifteen different ships, five slots each, fifteen of every ware."""
    ships = [entry.data["slots"] for entry in rules().model.entries if entry.kind == "ship"]
    slots = [ship for ship in ships if isinstance(ship, tuple)]
    assert len(ships) == len(set(slots)) == 15
    assert {sum(ship) for ship in slots} == {5}
    assert [sum(column) for column in zip(*slots, strict=True)] == [15] * 5
