"""Random games of every pack at every number of seats, all invariants checked at every step.

`--games N` plays so many games of each pack, `--seconds S` as many as fit (at least one of each number of seats).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent


def tables() -> list[tuple[Path, int]]:
    """Every pack with each number of seats that it can be played with."""
    found = []
    for file in sorted([*ROOT.glob("content/*/pack.yaml"), *ROOT.glob("tests/packs/*/pack.yaml")]):
        pack = yaml.safe_load(file.read_text(encoding="utf-8"))
        seats = pack.get("seats") or seats_of_base(pack)
        low, high = (seats, seats) if isinstance(seats, int) else seats
        found += [(file.parent, n) for n in range(low, high + 1)]
    return found


def seats_of_base(pack: dict[str, list[str]]) -> list[int]:
    """The seats of the game that a pack builds on, where it names none itself."""
    for base in pack.get("requires", []):
        required = yaml.safe_load((ROOT / "content" / base / "pack.yaml").read_text(encoding="utf-8"))
        return list(required.get("seats") or seats_of_base(required))
    return [2, 2]


def simulate(pack: Path, seats: int, games: int, seed: int) -> dict[str, float]:
    """Plays games through the command line; ends the run with its output if one breaks an invariant."""
    where = str(pack.relative_to(ROOT))
    command = [sys.executable, "-m", "referee.cli", "simulate", where, "--players", str(seats)]
    command += ["--games", str(games), "--seed", str(seed), "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command[1:])}\n{done.stdout}\n{done.stderr}\nexit {done.returncode}")
    result: dict[str, float] = json.loads(done.stdout)
    return result


def main() -> None:
    """Plays and prints one line for each pack and number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    amount = parser.add_mutually_exclusive_group(required=True)
    amount.add_argument("--games", type=int, help="games of each pack")
    amount.add_argument("--seconds", type=float, help="time for all")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    todo = tables()[::-1]  # the small games first: what they leave over goes to the big ones
    sizes: dict[Path, int] = {}
    for pack, _ in todo:
        sizes[pack] = sizes.get(pack, 0) + 1
    ends = time.monotonic() + (asked.seconds or 0)
    total = 0
    for index, (pack, seats) in enumerate(todo):
        if asked.games:
            games = -(-asked.games // sizes[pack])
            played = simulate(pack, seats, games, asked.seed)["games"]
        else:
            share = (ends - time.monotonic()) / (len(todo) - index)
            began = time.monotonic()
            first = simulate(pack, seats, 1, asked.seed)
            started = time.monotonic() - began
            played = first["games"]
            more = int((share - 2 * started) * first["games_per_s"])  # the second run has to start too
            if more > 0:
                played += simulate(pack, seats, more, asked.seed + 1)["games"]
        total += int(played)
        print(f"{pack.name}, {seats} seats: {int(played)} games", flush=True)
    print(f"{total} random games, every invariant held")


if __name__ == "__main__":
    main()
