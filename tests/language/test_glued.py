"""Words that begin like a word of the language are no words of it."""

from __future__ import annotations

import pytest

from referee.language.parse import parse
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position, Scalar


def findings(text: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    assert parse(Scalar(text, Position("pack.yaml", 3, 7), (Position("pack.yaml", 3, 7),)), "start", found) is None
    return found


@pytest.mark.parametrize(
    ("text", "word", "column", "meant"),
    [
        ("gains 1 coin", "gains", 7, "gain"),
        ("setx to 3", "setx", 7, "set"),
        ("pay 1 coin then stopp", "stopp", 23, "stop"),
        ("payed 1 coin", "payed", 7, "pay"),
    ],
)
def test_a_word_is_taken_whole(text: str, word: str, column: int, meant: str) -> None:
    (only,) = findings(text)
    assert only.code.code == "E0201"
    assert (only.at.column, only.width) == (column, len(word))
    assert f"`{word}`" in only.message
    assert meant in only.hint


def test_a_number_and_a_word_are_two() -> None:
    (only,) = findings("gain 3coin")
    assert "`3coin`" in only.message
