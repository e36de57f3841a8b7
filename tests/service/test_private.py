"""A private game doesn't exist for those it is none of."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.message import Message

from referee.service.access import Caller
from referee.service.edges.status import status
from referee.service.errors import Reason, Rejected
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from tests.service.table import House, Table, collect, rejected, with_config

PACES = catalog_api.CreateRulesetRequest(packs=["paces"])


def looks(game: str) -> list[tuple[str, Message, type[Message]]]:
    """Every way to look at a game as a spectator."""
    return [
        ("GetGame", api.GetGameRequest(name=game), api.GetGameResponse),
        ("GetGame", api.GetGameRequest(name=game, board=True), api.GetGameResponse),
        ("GetView", api.GetViewRequest(game=game), api.GetViewResponse),
        ("ListMoves", api.ListMovesRequest(game=game), api.ListMovesResponse),
    ]


async def answer(house: House, method: str, request: Message, kind: type[Message], token: str) -> bytes:
    """What a stranger gets: the status with all its details."""
    try:
        given = await house.call(method, request, kind, token)
    except Rejected as error:
        return status(error, "en").SerializeToString(deterministic=True)
    return given.SerializeToString(deterministic=True)


async def watched(house: House, game: str, token: str) -> bytes:
    stream = house.service.stream("referee.v1.GameService/WatchGame", api.WatchGameRequest(game=game), Caller(token))
    try:
        await collect(stream, 1)
    except Rejected as error:
        return status(error, "en").SerializeToString(deterministic=True)
    return b""


async def test_strangers_are_told_what_they_are_told_of_a_game_that_does_not_exist(house: House) -> None:
    table, other = await house.table("paces", 2, private=True), await house.table("paces", 2)
    assert (await table.public()).private
    await table.replace("2")
    for restart in (False, True):
        if restart:
            await house.restart()
        for token in ("", "nonsense", other.tokens["1"], other.owner, table.tokens["2"]):  # the last one is revoked
            for real, none in zip(looks(table.game), looks("games/none"), strict=True):
                refused = await answer(house, *real, token)
                assert refused == await answer(house, *none, token) and b"GAME_NOT_FOUND" in refused
            refused = await watched(house, table.game, token)
            assert refused == await watched(house, "games/none", token) != b""


async def test_who_has_a_seat_or_owns_it_sees_a_private_game(house: House) -> None:
    table = await house.table("paces", 2, private=True)
    for token in (table.tokens["1"], table.tokens["2"], table.owner):
        for method, request, kind in looks(table.game):
            await house.call(method, request, kind, token)
        stream = house.service.stream(
            "referee.v1.GameService/WatchGame", api.WatchGameRequest(game=table.game), Caller(token)
        )
        assert (await collect(stream, 2))[1].view.seat == ""
    assert (await table.view("1")).seat == "1"
    await table.submit("1", "d1", d.Choice(option="small"))
    await collect(table.watch("2"), 2)


async def test_a_stream_ends_with_the_token_that_opened_it(house: House) -> None:
    table = await house.table("paces", 2, private=True)
    request = api.WatchGameRequest(game=table.game)
    as_seat, as_owner = (
        house.service.stream("referee.v1.GameService/WatchGame", request, Caller(token))
        for token in (table.tokens["1"], table.owner)
    )
    await collect(as_seat, 2)
    await collect(as_owner, 2)
    await table.replace("1")
    async with rejected(Reason.TOKEN_INVALID):
        await collect(as_seat, 1)
    assert not (await collect(as_owner, 1))[0].game.seats[0].taken


async def listed(house: House, token: str = "", **more: Any) -> list[str]:
    found = await house.call("ListGames", api.ListGamesRequest(**more), api.ListGamesResponse, token)
    return [game.name for game in found.games]


@pytest.mark.parametrize("archived", [False, True])
async def test_a_private_game_is_never_listed(house: House, archived: bool) -> None:
    table, other = await house.table("paces", 2, private=True), await house.table("paces", 2)
    await table.archive(archived)
    assert await listed(house) == [other.game]
    assert await listed(house, archived=True) == []
    assert await listed(house, state=g.GAME_STATE_RUNNING, pack="paces") == [other.game]


async def test_only_who_keeps_the_accounts_learns_that_a_private_game_waits(house: House) -> None:
    await house.close()
    for create_token in ("", "s3cret"):
        closed = with_config(house, create_token=create_token)
        await closed.open()
        kept = await closed.call("CreateRuleset", PACES, catalog_api.CreateRulesetResponse, create_token)
        seats = [g.Seat(external_id="ada@x"), g.Seat(external_id="bob@x")]
        request = api.CreateGameRequest(ruleset=kept.ruleset.name, seats=seats, private=True)
        made = await closed.call("CreateGame", request, api.CreateGameResponse, create_token)
        table = Table(closed, made.game.name, 2)
        for invite in made.invites:
            await table.join(invite)
        found = await listed(closed, create_token, waiting_for="ada@x")
        # Without a create token anybody may ask.
        assert (table.game in found) is bool(create_token)
        assert await listed(closed, create_token) == await listed(closed, create_token, archived=True) == []
        await closed.close()
    await house.open()
