"""The server key of a database: every process that serves it must have the same, or it would refuse others' tokens."""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path

from referee.store.contract import StoreError
from referee.store.folder import KEY_BYTES, read_key
from referee.store.postgres.connecting import Database

KEY, FINGERPRINT = "key", "fingerprint"


async def key_in_database(database: Database) -> bytes:
    """Made by the first process; all that come later find it. Raises StoreError."""
    kept = await _kept(database, KEY, secrets.token_bytes(KEY_BYTES))
    if KEY not in kept:
        raise StoreError(f"the server key of {database.name} is in a file: give --server-key FILE")
    return kept[KEY]


async def key_in_file(database: Database, file: Path) -> bytes:
    """The database only keeps by what to know the key again. Raises StoreError if it is another one."""
    key = read_key(file)
    fingerprint = hashlib.sha256(b"fingerprint\0" + key).digest()
    kept = await _kept(database, FINGERPRINT, fingerprint)
    if kept.get(KEY, key) != key or kept.get(FINGERPRINT, fingerprint) != fingerprint:
        raise StoreError(f"{file} holds another server key than the one that {database.name} was begun with")
    return key


async def _kept(database: Database, name: str, value: bytes) -> dict[str, bytes]:
    """What is kept, by name; this if there was nothing yet."""
    async with database.connection() as connection, connection.transaction():
        await connection.execute("LOCK TABLE secrets IN EXCLUSIVE MODE")
        insert = "INSERT INTO secrets SELECT %s, %s WHERE NOT EXISTS (SELECT 1 FROM secrets)"
        await connection.execute(insert, (name, value))
        rows = await (await connection.execute("SELECT name, value FROM secrets")).fetchall()
    return {name: bytes(value) for name, value in rows}
