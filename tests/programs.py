"""Programs of the system that a test needs."""

from __future__ import annotations

import os
import shutil

import pytest


def need(program: str) -> str:
    """Where the program is. Skips the test as `not run: PROGRAM` without it; with CI set that is a failure."""
    found = shutil.which(program)
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail(f"not run: {program}")
    pytest.skip(f"not run: {program}")
