"""What is kept for all games is worth keeping: only what is told again; and threads share the heaps of the process."""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from referee.engine import compile_ruleset
from referee.engine.telling.events import Telling
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.engine.walk import key

ROOT = Path(__file__).resolve().parents[2]
HEAPS = """
import ctypes, re, sys, threading
from referee.service.edges.memory import few_heaps
if sys.argv[1] == "few":
    few_heaps()
libc, together = ctypes.CDLL(None), threading.Barrier(12)
libc.malloc.restype = ctypes.c_void_p
def take():
    together.wait()
    for _ in range(200):
        libc.malloc(5000)
threads = [threading.Thread(target=take) for _ in range(11)]
for each in threads:
    each.start()
together.wait()
for each in threads:
    each.join()
libc.malloc_stats()
"""


def _heaps(which: str) -> int:
    program = [sys.executable, "-c", HEAPS, which]
    environment = {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"}
    run = subprocess.run(program, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return run.stderr.count("Arena ")


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_stats"), reason="only glibc has a heap for each thread")
def test_many_threads_share_two_heaps() -> None:
    assert _heaps("many") > 2
    assert _heaps("few") <= 2


def test_only_events_that_are_told_again_last() -> None:
    game = compile_ruleset(build_ruleset(load_stack([str(ROOT / "tests" / "packs" / "auction")])), seats=3)
    state, lasting = game.start(key(1)), 0
    for number in range(40):
        if game.over(state):
            break
        seat = game.pending(state)[0]
        choice = game.raw_to_choice(state, game.sample(state, random.Random(number), int(seat) - 1), seat)
        applied = game.submit(state, seat, [choice])
        first, again = (game.events_for(applied, "", Telling()) for _ in range(2))
        for one, other in zip(first, again, strict=True):
            assert game.events_of.lasting(one) == (one is other)
            lasting += one is other
        state = applied.state
    assert lasting
