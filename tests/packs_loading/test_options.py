"""Options of a stack: defaults, settings, and conditions that ask for them."""

from __future__ import annotations

import pytest

from referee.packs import load_stack
from tests.packs_loading.fair import FAIR, HEAD, found, hints, load, night


def test_defaults_and_settings() -> None:
    stack = load("fair")
    assert stack.option_values == {"weather": "sun", "entry_price": 3, "left_out": ()}
    assert stack.settings == {"fair.entry_price": ("3",), "fair.left_out": (), "fair.weather": ("sun",)}
    chosen = {"weather": ["rain"], "fair.entry_price": ["4"], "left_out": ["tea", "ring"]}
    stack = load("fair", settings=chosen)
    assert found(stack) == []
    assert stack.option_values == {"weather": "rain", "entry_price": 4, "left_out": ("tea", "ring")}
    assert stack.settings["fair.left_out"] == ("tea", "ring")
    assert load("fair", settings={"left_out": ["tea,ring"]}).option_values["left_out"] == ("tea", "ring")


def test_the_settings_in_force_give_the_same_stack() -> None:
    stack = load("fair", settings={"weather": ["rain"], "left_out": ["tea", "ring"]})
    again = load("fair", settings={key: list(values) for key, values in stack.settings.items()})
    assert found(again) == []
    assert again.option_values == stack.option_values
    assert again.content_digest == stack.content_digest


def test_a_list_of_numbers_is_a_value() -> None:
    body = "options: {shares: {values: [[9, 5, 2], [7, 3]], default: [9, 5, 2]}}\n"
    assert load(fair=HEAD + body).option_values["shares"] == (9, 5, 2)
    assert load(fair=HEAD + body, settings={}).settings["fair.shares"] == ("9,5,2",)
    assert load("fair", fair=HEAD + body, settings={"shares": ["7,3"]}).option_values["shares"] == (7, 3)
    assert load("fair", fair=HEAD + body, settings={"shares": ["7", "3"]}).option_values["shares"] == (7, 3)


def test_yes_and_no_are_words() -> None:
    body = "options: {late: {values: [no, yes], default: no}}\nrules: {x: {base: 1, when: {option: late, is: no}}}\n"
    stack = load(fair=HEAD + body)
    assert stack.option_values == {"late": "no"}
    assert "x" in stack.sections["rules"]


@pytest.mark.parametrize(
    ("settings", "finding", "hint"),
    [
        ({"wether": ["rain"]}, "E0140 settings/wether:1:1", "did you mean `weather`?"),
        ({"night.weather": ["rain"]}, "E0140 settings/night.weather:1:1", "did you mean `fair.weather`?"),
        ({"weather": ["rian"]}, "E0141 settings/weather:1:1", "did you mean `rain`?"),
        ({"weather": []}, "E0141 settings/weather:1:1", ""),
        ({"entry_price": ["5"]}, "E0141 settings/entry_price:1:1", ""),
        ({"left_out": ["tea"]}, "E0141 settings/left_out:1:1", ""),
        ({"left_out": ["tea", "tea"]}, "E0141 settings/left_out:1:1", ""),
        ({"left_out": ["tea", "rign"]}, "E0141 settings/left_out:1:1", "did you mean `ring`?"),
    ],
)
def test_settings_that_are_wrong(settings: dict[str, list[str]], finding: str, hint: str) -> None:
    stack = load("fair", settings=settings)
    assert found(stack) == [finding]
    assert hints(stack) == [hint]


@pytest.mark.parametrize(
    ("body", "finding"),
    [
        ("options: {a: {values: [x, y]}}\n", "E0122 fair/pack.yaml:8:14"),
        ("options: {a: {default: x}}\n", "E0122 fair/pack.yaml:8:11"),
        ("options: {a: {pick: 2, default: none}}\n", "E0122 fair/pack.yaml:8:11"),
        ("options: {a: {values: [x, y], default: z}}\n", "E0141 fair/pack.yaml:8:40"),
        ("options: {a: {values: [], default: z}}\n", "E0126 fair/pack.yaml:8:23"),
    ],
)
def test_options_that_are_wrong(body: str, finding: str) -> None:
    assert finding in found(load(fair=HEAD + body))


PICKED = "options: {a: {pick: 2, of: stall, values: [tea, toss, %s], default: none}}\n"


def test_a_pick_may_be_among_some_entries_only() -> None:
    pack = night(PICKED % "ring")
    assert load("night", night=pack).option_values["a"] == ()
    stack = load("night", night=pack, settings={"a": ["ring", "tea"]})
    assert found(stack) == []
    assert stack.option_values["a"] == ("ring", "tea")
    few = night(PICKED.replace(", %s", ""))
    refused = load("night", night=few, settings={"a": ["ring", "tea"]})
    assert found(refused) == ["E0141 settings/a:1:1"]
    assert "2 different of tea, toss, or none" in refused.diagnostics[0].message
    assert found(load("night", night=few, settings={"a": ["tea"]})) == ["E0141 settings/a:1:1"]
    wrong = load("night", night=night(PICKED % "rign"))
    assert found(wrong) == ["E0141 night/pack.yaml:7:55"]
    assert hints(wrong) == ["did you mean `ring`?"]


def test_a_default_of_several_is_wrong_at_its_word() -> None:
    text = "options: {a: {pick: 2, of: stall, values: [tea, toss, ring], default: [tea, %s]}}\n"
    wrong = load("night", night=night(text % "tos"))
    assert found(wrong) == [f"E0141 night/pack.yaml:7:{text.index('%') + 1}"]
    assert hints(wrong) == ["did you mean `toss`?"]
    assert found(load("night", night=night(text % "toss"))) == []


def test_a_misspelt_value_is_one_finding_though_the_default_has_it_right() -> None:
    text = "options: {a: {pick: 1, of: stall, values: [tea, tos], default: toss}}\n"
    wrong = load("night", night=night(text))
    assert found(wrong) == [f"E0141 night/pack.yaml:7:{text.index('tos]') + 1}"]


def test_what_a_pick_names_may_stand_in_a_file_that_cannot_be_read() -> None:
    """One finding: the tab."""
    pick = "options: {a: {pick: 1, of: stall, values: [tea, toss, spare], default: spare}}\n"
    files = {
        "fair/pack.yaml": FAIR.encode(),
        "night/pack.yaml": night(pick).encode(),
        "night/stalls.yaml": b"stall:\n  - id: spare\n\tcost: {bead: 1}\n",
    }
    assert found(load_stack(["fair", "night"], files=files)) == ["E0105 night/stalls.yaml:3:1"]


def test_one_name_is_one_option() -> None:
    stack = load("night", night=night("options: {weather: {values: [a], default: a}}\n"))
    assert "E0127 night/pack.yaml:7:11" in found(stack)


def test_conditions_on_declarations() -> None:
    when = "when: {option: weather, is: rain}"
    body = f"""\
tokens: {{umbrella: {{supply: 3, {when}}}}}
places: {{tent: {{of: table, tokens: coin, {when}}}}}
stall: [{{id: hut, size: 2, {when}}}, {{id: hut, size: 3, when: {{option: weather, is: sun}}}}]
setup: [{{place: yard, tokens: {{bead: 1}}, {when}}}]
rules: {{drops: {{base: 2, {when}}}}}
terms: {{wet: {{is: yes, {when}}}}}
procedures: {{shower: {{do: gain 1 coin, {when}}}}}
"""
    for weather, there in (("sun", False), ("rain", True)):
        stack = load("night", night=night(body), settings={"weather": [weather]})
        assert found(stack) == []
        assert ("umbrella" in stack.sections["tokens"]) is there
        assert ("tent" in stack.sections["places"]) is there
        assert ("drops" in stack.sections["rules"]) is there
        assert ("wet" in stack.sections["terms"]) is there
        assert ("shower" in stack.sections["procedures"]) is there
        assert len(stack.sections["setup"]) == 2 + there
        assert "when" not in stack.entries["stall"]["hut"]
        assert getattr(stack.entries["stall"]["hut"].entries["size"], "value", 0) == (2 if there else 3)


def test_a_hook_named_when_is_no_condition() -> None:
    body = "kinds: {card: {hooks: {when: {sort: trigger}}}}\ncard: [{id: a, when: 'after x: gain 1 coin'}]\n"
    stack = load(fair=HEAD + body)
    assert found(stack) == []
    assert "when" in stack.entries["card"]["a"]


def test_any_of_several_values() -> None:
    body = "rules: {drops: {base: 1, when: {option: weather, is: [rain, sun]}}}\n"
    assert "drops" in load("night", night=night(body)).sections["rules"]


def test_conditions_that_are_wrong() -> None:
    stack = load("night", night=night("rules: {a: {base: 1, when: {option: wether, is: rain}}}\n"))
    assert found(stack) == ["E0140 night/pack.yaml:7:37"]
    stack = load("night", night=night("rules: {a: {base: 1, when: {option: weather, is: snow}}}\n"))
    assert found(stack) == ["E0141 night/pack.yaml:7:50"]
    stack = load("night", night=night("rules: {a: {base: 1, when: {option: weather}}}\n"))
    assert found(stack) == ["E0122 night/pack.yaml:7:28"]


def test_the_fair_has_no_leftovers() -> None:
    assert "when" not in FAIR
