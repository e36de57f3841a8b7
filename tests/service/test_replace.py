"""Seats change hands: a person for a person, a program for a person, a person for a program."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from referee.engine.records import Choice
from referee.service.errors import Reason, Rejected
from referee.service.games import moving
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import seats_pb2 as s
from tests.service import blind_player
from tests.service.table import House, Table, collect, rejected


async def asked(table: Table, seat: str) -> None:
    """Waits until the seat is asked."""
    async with asyncio.timeout(10):
        while seat not in (await table.view()).decisions[0].seats:
            await asyncio.sleep(0.001)


async def test_a_person_for_a_person(house: House) -> None:
    table = await house.table("paces", 2)
    old = table.tokens["1"]
    stream = table.watch("1")
    await collect(stream, 2)
    spectator = table.watch()
    await collect(spectator, 2)
    invite = await table.replace("1")
    async with rejected(Reason.TOKEN_INVALID):
        await collect(stream, 1)
    for attempt in (table.view("1"), table.resign("1"), table.submit("1", "d1", d.Choice(option="small"))):
        async with rejected(Reason.TOKEN_INVALID):
            await attempt
    told = (await collect(spectator, 1))[0].game
    assert [(seat.taken, seat.player) for seat in told.seats] == [(False, ""), (True, "Player 2")]
    assert (await table.view()).version == 1  # who sits where isn't the log's business
    assert await table.join(invite, "Bea") == "1"
    assert table.tokens["1"] != old
    told = (await collect(spectator, 1))[0].game
    assert [(seat.taken, seat.player) for seat in told.seats] == [(True, "Bea"), (True, "Player 2")]
    await table.submit("1", "d1", d.Choice(option="small"))
    async with rejected(Reason.SEAT_MISMATCH):
        await table.join(invite, "Eve")


async def test_a_program_for_a_person(house: House) -> None:
    table = await house.table("paces", 2)
    assert await table.replace("1", "random") == ""
    assert (await table.public()).seats[0].bot == "random"
    await asked(table, "2")
    async with rejected(Reason.TOKEN_INVALID):
        await table.view("1")


async def test_a_person_for_a_program(house: House) -> None:
    table = await house.table("paces", 2, bots="1")
    await asked(table, "2")
    invite = await table.replace("1")
    assert not (await table.public()).seats[0].bot
    await table.submit("2", (await table.view("2")).decisions[0].id, d.Choice(option="stop"))
    version = (await table.view()).version
    assert await table.join(invite, "Ada") == "1"
    await house.restart()
    assert (await table.view()).version == version  # nobody plays for her
    decision = (await table.view("1")).decisions[0]
    await table.submit("1", decision.id, d.Choice(option="guess", number=2))


async def test_a_program_makes_no_move_in_a_seat_that_it_has_lost(house: House) -> None:
    table = await house.table("paces", 2)
    game = await house.service._games.get(table.game)
    await moving.stand_in(game, "1", game.position, [Choice("small")], "", lambda: False)
    assert (await table.view()).version == 1


async def test_the_last_free_seat_of_an_open_game_can_be_given_to_a_program(house: House) -> None:
    made = await house.create("paces", 2)
    table = Table(house, made.game.name, 2)
    table.owner = made.owner_token
    await table.join(made.invites[0])
    assert await table.replace("2", "random") == ""
    public = await table.public()
    assert (public.state, public.version) == (g.GAME_STATE_RUNNING, 1)
    await table.submit("1", "d1", d.Choice(option="stop"))
    await asked(table, "1")
    async with rejected(Reason.TOKEN_INVALID):
        await table.join(made.invites[1])


@pytest.mark.parametrize("restart", [False, True])
async def test_replacing_has_request_ids(house: House, restart: bool) -> None:
    table = await house.table("paces", 2)
    first = await table.replace("1", request_id="a")
    second = await table.replace("1", request_id="b")
    assert first != second
    if restart:
        await house.restart()
    assert await table.replace("1", request_id="a") == first
    assert await table.replace("1", request_id="b") == second
    for attempt in (table.replace("2", request_id="a"), table.pause(request_id="b"), table.archive(request_id="b")):
        async with rejected(Reason.REQUEST_ID_REUSED):
            await attempt
    async with rejected(Reason.TOKEN_INVALID):
        await table.join(first)
    assert await table.join(second) == "1"


async def test_what_cannot_be_replaced(house: House) -> None:
    table = await house.table("paces", 3)
    for seat in ("", "0", "4", "x"):
        async with rejected(Reason.FIELD_INVALID) as error:
            await table.replace(seat)
        assert error.field == "seat"
    async with rejected(Reason.FIELD_INVALID) as error:
        await table.replace("1", "genius")
    assert error.field == "bot" and "random" in error.problem
    await table.resign("3")
    async with rejected(Reason.FIELD_INVALID) as error:
        await table.replace("3")
    assert error.field == "seat"


async def test_only_the_owner_replaces(house: House) -> None:
    table, other = await house.table("paces", 2), await house.table("paces", 2)
    for token, reason in [
        ("", Reason.TOKEN_INVALID),
        ("nonsense", Reason.TOKEN_INVALID),
        (table.tokens["1"], Reason.SEAT_MISMATCH),
        (other.owner, Reason.SEAT_MISMATCH),
    ]:
        table.owner = token
        for attempt in (table.replace("2"), table.pause(), table.archive()):
            async with rejected(reason):
                await attempt


# ---- names


async def test_a_player_can_take_back_their_name(house: House) -> None:
    table = await house.table("paces", 2)
    request = s.EraseNameRequest(game=table.game, seat="1")
    async with rejected(Reason.SEAT_MISMATCH):
        await house.call("EraseName", request, s.EraseNameResponse, table.tokens["2"])
    stream = table.watch("2")
    await collect(stream, 2)
    for _ in range(2):
        await house.call("EraseName", request, s.EraseNameResponse, table.tokens["1"])
        assert [seat.player for seat in (await table.public()).seats] == ["", "Player 2"]
    assert [seat.player for seat in (await collect(stream, 1))[0].game.seats] == ["", "Player 2"]
    await table.submit("1", "d1", d.Choice(option="small"))
    await house.restart()
    assert [seat.player for seat in (await table.public()).seats] == ["", "Player 2"]
    texts = [event.text.text for update in (await table.moves()).updates for event in update.events]
    assert not any("Player 1" in text for text in texts)


async def test_a_person_is_forgotten_everywhere(house: House) -> None:
    tables = []
    for name in ("ada@x", "ada@x", "bob@x"):
        seats = [g.Seat(external_id=name, player="Ada"), g.Seat(player="Bob")]
        request = api.CreateGameRequest(ruleset=await house.ruleset("paces"), seats=seats)
        made = await house.call("CreateGame", request, api.CreateGameResponse)
        table = Table(house, made.game.name, 2)
        table.owner = made.owner_token
        for invite in made.invites:
            await table.join(invite)
        tables.append(table)
    stream = tables[0].watch("2")
    await collect(stream, 2)
    await house.call("ErasePerson", s.ErasePersonRequest(external_id="ada@x"), s.ErasePersonResponse)
    assert [[seat.player for seat in (await table.public()).seats] for table in tables] == [
        ["", "Bob"],
        ["", "Bob"],
        ["Ada", "Bob"],
    ]
    assert (await collect(stream, 1))[0].game.seats[0].player == ""
    waiting = api.ListGamesRequest(waiting_for="ada@x")
    assert not (await house.call("ListGames", waiting, api.ListGamesResponse)).games
    async with rejected(Reason.FIELD_INVALID):
        await house.call("ErasePerson", s.ErasePersonRequest(), s.ErasePersonResponse)


async def test_a_move_that_waits_while_its_token_is_revoked_is_not_made(house: House) -> None:
    table = await house.table("tic_tac_toe")
    open = await table.asked()
    assert open is not None
    seat, _, decision = open
    choice = blind_player.choose(decision.options, random.Random(1), decision.step)
    replaced, moved = await asyncio.gather(
        table.replace(seat), table.submit(seat, decision.id, choice), return_exceptions=True
    )
    assert isinstance(replaced, str)
    assert isinstance(moved, Rejected) and moved.reason is Reason.TOKEN_INVALID
    assert (await table.view()).version == 1


async def known_person(house: House) -> tuple[str, str]:
    """A new game with a person in its first seat: its name and the invite."""
    seats = [g.Seat(external_id="ada@x", player="Ada"), g.Seat(player="Bob")]
    request = api.CreateGameRequest(ruleset=await house.ruleset("paces"), seats=seats)
    made = await house.call("CreateGame", request, api.CreateGameResponse)
    return made.game.name, made.invites[0]


async def forget_ada(house: House) -> None:
    await house.call("ErasePerson", s.ErasePersonRequest(external_id="ada@x"), s.ErasePersonResponse)


async def test_a_person_who_is_forgotten_while_they_sit_down_stays_forgotten(house: House) -> None:
    name, invite = await known_person(house)
    game = await house.service._games.get(name)
    go_on = asyncio.Event()
    before = asyncio.create_task(game.serial.do(go_on.wait))
    await asyncio.sleep(0)
    joining = asyncio.create_task(house.call("JoinGame", api.JoinGameRequest(invite=invite), api.JoinGameResponse))
    forgetting = asyncio.create_task(forget_ada(house))
    async with asyncio.timeout(10):
        while (await house.store.players(name))["1"].external_id:
            await asyncio.sleep(0.01)
    go_on.set()
    await asyncio.gather(before, joining, forgetting)
    kept = (await house.store.players(name))["1"]
    assert (kept.name, kept.external_id) == ("", "") and game.public().seats[0].taken


async def test_a_person_who_is_forgotten_while_the_game_is_loaded_is_not_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _ = await known_person(house)
    house.service._games.forget(name)
    read, go_on, requests = asyncio.Event(), asyncio.Event(), house.store.requests

    async def slowly(*about: Any) -> Any:
        read.set()  # of who sits there
        await go_on.wait()
        return await requests(*about)

    monkeypatch.setattr(house.store, "requests", slowly)
    loading = asyncio.create_task(house.service._games.get(name))
    await read.wait()
    forgetting = asyncio.create_task(forget_ada(house))
    async with asyncio.timeout(10):
        while (await house.store.players(name))["1"].external_id:
            await asyncio.sleep(0.01)
    go_on.set()
    game, _ = await asyncio.gather(loading, forgetting)
    assert not game.public().seats[0].player
