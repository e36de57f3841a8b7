"""`allow: {CODE: reason}` on a node lets warnings stand at it and inside of it."""

from __future__ import annotations

from referee.lint import LintResult, run_all
from tests.lint.fair import codes, pack, ruleset

END = "\nif count yard = 0: end game because sold"
MANY = "each seat:\n  choose give s from seats, f from ground, g from ground: gain 1 coin to s"


def lint(text: str) -> LintResult:
    return run_all(ruleset(text))


def shown(text: str) -> list[str]:
    return [found.code.code for found in lint(text).findings if found.code.code != "W0470"]


def test_at_a_procedure() -> None:
    text = pack("each seat: do give\ngain 1 bead to active" + END, give=MANY.replace("each seat:\n  ", ""))
    assert shown(text) == ["W0461"]
    code = "  give: |\n    choose give s from seats, f from ground, g from ground: gain 1 coin to s\n"
    assert code in text
    allowed = code.replace(
        "give: |\n    ", "give:\n    allow: {W0461: everything may go anywhere}\n    do: |\n      ", 1
    )
    result = lint(text.replace(code, allowed))
    assert shown(text.replace(code, allowed)) == []
    (one,) = [each for each in result.allowed if each.finding.code.code == "W0461"]
    assert one.reason == "everything may go anywhere"
    assert one.at.line == one.finding.at.line - 2


def test_at_an_entry_and_a_declaration() -> None:
    text = pack(MANY + END)
    assert "bead" not in [dict(f.arguments).get("word") for f in lint(text).findings]
    text = text.replace("  rounds: {}\n", "  rounds: {}\n  spare_value: {%s}\n")
    assert "spare_value" in [dict(f.arguments).get("word") for f in lint(text % "").findings]
    result = lint(text % "allow: {W0470: for a later pack}")
    assert "spare_value" not in [dict(f.arguments).get("word") for f in result.findings]
    assert [a.reason for a in result.allowed if dict(a.finding.arguments).get("word") == "spare_value"] == [
        "for a later pack"
    ]


def test_a_node_allows_nothing_beside_it() -> None:
    text = pack(MANY + END).replace("  rounds: {}\n", "  rounds: {allow: {W0470: kept}}\n  spare_value: {}\n")
    assert "spare_value" in [dict(f.arguments).get("word") for f in lint(text).findings]


def test_at_the_head_of_the_pack() -> None:
    text = pack(MANY + END, "allow: {W0461: a small fair}\n")
    assert shown(text) == []
    assert [one.reason for one in lint(text).allowed if one.finding.code.code == "W0461"] == ["a small fair"]


def test_another_code_is_not_allowed() -> None:
    assert shown(pack(MANY + END, "allow: {W0420: no}\n")) == ["W0461"]


def test_errors_are_never_allowed() -> None:
    assert codes(pack(MANY + END, "allow: {E0441: it may go on}\n"))[0].startswith("E01")  # the pack says what can't be
