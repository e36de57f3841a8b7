"""Pictures of views: everything that a viewer may see is in them, by shape, for any board."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text as Line

from referee.cli.table.picture import Painter, save_svg
from referee.cli.table.places import forest, rows_of
from referee.cli.table.words import Words
from referee.engine.records import (
    Board,
    Decision,
    NumberForm,
    Option,
    Outcome,
    Piece,
    Place,
    PlaceInfo,
    Score,
    ScoreLine,
    Value,
    ValueInfo,
    View,
)
from referee.language.text import Text
from referee.texts import Catalogs


def text(words: str) -> Text:
    return Text("", (), words)


def info(place: str, shape: str = "heap", **more: object) -> PlaceInfo:
    label = str(more.get("parent") or place.rpartition("/")[2])
    return PlaceInfo(place, text(label), shape=shape, **more)  # type: ignore[arg-type]  # its other fields


BOARD = Board(
    (
        info("stock", capacity=9),
        info("stall", "grid"),
        *(
            info(f"stall/r{r}c{c}", parent="stall", row=r, column=c, values=(Value("price", "number", 10 * r + c),))
            for r in (1, 2)
            for c in (1, 2, 3)
        ),
        info("deck", "pile"),
        info("path", "ring"),
        *(info(f"path/{n}", parent="path", row=1, column=n) for n in (1, 2, 3)),
        info("seat/1/bag", seat="1"),
        info("seat/2/bag", seat="2"),
        info("seat/1/odd", "hologram", seat="1"),
    ),
    (
        ValueInfo("round", text("round")),
        ValueInfo("seat/1/fame", text("fame"), seat="1", score=True, max=9),
        ValueInfo("seat/1/cart", text("cart"), seat="1"),
        ValueInfo("seat/2/fame", text("fame"), seat="2", score=True),
    ),
)
VIEW = View(
    seat="1",
    path=(text("day 2"), text("bargain")),
    places=(
        Place("stock", (Piece("bead", 3), Piece("coin"))),
        Place("stall/r1c1", (Piece("tea_stall", face="open", values=(Value("pips", "number", 5),)),)),
        Place("stall/r2c3", (Piece("cake_stall", inside=(Place("stall/r2c3/counter", (Piece("bead", 2),)),)),)),
        Place("deck", (Piece("", 12),)),
        Place("path/2", (Piece("walker", values=(Value("owner", "ref", "2"),)),)),
        Place("seat/2/bag", (), uncounted=True),
    ),
    values=(
        Value("round", "number", 2),
        Value("seat/1/fame", "number", 4),
        Value("seat/2/fame", "hidden"),
        Value("seat/1/cart", "ref", "stall/r2c2"),
        Value("rule/most", "number", 3),
    ),
    in_force=(),
    decisions=(
        Decision(
            "stall/deal",
            ("1",),
            text("What will it be?"),
            options=(
                Option("buy/bead", text("Buy a bead for 3"), subjects=("stock",)),
                Option("bid", text("Bid"), form=NumberForm(0, 4), barrier=True),
                Option("stop", text("Stop"), role="stop"),
            ),
        ),
    ),
)


class FairWords(Words):
    """The words of the referee itself, without a ruleset."""

    def __init__(self) -> None:
        self._catalog = Catalogs.load().catalog()
        self._names = {"1": "Anna", "2": "Ben"}


def drawn(view: View, width: int = 100, board: Board = BOARD) -> str:
    console = Console(file=io.StringIO(), width=width, record=True)
    log = [(Line("Anna"), Line("opens a stall"))]
    console.print(Painter(board, FairWords(), "Fair", 2).picture(view, log))
    return console.export_text()


@pytest.fixture
def shown() -> str:
    return drawn(VIEW)


@pytest.mark.parametrize(
    "part",
    [
        "Fair   day 2 › bargain",
        "stock: 3 bead, coin /9",
        "tea stall",
        "(open, pips 5)",
        "cake stall",
        "[2 bead]",
        "deck: ▒ 12",
        "path ⟳",
        "●₂",
        "◆ 22",
        "c3",
        "cart r2c2",
        "round 2",
        "fame 4/9",
        "fame ?",
        "bag: – ?",
        "odd: –",
        "▶ Anna",
        "Ben",
        "Anna  opens a stall",
        "What will it be?",
        "   1 Buy a bead for 3",
        "   2 Bid … ⚑",
        "   3 Stop",
        "23",
    ],
)
def test_everything_is_there(shown: str, part: str) -> None:
    assert part in shown


def test_values_of_rules_are_not_drawn(shown: str) -> None:
    assert "most" not in shown


@pytest.mark.parametrize("width", [20, 60, 200])
def test_any_width_of_a_terminal_does(width: int) -> None:
    assert all(len(line) <= width for line in drawn(VIEW, width).splitlines())


def test_the_outcome_has_every_line_of_the_scores() -> None:
    lines = [(ScoreLine(text("beads"), "", n), ScoreLine(text("coins"), "", 2 * n)) for n in (3, 5)]
    outcome = Outcome(
        ("2",), tuple(Score(str(n + 1), 3 * (3 + 2 * n), lines[n]) for n in (0, 1)), (), ("closing_time",)
    )
    shown = drawn(View("1", (), (), (), (), (), outcome))
    for part in ("won by Ben", "closing time", "beads", "coins", "total", "15"):
        assert part in shown


def test_a_forest_has_grids_by_row_and_column() -> None:
    spots = forest(BOARD, VIEW)
    assert [spot.info.id for spot in spots][:4] == ["stock", "stall", "deck", "path"]
    rows = rows_of(spots[1])
    assert [[part.info.id if part else "" for part in row] for row in rows] == [
        [f"stall/r{r}c{c}" for c in (1, 2, 3)] for r in (1, 2)
    ]


def test_parts_of_a_place_that_the_board_does_not_list_stand_together() -> None:
    board = Board((info("shelf/bead", parent="shelf"), info("shelf/coin", parent="shelf")), ())
    (spot,) = forest(board, VIEW)
    assert (spot.info.id, [part.info.id for part in spot.parts]) == ("shelf", ["shelf/bead", "shelf/coin"])


def test_a_picture_can_be_saved(tmp_path: Path) -> None:
    file = tmp_path / "fair.svg"
    save_svg(Painter(BOARD, FairWords(), "Fair", 2).picture(VIEW), str(file), "a picture", 100)
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_what_is_remembered_of_a_place_stands_at_the_place() -> None:
    used = "stall/r1c1/used"
    board = replace(BOARD, values=(*BOARD.values, ValueInfo(used, text("sold out"))))
    shown = drawn(replace(VIEW, values=(*VIEW.values, Value(used, "yes", True))), board=board)
    assert shown.count("sold out") == 1
    assert "(sold out)" in shown
    assert "sold out" not in drawn(replace(VIEW, values=(*VIEW.values, Value(used, "yes", False))), board=board)


def test_cards_of_a_seat_have_their_names() -> None:
    card = Piece("walker", values=(Value("owner", "ref", "1"),))
    shown = drawn(replace(VIEW, places=(Place("seat/1/bag", (card,)), Place("seat/2/bag", (card,)))))
    assert "bag: walker " in shown  # at home it goes without saying whose it is
    assert "bag: walker 1" in shown
