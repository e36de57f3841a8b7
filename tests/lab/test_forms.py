"""Forms of raw choices, read independently of the engine: what satisfies them, and what nearly does."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.core import answer
from referee.lab.forms import instances, is_listed, same, satisfies

NUMBER = ("n", 2, 5)
PICKS = ("p", (7, 8, 9), 1, 2)
ORDER = ("o", (7, 8, 9))
AMOUNTS = ("a", ((0, 1, 3), (1, 0, 2)), 2, 4)
SHARES = ("s", ((0, 2), (1, 1)), ((5, 2), (6, 1)), 3, ())


@pytest.mark.parametrize(
    ("form", "good", "bad"),
    [
        (NUMBER, [2, 5], [1, 6, True, "2", None, (2,)]),
        (PICKS, [(7,), (7, 9)], [(), (9, 7), (7, 7), (7, 8, 9), (6,), 7, [7]]),
        (ORDER, [(7, 8, 9), (9, 7, 8)], [(7, 8), (7, 8, 8), (7, 8, 9, 9), 7]),
        (AMOUNTS, [(1, 1), (3, 0), (2, 2)], [(0, 2), (1, 0), (3, 2), (4, 0), (1, 3), (1,), (True, 1), (1, 1, 0)]),
        (
            SHARES,
            [((2, 0), (0, 1)), ((1, 1), (1, 0))],
            [((2, 1), (0, 0)), ((2, 0), (0, 0)), ((2, 0),), ((1, 1), (0, 1))],
        ),
    ],
)
def test_satisfies(form: Any, good: list[Any], bad: list[Any]) -> None:
    assert [argument for argument in good if not satisfies(form, argument)] == []
    assert [argument for argument in bad if satisfies(form, argument)] == []


@given(st.sampled_from([NUMBER, PICKS, ORDER, AMOUNTS, SHARES]), st.randoms(use_true_random=False))
def test_arguments_that_the_engine_samples_satisfy(form: Any, rng: random.Random) -> None:
    argument = answer(form, rng)
    assert satisfies(form, argument)
    assert is_listed([(0, 1), (1, 4, form)], (1, 4, argument))


@pytest.mark.parametrize("form", [NUMBER, PICKS, ORDER])
def test_instances_are_listed(form: Any) -> None:
    assert all(is_listed([(3, form)], raw) for raw in instances((3, form)))
    assert list(instances((3, 4))) == [(3, 4)]


def test_yes_is_not_one() -> None:
    assert not same((1, 2), (True, 2))
    assert not is_listed([(0, 1)], (0, True))
    assert not is_listed([(0, 1)], (0, 1, 0))
