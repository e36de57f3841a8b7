"""What the methods of GameService share: the parts they work with, and who is let in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from referee.service.access import Caller, Gate
from referee.service.errors import Reason, Rejected
from referee.service.games.catching_up import looked_up
from referee.service.games.games import Games
from referee.service.games.live import LiveGame
from referee.service.games.watch import Draining, WatchLimits
from referee.service.limits import Rate
from referee.service.packs.rulesets import Rulesets
from referee.service.packs.sandbox import Sandbox
from referee.service.packs.shelf import Shelf
from referee.service.tokens import OWNER, SEAT, Tokens
from referee.store import Store


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts. `moves` bounds how often a seat may move, preview, or ask for blocked options."""

    store: Store
    rulesets: Rulesets
    games: Games
    tokens: Tokens
    gate: Gate
    moves: Rate
    watching: WatchLimits
    draining: Draining
    shelf: Shelf
    sandbox: Sandbox

    def stay(self) -> None:
        """Raises Rejected (DRAINING) once the server is going away: nothing is changed any more."""
        if self.draining.begun:
            raise Rejected(Reason.DRAINING, retry_after=1)

    async def admitted(self, name: str, seat: str, caller: Caller) -> LiveGame:
        """The game, if the caller's token for the seat is still in force; a spectator needs none, see `found`."""
        if not seat:
            return await self.found(name, caller)
        game = await self.games.get(name)
        await looked_up(game, partial(game.admit, seat, self.gate.generation(caller)))
        return game

    async def found(self, name: str, caller: Caller) -> LiveGame:
        """The game. Raises Rejected (GAME_NOT_FOUND) where there is none, or a private one of others."""
        game = await self.games.get(name)
        await looked_up(game, partial(self._may_find, game, caller))
        return game

    def _may_find(self, game: LiveGame, caller: Caller) -> None:
        if game.facts.private and not self.owns(caller, game.name) and not self.shown(game, caller):
            raise Rejected(Reason.GAME_NOT_FOUND)

    def shown(self, game: LiveGame, caller: Caller) -> str:
        """The seat of the game whose token the caller shows, if it is in force; else empty."""
        token = self.tokens.read(caller.token)
        if token is None or token.purpose != SEAT or token.game != game.name:
            return ""
        facts = game.facts.seat(token.seat)
        return token.seat if facts is not None and facts.taken and facts.generation == token.generation else ""

    def count(self, game: LiveGame, seat: str, cost: float = 1) -> None:
        """Counts something that costs as much as so many moves. Raises Rejected (LIMIT)."""
        self.moves.take(f"{game.name}/{seat}", cost)

    def knows_ids(self, caller: Caller, game: str) -> bool:
        """Whether the caller keeps the accounts: shows the owner's or the create token."""
        return self.owns(caller, game) or self.gate.may_create(caller)

    def owns(self, caller: Caller, game: str) -> bool:
        """Whether the caller shows the game's owner's token."""
        token = self.tokens.read(caller.token)
        return token is not None and token.purpose == OWNER and token.game == game
