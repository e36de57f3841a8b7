"""The method of GameService that tries an edited pack on a game."""

from __future__ import annotations

from referee.service.access import Caller
from referee.service.calls import catalog_messages
from referee.service.calls.desk import Desk
from referee.service.errors import Reason, Rejected
from referee.service.tries.job import TryOrder, one_pack, try_pack
from referee.service.wire import read_packs
from referee.v1 import game_service_pb2 as api


class CallsOfPacks:
    """TryPack."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def try_pack(self, request: api.TryPackRequest, caller: Caller) -> api.TryPackResponse:
        files = read_packs.files(request.files) or {}
        settings = read_packs.settings(request.options)
        one_pack(files)
        game = await self._desk.admitted(request.game, request.seat, caller)
        if not game.created.chosen:
            raise Rejected(Reason.FAIR_GAME)
        self._desk.count(game, request.seat)
        position = game.position
        order = TryOrder(
            game=game.name,
            created=game.created,
            source=await self._desk.rulesets.source(game.created.ruleset),
            position=game.program.dump(position.running),
            version=position.version,
            files=files,
            settings=settings,
            library=await self._desk.shelf.library(),
            seat=request.seat,
            accept_language=caller.accept_language,
        )
        return catalog_messages.tried(await self._desk.sandbox.do(try_pack, order, caller.peer))
