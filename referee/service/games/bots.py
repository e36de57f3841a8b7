"""Players of the server's own, in seats that say so: their moves go the way of every other move."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

from referee.engine import Program, State
from referee.engine.mildest import mildest
from referee.engine.records import Choice
from referee.service.errors import Rejected
from referee.service.games import moving
from referee.service.games.ahead import AheadBot
from referee.service.games.live import LiveGame
from referee.service.record import log
from referee.service.telemetry.journal import Journal, mark
from referee.store import StoreError

_TAKE_OVER = 2.0  # seconds in which another process has answered for its bots
_AGAIN = 1.0  # seconds after which a bot tries again what the store couldn't take
_journal = Journal("games")


class Bot(Protocol):
    """A player program. `seat` owes an answer in `state`."""

    def choose(self, program: Program, state: State, seat: str) -> Sequence[Choice]:
        """A legal move of the seat."""


class RandomBot:
    """Any legal choice, one at a time."""

    def __init__(self) -> None:
        self._random = random.Random(secrets.randbits(64))

    def choose(self, program: Program, state: State, seat: str) -> Sequence[Choice]:
        raw = program.sample(state, self._random, int(seat) - 1)
        return (program.raw_to_choice(state, raw, seat),)


BOTS: Mapping[str, Bot] = {"random": RandomBot(), "ahead": AheadBot()}
"""The player programs that a seat can name."""


MILDEST = "mildest"
"""Not a program that a seat can name: what answers for a seat that has given up."""


def answer_of(name: str, program: Program, state: State, seat: str) -> Sequence[Choice]:
    """The choices that a player program makes, or what is answered by itself."""
    return (mildest(program, state, seat),) if name == MILDEST else BOTS[name].choose(program, state, seat)


class BotTable:
    """Answers for the seats of bots and for those that gave up, each game in its own task while one is asked."""

    def __init__(self) -> None:
        self._playing: dict[LiveGame, asyncio.Task[None]] = {}
        self._waiting: dict[LiveGame, asyncio.TimerHandle] = {}

    def wake(self, game: LiveGame) -> None:
        """The game has changed: if a bot owes an answer now, it plays."""
        waiting = self._waiting.pop(game, None)
        if waiting is not None:
            waiting.cancel()
        if game in self._playing or self._asked(game) is None:
            return
        if game.elsewhere:  # the process that made the last change plays on, unless it is gone
            seconds = _TAKE_OVER * random.uniform(1, 2)
            self._waiting[game] = asyncio.get_running_loop().call_later(seconds, self._take_over, game)
            return
        self._playing[game] = asyncio.create_task(self._run(game))

    def busy(self, game: LiveGame) -> bool:
        """Whether a bot is at work in the game."""
        return game in self._playing or game in self._waiting

    def _take_over(self, game: LiveGame) -> None:
        game.elsewhere = False
        self.wake(game)

    async def close(self) -> None:
        """Ends all bots between two moves."""
        for waiting in self._waiting.values():
            waiting.cancel()
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @staticmethod
    def _asked(game: LiveGame) -> tuple[str, str] | None:
        """A seat that is answered for, and by what."""
        if game.facts.halted or game.stale:
            return None
        for seat in game.owes():
            facts = game.facts.seat(seat)
            if facts is not None and (facts.resigned or facts.bot):
                return seat, MILDEST if facts.resigned else facts.bot
        return None

    def _still(self, game: LiveGame, asked: tuple[str, str]) -> bool:
        return self._asked(game) == asked

    async def _run(self, game: LiveGame) -> None:
        try:
            await self._play(game)
        finally:
            del self._playing[game]  # at once, so that no change between here and the task's end goes unseen

    async def _play(self, game: LiveGame) -> None:
        while (asked := self._asked(game)) is not None:
            seat, bot = asked
            position = game.position
            by = log.RESIGNED if bot == MILDEST else ""
            try:
                choices = answer_of(bot, game.program, position.running, seat)
                await moving.stand_in(game, seat, position, choices, by, partial(self._still, game, asked))
            except Rejected as error:
                if game.position is position:  # nobody moved meanwhile: the bot would do the same again
                    _journal.error("a bot stops", game=mark(game.name), bot=bot, reason=error.reason.value)
                    return
            except StoreError:  # it may be away for a while
                await asyncio.sleep(_AGAIN)
            except Exception as error:
                _journal.error("a bot stops", error, game=mark(game.name), bot=bot)
                return
            await asyncio.sleep(0)  # others get their turn between the moves of bots


class NoBots(BotTable):
    """Nobody plays: for looking at games only."""

    def wake(self, game: LiveGame) -> None:
        pass
