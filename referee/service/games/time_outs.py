"""What happens when a seat's time is up, in games that this process has open and in those that nobody has.

Several processes on one store may each try it: the log takes the first, and the others find the game gone on.
"""

from __future__ import annotations

import asyncio

from referee.service.errors import Reason, Rejected
from referee.service.games import moving
from referee.service.games.bots import MILDEST, answer_of
from referee.service.games.games import Games
from referee.service.games.live import LiveGame
from referee.service.games.watch import Draining
from referee.service.record import log
from referee.service.record.clock import BOT, FORFEIT
from referee.service.record.facts import CLOCK, due_label, read_facts
from referee.service.record.timing import SteadyTime
from referee.service.telemetry.journal import Journal, mark
from referee.store import GameFacts, Store, StoreError

_LOOK = 30.0  # seconds between looks at what other processes may have left
_AGAIN = 1000  # milliseconds after which what failed is tried again
_PAGE = 200
_journal = Journal("games")


class TimeOuts:
    """Keeps a timer for every game in which somebody's time runs, whether it is in memory or not."""

    def __init__(self, store: Store, games: Games, time: SteadyTime, draining: Draining) -> None:
        self._store, self._games, self._time, self._draining = store, games, time, draining
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._working: dict[str, asyncio.Task[None]] = {}
        self._looking: asyncio.Task[None] | None = None
        games.tell(self.wind)

    def start(self) -> None:
        """Finds the games whose time runs already, and from now on those that another process leaves."""
        self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Ends all timers, and what they began between two moves."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        tasks = [*self._working.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wind(self, game: LiveGame) -> None:
        """The game has changed: its timer is set anew."""
        self._set(game.name, game.facts.due)

    async def settle(self, name: str) -> None:
        """Carries out what follows for every seat of the game whose time is up."""
        game = await self._games.get(name)
        while not self._draining.begun and (seats := _overdue(game)):
            await self._time_out(game, seats[0])
            await asyncio.sleep(0)  # others get their turn between the moves
            if game.stale:
                game = await self._games.get(name)
        self.wind(game)

    def _set(self, name: str, due: int | None) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
        if due is not None and not self._draining.begun:
            delay = max(0, due - self._time.now()) / 1000
            self._timers[name] = asyncio.get_running_loop().call_later(delay, self._ring, name)

    def _ring(self, name: str) -> None:
        self._timers.pop(name, None)
        if name not in self._working:
            self._working[name] = asyncio.create_task(self._work(name))

    async def _work(self, name: str) -> None:
        try:
            await self.settle(name)
        except StoreError:
            self._set(name, self._time.now() + _AGAIN)
        except Rejected as error:
            if error.reason in (Reason.DECISION_STALE, Reason.DRAINING):  # others were faster; what they did counts
                self._set(name, self._time.now() + _AGAIN)
        except Exception as error:
            _journal.error("a time-out fails", error, game=mark(name))
        finally:
            del self._working[name]

    @staticmethod
    async def _time_out(game: LiveGame, seat: str) -> None:
        clock, position = game.facts.clock, game.position
        assert clock is not None  # else nothing is overdue
        programs = {FORFEIT: (None,), BOT: (clock.bot, MILDEST)}.get(clock.on_timeout, (MILDEST,))
        for program in programs:
            try:
                choices = None if program is None else answer_of(program, game.program, position.running, seat)
                await moving.stand_in(game, seat, position, choices, log.CLOCK, lambda: seat in _overdue(game))
                return
            except Exception as error:
                if game.position is not position or game.stale:
                    return  # somebody was faster
                if program == programs[-1]:
                    raise
                _journal.error("a bot stops", error, game=mark(game.name), bot=str(program))

    async def _look(self) -> None:
        seen: int | None = None
        while seen is None or self._store.shared:
            now = self._time.now()
            try:
                if seen is None:
                    seen = await self._all([CLOCK])
                else:
                    for label in dict.fromkeys(due_label(at) for at in range(seen, now, 30_000)):
                        await self._all([label])
                    seen = now - 60_000  # once more: a game may have got the label meanwhile
            except StoreError:
                _journal.warning("the store can't be asked for time-outs")
            await asyncio.sleep(_AGAIN / 1000 if seen is None else _LOOK)

    async def _all(self, labels: list[str]) -> int:
        """Sets a timer for every game with these labels. Gives the time at which it began to look."""
        began, before = self._time.now(), 0
        while True:
            rows = await self._store.games(labels, before=before, limit=_PAGE)
            for row in rows:
                self._found(row)
            if len(rows) < _PAGE:
                return began
            before = rows[-1].order

    def _found(self, row: GameFacts) -> None:
        if row.name not in self._working:
            self._set(row.name, read_facts(row).due)


def _overdue(game: LiveGame) -> tuple[str, ...]:
    facts = game.facts
    if facts.clock is None or facts.hands is None:
        return ()
    return facts.hands.overdue(facts.clock, game.now())
