"""Clocks count turns: the arithmetic alone, with times chosen by hand."""

from __future__ import annotations

import pytest

from referee.service.record import clock
from referee.service.record.clock import Clock, Hands, asked_anew, running, ticked, wound
from referee.service.record.timing import SteadyTime

TEN = Clock(turn=10_000, reserve=5_000)


def asked(hands: Hands, at: int, *owing: str, back: str = "") -> Hands:
    """The hands after a step at this time that asks these seats something new."""
    return running(asked_anew(ticked(TEN, hands, at), owing, back), owing, ())


START = asked(wound(TEN, 3, 1000), 1000, "1")


def test_a_turn_runs_on_over_all_its_decisions() -> None:
    assert START.deadline(TEN, "1") == START.due(TEN) == 16_000
    assert START.deadline(TEN, "2") is None
    hands = asked(asked(START, 4000, "1"), 9000, "1")
    assert hands.used == (8000, 0, 0) and hands.deadline(TEN, "1") == 16_000
    hands = asked(hands, 10_000, "2")
    assert hands.deadline(TEN, "1") is None and hands.deadline(TEN, "2") == 25_000


def test_what_a_turn_takes_longer_is_taken_from_the_reserve() -> None:
    hands = asked(START, 12_000, "1")
    assert hands.reserve == (4000, 5000, 5000) and hands.deadline(TEN, "1") == 16_000
    hands = asked(hands, 14_000, "2")
    assert hands.reserve == (2000, 5000, 5000)
    hands = asked(hands, 15_000, "1")
    assert hands.deadline(TEN, "1") == 15_000 + 10_000 + 2000
    assert ticked(TEN, hands, 99_000).reserve == (0, 5000, 5000)


def test_what_is_left_of_a_turn_is_lost() -> None:
    hands = asked(asked(START, 2000, "2"), 3000, "1")
    assert hands.used[0] == 0 and hands.reserve[0] == 5000


@pytest.mark.parametrize(("at", "overdue"), [(15_999, ()), (16_000, ("1",)), (99_000, ("1",))])
def test_time_is_up_at_the_deadline(at: int, overdue: tuple[str, ...]) -> None:
    assert START.overdue(TEN, at) == overdue


def test_after_a_question_to_several_everybody_begins_a_new_turn() -> None:
    hands = asked(START, 2000, "1", "2", "3")
    assert hands.used == (1000, 0, 0)  # seat 1 was asked alone before: its turn goes on
    hands = running(ticked(TEN, hands, 5000), ("2", "3"), ())  # seat 1 has answered
    hands = running(ticked(TEN, hands, 6000), ("3",), ())
    assert hands.used == (4000, 4000, 4000) and hands.running == ("3",)
    assert asked(hands, 7000, "1", "2", "3").used == (0, 0, 0)
    assert asked(hands, 7000, "3").used[2] == 0


def test_taking_back_buys_no_time() -> None:
    hands = asked(START, 9000, "2")
    hands = asked(hands, 12_000, "1", back="1")
    assert hands.used[0] == 8000 and hands.deadline(TEN, "1") == 12_000 + 2000 + 5000


def test_time_stands_still_where_it_is_told_to() -> None:
    hands = running(ticked(TEN, START, 3000), ("1",), ("1", "2", "3"))
    assert hands.due(TEN) is None
    later = ticked(TEN, hands, 90_000)
    assert later.used == (2000, 0, 0)
    assert running(later, ("1",), ()).due(TEN) == 90_000 + 8000 + 5000


def test_another_person_begins_a_turn_anew() -> None:
    hands = clock.new_turn(ticked(TEN, START, 13_000), "1")
    assert hands.used[0] == 0 and hands.reserve[0] == 3000


def test_time_never_runs_backward() -> None:
    assert ticked(TEN, START, 500) == START


def test_the_hands_are_kept_as_they_are() -> None:
    hands = asked(START, 12_000, "1", "3")
    assert clock.from_data(clock.to_data(hands), 12_000) == hands


def test_a_jump_of_the_machines_clock_changes_nothing() -> None:
    wall, steady = [1_000_000], [50.0]
    time = SteadyTime(lambda: wall[0], lambda: steady[0])
    assert time.now() == 1_000_000
    wall[0] = 9_000_000
    steady[0] += 2.5
    assert time.now() == 1_002_500
    wall[0] = 0
    assert time.now() == 1_002_500
