"""Appends to several games until it is killed, and says on standard output what the store has acknowledged."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from referee.store import Append, Request, SqliteStore

GAMES = 4


async def play(store: SqliteStore, game: str) -> None:
    version = await store.last_version(game) + 1
    while True:
        await store.commit(
            Append(game, version, f"{game} {version}".encode() * 20),
            Request(game, "1", f"r{version}", b"content", version),
        )
        os.write(1, f"{game} {version}\n".encode())  # one write: a line is there whole or not at all
        version += 1


async def main(path: str) -> None:
    store = SqliteStore(Path(path))
    await asyncio.gather(*(play(store, f"games/{n}") for n in range(GAMES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
