"""The layout of effects: what changes, what stays, and that doing it twice changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.formatting import format_packs
from referee.language.format import lay_out

UGLY = """\
id: fair
kind: game
version: 1
language: 1
title: Fair
seats: 2
sources: none   
tokens: {coin: {unlimited: true}}
procedures:
  main: |
    repeat:
        each  seat:
            choose buy  n from 1 to min( 3,my.coin ) : gain n+1 coin   # why not
            if my . coin>=10: end game won by me because rich
  short: gain   2   coin
"""  # noqa: W291  # blanks at a line end are what this is about

NEAT = """\
id: fair
kind: game
version: 1
language: 1
title: Fair
seats: 2
sources: none
tokens: {coin: {unlimited: true}}
procedures:
  main: |
    repeat:
      each seat:
        choose buy n from 1 to min(3, my.coin): gain n + 1 coin  # why not
        if my.coin >= 10: end game won by me because rich
  short: gain 2 coin
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("gain   2 coin", ["gain 2 coin"]),
        ("if a>b:\n      gain 1 coin\nelse :\n      stop", ["if a > b:", "  gain 1 coin", "else:", "  stop"]),
        ("a:\n    b:\n        c\n    d\ne", ["a:", "  b:", "    c", "  d", "e"]),
        ("count (a where b)", ["count (a where b)"]),
        ("room(a,b)  +1", ["room(a, b) + 1"]),
        ("b-1 = 2", ["b - 1 = 2"]),
        ("x = -1", ["x = -1"]),
        ("gain 1 coin#why", ["gain 1 coin  #why"]),
        ("a:\n   # about b\n   b\n\nc", ["a:", "  # about b", "  b", "", "c"]),
    ],
)
def test_lines(before: str, after: list[str]) -> None:
    assert lay_out(before) == after
    assert lay_out("\n".join(after)) == after


def test_a_pack_is_brought_into_the_layout_once(tmp_path: Path) -> None:
    file = tmp_path / "fair" / "pack.yaml"
    file.parent.mkdir()
    file.write_text(UGLY, encoding="utf-8")
    assert format_packs([str(file.parent)], write=False) == [file]
    assert file.read_text(encoding="utf-8") == UGLY
    assert format_packs([str(file.parent)], write=True) == [file]
    assert file.read_text(encoding="utf-8") == NEAT
    assert format_packs([str(file.parent)], write=True) == []
