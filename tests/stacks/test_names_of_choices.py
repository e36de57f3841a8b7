"""A choice is named with its procedure or without; without, all of that name are meant (W0472)."""

from __future__ import annotations

from referee.language import build_ruleset
from referee.lint import run_all
from tests.stacks.village import changes, stack, table

MARKET = """\
procedures:
  market: |
    each seat:
      choose one errand:
        swap where my.bead > 0: pay 1 bead then gain 3 coin
        leave
changes: [{after: evening, do: do market}]
"""
BEG = '{{option_in: {}, add: "beg: gain 1 coin"}}'


def test_a_name_that_several_choices_have_is_told() -> None:
    found = run_all(build_ruleset(stack(market=MARKET, mine=changes(BEG.format("errand"))))).findings
    (one,) = found
    assert (one.code.code, str(one.at)) == ("W0472", "mine/pack.yaml:8:17")
    assert "`turn/errand`, `market/errand`" in one.message
    assert {each.file for each in one.related} == {"village/pack.yaml", "market/pack.yaml"}
    assert "option_in: turn/errand" in one.hint


def test_a_whole_name_is_one_choice() -> None:
    played = table(market=MARKET, mine=changes(BEG.format("market/errand")))
    assert "beg" not in played.options
    played.choose("work", "done", "work", "done")
    assert (played.decision.step, played.options) == ("market/errand", ["swap", "leave", "beg"])


def test_a_name_of_one_choice_needs_no_more() -> None:
    assert "beg" in table(mine=changes(BEG.format("errand"))).options
