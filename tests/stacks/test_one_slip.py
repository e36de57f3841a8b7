"""One letter wrong in the base game is one finding, at that letter, that says what was meant."""

from __future__ import annotations

import pytest

from referee.language.build import read_stack
from referee.packs import Diagnostic, load_stack
from tests.stacks.village import VILLAGE, changes, one

OPTIONS = "options:\n  weather: {values: [sun, rain], default: sun, says: The weather}\n"
EVENING = "  evening: |\n    each seat:\n"
FACED = VILLAGE.replace("    fields: {cost", "    faces: [fresh, stale]\n    fields: {cost").replace(
    EVENING,
    "  evening: |\n    for each f in ground where f is not empty and f.stall is fresh: turn f.stall to stale\n"
    "    for each f in row where f is not empty and f.stall is stale: turn f.stall to fresh\n    each seat:\n",
)
TRADED = VILLAGE.replace("      work: do work\n", "      work: do work\n      pass unless sell\n")
SOURCED = VILLAGE.replace("sources: none", "sources: {R: Rules}\nprovenance: {source: R, status: stated}").replace(
    "points: my.fame}", "points: my.fame, status: {entry: stated, points: inferred}, because: {points: so}}"
)
ASKED = VILLAGE.replace(
    OPTIONS,
    "options:\n  late: {values: [no, yes], default: no, says: Late}\n  pace: {values: [must, may], default: must}\n",
).replace(
    EVENING,
    "  evening: |\n    each seat:\n      if option late is yes and option pace is may: gain 1 coin\n"
    "      if option pace is may: gain 1 coin\n",
)


@pytest.mark.parametrize(
    ("game", "before", "right", "wrong"),
    [
        (FACED, "faces: [", "fresh", "freshh"),
        (FACED, "f.stall is ", "fresh", "frech"),
        (TRADED, "unless ", "sell", "sel"),
        (SOURCED, "because: {", "points", "pointts"),
        (SOURCED, "status: {entry: stated, ", "points", "pints"),
        (ASKED, "late: {values: [no, ", "yes", "yex"),
        (ASKED, "late: {values: [", "no", "nof"),
        (ASKED, "default: ", "no", "nof"),
        (ASKED, "pace: {values: [must, ", "may", "mya"),
        (VILLAGE, "if count (my.", "ground", "groun"),
    ],
)
def test_a_slip_is_one_finding_in_its_place(game: str, before: str, right: str, wrong: str) -> None:
    assert game.count(before + right) == 1
    assert found_in(game) == []
    broken = game.replace(before + right, before + wrong)
    (finding,) = found_in(broken)
    start = broken.index(before + wrong) + len(before)
    assert finding.at.line == broken.count("\n", 0, start) + 1
    assert finding.at.column == start - broken.rfind("\n", 0, start)
    assert f"`{right}`" in finding.hint


def found_in(game: str) -> list[Diagnostic]:
    """What is found in a game."""
    return read_stack(load_stack(["village"], files={"village/pack.yaml": game.encode()}))[1]


def test_a_usual_that_is_misspelt() -> None:
    told = one(mine=changes("{term: price(good k), is: 1 + the_rusual(k)}"))
    assert told.hint == "did you mean `the_usual`?"


def test_a_kind_that_is_misspelt() -> None:
    told = one(mine=changes("{after: morning, do: 'for each s in stal: add 1 to day'}"))
    assert told.hint == "did you mean `stall`?"


def test_a_value_of_the_wrong_type_is_no_misspelt_key() -> None:
    """`prices` is near to nothing that stands there, so what is wrong is what stands under it."""
    wrong = VILLAGE.replace("prices: [6, 5]", "prices: {one: 1}")
    assert [(each.code.code, each.at.column) for each in found_in(wrong)] == [("E0123", 29)]


def test_a_key_outside_its_kind_is_told_once() -> None:
    """How many pieces there are isn't known then, so the set-up isn't wrong."""
    game = VILLAGE.replace("kinds:\n", "kinds:\n  flag:\n    name: flag\n  per_seat: 1\n").replace(
        "places:\n", "places:\n  mast: {of: seat, pile: flag, name: mast}\n"
    )
    game = game.replace("setup:\n", "setup:\n  - {place: mast, pieces: [flag]}\n")
    assert [each.code.code for each in found_in(game)] == ["E0129"]


def test_a_face_that_only_an_unread_change_has() -> None:
    told = one(
        base=changes("{after: morning, do: 'for each f in row where f is not empty and f.stall is day: add 1 to day'}"),
        mine=changes("{kmind: stall, field: faces, is: [night, day]}"),
    )
    assert told.hint == "did you mean `kind`?"
