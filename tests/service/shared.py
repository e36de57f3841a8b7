"""Several services on one PostgreSQL, as several processes would be: they share nothing but the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg

from referee.service.games.live import LiveGame
from referee.service.service import Service
from referee.store.postgres import PostgresStore
from referee.store.postgres.connecting import Database
from tests.service.table import KEY, House, Table


class Neighbour(House):
    """One of several services on the database at this address. `deaf`: it hears of the others only when it asks."""

    def __init__(self, address: str, deaf: bool = False, pooled: bool = False, **config: Any) -> None:
        super().__init__(Path())
        self._address, self._deaf, self._pooled = address, deaf, pooled
        self.config = replace(self.config, **{"look_seconds": 1000, **config})

    async def open(self) -> None:
        self.database = Database(self._address, self._pooled)
        self.store = PostgresStore(self.database)
        self.service = Service(self.config, self.store, KEY)
        if not self._deaf:
            self.service.neighbours.start()
            await self._hears()

    async def _hears(self) -> None:
        """Until LISTEN is in force."""
        if self._pooled:
            return
        listening = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%' AND state = 'idle'"
        with psycopg.connect(self._address, autocommit=True) as connection:
            async with asyncio.timeout(20):
                while True:
                    numbers = self.database.numbers
                    found = connection.execute(f"{listening} AND pid = ANY (%s::int[])", (numbers,)).fetchone()
                    if found != (0,):
                        return
                    await asyncio.sleep(0.01)


def at(table: Table, house: House) -> Table:
    """The same game, asked for at another service."""
    other = Table(house, table.game, len(table.seats))
    other.tokens = table.tokens
    return other


async def live(table: Table) -> LiveGame:
    """The game as the service has it in memory."""
    return await table.house.service._games.get(table.game)


async def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Waits until it holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.005)
