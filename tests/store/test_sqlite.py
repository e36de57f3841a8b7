"""The SQLite store keeps the contract, and what is its own."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from referee.store import (
    Append,
    ErasePerson,
    ForgetRulesets,
    GameFacts,
    Player,
    RulesetSource,
    SqliteStore,
    StoreError,
    group_commit,
)
from referee.store.schema import TABLES
from tests.store.store_contract import StoreContract


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "games.sqlite")
    yield store
    await store.close()


class TestSqlite(StoreContract):
    async def test_what_was_written_is_there_after_reopening(self, tmp_path: Path) -> None:
        first = SqliteStore(tmp_path / "again.sqlite")
        await first.commit(Append("games/a", 0, b"x"), RulesetSource("d", b"s"))
        await first.close()
        second = SqliteStore(tmp_path / "again.sqlite")
        assert await second.last_version("games/a") == 0
        assert await second.ruleset("d") == b"s"
        await second.close()

    async def test_every_commit_is_flushed(self, tmp_path: Path, store: SqliteStore) -> None:
        connection = store._writer._connection
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL

    async def test_who_waits_shares_a_flush(self, tmp_path: Path) -> None:
        store = SqliteStore(tmp_path / "shared.sqlite")
        begun: list[str] = []
        store._writer._connection.set_trace_callback(lambda sql: begun.append(sql) if sql == "COMMIT" else None)
        await asyncio.gather(*(store.commit(Append(f"games/{n}", 0, b"")) for n in range(100)))
        assert len(begun) < 50
        await store.close()

    async def test_an_erased_name_is_not_in_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "names.sqlite"
        store = SqliteStore(path)
        await store.commit(Player("games/a", "1", "Zebulon the Unusual", "zeb@x"))
        await store.commit(ErasePerson("zeb@x"))
        await store.close()
        assert b"Zebulon" not in path.read_bytes()
        assert not path.with_name("names.sqlite-wal").exists()

    async def test_a_file_of_an_older_format_is_brought_up_to_date(self, tmp_path: Path) -> None:
        path = tmp_path / "older.sqlite"
        connection = sqlite3.connect(path)
        for statement in TABLES.split(";"):
            connection.execute(statement)
        connection.execute("PRAGMA user_version = 1")
        connection.execute("INSERT INTO rulesets VALUES ('d', x'01')")
        connection.commit()
        connection.close()
        store = SqliteStore(path)
        await store.commit(GameFacts("games/a", b"", revision=0))
        await store.commit(ForgetRulesets(10**15))
        assert await store.ruleset("d") == b"\x01", "nobody knows whether a game uses it"
        await store.commit(RulesetSource("e", b"", until=1))
        await store.commit(ForgetRulesets(2))
        assert await store.ruleset("e") is None
        await store.close()
        again = SqliteStore(path)
        assert await again.ruleset("d") == b"\x01"
        await again.close()

    async def test_a_file_of_a_newer_format_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "newer.sqlite"
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 99")
        connection.close()
        with pytest.raises(StoreError, match="format 99"):
            SqliteStore(path)

    async def test_a_file_that_is_no_store_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "text.sqlite"
        path.write_text("this is not a database, but it is long enough to be read as one " * 20)
        with pytest.raises(StoreError, match="can't be opened"):
            SqliteStore(path)

    async def test_a_failing_disk_acknowledges_nothing(self, tmp_path: Path) -> None:
        store = SqliteStore(tmp_path / "full.sqlite")
        pages = store._writer._connection.execute("PRAGMA page_count").fetchone()[0]
        store._writer._connection.execute(f"PRAGMA max_page_count = {pages}")  # as if the disk were full
        with pytest.raises(StoreError, match="can't be written"):
            await store.commit(Append("games/a", 0, b"x" * 100_000))
        store._writer._connection.execute("PRAGMA max_page_count = 100000")
        assert await store.last_version("games/a") == -1
        await store.commit(Append("games/a", 0, b"x"))
        assert await store.check() == []
        await store.close()

    async def test_a_fault_of_ours_is_told_and_the_thread_goes_on(
        self, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(*_: object) -> None:
            raise RuntimeError("a fault")

        with monkeypatch.context() as faulty:
            faulty.setattr(group_commit, "write_all", fails)
            with pytest.raises(StoreError, match="a fault"):
                await asyncio.wait_for(store.commit(Append("games/a", 0, b"")), 10)
        await asyncio.wait_for(store.commit(Append("games/a", 0, b"")), 10)
