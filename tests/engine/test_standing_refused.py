"""Why an option that stands beside decisions can't be chosen now is told as with others."""

from __future__ import annotations

import pytest

from referee.engine.records import Choice
from referee.engine.refusal import Illegal
from tests.stacks.village import Settings, Table, ruleset

POLISH = 'changes:\n  - {standing: polish, is: "%s"}\n'


def refused(table: Table, option: str) -> tuple[str, str, str]:
    """Reason, text key and detail of the refusal of an option."""
    seat = table.program.pending(table.state)[0]
    with pytest.raises(Illegal) as problem:
        table.program.submit(table.state, seat, [Choice(option)])
    refusal = problem.value.refusal
    return refusal.reason, refusal.text.key, refusal.option


def at(code: str, beads: int, settings: Settings | None = None, **values: object) -> Table:
    rules = ruleset(mine=POLISH % code, settings=settings)
    places = {"seat/1/chest": {"coin": 1, "bead": beads}, "seat/1/ground/1": ["tea"]}
    return Table(rules, run="turn", places=places, values={"active": "1", **values})


def test_a_condition_that_does_not_hold() -> None:
    table = at("polish where my.bead > 1: pay 1 bead then add 1 to my.fame", 1)
    reason, key, option = refused(table, "polish")
    assert (reason, key, option) == ("CONDITION_FAILED", "engine/refused.condition_failed.because", "polish")
    at("polish where my.bead > 1: pay 1 bead then add 1 to my.fame", 2).choose("polish")


def test_what_it_costs() -> None:
    table = at("polish: pay 2 bead then add 1 to my.fame", 1)
    assert refused(table, "polish")[:2] == ("CANNOT_PAY", "engine/refused.cannot_pay.lacks")


def test_a_candidate() -> None:
    table = at("polish f from my.ground where f is empty: pay 1 bead then add 1 to my.fame", 1)
    assert refused(table, "polish/1")[0] == "CONDITION_FAILED"
    assert refused(table, "polish/7")[0] == "NOT_OFFERED"
    table.choose("polish/2")


def test_nothing_stands_beside_the_decisions_of_others() -> None:
    table = at("polish where my.bead > 1: pay 1 bead then add 1 to my.fame", 2, **{"seat/2/fame": 1}).choose("work")
    assert table.options == ["thank", "pass"]  # a window, in which the other seat is asked
    assert refused(table, "polish")[0] == "NOT_OFFERED"
