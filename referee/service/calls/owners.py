"""Methods of GameService for the owner of a game."""

from __future__ import annotations

from referee.service.access import Caller
from referee.service.calls.desk import Desk
from referee.service.games import halting
from referee.service.games.asked import asked
from referee.v1 import seats_pb2 as s


class CallsOfOwners:
    """PauseGame, ArchiveGame."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def pause_game(self, request: s.PauseGameRequest, caller: Caller) -> s.PauseGameResponse:
        self._desk.stay()
        wanted = asked(request)
        await halting.pause(await self._desk.games.get(request.game), wanted, request.paused)
        return s.PauseGameResponse(paused=request.paused)

    async def archive_game(self, request: s.ArchiveGameRequest, caller: Caller) -> s.ArchiveGameResponse:
        self._desk.stay()
        wanted = asked(request)
        await halting.archive(await self._desk.games.get(request.game), wanted, request.archived)
        return s.ArchiveGameResponse(archived=request.archived)
