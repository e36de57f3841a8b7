"""A hostile pack ends in an error, within two seconds and 200 megabytes: it can't hang, crash or fill a server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.hostile import endless, huge, largest, worker

ROOT = Path(__file__).resolve().parents[2]
WORKER = Path(worker.__file__)
SECONDS = 2.0  # of processor time, beside imports
MEGABYTES = 200.0  # of the whole process
HOSTILE: dict[str, str | dict[str, str]] = {**endless.packs(), **huge.packs()}


Result = dict[str, object]
Run = Callable[[str | dict[str, str]], Result]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """What becomes of a pack in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, str(WORKER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )

    def result_of(pack: str | dict[str, str]) -> Result:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(pack if isinstance(pack, dict) else {"fair/pack.yaml": pack}) + "\n")
        process.stdin.flush()
        result: Result = json.loads(process.stdout.readline())
        assert "code" not in result, f"killed or crashed ({result['code']}): {str(result['text'])[-2000:]}"
        return result

    with process:
        yield result_of


def within_bounds(result: Result) -> None:
    seconds, megabytes = result["seconds"], result["megabytes"]
    assert isinstance(seconds, float) and seconds <= SECONDS, result
    assert isinstance(megabytes, float) and megabytes <= MEGABYTES, result


@pytest.mark.parametrize("name", HOSTILE)
def test_ends_in_an_error(name: str, run: Run) -> None:
    result = run(HOSTILE[name])
    assert result["end"] in ("load", "fault"), result
    if result["end"] == "load":
        assert result["codes"] and result["placed"], result  # at least one code, and every finding has its place
    else:
        assert result["placed"] or name in endless.DECLARED, result  # the place of what ran
    within_bounds(result)


PLAYED = {**endless.harmless(), **largest.packs()}


@pytest.mark.parametrize("name", PLAYED)
def test_is_played_within_the_same_bounds(name: str, run: Run) -> None:
    result = run(PLAYED[name])
    assert result["end"] == "fine", result
    within_bounds(result)


@pytest.mark.parametrize(
    ("end", "code", "text"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGKILL), -9, ""),
        (lambda: os._exit(3), 3, ""),
        (lambda: [][0], 1, "IndexError"),
    ],
)
def test_what_kills_the_process_is_told(
    monkeypatch: pytest.MonkeyPatch, end: Callable[[], object], code: int, text: str
) -> None:
    monkeypatch.setattr(worker, "play", lambda files: end())
    told = json.loads(worker.in_a_fork({}))
    assert told["code"] == code and text in told["text"]
