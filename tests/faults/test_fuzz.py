"""Mutated packs: diagnostics come out and nothing else, within two seconds each."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults import fuzzing


def test_what_is_mutated_is_right_and_what_comes_of_it_mostly_is_not() -> None:
    """Else the fuzzing would look at the first line of everything only."""
    seeds = fuzzing.corpus()
    dice = random.Random(4)
    right = [seed for seed in dice.sample(seeds, 30) if not fuzzing.check(seed)]
    assert len(seeds) > 200 and len(right) > 15
    found = {code for seed in right for code in fuzzing.check(fuzzing.mutated(seed, seeds, dice)).split()}
    assert len({code[:3] for code in found}) > 1, found  # of the reader and of the language


def test_mutated_packs_give_diagnostics_and_nothing_else(full: bool) -> None:
    assert fuzzing.by_chance(300 if full else 10, seed=1) > 20


@pytest.mark.full
def test_packs_led_by_coverage_give_diagnostics_and_nothing_else(tmp_path: Path) -> None:
    if not importlib.util.find_spec("atheris"):
        pytest.skip("not run: atheris")
    command = [sys.executable, "-m", "tests.faults.fuzzing", "--seconds", "300", "--corpus", str(tmp_path / "corpus")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, cwd=fuzzing.ROOT)
    assert done.returncode == 0, done.stderr[-5000:]
