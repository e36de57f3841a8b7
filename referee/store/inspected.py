"""A store opened to be looked at: nothing in it is changed, not even its format."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from referee.store import SqliteStore, Store, StoreError, is_address, open_store
from referee.store.folder import GAMES_FILE
from referee.store.schema import FORMAT


@dataclass(frozen=True, slots=True)
class Inspected:
    """The store under a name for people. `found`, `known`: the format that it has, and the one of this version."""

    store: Store
    name: str
    found: int
    known: int


async def store_at(where: str, aside: Path) -> Inspected:
    """The store in a data folder or at an address; one of an older format is copied to the folder `aside`.

    Raises StoreError.
    """
    if is_address(where):
        return await _database(where)
    file = Path(where) / GAMES_FILE
    if not file.is_file():
        raise StoreError(f"{where} has no {GAMES_FILE}: it is no data folder of a server")
    found = _format(file)
    if found > FORMAT:
        raise StoreError(f"{file} has format {found}, this version reads up to {FORMAT}: use a newer version")
    if found < FORMAT:  # opening would bring it up to date
        file = _copy(file, aside / GAMES_FILE)
    return Inspected(SqliteStore(file), f"{where}, SQLite", found, FORMAT)


def _format(file: Path) -> int:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error as error:
        raise StoreError(f"{file} can't be read: {error}") from error


def _copy(file: Path, target: Path) -> Path:
    try:
        source = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=10)
        with closing(source), closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        raise StoreError(f"{file} can't be copied to {target.parent}: {error}") from error
    return target


async def _database(address: str) -> Inspected:
    """Only one whose tables are there and fit: others are not touched."""
    try:
        from referee.store.postgres import schema
    except ImportError:
        await open_store(address)  # says what is missing
        raise
    found = schema.current(address)
    if found == schema.EMPTY:
        raise StoreError("there are no games in this database: no server has used it yet")
    return Inspected(await open_store(address), "PostgreSQL", found, schema.NEEDED)
