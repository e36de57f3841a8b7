"""Programs that a test runs: those of the system, and the referee itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


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
    command = [sys.executable, "-m", "referee.cli", *arguments]
    wide = {**os.environ, "COLUMNS": "80"}  # as the pages show it, whatever terminal the tests run in
    done = subprocess.run(command, cwd=where, env=wide, capture_output=True, text=True, timeout=300)
    assert done.returncode == code, f"{' '.join(arguments)}\n{done.stdout}\n{done.stderr}"
    return done.stdout
