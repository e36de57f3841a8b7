"""What the methods of GameService share: the parts they work with, and who is let in."""

from __future__ import annotations

from dataclasses import dataclass

from referee.service.access import Caller, Gate
from referee.service.errors import Reason, Rejected
from referee.service.games import Games
from referee.service.limits import Rate
from referee.service.live import LiveGame
from referee.service.rulesets import Rulesets
from referee.service.shelf import Shelf
from referee.service.tokens import OWNER, Tokens
from referee.service.watch import Draining, WatchLimits
from referee.service.workshop import Workshop
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
    workshop: Workshop

    def stay(self) -> None:
        """Raises Rejected (DRAINING) once the server is going away: nothing is changed any more."""
        if self.draining.begun:
            raise Rejected(Reason.DRAINING, retry_after=1)

    async def admitted(self, name: str, seat: str, caller: Caller) -> LiveGame:
        """The game, if the caller's token for the seat is still in force; a spectator needs none."""
        game = await self.games.get(name)
        if seat:
            game.admit(seat, self.gate.generation(caller))
        return game

    def count(self, game: LiveGame, seat: str) -> None:
        """Counts something that costs as much as a move. Raises Rejected (LIMIT)."""
        self.moves.take(f"{game.name}/{seat}")

    def knows_ids(self, caller: Caller, game: str) -> bool:
        """Whether the caller keeps the accounts: shows the owner's or the create token."""
        token = self.tokens.read(caller.token)
        owner = token is not None and token.purpose == OWNER and token.game == game
        return owner or self.gate.may_create(caller)
