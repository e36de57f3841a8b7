"""A hostile pack ends in an error, within two seconds and 200 megabytes: it can't hang, crash or fill a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile import endless, huge, largest

ROOT = Path(__file__).resolve().parents[2]
WORKER = Path(__file__).parent / "worker.py"
SECONDS = 2.0  # of processor time, beside imports
MEGABYTES = 200.0  # of the whole process
HOSTILE: dict[str, str | dict[str, str]] = {**endless.packs(), **huge.packs()}


def run(pack: str | dict[str, str]) -> dict[str, object]:
    """What becomes of a pack in a process of its own."""
    files = pack if isinstance(pack, dict) else {"fair/pack.yaml": pack}
    done = subprocess.run(
        [sys.executable, str(WORKER)],
        input=json.dumps(files),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, f"killed or crashed ({done.returncode}): {done.stderr[-2000:]}"
    result: dict[str, object] = json.loads(done.stdout)
    return result


def within_bounds(result: dict[str, object]) -> None:
    seconds, megabytes = result["seconds"], result["megabytes"]
    assert isinstance(seconds, float) and seconds <= SECONDS, result
    assert isinstance(megabytes, float) and megabytes <= MEGABYTES, result


@pytest.mark.parametrize("name", HOSTILE)
def test_ends_in_an_error(name: str) -> None:
    result = run(HOSTILE[name])
    assert result["end"] in ("load", "fault"), result
    if result["end"] == "load":
        assert result["codes"] and result["placed"], result  # at least one code, and every finding has its place
    else:
        assert result["placed"] or name in endless.DECLARED, result  # the place of what ran
    within_bounds(result)


PLAYED = {**endless.harmless(), **largest.packs()}


@pytest.mark.parametrize("name", PLAYED)
def test_is_played_within_the_same_bounds(name: str) -> None:
    result = run(PLAYED[name])
    assert result["end"] == "fine", result
    within_bounds(result)
