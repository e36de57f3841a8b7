"""Methods of GameService about who sits where."""

from __future__ import annotations

from dataclasses import replace

from referee.service import from_wire, limits, seating
from referee.service.access import Caller
from referee.service.asked import asked
from referee.service.desk import Desk
from referee.service.errors import Reason, Rejected
from referee.service.tokens import INVITE, SEAT
from referee.store import ErasePerson, Player
from referee.v1 import game_service_pb2 as api


class CallsOfSeats:
    """JoinGame."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def join_game(self, request: api.JoinGameRequest, caller: Caller) -> api.JoinGameResponse:
        desk = self._desk
        desk.stay()
        wanted = asked(request)
        invite = desk.tokens.read(request.invite)
        if invite is None or invite.purpose != INVITE:
            raise Rejected(Reason.TOKEN_INVALID)
        entropy = from_wire.line("entropy", request.entropy, limits.ENTROPY)
        name = from_wire.line("player", request.player, limits.PLAYER_NAME)
        game = await desk.games.get(invite.game)
        before = game.players.get(invite.seat, Player(game.name, invite.seat))
        player = replace(before, name=name or before.name)
        await seating.join(game, invite.seat, invite.generation, wanted, player, entropy)
        token = desk.tokens.make(SEAT, game.name, invite.seat, invite.generation)
        return api.JoinGameResponse(token=token, seats=[invite.seat], game=game.name)

    # ---- for whoever runs the server

    async def revoke_seat(self, game: str, seat: str) -> str:
        """Frees a seat: its tokens and streams end, its person is forgotten. Gives an invite for the next player."""
        generation = await seating.revoke(await self._desk.games.get(game), seat)
        return self._desk.tokens.make(INVITE, game, seat, generation)

    async def erase_person(self, external_id: str) -> None:
        """Forgets the names of a person in every game; the games stay as they are."""
        await self._desk.store.commit(ErasePerson(external_id))
        for game in self._desk.games.in_memory():
            game.meet(await self._desk.store.players(game.name))
