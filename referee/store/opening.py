"""What a server keeps its games in, opened: a data folder, or a database that several servers share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from referee.store.contract import Store, StoreError
from referee.store.folder import DataFolder

if TYPE_CHECKING:
    from referee.store.postgres.connecting import Database

EXTRA = "PostgreSQL needs the extra `postgres`: pip install 'referee[postgres]'"


@dataclass(frozen=True, slots=True)
class Kept:
    """A store in use, with the secret that all tokens are derived from."""

    store: Store
    server_key: bytes
    close: Callable[[], Awaitable[None]]


async def open_folder(path: Path) -> Kept:
    """The data folder, made if it isn't there. Raises StoreError."""
    folder = DataFolder(path)
    try:
        key = folder.server_key()  # first: it leaves nothing open
        store = folder.open_store()
    except StoreError:
        folder.close()
        raise

    async def close() -> None:
        await store.close()
        folder.close()

    return Kept(store, key, close)


async def open_database(
    address: str, *, pooled: bool = False, upgrade: bool = False, key_file: Path | None = None
) -> Kept:
    """The database at this address. Raises StoreError.

    An empty one gets its tables; older tables are brought up to date with `upgrade`, else refused. `pooled`: there is
    a pooler in front that gives each transaction another connection. `key_file`: where the server key is, the same in
    every process; without it the key is in the database.
    """
    store, database = await _database(address, pooled, upgrade)
    from referee.store.postgres.keys import key_in_database, key_in_file

    try:
        key = await (key_in_database(database) if key_file is None else key_in_file(database, key_file))
    except StoreError:
        await store.close()
        raise
    return Kept(store, key, store.close)


async def open_store(address: str) -> Store:
    """The store at this address, only to be read. Raises StoreError."""
    return (await _database(address, False, False))[0]


async def _database(address: str, pooled: bool, upgrade: bool) -> tuple[Store, Database]:
    try:
        from referee.store.postgres import PostgresStore, schema
        from referee.store.postgres.connecting import Database
    except ImportError as missing:
        raise StoreError(f"{EXTRA} ({missing})") from None
    database = Database(address, pooled)
    store = PostgresStore(database)
    try:
        if upgrade or await schema.found(database) == schema.EMPTY:
            await asyncio.to_thread(schema.upgrade, address)
        await schema.must_fit(database)
    except StoreError:
        await store.close()
        raise
    return store, database
