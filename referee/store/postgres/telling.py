"""What processes tell one another: which games have changed. A wake-up only; what changed is read from the tables.

A notification lists several changes, `games/x:12:3` for the version of its log and the revision of its facts, either
left empty where it didn't change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.store.contract import Newest
from referee.store.postgres.connecting import Connection

CHANNEL = "referee"
_MOST_BYTES = 7900  # PostgreSQL takes less than 8,000 in one notification


async def tell(connection: Connection, news: Sequence[tuple[str, Newest | None]]) -> None:
    """Other processes hear it once the transaction is committed."""
    for payload in _payloads(_item(*each) for each in news):
        await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))


def told(payload: str) -> Iterator[tuple[str, Newest | None]]:
    """What a notification says. What can't be read is left out: polling finds it."""
    for item in payload.split(","):
        game, _, numbers = item.partition(":")
        version, _, revision = numbers.partition(":")
        if not game:
            continue
        if not version and not revision:
            yield game, None
        elif (version + revision).isdecimal():
            yield game, Newest(int(version or -1), int(revision or 0))


def _item(game: str, newest: Newest | None) -> str:
    if newest is None:
        return f"{game}::"
    return f"{game}:{newest.version if newest.version >= 0 else ''}:{newest.revision or ''}"


def _payloads(items: Iterable[str]) -> Iterator[str]:
    together = ""
    for item in items:
        if together and len(together) + len(item.encode()) >= _MOST_BYTES:
            yield together
            together = ""
        together += ("," if together else "") + item
    if together:
        yield together
