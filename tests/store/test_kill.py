"""A store that is killed without warning, again and again: nothing acknowledged is lost, nothing is there twice."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from referee.store import SqliteStore
from tests.store.appender import GAMES

KILLS = 50
ROOT = Path(__file__).parents[2]


async def test_fifty_kills_lose_no_acknowledged_append(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    acknowledged: dict[str, int] = {f"games/{n}": -1 for n in range(GAMES)}
    random_delay = random.Random(1)
    for _ in range(KILLS):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.store.appender", str(path)], stdout=subprocess.PIPE, cwd=ROOT
        )
        assert process.stdout is not None
        heard = [process.stdout.readline() for _ in range(random_delay.randint(1, 60))]
        process.kill()
        heard += process.stdout.readlines()
        process.wait()
        for line in heard:
            game, version = line.decode().split()
            assert acknowledged[game] < int(version)
            acknowledged[game] = int(version)
    store = SqliteStore(path)
    for game, last in acknowledged.items():
        records = await store.records(game, limit=1_000_000)
        assert [r.version for r in records] == list(range(len(records)))
        assert len(records) >= last + 1, f"{game}: {last} was acknowledged, {len(records)} records are there"
        assert all(r.payload == f"{game} {r.version}".encode() * 20 for r in records)
        requests = await store.requests(game)
        assert sorted(r.version for r in requests) == list(range(len(records)))
    assert await store.check() == []
    assert sum(last + 1 for last in acknowledged.values()) > KILLS
    await store.close()
