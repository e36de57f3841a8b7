"""Is a data folder sound? Reads everything, plays every game again, changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.service.bots import NoBots
from referee.service.errors import Rejected
from referee.service.facts import OPEN, OVER, RUNNING
from referee.service.games import Games
from referee.service.live import LiveGame
from referee.service.log import LogDamaged
from referee.service.rulesets import Rulesets
from referee.store import SqliteStore, Store, StoreError

_PAGE = 100


async def examine(data: Path, progress: Callable[[str], None] = lambda game: None) -> list[str]:
    """What is wrong with the data folder, in words; empty: it is sound. `progress` is told each game looked at.

    Raises StoreError if there is no store in the folder, or it can't be read at all.
    """
    file = data / "games.sqlite"
    if not file.is_file():
        raise StoreError(f"{data} has no games.sqlite: it is no data folder of a server")
    store = SqliteStore(file)
    try:
        found = await store.check()
        return found + await _play_again(store, progress)
    finally:
        await store.close()


async def _play_again(store: Store, progress: Callable[[str], None]) -> list[str]:
    found: list[str] = []
    games = Games(store, Rulesets(store), NoBots(), most=1, window=10)
    before = 0
    while True:
        page = await store.games(before=before, limit=_PAGE)
        for row in page:
            progress(row.name)
            try:
                found += _differences(await games.get(row.name))
            except (Rejected, LogDamaged) as error:
                found.append(f"{row.name}: {error}")
        if len(page) < _PAGE:
            return found
        before = page[-1].order


def _differences(game: LiveGame) -> list[str]:
    state = game.position.state
    really = OPEN if state is None else OVER if game.program.over(state) else RUNNING
    if game.facts.state != really:
        return [f"{game.name}: is kept as {game.facts.state}, by its log it is {really}"]
    return []
