"""A pack gives an option of another one its default."""

from __future__ import annotations

import pytest

from tests.stacks.village import Settings, changes, one, ruleset, stack

RAIN = changes("{option: weather, is: rain}")
PICK = "options:\n  left: {pick: 1, of: stall, default: none, name: Left, says: Left}\n"


def weather(*bodies: str, settings: Settings | None = None) -> tuple[str, ...]:
    names = ("first", "second")
    rules = ruleset(settings=settings, **dict(zip(names, bodies, strict=False)))
    return rules.stack.settings["village.weather"]


def test_it_holds_where_nothing_is_chosen() -> None:
    assert weather() == ("sun",)
    assert weather(RAIN) == ("rain",)
    assert weather(RAIN, settings={"village.weather": "sun"}) == ("sun",)


def test_what_depends_on_the_option_follows() -> None:
    wet = changes("{rule: days, is: 9, when: {option: weather, is: rain}}")
    dry, rainy = ruleset(first=wet), ruleset(first=wet, second=RAIN)
    assert dry.rules_digest != rainy.rules_digest
    assert rainy.rules_digest == ruleset(first=wet, second="", settings={"weather": "rain"}).rules_digest


def test_those_who_ask_for_options_are_told_the_new_default() -> None:
    (option,) = stack(mine=RAIN).packs[0].options.values()
    assert option.default == "rain"


def test_an_option_that_picks() -> None:
    rules = ruleset(first=PICK, second=changes("{option: left, is: tea}"))
    assert rules.stack.settings["first.left"] == ("tea",)


def test_two_packs_and_over() -> None:
    again = changes("{option: weather, is: sun}")
    told = one(first=RAIN, second=again)
    assert told.where == "E0151 second/pack.yaml:8:5"
    assert told.message == "`default` of option/weather is replaced by `first (first/pack.yaml:8:5)` already"
    assert weather(RAIN, changes("{option: weather, is: sun, over: first}")) == ("sun",)


def test_only_beside_another_pack() -> None:
    beside = changes("{option: weather, is: rain, if_pack: second}")
    assert weather(beside) == ("sun",)
    assert weather("", changes("{option: weather, is: rain, if_pack: first}")) == ("rain",)


@pytest.mark.parametrize(
    ("row", "where", "hint"),
    [
        ("{option: wether, is: rain}", "E0150 mine/pack.yaml:8:14", "did you mean `weather`?"),
        ("{option: weather, is: rian}", "E0141 mine/pack.yaml:8:27", "did you mean `rain`?"),
        ("{option: weather}", "E0152 mine/pack.yaml:8:5", ""),
        ("{option: weather, is: rain, when: {option: weather, is: sun}}", "E0152 mine/pack.yaml:8:5", ""),
    ],
)
def test_what_is_wrong(row: str, where: str, hint: str) -> None:
    told = one(mine=changes(row))
    assert (told.where, told.hint) == (where, hint)
