"""Hearing of other processes' changes: LISTEN on a connection of its own, made anew whenever it is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import psycopg

from referee.store.contract import Heard, StoreError
from referee.store.postgres.connecting import Connection, Database
from referee.store.postgres.telling import CHANNEL, told

_AGAIN = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds until the next attempt; what was missed meanwhile is found by polling
_log = logging.getLogger(__name__)


class Listener:
    """Calls `heard` for every change that another process tells, until it is closed."""

    def __init__(self, database: Database, heard: Heard) -> None:
        self._database, self._heard = database, heard
        self._lost = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                connection = await self._begin()
            except StoreError as error:
                if not failures:
                    _log.warning("changes of other processes are noticed late: %s", error)
                failures += 1
                await asyncio.sleep(_AGAIN[min(failures, len(_AGAIN)) - 1])
                continue
            if failures:
                _log.warning("%s answers again", self._database.name)
            failures = 0
            await self._listen(connection)

    async def _begin(self) -> Connection:
        """A connection that is told of changes. Raises StoreError; a standby, for one, takes no LISTEN."""
        connection = await self._database.connect()
        try:
            with self._database.errors():
                await connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await self._database.close(connection)
            raise
        return connection

    async def _listen(self, connection: Connection) -> None:
        """Until the connection is lost."""
        self._lost.clear()
        try:
            with contextlib.suppress(psycopg.Error):
                loop, socket = asyncio.get_running_loop(), connection.pgconn.socket
                loop.add_reader(socket, self._readable, connection)
                try:
                    await self._lost.wait()
                finally:
                    loop.remove_reader(socket)
        finally:
            await self._database.close(connection)

    def _readable(self, connection: Connection) -> None:
        raw = connection.pgconn
        try:
            raw.consume_input()
        except psycopg.Error:
            self._lost.set()
            return
        while (notice := raw.notifies()) is not None:
            if notice.be_pid in self._database.numbers:
                continue
            for game, newest in told(notice.extra.decode(errors="replace")):
                self._heard(game, newest)
