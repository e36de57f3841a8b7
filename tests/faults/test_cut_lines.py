"""Lines that break in the middle of a call: every move happens once, watchers miss nothing."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.faults.cutting import cutting
from tests.faults.persistent import Table, Watcher, impatient
from tests.service.wire import channel, served


@pytest.mark.parametrize(
    ("pack", "seats", "moves"),
    [("auction", 3, 60), pytest.param("othello", 2, 60), pytest.param("auction", 4, 3000, marks=pytest.mark.full)],
)
async def test_each_move_is_made_once_however_often_the_line_is_cut(
    tmp_path: Path, pack: str, seats: int, moves: int
) -> None:
    async with (
        served(tmp_path, bookmark_seconds=0.2) as server,
        cutting(f"127.0.0.1:{server.port}", mean=6000) as (address, wire),
        impatient(address) as broken,
        channel(f"127.0.0.1:{server.port}") as sound,
    ):
        asked = catalog_api.CreateRulesetRequest(packs=[pack])
        ruleset = (await CatalogServiceStub(sound).CreateRuleset(asked)).ruleset.name
        left, games = moves, 0
        while left > 0:
            games += 1
            table = Table(GameServiceStub(broken), random.Random(games), f"{pack}/{games}")
            await table.begin(ruleset, seats)
            done = asyncio.Event()
            watchers = [
                Watcher(GameServiceStub(broken), table, seat, random.Random(n))
                for n, seat in enumerate(("", *map(str, range(1, seats + 1))))
            ]
            following = [asyncio.create_task(each.follow(done.is_set)) for each in watchers]
            await table.play(left, wrong=0.1)
            done.set()
            await asyncio.wait_for(asyncio.gather(*following), 60)
            left -= len(table.acknowledged)
            table.stub = GameServiceStub(sound)
            table.check(await table.history())
            for each in watchers:
                begun = each.versions[0]
                assert each.versions == list(range(begun, begun + len(each.versions)))
                assert each.shown == await table.view(each.seat), each.seat
        assert wire.cuts > 10
