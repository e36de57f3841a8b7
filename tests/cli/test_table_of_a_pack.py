"""A pack's things in a picture: slots, spaces, costs, names of cells, marks; and long lists of options in short."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from referee.cli.table.asking import Asker
from referee.cli.table.history import Happening, History
from referee.cli.table.menu import common, inner, menu
from referee.cli.table.roles import Roles
from referee.cli.table.sitting import Sitting
from referee.engine.records import Choice, Option
from referee.language.text import Text
from tests.cli.fair_table import PACK, drawn, play, sitting


@pytest.fixture
def game() -> Sitting:
    return sitting()


@pytest.mark.parametrize(
    "part",
    [
        "─ day 3 ─",  # the table's values on its frame
        "  beads  ●4 ●3 ○2",  # spaces with their numbers, filled and free
        "  silks  ○6 ○5",
        "│ north gate │ south gate │",
        "│ beads ○○○  │",  # slots
        "│  silks ○   │",
        "extras: ● 2 coins  ○ 1 coin",
        "  weather  Rain: Fee",  # a list tells what a card does
        "  news     –",
        "  Tea stall  bead     Cake stall  2 beads, silk",  # and a pile what it costs
        "▶ player 1  0 coins",
        "chest: 3 beads, silk",
        "│    │   c1   │  c2  │",
        "│ r1 │ ◆ bead │ silk │",
    ],
)
def test_every_role_is_drawn(game: Sitting, part: str) -> None:
    assert part in drawn(game, "1")


@pytest.mark.parametrize("part", ["attic", "in force", "walker", "wins"])
def test_what_nobody_needs_is_left_out(game: Sitting, part: str) -> None:
    """A place set aside, a card that a list tells anyway, a cross that is drawn, a value that is nought for all."""
    assert part not in drawn(game, "1").split("▶ player 1  What")[0]


def test_slots_fill_and_pieces_cover_what_is_printed(game: Sitting) -> None:
    play(game, "load/1", "walk/r2c2", "build/tea/r1c2")
    shown = drawn(game, "2")
    assert "│ beads ●●○  │" in shown
    assert "│ r1 │ ◆ bead │ Tea stall │" in shown
    assert "▶ player 2" in shown
    assert "player 1  3 coins" in shown


def test_of_pieces_with_the_same_slots_the_names_are_told_too() -> None:
    twin = b"Red cart}\n  - {id: twin, slots: {bead: 3, silk: 1}, name: Twin}\n"
    shown = drawn(sitting(PACK.replace(b"Red cart}\n", twin).replace(b"[red_cart]", b"[red_cart, twin]")), "1")
    assert "Red cart" in shown and "Twin" in shown
    assert "Red cart" not in drawn(sitting(), "1")


def test_the_cross_of_a_cell_is_marked(game: Sitting) -> None:
    console = Console(file=io.StringIO(), width=120, force_terminal=True, color_system="truecolor")
    game.picture("1", console)
    text = console.file.getvalue()  # type: ignore[attr-defined]  # a buffer, as made above
    # one row and one column of two by five for each seat: six cells
    crossed = [part for part in text.split("\x1b[") if "48;5;237" in part.partition("m")[0]]
    assert len(crossed) >= 12
    game.painter.roles = Roles()
    console = Console(file=io.StringIO(), width=120, force_terminal=True, color_system="truecolor")
    game.picture("1", console)
    assert "48;5;237" not in console.file.getvalue()  # type: ignore[attr-defined]  # the same


def test_many_options_stand_together(game: Sitting) -> None:
    shown = drawn(game, "1")
    for line in ("1 Tea stall on … (1 bead) ×10", "3 Walk to … ×9", "4 Load the cart at the north gate", "5 Wait"):
        assert line in shown


def test_few_do_not() -> None:
    options = [Option(f"walk/{n}", Text("", (), f"Walk to {n}"), group="walk") for n in range(24)]
    words = sitting().words
    assert [line.only for line in menu(options, words)] == options
    more = [*options, Option("stop", Text("", (), "Stop"), group="stop")]
    assert [(line.label, len(line.options)) for line in menu(more, words)] == [("Walk to …", 24), ("Stop", 1)]


@pytest.mark.parametrize(
    ("labels", "shared", "own"),
    [
        (["Tent on r1c1 (2 beads)", "Tent on r1c2 (2 beads)"], "Tent on … (2 beads)", "r1c1"),
        (["Stop"], "Stop", "Stop"),
        (["Sell a bead", "Buy a bead"], "… a bead", "Sell"),
        (["Sell", "Sell a bead"], "Sell …", ""),
    ],
)
def test_labels_have_in_common(labels: list[str], shared: str, own: str) -> None:
    assert common(labels) == shared
    assert inner(labels[0], labels) == own


def asked(game: Sitting, *lines: str) -> tuple[Choice, str]:
    """The choice that seat 1 makes with these lines, and what was said on the way."""
    console = Console(file=io.StringIO(), width=120, record=True)
    given = iter(lines)
    view = game.program.view(game.state, "1", with_blocked=True)
    asker = Asker(console, game.words, lambda prompt: next(given))
    return asker.choose(view.decisions[0], game.painter.questioner(view)), console.export_text()


def test_one_of_several_is_asked_for(game: Sitting) -> None:
    choice, said = asked(game, "1", "12", "2")
    assert choice.option == "build/tea/r1c2"
    assert "1 r1c1  2 r1c2  3 r1c3" in said
    assert "a number from 1 to 10" in said


def test_an_empty_line_goes_back_to_all_options(game: Sitting) -> None:
    choice, said = asked(game, "1", "", "3", "1")
    assert choice.option == "walk/r1c2"
    assert "Load the cart" in said


def test_what_is_not_possible_stands_below_with_the_reason(game: Sitting) -> None:
    play(game, "load/1", "wait", "build/tea/r1c2", "wait")
    shown = drawn(game, "1")
    assert "✗ " in shown
    assert "Cake stall" in shown.split("✗", 1)[1]
    _, said = asked(game, "w", "1", "1")
    assert "you have 0" in said


def test_what_happened_since_my_turn(game: Sitting) -> None:
    play(game, "load/1", "walk/r2c2", "build/tea/r1c2")
    shown = drawn(game, "2")
    assert "player 1  Tea stall on r1c2 (1 bead) → pays 1 bead; gains 1 coin" in shown
    assert "Walk to" not in shown.split("What will it be?")[0]
    play(game, "wait")
    assert "player 2  Wait" in drawn(game, "1")
    assert "Load the cart" not in drawn(game, "1").split("What will it be?")[0]


def test_choices_are_told_with_what_came_of_them(game: Sitting) -> None:
    play(game, "load/1", "walk/r2c2")
    told = [(each.seat, each.text, each.then) for each in game.history[""].happenings]
    assert told == [
        ("1", "Load the cart at the north gate", ["pays 2 beads to north gate, load", "gains 2 coins"]),
        ("2", "Walk to r2c2", ["walker: r1c1 → r2c2"]),
    ]


def test_long_stories_are_cut_short() -> None:
    history = History(sitting().words)
    history.happenings = [Happening("2", f"choice {n}", ["a", "b", "c", "d", "e", "f", "g", "h"]) for n in range(20)]
    told = history.since("1")
    assert len(told) == 12
    assert told[-1][1].plain == "choice 19 → a; b; c; d; e; f; … 2 more"


@pytest.mark.parametrize("width", [20, 60, 80, 100, 160, 200])
def test_any_width_does(game: Sitting, width: int) -> None:
    assert all(len(line) <= width for line in drawn(game, "1", width).splitlines())
