"""A misspelt key is one finding, not as many as there are places that rely on what stands under it."""

from __future__ import annotations

from referee.packs import load_stack
from tests.stacks.village import VILLAGE, errors, pack, ruleset, stack

GROUP = "changes:\n  - {group: goods, add: herb}\n"
TEXT = (
    "tokens: {herb: {supply: 5, prices: [2, 1], name: herb, plural: herbs}}\n"
    "stall: [{id: bar, like: ^plain, cost: {herb: 1}, name: Bar, plural: Bars}]\n" + GROUP
)


def told(text: str) -> list[tuple[str, str]]:
    lines = pack(text).splitlines()
    return [
        (each.code.code, lines[each.at.line - 1][each.at.column - 1 :][: each.width])
        for each in errors(stack(mine=text))
    ]


def test_as_it_is_meant() -> None:
    assert ruleset(mine=TEXT)


def test_without_the_change_the_rest_does_not_fit() -> None:
    codes = [code for code, _ in told(TEXT.replace(GROUP, ""))]
    assert codes and not {"E0120", "E0121"} & {*codes}


def test_a_misspelt_section() -> None:
    assert told(TEXT.replace("changes:", "chagnes:")) == [("E0120", "chagnes")]


def test_a_misspelt_key_of_a_change() -> None:
    assert told(TEXT.replace("add:", "adw:")) == [("E0121", "adw")]


def test_several_misspelt_keys_in_one_line() -> None:
    assert told(TEXT.replace("group: goods, add:", "grup: goods, adw:")) == [("E0121", "grup"), ("E0121", "adw")]


def test_what_is_wrong_besides_stays() -> None:
    text = TEXT.replace("add:", "adw:") + "  - {before: work, do: gain 1 coinn}\n"
    assert told(text) == [("E0121", "adw"), ("E0210", "coinn")]


def test_a_value_in_a_file_that_cannot_be_read_is_not_missed() -> None:
    """Standing options need `active`: it stands there, below a tab."""
    files = {
        "village/pack.yaml": VILLAGE.replace("  active: {type: seat}\n", "").encode(),
        "village/more.yaml": b"values:\n  active:\n\ttype: seat\n",
    }
    assert [each.code.code for each in errors(load_stack(["village"], files=files))] == ["E0105"]
    files["village/more.yaml"] = b"values: {mood: {}}\n"
    assert "E0227" in [each.code.code for each in errors(load_stack(["village"], files=files))]
