"""Processes that race on one game leave one history, and each knows what became of its own changes."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from referee.service.record import log
from referee.store.postgres.schema import upgrade
from tests.postgres import Postgres
from tests.service.shared import Neighbour, live

ROOT = Path(__file__).parents[2]
PROCESSES = 2


async def test_two_processes_race_on_one_game(postgres: Postgres, full: bool) -> None:
    versions = 100_000 if full else 400
    address = postgres.database()
    upgrade(address)
    house = Neighbour(address, deaf=True)
    await house.open()
    table = await house.table("tic_tac_toe")
    racers = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.service.racer"),
            *(address, table.game, table.tokens["1"], str(versions), f"p{number}"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        for number in range(PROCESSES)
    ]
    async with asyncio.timeout(3000 if full else 240):
        for racer in racers:
            assert racer.stdout is not None and await racer.stdout.readline() == b"ready\n"
        done = await asyncio.gather(*(racer.communicate(b"\n") for racer in racers))
    assert [(racer.returncode, said[1].decode()) for racer, said in zip(racers, done, strict=True)] == [(0, "")] * 2
    acknowledged = [line.split() for said, _ in done for line in said.decode().splitlines()]
    history = await house.store.requests(table.game)
    kept = {each.id: each.version for each in history if each.seat == "1"}
    assert {id: int(version) for id, version in acknowledged} == kept, "each change was made once, where it was told"
    newest = await house.store.last_version(table.game)
    assert newest >= versions and sorted(kept.values()) == list(range(2, newest + 1)), "one after the other, no gap"
    each = [sum(id.startswith(f"p{number}-") for id in kept) for number in range(PROCESSES)]
    assert min(each) > versions // 100, f"nobody raced: {each}"
    kinds = [
        type(log.read(record.payload)) for record in await house.store.records(table.game, after=1, limit=versions)
    ]
    assert all(a is not b for a, b in zip(kinds, kinds[1:], strict=False)), "moved twice, or taken back twice"
    await house.restart()
    assert (await live(table)).position.version == newest, "and it can be played again"
    assert await house.store.check() == []
    await house.close()
