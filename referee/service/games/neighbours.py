"""Other processes on the same store: what they change is heard of, and looked for now and then.

Hearing is quick and may fail; looking is slow and sure.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from itertools import islice
from typing import Any

from referee.service.games.catching_up import catch_up
from referee.service.games.games import Games
from referee.service.games.live import LiveGame
from referee.service.telemetry.journal import Journal, mark
from referee.store import Newest, Store, StoreError

_TOGETHER = 1000  # games that are asked for at once
_journal = Journal("games")


class Neighbours:
    """Keeps the games in memory abreast of a shared store. `seconds`: between two looks."""

    def __init__(self, store: Store, games: Games, seconds: float) -> None:
        self._store, self._games, self._seconds = store, games, seconds
        self._tasks: set[asyncio.Task[None]] = set()
        self._following: set[str] = set()  # games that will be read, and weren't yet

    def start(self) -> None:
        """Begins to listen and to look, if the store is shared."""
        if self._store.shared:
            self._store.listen(self._heard)
            self._do(self._look())

    async def close(self) -> None:
        """Ends all that was begun."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _heard(self, name: str, newest: Newest | None) -> None:
        game = self._games.known(name)
        if game is not None:
            if newest is None or game.position.version < newest.version or game.revision < newest.revision:
                self._follow(game)
        elif self._games.loading(name):  # it may have read the store before this
            self._do(self._after_loading(name))

    def _follow(self, game: LiveGame) -> None:
        if game.name not in self._following and not game.stale:
            self._following.add(game.name)
            self._do(self._read(game))

    async def _read(self, game: LiveGame) -> None:
        async def work() -> None:
            self._following.discard(game.name)  # what is heard from now on may not be in what we read
            await catch_up(game)

        try:
            await game.serial.do(work)
        except StoreError:
            pass  # the next look finds it
        except Exception as error:
            _journal.error("a game can't be followed", error, game=mark(game.name))
        finally:
            self._following.discard(game.name)

    async def _after_loading(self, name: str) -> None:
        try:
            self._follow(await self._games.get(name))
        except Exception:  # whoever asked for the game is told
            return

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            games = iter(self._games.in_memory())
            while some := list(islice(games, _TOGETHER)):
                try:
                    newest = await self._store.newest(game.name for game in some)
                except StoreError:
                    break
                for game in some:
                    if newest[game.name] != game.newest:
                        self._follow(game)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
