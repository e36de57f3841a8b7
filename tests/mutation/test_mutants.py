"""The scenarios of the packs bite: they notice small changes of the rules, and numbers of their own that are wrong."""

from __future__ import annotations

from functools import lru_cache

import pytest

from tests.mutation.draw import Score, judged
from tests.mutation.equivalents import Equivalents
from tests.mutation.expectations import BOTH, idle_numbers, packs_with_scenarios
from tests.mutation.judge import Judge
from tests.mutation.sites import edits_of

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


@lru_cache(maxsize=1)
def judge_of(stack: str) -> Judge:
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
    packs = judge_of(stack).packs
    edits = [edit for pack in packs for edit in edits_of(pack)]
    wrong = list(Equivalents([pack.id for pack in packs]).wrong(edits))
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


@pytest.mark.parametrize("pack", packs_with_scenarios(), ids=lambda folder: folder.rsplit("/", 1)[-1])
def test_no_number_of_a_scenario_may_be_another(pack: str, full: bool) -> None:
    found = list(idle_numbers(Judge(pack), BOTH if full else (1,)))
    idle = [str(wrong) for wrong in found if wrong is not None]
    assert found and not idle, "\n".join(idle)
