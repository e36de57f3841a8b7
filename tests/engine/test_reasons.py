"""Options that aren't there say why: also those that ask for an argument, and those that stand on a derived value."""

from __future__ import annotations

import pytest

from referee.engine.records import Choice
from referee.engine.refusal import Illegal
from referee.texts import Catalogs
from tests.stacks.village import Table, changes, table

ASKING = changes(
    '{option_in: errand, add: "gamble n from 1 to 3: pay n coin then gain n bead"}',
    '{option_in: errand, add: "invite s from row where s is not empty, n from 2 to my.fame: set my.fame to n"}',
    '{option_in: errand, add: "show many from any 2 to 3 of (my.ground where it is not empty): gain 1 coin"}',
    '{option_in: errand, add: "rank f from my.ground where my.fame > 9,'
    ' rest from orders of (my.ground where it is not empty): gain 1 coin"}',
    '{option_in: errand, add: "fetch f from my.ground where f is not empty, much = 10 / f.stall.size where much > 5,'
    ' c from row: gain much coin"}',
    '{option_in: errand, add: "reach f from my.ground where f is not empty, much = 10 / f.stall.size,'
    ' c from (row where it.fee < much) where c.fee > 1: gain much coin"}',
    '{option_in: errand, add: "hang s from row where s is not empty, f from my.ground: put s.stall on f"}',
    '{option_in: errand, add: "take_down f from my.ground: put f.stall in box"}',
    '{option_in: errand, add: "carry k from goods: move 1 k from counter to my.chest"}',
)


def reason(played: Table, option: str) -> tuple[str, str]:
    """Why an option isn't offered, as the view tells it, and as the refusal of a move that chooses it does."""
    decision = played.program.view(played.state, "1", with_blocked=True).decisions[0]
    (told,) = (each.refusal for each in decision.blocked if each.id == option)
    assert told is not None
    with pytest.raises(Illegal) as refused:
        played.program.submit(played.state, "1", [Choice(option)])
    assert refused.value.refusal.text == told.text
    return told.reason, told.text.key.removeprefix("engine/refused.")


def test_a_number_whose_least_cant_be_paid() -> None:
    poor = table(mine=ASKING, places={"seat/1/chest": {}})
    assert reason(poor, "gamble") == ("CANNOT_PAY", "cannot_pay.lacks")
    assert "gamble" in table(mine=ASKING).options


def test_a_number_of_an_empty_range() -> None:
    assert reason(table(mine=ASKING), "invite/1") == ("CONDITION_FAILED", "condition_failed.few")
    assert "invite" in table(mine=ASKING, values={"seat/1/fame": 2}).options


def test_too_few_to_choose_from() -> None:
    one = {"seat/1/ground/1": ["tea"]}
    assert reason(table(mine=ASKING, places=one), "show") == ("CONDITION_FAILED", "condition_failed.few")
    two = one | {"seat/1/ground/2": ["toffee"]}
    assert "show" in table(mine=ASKING, places=two).options


def test_a_condition_comes_before_the_argument() -> None:
    two = {"seat/1/ground/1": ["tea"], "seat/1/ground/2": ["toffee"]}
    assert reason(table(mine=ASKING, places=two), "rank/1") == ("CONDITION_FAILED", "condition_failed.because")


def test_a_candidate_whose_derived_value_fails() -> None:
    """Nothing lies on the second space, so there is no size of it: it says so itself, and the others aren't lost."""
    played = table(mine=ASKING, places={"seat/1/ground/1": ["tea"], "seat/1/ground/3": ["toffee"]})
    offered = [each.id for each in played.decision.options]
    assert "fetch/1/2" in offered
    assert reason(played, "fetch/2/2") == ("CONDITION_FAILED", "condition_failed.because")
    assert reason(played, "fetch/3/2") == ("CONDITION_FAILED", "condition_failed.because")
    assert "reach/1/1" in offered
    assert reason(played, "reach/3/2") == ("CONDITION_FAILED", "condition_failed.because")


def test_what_a_piece_is_put_on_has_to_be_free() -> None:
    """Nobody wrote that down: the effect needs it. It is told like a condition, not as "some rule"."""
    played = table(mine=ASKING, places={"seat/1/ground/1": ["tea"], "row/1": ["toffee"]})
    assert "hang/1/2" in [each.id for each in played.decision.options]
    assert reason(played, "hang/1/1") == ("CONDITION_FAILED", "condition_failed.because")
    assert reason(played, "take_down/2") == ("CONDITION_FAILED", "condition_failed.because")


def test_what_is_taken_from_a_place_has_to_lie_there() -> None:
    """Nobody pays for it, and no condition asks for it: still it is said what is missing, and how much."""
    played = table(mine=ASKING)
    assert "carry/bead" in [each.id for each in played.decision.options]
    assert reason(played, "carry/silk") == ("CONDITION_FAILED", "condition_failed.lacks")
    decision = played.program.view(played.state, "1", with_blocked=True).decisions[0]
    (told,) = (each.refusal for each in decision.blocked if each.id == "carry/silk")
    assert told is not None
    catalogs = Catalogs.load(played.program.ruleset.texts)
    assert catalogs.render(told.text) == "There isn't enough to take: 1 bale of silk needed, 0 there."
