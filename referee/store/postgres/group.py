"""Group commit: whoever comes while a batch is under way goes together into the next one.

A lone caller is committed at once. The driver's usual way takes several times the processor time of this one, in the
loop that serves the games; so the connection is spoken to on its lower level.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

import psycopg
from psycopg import pq
from psycopg.pq.abc import PGresult

from referee.store.contract import UNWRITABLE, Change, FactsChanged, StoreError, VersionTaken
from referee.store.postgres import batch, writing
from referee.store.postgres.batch import Row
from referee.store.postgres.connecting import Connection, Database, Lost, plain

MOST = 128  # moves in one batch; all their names fit into one notification
_NAME = b"batch"
_BINARY = 1

_Job = tuple[Row, "asyncio.Future[None]"]


class GroupCommit:
    """Owns one connection, made when it is needed first and anew after it was lost."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: deque[_Job] = deque()
        self._task: asyncio.Task[None] | None = None
        self._connection: Connection | None = None
        self._answer: asyncio.Future[None] | None = None
        self._results: list[PGresult] = []
        self._socket = -1

    async def commit(self, row: Row) -> None:
        """Returns once the row is on disk. Raises StoreError and its kinds."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, future))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        await future

    async def close(self) -> None:
        """Writes what was given so far."""
        if self._task is not None:
            await asyncio.wait([self._task])
        await self._leave()

    async def _run(self) -> None:
        try:
            while self._waiting:
                jobs = self._next()
                try:
                    await self._write(jobs)
                except Exception as error:
                    failure = error if isinstance(error, StoreError) else StoreError(plain(error))
                    for _, future in jobs:
                        _settle(future, failure)
        finally:
            self._task = None

    def _next(self) -> list[_Job]:
        """The oldest, one of each game; a second one of a game waits for the first."""
        taken: dict[str, _Job] = {}
        later: list[_Job] = []
        while self._waiting and len(taken) < MOST:
            job = self._waiting.popleft()
            if job[0].append.game in taken:
                later.append(job)
            else:
                taken[job[0].append.game] = job
        self._waiting.extendleft(reversed(later))
        return list(taken.values())

    async def _write(self, jobs: Sequence[_Job]) -> None:
        rows = [row for row, _ in jobs]
        try:
            kept = await self._execute(batch.parameters(rows))
        except (_Unfit, *UNWRITABLE):
            # A request id was used before, or something can't be stored: each on its own, so that all learn their own.
            for row, future in jobs:
                _settle(future, await self._alone(row))
            return
        for number, (row, future) in enumerate(jobs, 1):
            _settle(future, None if number in kept else _conflict(row))

    async def _alone(self, row: Row) -> StoreError | None:
        changes: list[Change | None] = [row.append, row.request, row.facts, row.snapshot]
        try:
            await writing.commit(self._database, [change for change in changes if change is not None])
        except StoreError as error:
            return error
        return None

    async def _execute(self, parameters: list[bytes]) -> frozenset[int]:
        """The numbers of the rows that were kept. Raises _Unfit, Lost, StoreError."""
        connection = self._connection or await self._connect()
        raw = connection.pgconn
        self._results.clear()
        self._answer = asyncio.get_running_loop().create_future()
        formats = [_BINARY] * len(parameters)
        try:
            if self._database.pooled:
                raw.send_query_params(batch.SQL.encode(), parameters, batch.ARRAYS, formats)
            else:
                raw.send_query_prepared(_NAME, parameters, formats)
            while raw.flush():
                await asyncio.sleep(0)
            await self._answer
        except psycopg.Error as error:
            await self._leave()
            raise Lost(f"{self._database.name} doesn't answer: {plain(error)}") from None
        except asyncio.CancelledError:
            await self._leave()
            raise
        return await self._read(self._results)

    async def _read(self, results: Sequence[PGresult]) -> frozenset[int]:
        # A commit that fails comes as a second result after that of the statement.
        for result in results:
            if result.status != pq.ExecStatus.TUPLES_OK:
                state = result.error_field(pq.DiagnosticField.SQLSTATE) or b""
                if state[:2] in (b"22", b"23", b"40"):  # data, constraint, deadlock: the connection is fine
                    raise _Unfit
                await self._leave()
                message = " ".join(result.error_message.decode(errors="replace").split())
                raise Lost(f"{self._database.name}: {message}")
        numbers = results[0].get_value(0, 0)
        return frozenset(map(int, numbers.split(b","))) if numbers else frozenset()

    async def _connect(self) -> Connection:
        connection = self._connection = await self._database.connect()
        raw = connection.pgconn
        if not self._database.pooled:
            prepared = raw.prepare(_NAME, batch.SQL.encode())
            if prepared.status != pq.ExecStatus.COMMAND_OK:
                await self._leave()
                raise StoreError(f"{self._database.name}: {' '.join(prepared.error_message.decode().split())}")
        self._socket = raw.socket  # kept: a lost connection can't tell it any more
        asyncio.get_running_loop().add_reader(self._socket, self._readable, connection)
        return connection

    def _readable(self, connection: Connection) -> None:
        raw, answer = connection.pgconn, self._answer
        try:
            raw.consume_input()
            while not raw.is_busy():
                result = raw.get_result()
                if result is None:  # only now is it committed
                    if answer is not None and not answer.done():
                        answer.set_result(None)
                    return
                self._results.append(result)
        except psycopg.Error as error:
            asyncio.get_running_loop().remove_reader(self._socket)
            if answer is not None and not answer.done():
                answer.set_exception(error)
            elif self._connection is connection:  # lost while nobody used it
                self._connection = None
                self._database.gone(connection)

    async def _leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            await self._database.close(connection)


class _Unfit(Exception):
    """Something in the batch can't be kept; nothing of it was."""


def _conflict(row: Row) -> StoreError:
    game, version = row.append.game, row.append.version
    if row.facts is None and row.append.revision is None:
        return VersionTaken(f"version {version} isn't the next one of {game}")
    return FactsChanged(f"version {version} isn't the next one of {game}, or its facts have changed")


def _settle(future: asyncio.Future[None], error: StoreError | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
