"""Players of the server's own, in seats that say so: their moves go the way of every other move."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Mapping, Sequence
from typing import Protocol

from referee.engine import Program, State
from referee.engine.records import Choice
from referee.service import moving
from referee.service.ahead import AheadBot
from referee.service.asked import NO_REQUEST
from referee.service.errors import Rejected
from referee.service.journal import Journal, mark
from referee.service.live import LiveGame
from referee.service.render import decision_id

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


class BotTable:
    """Lets the bots of all live games play, each game in its own task while one of its bots is asked."""

    def __init__(self) -> None:
        self._playing: dict[str, asyncio.Task[None]] = {}

    def wake(self, game: LiveGame) -> None:
        """The game has changed: if a bot owes an answer now, it plays."""
        if game.name in self._playing or self._asked(game) is None:
            return
        self._playing[game.name] = asyncio.create_task(self._run(game))

    def busy(self, game: LiveGame) -> bool:
        """Whether a bot is at work in the game."""
        return game.name in self._playing

    async def close(self) -> None:
        """Ends all bots between two moves."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @staticmethod
    def _asked(game: LiveGame) -> str | None:
        for seat in game.owes():
            facts = game.facts.seat(seat)
            if facts is not None and facts.bot:
                return seat
        return None

    async def _run(self, game: LiveGame) -> None:
        try:
            await self._play(game)
        finally:
            del self._playing[game.name]  # at once, so that no change between here and the task's end goes unseen

    async def _play(self, game: LiveGame) -> None:
        while (seat := self._asked(game)) is not None:
            facts, position = game.facts.seat(seat), game.position
            assert facts is not None
            try:
                choices = BOTS[facts.bot].choose(game.program, position.running, seat)
                await moving.submit(game, seat, NO_REQUEST, decision_id(position.asked), choices)
            except Rejected as error:
                if game.position is position:  # nobody moved meanwhile: the bot would do the same again
                    _journal.error("a bot stops", game=mark(game.name), bot=facts.bot, reason=error.reason.value)
                    return
            except Exception as error:
                _journal.error("a bot stops", error, game=mark(game.name), bot=facts.bot)
                return
            await asyncio.sleep(0)  # others get their turn between the moves of bots


class NoBots(BotTable):
    """Nobody plays: for looking at games only."""

    def wake(self, game: LiveGame) -> None:
        pass
