"""Recorded games end as they ended, and show everybody the same on the way, in whatever process they are played."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.golden.games import GAMES, HERE, Golden, read, shown

ROOT = Path(__file__).parents[2]
QUICK = [golden for golden in GAMES if golden.longest < 100 or golden.pack in ("auction", "othello")]
ANEW = "if this is meant, record the game anew: python -m tests.golden.record"


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_recorded_game_shows_the_same(golden: Golden) -> None:
    game = golden.program()
    log = read(golden)
    assert log.header.rules_digest == game.ruleset.rules_digest, f"the pack has other rules now; {ANEW}"
    written = golden.seen.read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(shown(game, log), written, strict=True)):
        assert now == then, f"move {number} of {golden.name} shows something else, see {differing(now, then)}; {ANEW}"


def differing(now: str, then: str) -> list[str]:
    """What differs: which of the keys."""
    one, other = json.loads(now), json.loads(then)
    return [name for name in one if one[name] != other[name]]


def test_every_file_belongs_to_a_game() -> None:
    assert set(HERE.iterdir()) == {path for golden in GAMES for path in (golden.log, golden.seen)}


def test_the_games_are_whole_and_not_all_alike() -> None:
    """Whole games of every pack end; the corners' games are cut off. Some moves are several choices."""
    logs = {golden: read(golden) for golden in GAMES}
    assert all((log.ending is not None) or golden.longest < 100 for golden, log in logs.items())
    assert any(len(move.choices) > 1 for log in logs.values() for move in log.moves)
    assert len({log.header.key for log in logs.values()}) >= 5


def digest(games: Iterable[Golden]) -> str:
    """One hash of everything that these games show."""
    found = hashlib.sha256()
    for golden in games:
        for text in shown(golden.program(), read(golden)):
            found.update(text.encode())
    return found.hexdigest()


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_every_process_shows_the_same(seed: str, full: bool) -> None:
    """Also under another hash seed; with --full the long games too."""
    code = f"from tests.golden.test_games import *; print(digest({'GAMES' if full else 'QUICK'}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert done.stdout.strip() == written(GAMES if full else QUICK)


def written(games: Iterable[Golden]) -> str:
    """The hash of what is written down."""
    found = hashlib.sha256()
    for golden in games:
        for text in golden.seen.read_text(encoding="utf-8").splitlines():
            found.update(text.encode())
    return found.hexdigest()
