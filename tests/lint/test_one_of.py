"""W0475: the name of one of a group or of symbols may be misspelt where no effect says it."""

from __future__ import annotations

import pytest

from referee.language import build_ruleset
from referee.language.build import read_stack
from referee.lint import run_all
from referee.packs.spelling import ones
from tests.stacks.village import stack

PACK = """\
symbols: {%s: {of: [big, small], one: %s}}
kinds: {tent: {fields: {size: %s}}}
tent: [{id: dome, size: big}]
"""


def found(name: str, one: str, used: str) -> list[tuple[str, str, str]]:
    """Code, the word at the place, and hint."""
    text = PACK % (name, one, used)
    built = run_all(build_ruleset(stack(mine=text))).findings
    words = text.splitlines()
    told = [each for each in built if each.code.code == "W0475"]
    return [(e.code.code, words[e.at.line - 7][e.at.column - 1 :][: e.width], e.hint) for e in told]


@pytest.mark.parametrize(
    ("name", "one"), [("sizes", "size"), ("classes", "class"), ("bounties", "bounty"), ("ware", "ware")]
)
def test_the_regular_name_needs_no_use(name: str, one: str) -> None:
    assert found(name, one, name) == []


@pytest.mark.parametrize(
    ("name", "one", "hint"),
    [("rewards", "rewrad", "reward"), ("classes", "clas", "class"), ("people", "person", "people")],
)
def test_another_word_that_nothing_says(name: str, one: str, hint: str) -> None:
    assert found(name, one, name) == [("W0475", one, f"did you mean `{hint}`?")]


def test_another_word_that_is_used() -> None:
    assert found("people", "person", "person") == []


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("houses", "house"),
        ("boxes", "box"),
        ("bushes", "bush"),
        ("berries", "berry"),
        ("coins", "coin"),
        ("sheep", "sheep"),
    ],
)
def test_ones(many: str, one: str) -> None:
    assert one in ones(many)


def test_where_one_of_them_is_misspelt_the_whole_is_not_blamed() -> None:
    text = PACK % ("shades", "shde", "shade") + "values: {tone: {type: shade or none}, tint: {type: shade or none}}\n"
    built, findings = read_stack(stack(mine=text))
    assert built is None
    assert [(each.code.code, each.at.column, each.hint) for each in findings] == [
        ("E0219", text.index("shde") + 1, "did you mean `shade`?")
    ]
