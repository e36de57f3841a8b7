"""Exports, imports and forks in tests of the service."""

from __future__ import annotations

from referee.v1 import copies_pb2 as c
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from tests.service.table import House, Table, fresh_id


async def export(house: House, game: str, token: str = "") -> bytes:
    return (await house.call("ExportGame", c.ExportGameRequest(game=game), c.ExportGameResponse, token)).file


async def bring(house: House, file: bytes, request_id: str | None = None, **more: bool) -> c.ImportGameResponse:
    request = c.ImportGameRequest(request_id=fresh_id() if request_id is None else request_id, file=file, **more)
    return await house.call("ImportGame", request, c.ImportGameResponse)


async def fork(
    table: Table, seat: str = "1", version: int = 0, seed: str = "", request_id: str | None = None
) -> c.ForkGameResponse:
    request = c.ForkGameRequest(
        request_id=fresh_id() if request_id is None else request_id,
        game=table.game,
        seat=seat,
        version=version,
        seed=seed,
    )
    return await table.house.call("ForkGame", request, c.ForkGameResponse, table.tokens.get(seat, ""))


async def seated(house: House, game: g.Game, invites: list[str]) -> Table:
    """The game with everybody seated."""
    table = Table(house, game.name, len(game.seats))
    for seat, invite in zip(table.seats, invites, strict=True):
        if invite:
            join = api.JoinGameRequest(request_id=fresh_id(), invite=invite)
            table.tokens[seat] = (await house.call("JoinGame", join, api.JoinGameResponse)).token
    return table
