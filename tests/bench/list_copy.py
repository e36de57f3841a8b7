"""The yardstick for copying a state: `list.copy()` of as many small ints as the state has slots.

Prints `copies_per_s` and `us_per_copy` beside the keys of every peer (a copy counts as a choice and as a game).
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import timeit


def main() -> None:
    """Measures and prints one JSON line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1, help="taken like by every peer; nothing is drawn here")
    parser.add_argument("--slots", type=int, default=500)
    asked = parser.parse_args()
    state = list(range(asked.slots))
    timer = timeit.Timer(state.copy)
    number = max(1, timer.autorange()[0] // 4)
    spent, rounds = 0.0, []
    while spent < asked.seconds or not rounds:
        took = timer.timeit(number)
        spent += took
        rounds.append(took / number)
    each = statistics.median(rounds)
    line = {
        "peer": f"list.copy of {asked.slots}",
        "choices_per_s": round(1 / each, 1),
        "games_per_s": round(1 / each, 1),
        "choices_per_game": 1,
        "copies_per_s": round(1 / each, 1),
        "us_per_copy": round(each * 1e6, 4),
    }
    json.dump(line, sys.stdout)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
