"""The measurement of the service, with tiny numbers: that it runs and what it says, not how fast anything is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PEER = Path(__file__).resolve().parent / "bare_grpc.py"
TINY = ["--seconds", "0.3", "--turns", "1", "--in-flight", "2", "--watchers", "3"]


def bench(*arguments: str, code: int = 0) -> str:
    command = [sys.executable, "-m", "referee.cli", "bench", "service", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout if code == 0 else done.stderr


def test_the_service_is_measured_beside_a_peer() -> None:
    found = json.loads(bench("tests/packs/othello", "--peer", str(PEER), "--json", *TINY))
    (one,) = found["stacks"]
    line = one["in_flight"]["2"]
    assert one["players"] == 2
    assert line["ours_per_s"] > 1 and line["peer_per_s"] > 1 and line["echo_per_s"] > 1
    assert line["ratio"] == pytest.approx(line["ours_per_s"] / line["peer_per_s"], rel=0.01)
    assert line["ratio_to_echo"] == pytest.approx(line["ours_per_s"] / line["echo_per_s"], rel=0.01)
    assert one["watchers"]["ours_ms"] > 0 and one["watchers"]["peer_ms"] > 0
    assert one["view"]["us"] > 0 and one["view"]["allowed"] > 100


def test_without_a_peer_nothing_is_compared() -> None:
    text = bench("tests/packs/tic_tac_toe", *TINY[:-1], "0")
    assert (
        "tic_tac_toe, 2 players" in text and "moves/s" in text and "a view takes" in text and "the last of" not in text
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "no stack is named"),
        (["tests/packs/othello", "--in-flight", "many"], "no list of numbers"),
        (["tests/packs/othello", "--in-flight", "0"], "no list of numbers"),
        (["tests/packs/othello", "--in-flight", "²"], "no list of numbers"),
        (["tests/packs/othello", "--peer", str(PEER), "--peer", str(PEER)], "one peer"),
        (["cubba"], "cubba"),
    ],
)
def test_wrong_use_is_told(arguments: list[str], said: str) -> None:
    assert said in bench(*arguments, code=2)
