"""Procedures, terms and choices around which packs put code, one over another."""

from __future__ import annotations

import pytest

from tests.stacks.village import changes, ruleset, table


def worked(*names: str, **bodies: str) -> object:
    """The fame after work, of whoever has none before."""
    return table(*names, **bodies).choose("work").value("seat/1/fame")


def note(op: str, digit: int) -> str:
    return changes(f"{{{op}: work, do: set my.fame to 10 * my.fame + {digit}}}")


def test_layers_lie_around_one_another_in_the_order_of_the_stack() -> None:
    both = note("before", 1) + "  - {after: work, do: set my.fame to 10 * my.fame + 2}\n"
    usual = '"do the usual then set my.fame to 10 * my.fame + 4"'
    other = note("before", 3) + f"  - {{instead_of: work, do: {usual}}}\n"
    assert worked(both=both, other=other) == 3142
    assert worked("other", "both", both=both, other=other) == 1342


def test_the_usual_of_several_packs() -> None:
    one = changes('{instead_of: work, do: "set my.fame to 10 * my.fame + 1 then do the usual"}')
    two = changes('{instead_of: work, do: "set my.fame to 10 * my.fame + 2 then do the usual"}')
    instead = changes("{instead_of: work, do: set my.fame to 10 * my.fame + 3}")
    assert worked(one=one, two=two) == 21
    assert worked("two", "one", one=one, two=two) == 12
    assert worked(instead=instead, one=one, two=two) == 213
    assert worked("one", "two", "instead", instead=instead, one=one, two=two) == 3


def test_parameters_by_words_of_the_changes_own() -> None:
    mine = changes(
        '{before: "raise_stall(what, where_to)", do: "gain what.stall.size coin"}',
        '{instead_of: "raise_stall(a, b)", do: "do the usual then add 7 to my.fame"}',
        '{after: raise_stall, do: "if f.soil is red: add 20 to my.fame"}',
    )
    played = table(mine=mine).choose("build/1/1")
    assert (played.value("seat/1/chest:coin"), played.value("seat/1/fame")) == (3 + 1, 27)


@pytest.mark.parametrize(
    ("names", "coins"), [(("one", "two"), (3 + 1) * 2), (("two", "one"), 3 * 2 + 1), (("one",), 4), (("two",), 6)]
)
def test_terms_in_both_orders(names: tuple[str, ...], coins: int) -> None:
    """With one bead on the counter the usual price is 2; a third is worth 3."""
    packs = {
        "one": changes("{term: price(good g), is: the_usual(g) + 1}"),
        "two": changes("{term: price, is: 2 * the_usual(k)}"),
    }
    first = changes("{setup: wares, remove: yes}")
    played = table("first", *names, first=first, **{name: packs[name] for name in names}).choose("sell/bead")
    assert played.value("seat/1/chest:coin") == 3 + coins


def test_a_term_asked_by_other_terms_and_headers() -> None:
    mine = changes("{term: free(f), is: the_usual(f) and f.soil is not none}")
    builds = [each.id for each in table(mine=mine).decision.options if each.id.startswith("build/1/")]
    assert builds == ["build/1/1", "build/1/2"]


def test_options_are_added_replaced_and_taken_out_in_the_order_of_the_stack() -> None:
    one = changes(
        '{option_in: errand, add: "beg: gain 1 coin", says: Beg}',
        '{option_in: turn/errand, replace: work, with: "toil: do work then gain 1 coin", says: Toil}',
    )
    two = changes(
        '{option_in: turn/errand, add: "nap: gain 2 coin"}',
        "{option_in: errand, remove: beg}",
        '{option_in: errand, replace: sell, with: "deal k from goods: pay 1 k then gain 9 coin"}',
    )
    assert table(one=one).options == ["sell", "build", "toil", "beg", "polish"]
    assert table(one=one, two=two).options == ["deal", "build", "toil", "nap", "polish"]


def test_another_pack_changes_the_option_that_stands_instead() -> None:
    one = changes('{option_in: errand, replace: work, with: "toil: gain 5 coin"}')
    two = changes('{option_in: errand, replace: toil, with: "drudge: gain 6 coin"}')
    assert table(one=one, two=two).choose("drudge").value("seat/1/chest:coin") == 3 + 6


def test_a_text_of_a_new_option() -> None:
    mine = changes('{option_in: errand, add: "beg f from my.ground where f is free: gain 1 coin", says: "Beg at {f}"}')
    other = "says: {turn/errand/beg: Ask at {f}}\n".replace("Ask at {f}", '"Ask at {f}"')
    for packs, text in (({"mine": mine}, "Beg at {f}"), ({"mine": mine, "other": other}, "Ask at {f}")):
        rules = ruleset(**packs)
        assert rules.texts["says/turn/errand/beg"] == text
    (beg, *_) = (each for each in table(mine=mine).decision.options if each.id.startswith("beg"))
    assert beg.label.key == "pack/says/turn/errand/beg"


def test_a_new_option_under_an_old_label_has_its_own_text() -> None:
    mine = changes('{option_in: errand, replace: work, with: "work: gain 9 coin", says: Work hard}')
    assert ruleset(mine=mine).texts["says/turn/errand/work"] == "Work hard"


FETE = """\
procedures:
  fete: |
    each seat:
      choose one treat:
        dance: add 1 to my.fame
        rest
"""


def test_a_sixth_phase_and_another_order() -> None:
    sixth = FETE + changes("{before: evening, do: do fete}")
    played = table(mine=sixth).choose("work", "done", "work", "done")
    assert played.decision.step == "fete/treat"
    other = """\
changes:
  - instead_of: fair_day
    do: |
      add 1 to day
      do fete
      do evening
      do morning
      each seat: do turn
"""
    first = table(mine=sixth, other=other)
    assert first.decision.step == "fete/treat"
    assert first.choose("dance").decision.step == "fete/treat"


def test_a_new_decision_in_the_middle_of_a_procedure() -> None:
    mine = """\
changes:
  - instead_of: work
    do: |
      choose one effort:
        hard: gain 3 coin then lose 1 bead
        easy: do the usual
"""
    assert table(mine=mine).choose("work").decision.step == "work/effort"
    assert table(mine=mine).choose("work", "hard").value("seat/1/chest:bead") == 2
    assert table(mine=mine).choose("work", "easy").value("seat/1/chest:coin") == 4


def test_what_goes_together_is_the_same_in_both_orders() -> None:
    """What adds to a number, and what stays around a procedure whose text another pack extends."""
    tax = changes("{after: morning, do: 'each seat: lose 2 coin'}", "{rule: days, add: 1}")
    gift = changes('{instead_of: morning, do: "do the usual then do bounty"}', "{rule: days, add: 2}")
    gift += "procedures:\n  bounty: |\n    each seat:\n      if my.coin > 2: gain 5 coin\n"
    there, back = table(tax=tax, gift=gift), table("gift", "tax", tax=tax, gift=gift)
    assert there.value("rule/days") == back.value("rule/days") == 6
    assert (there.value("seat/1/chest:coin"), back.value("seat/1/chest:coin")) == (3 + 5 - 2, 3 + 5 - 2)


def test_a_replacement_over_another_stands_in_its_place() -> None:
    one = changes('{option_in: errand, replace: work, with: "toil: gain 5 coin"}')
    two = changes('{option_in: errand, replace: work, with: "drudge: gain 6 coin", over: one}')
    assert table(one=one, two=two).options == ["sell", "build", "drudge", "polish"]
