"""Findings are printed with place, line and caret, whatever stands in the line."""

from __future__ import annotations

import pytest

from referee.cli.findings import Lines, count_text, display_width, finding_json, finding_text
from referee.packs.diagnostics import Code, Diagnostic
from referee.packs.node import Position

CODE = Code("E0210", "unknown name", "nothing is called `{word}` here", "Look at the spelling.")
WARNING = Code("W0470", "never used", "`{word}` is never used", "Remove it.")


def finding(line: int, column: int, width: int = 4, code: Code = CODE) -> Diagnostic:
    return Diagnostic(
        code, Position("fair/stalls.yaml", line, column), (("word", "coim"),), width, "did you mean `coin`?"
    )


def shown(source: str, column: int, width: int = 4) -> list[str]:
    lines = Lines({"fair/stalls.yaml": source.encode()})
    return finding_text(finding(1, column, width), lines).splitlines()


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.cli.findings.typer.style", lambda text, **_: str(text))


def test_place_first_then_line_and_caret_and_help() -> None:
    assert shown("  use: gain 2 coim", 15) == [
        "fair/stalls.yaml:1:15: error[E0210] nothing is called `coim` here",
        "   |",
        " 1 |   use: gain 2 coim",
        "   |               ^^^^",
        "   help did you mean `coin`?",
        "   docs referee explain E0210",
    ]


def test_the_caret_stands_under_the_word_after_wide_signs_and_tabs() -> None:
    assert shown("名: coim", 4)[3] == "   |     ^^^^"
    assert shown("\tcoim", 2)[3] == "   |     ^^^^"


def test_the_caret_never_leaves_the_line() -> None:
    assert shown("coim", 1, width=500)[3] == "   | ^^^^"
    assert shown("\n", 1)[3] == "   | ^"


def test_a_file_that_is_gone_is_no_problem() -> None:
    text = finding_text(finding(1, 1), Lines())
    assert "|" not in text
    assert "help did you mean" in text


def test_related_places_are_quoted() -> None:
    lines = Lines({"fair/stalls.yaml": b"coin: {}\ncoin: {}\n"})
    twice = Diagnostic(
        CODE, Position("fair/stalls.yaml", 2, 1), (("word", "coin"),), 4, related=(Position("fair/stalls.yaml", 1, 1),)
    )
    assert "see  fair/stalls.yaml:1:1: coin: {}" in finding_text(twice, lines)


def test_counts() -> None:
    assert count_text([finding(1, 1), finding(2, 1), finding(3, 1, code=WARNING)]) == "2 errors, 1 warning"


def test_json_has_the_names_of_the_api() -> None:
    assert finding_json(finding(3, 7)) == {
        "code": "E0210",
        "severity": "error",
        "source": {"file": "fair/stalls.yaml", "line": 3, "column": 7},
        "end": {"file": "fair/stalls.yaml", "line": 3, "column": 11},
        "text": "nothing is called `coim` here",
        "hint": "did you mean `coin`?",
        "related": [],
    }


def test_width_of_text() -> None:
    assert display_width("aé名") == 4
    assert display_width("e\u0301") == 1
