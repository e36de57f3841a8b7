"""Methods of GameService that show a game: now, before, and as it goes on."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from referee.service import limits
from referee.service.access import Caller
from referee.service.calls.desk import Desk
from referee.service.calls.pages import page_start, page_token
from referee.service.games.watch import Watching, watch
from referee.service.wire import from_wire
from referee.service.wire.ready import Field, Ready
from referee.v1 import game_service_pb2 as api

_VIEW, _UPDATES = Field(api.GetViewResponse, "view"), Field(api.ListMovesResponse, "updates")


class CallsOfViewers:
    """GetView, ListMoves, WatchGame."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def get_view(self, request: api.GetViewRequest, caller: Caller) -> Ready[api.GetViewResponse]:
        game = await self._desk.admitted(request.game, request.seat, caller)
        if request.with_blocked and request.seat:
            self._desk.count(game, request.seat)
        view = game.renderer.view(game.shown, request.seat, caller.accept_language, request.with_blocked)
        return Ready(api.GetViewResponse, _VIEW.of(view))

    async def list_moves(self, request: api.ListMovesRequest, caller: Caller) -> Ready[api.ListMovesResponse]:
        size = limits.page_size(from_wire.not_negative("page_size", request.page_size))
        after = page_start(request.page_token, from_wire.not_negative("after_version", request.after_version))
        game = await self._desk.admitted(request.game, request.seat, caller)
        steps = await game.history.after(after, size)
        update, seat, language = game.renderer.update, request.seat, caller.accept_language
        listed = [_UPDATES.of(update(game.told(step), seat, language)) for step in steps]
        if steps and steps[-1].version < game.position.version:
            more = api.ListMovesResponse(next_page_token=page_token(steps[-1].version))
            listed.append(more.SerializeToString())
        return Ready(api.ListMovesResponse, b"".join(listed))

    async def watch_game(
        self, request: api.WatchGameRequest, caller: Caller
    ) -> AsyncGenerator[Ready[api.WatchGameResponse]]:
        desk = self._desk
        after = from_wire.not_negative("after_version", request.after_version)
        game = await desk.admitted(request.game, request.seat, caller)
        shown = request.seat or (desk.shown(game, caller) if game.facts.private else "")
        generation = desk.gate.generation(caller) if shown else -1
        who = Watching(request.seat, generation, caller.accept_language, request.with_blocked, after, shown)
        async with aclosing(watch(game, who, desk.watching, desk.draining)) as messages:
            async for message in messages:
                yield message
