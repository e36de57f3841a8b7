"""Broken services are noticed; the patches that break them fit the code as it is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.service_mutants.run import COPIED, ROOT, Mutant, apply, copy, judge, mutants

ALL = mutants()


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copied")
    copy(folder)
    return folder


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: str(mutant.name))
def test_a_patch_fits_and_leaves_sound_python(mutant: Mutant, copied: Path, tmp_path: Path) -> None:
    touched = {line[6:].split()[0] for line in mutant.file.read_text("utf-8").splitlines() if line.startswith("+++ b/")}
    assert touched
    for name in touched:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(copied / name, tmp_path / name)
    assert apply(mutant, tmp_path) == ""
    for name in touched:
        before, after = (copied / name).read_text("utf-8"), (tmp_path / name).read_text("utf-8")
        assert before != after
        compile(after, name, "exec")


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: str(mutant.name))
def test_the_tests_that_are_to_notice_are_there(mutant: Mutant) -> None:
    for test in mutant.tests:
        assert (ROOT / test.partition("::")[0]).exists(), test


def test_all_that_the_tests_read_is_copied() -> None:
    assert all((ROOT / name).exists() for name in COPIED)


@pytest.mark.full
def test_every_broken_service_is_noticed() -> None:
    assert [outcome.mutant.name for outcome in judge(ALL) if not outcome.noticed_by] == []
