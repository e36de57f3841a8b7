"""What must hold between the tables of any store, in SQL that all of them understand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

_GAPS = "SELECT game, count(*), max(version) FROM log GROUP BY game HAVING count(*) <> max(version) + 1"
_ORPHANS = "SELECT name FROM games WHERE NOT EXISTS (SELECT 1 FROM log WHERE game = name AND version = 0)"
_AHEAD = (
    "SELECT game, id, version FROM requests r WHERE NOT EXISTS"
    " (SELECT 1 FROM log l WHERE l.game = r.game AND l.version = r.version)"
)


async def faults(rows: Callable[[str], Awaitable[list[tuple[Any, ...]]]]) -> list[str]:
    """What is wrong, in words. `rows` answers a query."""
    found = [f"{game}: {n} records where the last version {v} asks for {v + 1}" for game, n, v in await rows(_GAPS)]
    found += [f"{name}: facts without a log" for (name,) in await rows(_ORPHANS)]
    for game, id, version in await rows(_AHEAD):
        found.append(f"{game}: request {id!r} points to version {version}, which isn't there")
    return found
