"""Changes under conditions, packs that require one another, options that overlays declare."""

from __future__ import annotations

import pytest

from tests.stacks.village import changes, pack, ruleset, stack, table


def test_a_change_for_a_pack_that_may_be_there() -> None:
    luck = "rules: {luck: {base: 2, says: luck}}\n" + changes("{after: work, do: gain rule luck coin}")
    mine = changes("{rule: luck, is: 5, if_pack: luck}", "{rule: days, is: 4}")
    assert table("luck", "mine", luck=luck, mine=mine).choose("work").value("seat/1/chest:coin") == 3 + 1 + 5
    assert table("mine", mine=mine).value("rule/days") == 4


@pytest.mark.parametrize(("weather", "days"), [("sun", 3), ("rain", 9)])
def test_a_change_by_an_option_of_the_game(weather: str, days: int) -> None:
    mine = changes("{rule: days, is: 9, when: {option: weather, is: rain}}")
    assert table(mine=mine, settings={"village.weather": weather}).value("rule/days") == days


HARD = """\
options:
  hard: {values: [no, yes], default: no, says: A hard life}
  pay: {values: [2, 5], default: 5, says: Pay}
stall:
  - id: tavern
    when: {option: hard, is: no}
    cost: {bead: 1}
    colour: red
    open: gain option pay coin
    name: Tavern
    plural: Taverns
setup:
  - {place: row, pieces: [none, none, none, tavern], when: {option: hard, is: no}}
changes:
  - {setup: stalls, field: pieces, is: [tea, toffee, puppets]}
  - {rule: wage, is: option pay}
  - {instead_of: work, do: gain 9 coin, when: {option: hard, is: no}}
  - {option_in: errand, remove: visit, when: {option: hard, is: yes}}
  - {term: price, is: 1, when: {option: hard, is: yes}}
  - {after: work, do: lose 1 bead, when: {option: hard, is: yes}}
  - {window: tips, remove: yes, when: {option: hard, is: yes}}
"""


def test_options_of_an_overlay_decide_what_it_does() -> None:
    plain = table(hard=HARD, places={"seat/1/ground/1": ["tea"]})
    assert plain.value("seat/1/rule/wage") == 5
    assert plain.lies("row/4") == ["tavern"]
    assert "visit" in plain.options
    assert plain.choose("work").value("seat/1/chest:coin") == 1 + 5 + 9
    chosen = {"hard.hard": "yes", "hard.pay": "2"}
    hard = table(hard=HARD, settings=chosen, places={"seat/1/ground/1": ["tea"]}, values={"seat/2/fame": 1})
    assert (hard.value("seat/1/rule/wage"), hard.lies("row/4")) == (2, [])
    assert "visit" not in hard.options
    hard.choose("work")
    assert (hard.value("seat/1/chest:coin"), hard.value("seat/1/chest:bead")) == (1 + 2 + 1, 2)
    assert hard.decision.step == "turn/end_of_turn"


def test_another_pack_asks_for_the_option_of_an_overlay() -> None:
    other = changes("{rule: days, is: 7, when: {option: hard, is: yes}}")
    assert table(hard=HARD, other=other, settings={"hard": "yes"}).value("rule/days") == 7
    assert table(hard=HARD, other=other).value("rule/days") == 3


def test_what_is_required_comes_first_whatever_the_order() -> None:
    mine, other = "rules: {luck: {base: 2, says: luck}}\n", changes("{rule: luck, is: 5}", "{after: work, do: earn}")
    other = pack(other.replace("do: earn", "do: gain rule luck coin"), "other", requires="mine")
    built = stack("other", mine=mine, other=other)
    assert [each.id for each in built.packs] == ["village", "mine", "other"]
    assert table("other", mine=mine, other=other).choose("work").value("seat/1/chest:coin") == 3 + 1 + 5


def test_three_packs_one_over_another() -> None:
    one, two = changes("{rule: days, is: 4}"), changes("{rule: days, is: 5, over: one}")
    three = changes("{rule: days, is: 6, over: [one, two]}")
    assert table(one=one, two=two, three=three).value("rule/days") == 6


def test_the_order_of_the_stack_is_another_game() -> None:
    usual = '{{instead_of: work, do: "gain {} coin then do the usual"}}'
    one, two = changes(usual.format(2)), changes(usual.format(3))
    there, back = ruleset("one", "two", one=one, two=two), ruleset("two", "one", one=one, two=two)
    assert there.rules_digest != back.rules_digest
    assert there.rules_digest == ruleset("one", "two", one=one, two=two).rules_digest
