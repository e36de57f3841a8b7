"""Methods of GameService about who sits where."""

from __future__ import annotations

from referee.service import limits
from referee.service.access import Caller
from referee.service.calls.desk import Desk
from referee.service.errors import Reason, Rejected, field_invalid
from referee.service.games import seating
from referee.service.games.asked import NO_REQUEST, asked
from referee.service.games.creating import a_bot
from referee.service.tokens import INVITE, SEAT
from referee.service.wire import from_wire
from referee.store import ErasePerson
from referee.v1 import game_service_pb2 as api
from referee.v1 import seats_pb2 as s


class CallsOfSeats:
    """JoinGame, ReplaceSeat, EraseName, ErasePerson."""

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
        name = from_wire.a_name("player", request.player)
        game = await desk.games.get(invite.game)
        await seating.join(game, invite.seat, invite.generation, wanted, name, entropy)
        token = desk.tokens.make(SEAT, game.name, invite.seat, invite.generation)
        return api.JoinGameResponse(token=token, seats=[invite.seat], game=game.name)

    async def replace_seat(self, request: s.ReplaceSeatRequest, caller: Caller) -> s.ReplaceSeatResponse:
        desk = self._desk
        desk.stay()
        wanted = asked(request)
        if request.bot:
            a_bot("bot", request.bot)
        game = await desk.games.get(request.game)
        generation = await seating.replace_seat(game, request.seat, request.bot, wanted)
        if request.bot:
            return s.ReplaceSeatResponse()
        return s.ReplaceSeatResponse(invite=desk.tokens.make(INVITE, game.name, request.seat, generation))

    async def erase_name(self, request: s.EraseNameRequest, caller: Caller) -> s.EraseNameResponse:
        self._desk.stay()
        game = await self._desk.admitted(request.game, request.seat, caller)
        self._desk.count(game, request.seat)
        await seating.forget_name(game, request.seat, self._desk.gate.generation(caller))
        return s.EraseNameResponse()

    async def erase_person(self, request: s.ErasePersonRequest, caller: Caller) -> s.ErasePersonResponse:
        desk = self._desk
        desk.stay()
        person = from_wire.line("external_id", request.external_id, limits.EXTERNAL_ID)
        if not person:
            raise field_invalid("external_id", "say whom to forget")
        await desk.store.commit(ErasePerson(person))
        await desk.games.loaded()  # what is just being loaded has read the names before
        for game in desk.games.in_memory():
            if any(player.external_id == person for player in game.players.values()):
                await seating.meet_again(game, desk.store)
        return s.ErasePersonResponse()

    # ---- for whoever runs the server

    async def revoke_seat(self, game: str, seat: str) -> str:
        """Frees a seat: its tokens and streams end, its person is forgotten. Gives an invite for the next player."""
        generation = await seating.replace_seat(await self._desk.games.get(game), seat, "", NO_REQUEST)
        return self._desk.tokens.make(INVITE, game, seat, generation)
