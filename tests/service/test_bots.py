"""Bots play their seats by the same way as everybody else."""

from __future__ import annotations

import asyncio
import random

import pytest

from referee.service.errors import Reason
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from tests.service.table import House, Table, collect, rejected


async def until_over(table: Table) -> None:
    async with asyncio.timeout(30):
        while not (await table.view()).HasField("outcome"):
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(("pack", "seats"), [("tic_tac_toe", 2), ("auction", 3)])
async def test_bots_alone_play_a_game_to_its_end(house: House, pack: str, seats: int) -> None:
    made = await house.create(pack, seats, bots="123")
    assert made.game.state == g.GAME_STATE_RUNNING and list(made.invites) == [""] * seats
    assert [seat.bot for seat in made.game.seats] == ["random"] * seats and all(s.taken for s in made.game.seats)
    table = Table(house, made.game.name, seats)
    await until_over(table)
    await house.restart()
    assert (await table.view()).HasField("outcome")


async def test_a_bot_answers_a_person(house: House) -> None:
    table = await house.table("auction", 3, bots="23")
    stream = table.watch("1")
    await collect(stream, 2)
    rng = random.Random(1)
    mine = 0
    async with asyncio.timeout(30):
        while not (view := await table.view("1")).HasField("outcome"):
            own = [decision for decision in view.decisions if "1" in decision.seats]
            if own and own[0].options:
                from tests.service import blind_player

                await table.submit("1", own[0].id, blind_player.choose(own[0].options, rng))
                mine += 1
            else:
                await asyncio.sleep(0.001)
    movers = {update.seat for update in (await table.moves("1", size=200)).updates}
    assert mine and movers == {"", "1", "2", "3"}


async def test_a_bot_goes_on_after_a_restart(house: House) -> None:
    made = await house.create("auction", 2, bots="12")
    await asyncio.sleep(0)
    await house.restart()
    table = Table(house, made.game.name, 2)
    await table.view()
    await until_over(table)


async def test_an_unknown_bot_is_refused(house: House) -> None:
    request = api.CreateGameRequest(ruleset=await house.ruleset("tic_tac_toe"), seats=[g.Seat(bot="genius"), g.Seat()])
    async with rejected(Reason.FIELD_INVALID) as error:
        await house.call("CreateGame", request, api.CreateGameResponse)
    assert error.field == "seats[0].bot" and "random" in error.problem
