"""Connections to PostgreSQL, and its errors in our words."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from referee.store.address import shown
from referee.store.contract import UNWRITABLE, StoreError

Connection = psycopg.AsyncConnection[tuple[Any, ...]]

# A server that is gone without a word is noticed within half a minute. What the address says comes before this.
_DEFAULTS: dict[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
    "application_name": "referee",
}
# All our statements find their rows by a key. Plans are kept, and one made while the tables were small would scan them.
_PLANS = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off"
MOST = 4  # connections for reading and for rare changes


class Lost(StoreError):
    """The database can't be reached, or stopped answering."""


class Database:
    """Where the connections come from. `pooled`: something between us and PostgreSQL gives each transaction another
    connection (pgbouncer), so nothing may be kept on one: no settings, no prepared statements, no LISTEN."""

    def __init__(self, address: str, pooled: bool = False) -> None:
        self.name, self.pooled = shown(address), pooled
        self._parameters = parameters(address)
        self._idle: list[Connection] = []
        self._numbers: dict[Connection, int] = {}
        self._free = asyncio.Semaphore(MOST)

    async def connect(self) -> Connection:
        """A new connection, every statement on it its own transaction. Raises Lost, StoreError."""
        threshold = None if self.pooled else 2
        try:
            connection = await psycopg.AsyncConnection.connect(
                **self._parameters, autocommit=True, prepare_threshold=threshold
            )
        except psycopg.Error as error:
            raise Lost(f"{self.name} can't be reached: {plain(error)}") from None
        self._numbers[connection] = connection.pgconn.backend_pid
        try:
            await self._set_up(connection)
        except BaseException:
            await self.close(connection)
            raise
        return connection

    async def _set_up(self, connection: Connection) -> None:
        with self.errors():
            if not self.pooled:
                await connection.execute(_PLANS)
            flushed = await (await connection.execute("SHOW synchronous_commit")).fetchone()
        if flushed == ("off",):
            raise StoreError(
                f"{self.name} has synchronous_commit off: it would acknowledge moves that it can still lose;"
                " run ALTER DATABASE … SET synchronous_commit = on"
            )

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """One of a few connections, for as long as it is used. Raises Lost where it breaks."""
        async with self._free:
            connection = self._idle.pop() if self._idle else await self.connect()
            try:
                with self.errors():
                    yield connection
            except Lost:
                await self.close(connection)
                await self.forget()  # what broke one has most likely broken the others, too
                raise
            finally:
                if not connection.closed:
                    self._idle.append(connection)

    async def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """What a statement that only reads finds. It is asked again once where the database was away meanwhile."""
        try:
            return await self._rows(sql, values)
        except Lost:
            return await self._rows(sql, values)

    async def _rows(self, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        async with self.connection() as connection:
            cursor = connection.cursor(binary=True)
            await cursor.execute(sql.encode(), values)
            return await cursor.fetchall()

    @contextlib.contextmanager
    def errors(self) -> Iterator[None]:
        """Errors of the driver leave as ours."""
        try:
            yield
        except psycopg.OperationalError as error:
            raise Lost(f"{self.name} doesn't answer: {plain(error)}") from None
        except errors.ReadOnlySqlTransaction:
            raise Lost(f"{self.name} takes no changes: another host has taken its place, maybe") from None
        except (psycopg.Error, *UNWRITABLE) as error:
            raise StoreError(f"{self.name}: {plain(error)}") from None

    async def forget(self) -> None:
        """Closes the connections that nobody uses now."""
        idle, self._idle = self._idle, []
        for connection in idle:
            await self.close(connection)

    async def close(self, connection: Connection) -> None:
        """Ends a connection."""
        self.gone(connection)
        await connection.close()

    def gone(self, connection: Connection) -> None:
        """The connection isn't used any more."""
        self._numbers.pop(connection, None)

    @property
    def numbers(self) -> list[int]:
        """PostgreSQL's numbers of our connections: they stand in its notifications."""
        return list(self._numbers.values())


def parameters(address: str) -> dict[str, Any]:
    """What to connect with, by libpq's names. Raises StoreError if that is no address."""
    try:
        return {**_DEFAULTS, **conninfo_to_dict(address)}
    except psycopg.Error:  # what it says may hold the password
        raise StoreError(f"{shown(address)} is no address: write postgresql://USER@HOST/DATABASE") from None


def plain(error: BaseException) -> str:
    """The message in one line."""
    return " ".join(str(error).split()) or type(error).__name__
