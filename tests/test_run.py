"""The run of all tests: no test is left out of its steps, and none of its steps is long for nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests import run
from tests.shares import share_of

FILES = {path for path in (run.ROOT / "tests").rglob("test_*.py") if "node_modules" not in path.parts}


def files_of(step: run.Step) -> set[Path]:
    """The files of tests that a step runs."""
    named = [run.ROOT / word for word in step.command if word.startswith("tests/")]
    return {file for path in named for file in (path.rglob("test_*.py") if path.is_dir() else [path])} & FILES


@pytest.mark.parametrize("full", [False, True])
def test_every_file_is_run_once_and_in_every_share(full: bool) -> None:
    times: Counter[Path] = Counter()
    for step in run.pytest_steps(full):
        shares = step.command[step.command.index("--share") + 1] if "--share" in step.command else "1/1"
        assert files_of(step)
        if shares.startswith("1/"):
            times.update(files_of(step))
    assert times == Counter(FILES)


def test_the_shares_are_all_of_it() -> None:
    shares = [
        step.command[step.command.index("--share") + 1] for step in run.pytest_steps(True) if "--share" in step.command
    ]
    assert shares == [f"{number}/{many}" for many in run.SHARES.values() for number in range(1, many + 1)]
    every = list(range(10))
    found = [share_of(every, f"{number}/3") for number in (1, 2, 3)]
    assert sorted(sum(found, [])) == every and max(map(len, found)) == 4
    assert share_of(every, "1/1") == every
    with pytest.raises(ValueError, match="the last 3/3"):
        share_of(every, "4/3")


@pytest.mark.parametrize("full", [False, True])
def test_what_is_told_of_steps_is_told_of_steps_that_are_there(full: bool) -> None:
    """Names are unique where somebody asks for one; times and limits belong to steps."""
    names = [step.name for step in run.steps(full)]
    assert len(set(names)) >= len(names) - full  # the random games are dealt, too
    if full:
        assert set(run.MINUTES) <= set(names)
    else:
        assert set(run.SECONDS) <= set(names)
        usual = [run.usual(step) for step in run.steps(full)]
        assert usual == sorted(usual, reverse=True)
