"""A server that is killed without warning, again and again: nothing acknowledged is lost, nothing is made twice."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest

from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.faults.persistent import Table, Watcher, impatient
from tests.postgres import Postgres
from tests.service.process import running
from tests.service.test_promises import free_port
from tests.service.wire import channel

PLAYERS, SEATS = 3, 3
PATIENCE = 120  # seconds for a few moves: the machine may be busy


def kill_often(folder: Path, flags: tuple[str, ...], kills: int, moves: Callable[[], int]) -> None:
    """So many servers, one after the other; each begins in order and ends in the midst of a few moves, or before."""
    dice = random.Random(3)
    for _ in range(kills):
        with running(folder, *flags) as server:
            wanted, ends = moves() + dice.randint(0, 12), time.monotonic() + PATIENCE
            while moves() < wanted:
                assert time.monotonic() < ends, f"nothing moves\n{server.err}"
                time.sleep(0.001)
            time.sleep(dice.uniform(0, 0.02))
        assert "Traceback" not in server.err, server.err


async def play(wire: grpc.aio.Channel, ruleset: str, tables: list[Table], enough: Callable[[], bool]) -> None:
    """Game after game, each to its end and followed by a watcher that comes back with what it knows."""
    while not enough():
        table = Table(GameServiceStub(wire), random.Random(len(tables)), str(len(tables)))
        tables.append(table)
        await table.begin(ruleset, SEATS)
        watcher = Watcher(table.stub, table, "1", table.rng)
        following = asyncio.create_task(watcher.follow(lambda table=table: table.over))  # type: ignore[misc]  # bound now
        while not table.over:
            await table.play(1, wrong=0.05)
        await following
        begun = watcher.versions[0]
        assert watcher.versions == list(range(begun, begun + len(watcher.versions)))
        assert watcher.shown == await table.view("1")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_acknowledged_moves_survive_kill_9(
    tmp_path: Path, kind: str, full: bool, request: pytest.FixtureRequest
) -> None:
    kills, port = 200 if full else 3, free_port()
    flags: tuple[str, ...] = ("--port", str(port), "--data", str(tmp_path / "data"))
    if kind == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        flags = ("--port", str(port), "--store", postgres.database())
    with running(tmp_path / "first", *flags) as server:
        async with channel(server.grpc) as wire:
            asked = catalog_api.CreateRulesetRequest(packs=["auction"])
            ruleset = (await CatalogServiceStub(wire).CreateRuleset(asked)).ruleset.name
    async with impatient(f"127.0.0.1:{port}") as wire:
        tables: list[Table] = []

        def moves() -> int:
            return sum(len(table.acknowledged) for table in tables)

        killing = asyncio.create_task(asyncio.to_thread(kill_often, tmp_path / "killed", flags, kills, moves))
        playing = [asyncio.create_task(play(wire, ruleset, tables, killing.done)) for _ in range(PLAYERS)]
        ended, _ = await asyncio.wait([killing, *playing], return_when=asyncio.FIRST_COMPLETED)
        for each in ended:  # nobody stops playing before the last kill, but for a failure
            await each
        print(f"{kills} kills, {moves()} moves in {len(tables)} games meanwhile")
        assert moves() > kills, "hardly anything was made that could have been lost"
        with running(tmp_path / "last", *flags) as server:
            await asyncio.gather(*playing)
            for table in tables:
                table.check(await table.history())
        assert "Traceback" not in server.err, server.err
