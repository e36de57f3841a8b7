"""The scenarios of the packs bite: they notice small changes of the rules, and numbers of their own that are wrong."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.mutation.draw import Score, judged
from tests.mutation.equivalents import Equivalents
from tests.mutation.expectations import BOTH, idle_numbers, packs_with_scenarios
from tests.mutation.judge import Judge

# The packs whose scenarios are measured, and the least share of mutants that they notice. The short run draws few, so
# that one survivor more or less weighs much: its bound is lower.
MEASURED = (
    "cuba+cuba-secret-delegate",
    "cuba-el-presidente",
    "puerto-rico",
    "puerto-rico-new-buildings",
    "puerto-rico-nobles",
)
LEAST, LEAST_OF_FEW = 0.90, 0.85
MUTANTS, FEW = 200, 40
SEEDS = (1, 2, 3)


@cache
def judge_of(stack: str) -> Judge:
    """Of packs by their names or by their folder: making one runs all their scenarios, so each is made once."""
    return Judge(stack)


def score_of(stack: str, seed: int, mutants: int) -> Score:
    """What the scenarios notice of so many mutants."""
    judge, score = judge_of(stack), Score()
    equivalents = Equivalents([pack.id for pack in judge.packs])
    for edit, judgement in judged(judge, seed, mutants):
        score.add(edit, judgement, equivalents)
    return score


def complaint(score: Score) -> str:
    return "\n".join([str(score), *map(str, score.survived)])


@pytest.mark.parametrize("stack", MEASURED)
def test_no_listing_is_stale(stack: str) -> None:
    judge = judge_of(stack)
    wrong = list(Equivalents([pack.id for pack in judge.packs]).wrong(judge.edits))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("stack", MEASURED)
def test_few_mutants(stack: str) -> None:
    score = score_of(stack, seed=1, mutants=FEW)
    assert score.share >= LEAST_OF_FEW, complaint(score)


@pytest.mark.full
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stack", MEASURED)
def test_many_mutants(stack: str, seed: int) -> None:
    score = score_of(stack, seed=seed, mutants=MUTANTS)
    assert score.share >= LEAST, complaint(score)


@pytest.mark.parametrize("folder", [*map(Path, packs_with_scenarios())], ids=lambda folder: folder.name)
def test_no_number_of_a_scenario_may_be_another(folder: Path, full: bool) -> None:
    judge = judge_of(folder.name if folder.name in MEASURED else str(folder))
    found = list(idle_numbers(judge, BOTH if full else (1,)))
    idle = [str(wrong) for wrong in found if wrong is not None]
    assert found and not idle, "\n".join(idle)
