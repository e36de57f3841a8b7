"""What a server keeps its games in: what is told when it can't be had, and which key it has."""

from __future__ import annotations

import asyncio
import builtins
from pathlib import Path
from typing import Any

import psycopg
import pytest

from referee.store import Append, DataFolder, StoreError, is_address, open_database, open_folder, open_store
from referee.store.address import shown
from referee.store.postgres import schema
from tests.postgres import Postgres


def test_an_address_is_shown_without_its_password() -> None:
    assert shown("postgresql://ada:secret@db:5432/games") == "postgresql://ada:…@db:5432/games"
    assert shown("postgres://ada@/games?host=/tmp&password=secret") == "postgres://ada@/games?host=/tmp&password=…"
    assert shown("postgresql://h1,h2/games?target_session_attrs=read-write").endswith(
        "h1,h2/games?target_session_attrs=read-write"
    )
    assert "secret" not in shown("postgresql://ada:se:cret@x@[secret/games")


def test_what_is_an_address() -> None:
    assert is_address("postgresql://x") and is_address("postgres://x")
    assert not is_address("referee-data") and not is_address("/data/postgresql")


async def test_a_folder_is_opened_with_its_key(tmp_path: Path) -> None:
    kept = await open_folder(tmp_path)
    await kept.store.commit(Append("games/a", 0, b""))
    await kept.close()
    folder = DataFolder(tmp_path)
    assert folder.server_key() == kept.server_key
    folder.close()


async def test_an_empty_database_gets_its_tables_and_one_key(postgres: Postgres) -> None:
    address = postgres.database()
    both = await asyncio.gather(open_database(address), open_database(address))
    assert both[0].server_key == both[1].server_key and len(both[0].server_key) == 32
    for kept in both:
        await kept.close()


async def test_a_key_in_a_file_is_the_same_for_all(postgres: Postgres, tmp_path: Path) -> None:
    address, file, other = postgres.database(), tmp_path / "key", tmp_path / "other"
    file.write_bytes(b"k" * 32)
    other.write_bytes(b"o" * 32)
    for _ in range(2):
        kept = await open_database(address, key_file=file)
        assert kept.server_key == b"k" * 32
        await kept.close()
    with pytest.raises(StoreError, match="another server key"):
        await open_database(address, key_file=other)
    with pytest.raises(StoreError, match="is in a file: give --server-key"):
        await open_database(address)
    with pytest.raises(StoreError, match="can't be used"):
        await open_database(address, key_file=tmp_path / "none")
    with psycopg.connect(address) as connection:
        rows = connection.execute("SELECT name, value FROM secrets").fetchall()
    assert [name for name, _ in rows] == ["fingerprint"] and bytes(rows[0][1]) != b"k" * 32


async def test_a_key_in_the_database_may_come_as_file_too(postgres: Postgres, tmp_path: Path) -> None:
    address, file = postgres.database(), tmp_path / "key"
    kept = await open_database(address)
    await kept.close()
    file.write_bytes(kept.server_key)
    again = await open_database(address, key_file=file)
    assert again.server_key == kept.server_key
    await again.close()
    file.write_bytes(b"k" * 32)
    with pytest.raises(StoreError, match="another server key"):
        await open_database(address, key_file=file)


async def test_older_tables_are_refused_with_what_to_do(postgres: Postgres) -> None:
    address = postgres.database()
    schema.upgrade(address, 1)
    with pytest.raises(StoreError, match=r"at step 1, this version needs 2: run `referee db upgrade`.*--upgrade"):
        await open_database(address)
    with pytest.raises(StoreError, match="at step 1"):
        await open_store(address)
    assert schema.current(address) == 1
    kept = await open_database(address, upgrade=True)
    await kept.close()
    assert schema.current(address) == schema.NEEDED


async def test_newer_tables_are_refused(postgres: Postgres) -> None:
    address = postgres.database()
    schema.upgrade(address)
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE schema_version SET version_num = '99'")
    with pytest.raises(StoreError, match="at step 99, this version knows up to 2: use a newer version"):
        await open_database(address)
    with pytest.raises(StoreError, match="99"):
        schema.upgrade(address)


async def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def without(name: str, *arguments: Any) -> Any:
        if name.startswith("referee.store.postgres"):
            raise ImportError("No module named 'psycopg'")
        return original(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(StoreError, match=r"pip install 'referee\[postgres\]'"):
        await open_database("postgresql://localhost/games")
