"""The default store: one SQLite file, one thread that writes, one that reads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, TypeVar

from referee.store import soundness
from referee.store.contract import (
    UNWRITABLE,
    Change,
    GameFacts,
    Heard,
    Newest,
    Player,
    Record,
    Request,
    Snapshot,
    Store,
    StoreError,
)
from referee.store.group_commit import GroupCommit
from referee.store.schema import connect, prepare

T = TypeVar("T")


class SqliteStore(Store):
    """A store in the file `path`, made if it isn't there. Raises StoreError if it can't be opened."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        with ExitStack() as undo:
            try:
                connection = undo.enter_context(closing(connect(self._path)))
                prepare(connection)
                self._reading = undo.enter_context(closing(connect(self._path, read_only=True)))
                self._writer = GroupCommit(connection, self._path)
            except sqlite3.Error as error:
                raise StoreError(f"{path} can't be opened: {error}") from error
            undo.pop_all()  # all is well: nothing is closed again
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._closed = False

    async def commit(self, *changes: Change) -> None:
        await self._writer.commit(changes)

    async def records(self, game: str, after: int = -1, limit: int = 1000) -> list[Record]:
        sql = "SELECT version, payload FROM log WHERE game = ? AND version > ? ORDER BY version LIMIT ?"
        return [Record(*row) for row in await self._rows(sql, game, after, limit)]

    async def last_version(self, game: str) -> int:
        rows = await self._rows("SELECT max(version) FROM log WHERE game = ?", game)
        found = rows[0][0]
        return -1 if found is None else found

    async def newest(self, games: Iterable[str]) -> dict[str, Newest]:
        sql = (
            "SELECT coalesce((SELECT max(version) FROM log WHERE game = ?1), -1),"
            " coalesce((SELECT revision FROM games WHERE name = ?1), 0)"
        )
        names = list(games)

        def read(connection: sqlite3.Connection) -> dict[str, Newest]:
            return {name: Newest(*connection.execute(sql, (name,)).fetchone()) for name in names}

        return await self._read(read)

    async def requests(self, game: str, since: int = 0) -> list[Request]:
        sql = "SELECT game, seat, id, content, version FROM requests WHERE game = ? AND version >= ? ORDER BY seat, id"
        return [Request(*row) for row in await self._rows(sql, game, since)]

    async def game(self, name: str) -> GameFacts | None:
        found = await self._games("SELECT number, name, facts, revision FROM games WHERE name = ?", [name])
        return found[0] if found else None

    async def games(
        self, labels: Sequence[str] = (), waiting_for: str = "", before: int = 0, limit: int = 50
    ) -> list[GameFacts]:
        sql, values = "SELECT number, name, facts, revision FROM games g WHERE true", list[object]()
        if before:
            sql += " AND number < ?"
            values.append(before)
        for label in labels:
            sql += " AND EXISTS (SELECT 1 FROM labels l WHERE l.label = ? AND l.number = g.number)"
            values.append(label)
        if waiting_for:
            sql += (
                " AND g.name IN (SELECT p.game FROM players p WHERE p.external_id = ? AND EXISTS"
                " (SELECT 1 FROM labels l WHERE l.label = 'owes/' || p.seat AND l.number = g.number))"
            )
            values.append(waiting_for)
        return await self._games(sql + " ORDER BY number DESC LIMIT ?", [*values, limit])

    async def players(self, game: str) -> dict[str, Player]:
        rows = await self._rows("SELECT game, seat, name, external_id FROM players WHERE game = ?", game)
        return {row[1]: Player(*row) for row in rows}

    async def snapshot(self, game: str, at_most: int) -> Snapshot | None:
        sql = "SELECT game, version, payload FROM snapshots WHERE game = ? AND version <= ?"
        rows = await self._rows(sql, game, at_most)
        return Snapshot(*rows[0]) if rows else None

    async def ruleset(self, digest: str) -> bytes | None:
        rows = await self._rows("SELECT source FROM rulesets WHERE digest = ?", digest)
        return bytes(rows[0][0]) if rows else None

    def listen(self, heard: Heard) -> None:
        pass  # nobody else writes to the file

    async def check(self) -> list[str]:
        found = [f"SQLite: {row[0]}" for row in await self._rows("PRAGMA integrity_check") if row[0] != "ok"]
        return found + await soundness.faults(self._rows)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        await asyncio.to_thread(self._writer.close)  # last: the last connection to close folds the WAL into the file

    async def _games(self, sql: str, values: Sequence[object]) -> list[GameFacts]:
        def read(connection: sqlite3.Connection) -> list[GameFacts]:
            found = []
            for number, name, facts, revision in connection.execute(sql, values).fetchall():
                labels = connection.execute("SELECT label FROM labels WHERE number = ?", (number,))
                found.append(GameFacts(name, facts, frozenset(label for (label,) in labels), number, revision))
            return found

        return await self._read(read)

    async def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._read(lambda connection: connection.execute(sql, values).fetchall())

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, work, self._reading)
        except (sqlite3.Error, *UNWRITABLE) as error:
            raise StoreError(f"{self._path} can't be read: {error}") from error
