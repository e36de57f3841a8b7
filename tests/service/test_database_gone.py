"""PostgreSQL stops at once, as in a crash, while games are played: what was acknowledged is there, and play goes on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest

from referee.service.errors import Reason, Rejected
from referee.store.postgres.schema import upgrade
from tests.postgres import Postgres, programs
from tests.service import blind_player
from tests.service.shared import Neighbour, at
from tests.service.table import Table, collect, fresh_id

GAMES = 6
_OTHERS_MOVED = (Reason.DECISION_STALE, Reason.NOT_YOUR_TURN, Reason.NOT_OFFERED, Reason.GAME_OVER)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL that may be stopped."""
    server = Postgres(programs())
    yield server
    server.remove()


class Player:
    """Plays a game to its end at whichever service answers; what gets lost is sent again with the same id."""

    def __init__(self, tables: list[Table], rng: random.Random) -> None:
        self.tables, self.rng = tables, rng
        self.acknowledged: dict[str, int] = {}
        self.away = 0

    async def play(self) -> None:
        while True:
            table = self.rng.choice(self.tables)
            try:
                asked = await table.asked()
                if asked is None:
                    return
                seat, _, decision = asked
                await self.send(seat, decision.id, blind_player.choose(decision.options, self.rng, decision.step))
            except Rejected as error:
                if error.reason is Reason.STORE_UNAVAILABLE:
                    self.away += 1
                    await asyncio.sleep(0.05)
                else:  # the other one plays the same game
                    assert error.reason in _OTHERS_MOVED, error

    async def send(self, seat: str, decision: str, choice: blind_player.d.Choice) -> None:
        id = fresh_id()
        while True:
            table = self.rng.choice(self.tables)
            try:
                done = await table.submit(seat, decision, choice, request_id=id)
            except Rejected as error:
                if error.reason is not Reason.STORE_UNAVAILABLE:
                    raise
                self.away += 1
                await asyncio.sleep(0.05)
                continue
            self.acknowledged[id] = done.update.version
            return


async def test_acknowledged_moves_survive_an_immediate_stop(
    server: Postgres, caplog: pytest.LogCaptureFixture, full: bool
) -> None:
    address = server.database()
    upgrade(address)
    houses = [Neighbour(address, look_seconds=0.2) for _ in range(2)]
    for house in houses:
        await house.open()
    rng = random.Random(6)
    players: list[Player] = []
    for number in range(GAMES * (10 if full else 1)):
        table = await houses[0].table("auction", 5)
        tables = [table, at(table, houses[1])]
        players += [Player(tables, random.Random(number)), Player(tables, random.Random(number + 1000))]
    stream = players[0].tables[1].watch("1")
    await collect(stream, 2)
    playing = [asyncio.create_task(player.play()) for player in players]
    for _ in range(20 if full else 3):
        await asyncio.sleep(rng.uniform(0.1, 0.5))
        await asyncio.to_thread(server.stop)
        await asyncio.sleep(0.1)
        await asyncio.to_thread(server.start)
    async with asyncio.timeout(300):
        await asyncio.gather(*playing)
    assert sum(player.away for player in players) > 0
    for first, second in zip(players[::2], players[1::2], strict=True):
        game = first.tables[0].game
        both = {**first.acknowledged, **second.acknowledged}
        requests = {each.id: each.version for each in await houses[0].store.requests(game) if each.id in both}
        assert requests == both, "what was acknowledged isn't what was kept"
        last = await houses[0].store.last_version(game)
        assert len(set(both.values())) == len(both) and last >= max(both.values())
        async with asyncio.timeout(10):  # a process hears of the other's last move in a moment
            while {(await table.view("1")).version for table in first.tables} != {last}:
                await asyncio.sleep(0.02)
        assert (await first.tables[0].view("1")) == (await first.tables[1].view("1"))
    last = await houses[0].store.last_version(players[0].tables[0].game)
    seen = [m.update.version for m in await collect(stream, last - 1, 30) if m.HasField("update")]
    assert seen[: last - 1] == list(range(2, 2 + len(seen[: last - 1])))
    assert await houses[0].store.check() == []
    assert not [record for record in caplog.records if record.exc_info], "an error that nobody foresaw"
    for house in houses:
        await house.close()
