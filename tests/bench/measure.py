"""How the peers are measured: every program here takes `--seconds S --seed N` and prints one JSON line.

The line has `peer`, `choices_per_s`, `games_per_s` and `choices_per_game`. The rate is the median of several
slices, because the machines that run this are shared; the seed decides the random choices only.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable

SLICES = 7


def arguments() -> argparse.Namespace:
    """The two arguments that every peer takes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to play, in all")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices")
    return parser.parse_args()


def report(name: str, play: Callable[[random.Random], int]) -> None:
    """Plays games for the time asked for and prints the line; `play` plays one game and gives its choices."""
    asked = arguments()
    rng = random.Random(asked.seed)
    play(rng)
    rates: list[float] = []
    games = choices = 0
    began = time.perf_counter()
    for _ in range(SLICES):
        count, start = 0, time.perf_counter()
        now = start
        while now - start < asked.seconds / SLICES or count == 0:
            count += play(rng)
            games += 1
            now = time.perf_counter()
        rates.append(count / (now - start))
        choices += count
    elapsed = time.perf_counter() - began
    line = {
        "peer": name,
        "choices_per_s": round(statistics.median(rates), 1),
        "games_per_s": round(games / elapsed, 2),
        "choices_per_game": round(choices / games, 2),
    }
    json.dump(line, sys.stdout)
    sys.stdout.write("\n")
