"""Questions at the keyboard: numbers, arguments, mistakes, and the ways out."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from rich.console import Console

from referee.cli.table.asking import Asker, Leave, TakeBack
from referee.cli.table.words import Words
from referee.engine.records import (
    AllocationForm,
    Choice,
    Decision,
    Item,
    NumberForm,
    Option,
    PickForm,
    Refusal,
    Share,
)
from referee.language.text import Text
from referee.texts import Catalogs


def text(words: str) -> Text:
    return Text("", (), words)


class FairWords(Words):
    """The words of the referee itself, without a ruleset."""

    def __init__(self) -> None:
        self._catalog = Catalogs.load().catalog()
        self._names = {}

    def about(self, part: str) -> list[str]:
        return [line for line in ("tea stall: cost 2 beads", "cake stall") if part in line]


ITEMS = (Item("bead", text("bead"), max=3), Item("coin", text("coin"), max=2))
DECISION = Decision(
    "stall/deal",
    ("1",),
    text("What will it be?"),
    options=(
        Option("buy/bead", text("Buy a bead")),
        Option("bid", text("Bid"), form=NumberForm(0, 6, 2)),
        Option("drop", text("Drop"), form=PickForm(ITEMS, 1, 2, ordered=True)),
        Option("pay", text("Pay"), form=AllocationForm(ITEMS, (Item("all", text("all"), max=9),), 4, 4)),
        Option("share", text("Share"), form=AllocationForm(ITEMS, (ITEMS[0], ITEMS[1]), 1, 5)),
    ),
    blocked=(Option("buy/tea", text("Buy tea"), refusal=Refusal("CANNOT_PAY", text("costs 3, you have 2"))),),
)


def asked(*lines: str) -> tuple[Choice, str]:
    """The choice that these lines make, and what was said on the way."""
    script: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        line = next(script, None)
        if line is None:
            raise EOFError
        return line

    console = Console(file=io.StringIO(), record=True, width=100)
    choice = Asker(console, FairWords(), read).choose(DECISION)
    assert next(script, None) is None, "not every line was read"
    return choice, console.export_text()


@pytest.mark.parametrize(
    ("lines", "choice"),
    [
        (["1"], Choice("buy/bead", None, "stall/deal")),
        (["2", "4"], Choice("bid", 4, "stall/deal")),
        (["3", "2 1"], Choice("drop", ("coin", "bead"), "stall/deal")),
        (["3", "2,1"], Choice("drop", ("coin", "bead"), "stall/deal")),
        (["4", "3", "1"], Choice("pay", (Share("bead", "all", 3), Share("coin", "all", 1)), "stall/deal")),
        (
            ["5", "1", "0", "0", "2"],
            Choice("share", (Share("bead", "bead", 1), Share("coin", "coin", 2)), "stall/deal"),
        ),
        (["2", "", "1"], Choice("buy/bead", None, "stall/deal")),
    ],
)
def test_answers(lines: list[str], choice: Choice) -> None:
    assert asked(*lines)[0] == choice


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["nine", "1"], "a number to choose"),
        (["0", "1"], "a number to choose"),
        (["6", "1"], "a number to choose"),
        (["2", "3", "", "1"], "a number from 0 to 6 by 2"),
        (["2", "x", "4"], "write a whole number"),
        (["2", "9999999999999", "4"], "write a whole number"),
        (["3", "1 1", "1"], "different numbers from 1 to 2"),
        (["3", "-", "1"], "pick 1 to 2"),
        (["4", "3", "3", "3", "1"], "a number from 0 to 1"),
        (["4", "1", "1", "", "1"], "in all it must be 4"),
        (["w", "1"], "costs 3, you have 2: Buy tea"),
    ],
)
def test_mistakes_are_told_and_asked_again(lines: list[str], said: str) -> None:
    assert said in asked(*lines)[1]


def test_ways_out() -> None:
    with pytest.raises(Leave):
        asked("q")
    with pytest.raises(Leave):
        asked()
    with pytest.raises(Leave):
        asked("2", "q")
    with pytest.raises(TakeBack):
        asked("u")


def test_tells_what_things_do() -> None:
    choice, said = asked("i tea", "i sausage", "1")
    assert choice.option == "buy/bead"
    assert "tea stall: cost 2 beads" in said
    assert "cake stall" not in said
    assert "nothing is called sausage" in said
