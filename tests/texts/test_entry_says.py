"""The text that a pack gives to an entry stands under its rules, and changes no rule."""

from __future__ import annotations

import pytest

from referee.language import Ruleset
from referee.language.describe.describer import Describer
from referee.texts import Catalogs
from tests.stacks.village import changes, ruleset


def words(rules: Ruleset, name: str) -> str:
    entry = next(each for each in rules.model.entries if each.id == name)
    text = Describer(rules.model, rules.procedures, rules.terms).entry(entry)
    assert text is not None
    return Catalogs.load(rules.texts, (pack.files for pack in rules.stack.packs)).catalog("en").render(text)


SAYS = "Open for {days} days"


@pytest.mark.parametrize(
    ("body", "entry", "told"),
    [
        (changes(f'{{entry: stall/tea, field: says, is: "{SAYS}"}}'), "tea", "Gain 1 coin. Open for 3 days."),
        (changes(f'{{entry: stall/^plain, field: says, is: "{SAYS}"}}'), "toffee", "Gain 1 coin. Open for 3 days."),
        (
            f'stall: [{{id: tent, colour: red, says: "{SAYS}", name: Tent, plural: Tents,'
            " allow: {W0473: it only stands there}}]\n",
            "tent",
            "Open for 3 days.",
        ),
    ],
)
def test_the_text_of_an_entry(body: str, entry: str, told: str) -> None:
    assert words(ruleset(mine=body), entry) == told


def test_it_is_no_rule_and_can_be_translated() -> None:
    plain, said = ruleset(), ruleset(mine=changes("{entry: stall/tea, field: says, is: Served hot}"))
    assert said.rules_digest == plain.rules_digest
    assert said.texts["stall/tea.says"] == "Served hot"
