"""The store in a PostgreSQL database: any number of processes write to it, the newest version of a game is the lock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.store import soundness
from referee.store.contract import (
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
from referee.store.postgres import writing
from referee.store.postgres.batch import row
from referee.store.postgres.connecting import Database
from referee.store.postgres.group import GroupCommit
from referee.store.postgres.listening import Listener

_GAME = "SELECT number, name, facts, labels, revision FROM games g"


class PostgresStore(Store):
    """A store in the database, whose tables must be there. To be made in a running loop; nothing connects before use.

    With a pooled database (pgbouncer) it hears of no changes: whoever uses it polls.
    """

    shared = True

    def __init__(self, database: Database) -> None:
        self._database = database
        self._group = GroupCommit(database)
        self._listener: Listener | None = None
        self._closed = False

    async def commit(self, *changes: Change) -> None:
        self._open()
        move = row(changes)
        if move is None:
            await writing.commit(self._database, changes)
        else:
            await self._group.commit(move)

    async def records(self, game: str, after: int = -1, limit: int = 1000) -> list[Record]:
        sql = "SELECT version, payload FROM log WHERE game = %s AND version > %s ORDER BY version LIMIT %s"
        return [Record(*found) for found in await self._rows(sql, game, after, limit)]

    async def last_version(self, game: str) -> int:
        return (await self.newest([game]))[game].version

    async def newest(self, games: Iterable[str]) -> dict[str, Newest]:
        sql = (
            "SELECT name, coalesce((SELECT version FROM log WHERE game = name ORDER BY version DESC LIMIT 1), -1),"
            " coalesce((SELECT revision FROM games g WHERE g.name = asked.name), 0)"
            " FROM unnest(%s::text[]) asked (name)"
        )
        return {name: Newest(version, revision) for name, version, revision in await self._rows(sql, list(games))}

    async def requests(self, game: str, since: int = 0) -> list[Request]:
        sql = (
            "SELECT game, seat, id, content, version FROM requests WHERE game = %s AND version >= %s ORDER BY seat, id"
        )
        return [Request(*found) for found in await self._rows(sql, game, since)]

    async def game(self, name: str) -> GameFacts | None:
        found = [_facts(*each) for each in await self._rows(f"{_GAME} WHERE name = %s", name)]
        return found[0] if found else None

    async def games(
        self, labels: Sequence[str] = (), waiting_for: str = "", before: int = 0, limit: int = 50
    ) -> list[GameFacts]:
        sql, values = f"{_GAME} WHERE true", list[object]()
        if before:
            sql += " AND number < %s"
            values.append(before)
        if labels:
            sql += " AND labels @> %s::text[]"
            values.append(list(labels))
        if waiting_for:
            sql += (
                " AND EXISTS (SELECT 1 FROM players p WHERE p.external_id = %s AND p.game = g.name"
                " AND 'owes/' || p.seat = ANY (g.labels))"
            )
            values.append(waiting_for)
        return [_facts(*each) for each in await self._rows(sql + " ORDER BY number DESC LIMIT %s", *values, limit)]

    async def players(self, game: str) -> dict[str, Player]:
        sql = "SELECT game, seat, name, external_id FROM players WHERE game = %s"
        return {found[1]: Player(*found) for found in await self._rows(sql, game)}

    async def snapshot(self, game: str, at_most: int) -> Snapshot | None:
        sql = "SELECT game, version, payload FROM snapshots WHERE game = %s AND version <= %s"
        rows = await self._rows(sql, game, at_most)
        return Snapshot(*rows[0]) if rows else None

    async def ruleset(self, digest: str) -> bytes | None:
        rows = await self._rows("SELECT source FROM rulesets WHERE digest = %s", digest)
        return bytes(rows[0][0]) if rows else None

    def listen(self, heard: Heard) -> None:
        if not self._database.pooled:
            self._listener = Listener(self._database, heard)

    async def check(self) -> list[str]:
        found = []
        for setting in ("fsync", "full_page_writes"):
            if await self._rows(f"SHOW {setting}") == [("off",)]:
                found.append(f"PostgreSQL: {setting} is off: a crash of the machine can damage everything")
        return found + await soundness.faults(self._rows)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._listener is not None:
            await self._listener.close()
        await self._group.close()
        await self._database.forget()

    def _open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")

    async def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        self._open()
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # PostgreSQL keeps no such text
        return await self._database.rows(sql, values)


def _facts(number: int, name: str, facts: bytes, labels: Sequence[str], revision: int) -> GameFacts:
    return GameFacts(name, bytes(facts), frozenset(labels), number, revision)
