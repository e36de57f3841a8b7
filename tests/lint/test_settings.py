"""What a `when:` leaves out is checked under the setting that brings it in."""

from __future__ import annotations

import pytest

from referee.language.build import read_stack
from referee.lint import run_all
from referee.lint.settings import Setting, other_settings, under_other_settings
from referee.packs import Stack
from tests.stacks.village import changes, stack

OPTIONS = """\
options:
  hard: {values: [no, yes], default: no, says: Hard}
  sums: {values: [1, 2, 3, 4], default: 1, says: Sums}
  left: {pick: 1, of: stall, default: none, name: Left, says: Left}
"""
HARD = "when: {option: hard, is: yes}"


def found(mine: str) -> list[str]:
    """Code, line and hint of everything that is found."""

    def load(setting: Setting | None = None) -> Stack:
        return stack(mine=mine, settings={name: value[0] for name, value in (setting or {}).items()})

    first = load()
    ruleset, findings = read_stack(first)
    all_of = list(findings) if ruleset is None else list(run_all(ruleset).findings)
    all_of += under_other_settings(first, first.packs[-1:], load, all_of)
    return [f"{each.code.code}:{each.at.line} {each.hint}" for each in all_of]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ((f"{{after: work, do: gain 1 coin, {HARD}}}",), []),
        (
            (f"{{after: work, do: gain 1 coinn, {HARD}}}",),
            ["E0210:12 did you mean `coin`? (found with --set mine.hard=yes)"],
        ),
        (
            ("{after: work, do: gain 1 coinn, when: {option: sums, is: [3, 4]}}",),
            ["E0210:12 did you mean `coin`? (found with --set mine.sums=3)"],
        ),
        (
            ("{after: work, do: gain 1 coinn, when: {option: left, is: tea}}",),
            ["E0210:12 did you mean `coin`? (found with --set mine.left=tea)"],
        ),
        # once, whatever else is wrong and in how many settings
        (
            ("{after: work, do: gain 1 beat}", f"{{after: work, do: gain 1 coinn, {HARD}}}"),
            [
                "E0210:12 did you mean `bead` or `seat`?",
                "E0210:13 did you mean `coin`? (found with --set mine.hard=yes)",
            ],
        ),
        (
            ("{after: work, do: gain 1 beat}", f"{{after: work, do: gain 1 coin, {HARD}}}"),
            ["E0210:12 did you mean `bead` or `seat`?"],
        ),
    ],
)
def test_code_under_a_condition(rows: tuple[str, ...], told: list[str]) -> None:
    assert found(OPTIONS + changes(*rows)) == told


def test_what_is_missing_under_another_setting() -> None:
    """It is there only under the default, but used always."""
    mine = OPTIONS + "procedures:\n  beg: {do: gain 1 coin, when: {option: hard, is: no}}\n"
    assert found(mine + changes("{after: work, do: do beg}")) == ["E0212:14 found with --set mine.hard=yes"]


def test_the_settings_that_are_asked_for() -> None:
    whens = [HARD, "when: {option: sums, is: [2, 3]}", "when: {option: sums, is: 4}", "when: {option: left, is: tea}"]
    asked = OPTIONS + changes(*(f"{{after: work, do: gain 1 coin, {when}}}" for when in whens))
    loaded = stack(mine=asked)
    assert list(other_settings(loaded, loaded.packs[-1:])) == [
        ("mine.hard", ("yes",)),
        ("mine.sums", ("2",)),
        ("mine.sums", ("4",)),
        ("mine.left", ("tea",)),
    ]
    assert list(other_settings(loaded, loaded.packs[:1])) == []
    hard = stack(mine=asked, settings={"mine.hard": "yes", "mine.left": "tea"})
    chosen = list(other_settings(hard, hard.packs[-1:]))
    assert ("mine.hard", ("no",)) in chosen and ("mine.left", ("none",)) in chosen
