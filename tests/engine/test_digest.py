"""The digest of a game doesn't depend on the process that plays it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.engine.programs import SMALL, program
from tests.engine.walk import steps

ROOT = Path(__file__).parents[2]
PLAYED = (*SMALL, "cuba_mayor", "urban_sketchers_white_die")


def digests() -> list[str]:
    """The last digest of a few random games, and the rules digests."""
    found = []
    for name in PLAYED:
        game = program(name)
        for seed in (1, 2):
            last = ""
            for state, _, _ in steps(game, seed, limit=40):
                last = game.digest(state)
            found.append(f"{name} {seed} {last} {game.ruleset.rules_digest}")
    return found


def test_equal_under_every_hash_seed() -> None:
    here = digests()
    for seed in ("0", "1", "4242"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", "from tests.engine.test_digest import digests; print('\\n'.join(digests()))"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        assert done.stdout.split("\n")[:-1] == here
