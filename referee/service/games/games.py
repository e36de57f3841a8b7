"""The games in memory: loaded when somebody asks for them, let go when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable

from referee.service.errors import Reason, Rejected
from referee.service.games.bots import BotTable
from referee.service.games.live import LiveGame
from referee.service.once import Once
from referee.service.packs.rulesets import Rulesets
from referee.service.record import log
from referee.service.record.facts import OVER, read_facts
from referee.service.record.history import History
from referee.service.record.timing import SteadyTime
from referee.service.views.render import Renderer
from referee.store import GameFacts, Snapshot, Store, StoreError

_OVER_KEPT = 10  # games that are over are looked at for a while, and then no more


class Games:
    """Live games by name. `most`: how many idle ones are kept; `window`: recent steps kept of each, at most."""

    def __init__(
        self,
        store: Store,
        rulesets: Rulesets,
        bots: BotTable,
        most: int,
        window: int,
        time: SteadyTime | None = None,
    ) -> None:
        self._time = time or SteadyTime()
        self._told: list[Callable[[LiveGame], None]] = [bots.wake]
        self._store, self._rulesets, self._bots = store, rulesets, bots
        self._most, self._window = most, window
        self._parting: dict[str, asyncio.Task[None]] = {}
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._loading = Once[LiveGame]()

    async def get(self, name: str) -> LiveGame:
        """The game, played again from its log if it isn't in memory. Raises Rejected (GAME_NOT_FOUND)."""
        known = self._live.get(name)
        if known is not None and not known.stale:
            self._live.move_to_end(name)
            return known
        return await self._loading.do(name, self._load)

    async def _load(self, name: str) -> LiveGame:
        parting = self._parting.get(name)
        if parting is not None:
            await parting
        stored = await self._store.game(name)
        records = await self._store.records(name, limit=1)
        if stored is None or not records:
            raise Rejected(Reason.GAME_NOT_FOUND)
        created = log.read(records[0].payload)
        if not isinstance(created, log.Created):
            raise log.LogDamaged(f"{name} doesn't begin with its creation")
        game = await self._build(name, created, stored)
        begun = await game.history.load()
        if begun is not None:
            game.renderer.entropies = begun.entropies
        game.revision = stored.revision or 0
        game.meet(await self._store.players(name), await self._store.requests(name))
        game.looked_at = game.position.version
        self._keep(game)
        return game

    async def open(self, name: str, created: log.Created, stored: GameFacts) -> LiveGame:
        """A game that is about to be created, not stored and not kept yet."""
        return await self._build(name, created, stored)

    async def _build(self, name: str, created: log.Created, stored: GameFacts) -> LiveGame:
        loaded = await self._rulesets.get(created.ruleset)
        program = await self._rulesets.program(loaded, created.seats)
        history = History(name, self._store, program, created, self._window)
        renderer = Renderer(name, program, loaded.catalogs, created)
        return LiveGame(name, self._store, program, created, read_facts(stored), history, renderer, self._time)

    def tell(self, told: Callable[[LiveGame], None]) -> None:
        """From now on `told` is called for every game that is loaded, and after each of its changes."""
        self._told.append(told)

    def _moved(self, game: LiveGame) -> None:
        for told in self._told:
            told(game)

    def known(self, name: str) -> LiveGame | None:
        """The game, if it is in memory."""
        return self._live.get(name)

    def loading(self, name: str) -> bool:
        """Whether the game is just being loaded."""
        return name in self._loading

    async def loaded(self) -> None:
        """Waits for the games that are being loaded now."""
        await self._loading.finish()

    def forget(self, name: str) -> None:
        """The game is loaded anew when it is asked for next."""
        self._live.pop(name, None)

    def _keep(self, game: LiveGame) -> None:
        self._live[game.name] = game
        game.moved = self._moved
        self._moved(game)
        over = [name for name, other in self._live.items() if other.facts.state == OVER]
        for name in {*over[:-_OVER_KEPT], *list(self._live)[: -self._most]}:
            other = self._live[name]
            if other.idle and other is not game and not self._bots.busy(other):
                del self._live[name]
                self._part_with(other)

    def _part_with(self, game: LiveGame) -> None:
        """A game leaves memory: with a snapshot it needn't be played again when somebody comes back to it."""
        snapshot = None if game.stale else game.history.parting()
        if snapshot is not None:
            task = asyncio.create_task(self._keep_snapshot(snapshot))
            self._parting[game.name] = task
            task.add_done_callback(lambda done: self._parted(game.name, done))

    def _parted(self, name: str, done: asyncio.Task[None]) -> None:
        if self._parting.get(name) is done:
            del self._parting[name]

    async def _keep_snapshot(self, snapshot: Snapshot) -> None:
        with contextlib.suppress(StoreError):  # the log has it all
            await self._store.commit(snapshot)

    def in_memory(self) -> tuple[LiveGame, ...]:
        """The games in memory now."""
        return tuple(self._live.values())

    def ring_all(self) -> None:
        """Wakes every watcher: something that concerns all has changed."""
        for game in self._live.values():
            game.bell.ring()

    async def close(self) -> None:
        """Waits for the changes under way."""
        await self._bots.close()
        await asyncio.gather(*self._parting.values())
        for game in list(self._live.values()):
            await game.finish()
