"""Programs that a test runs: those of the system, and the referee itself."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.prepared import run


def need(program: str) -> str:
    """Where the program is. Skips the test as `not run: PROGRAM` without it; with CI set that is a failure."""
    found = shutil.which(program)
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail(f"not run: {program}")
    pytest.skip(f"not run: {program}")


def referee(*arguments: str, where: Path, code: int = 0) -> str:
    """Runs the program in a folder, expects an exit code, gives what it printed (80 columns wide)."""
    wide = {**os.environ, "COLUMNS": "80"}  # as the pages show it, whatever terminal the tests run in
    ended, out, err = run(arguments, where, wide)
    assert ended == code, f"{' '.join(arguments)}\n{out}\n{err}"
    return out
