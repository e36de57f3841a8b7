"""A game halted or put away by its owner can be looked at, and nothing in it changes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from referee.service.errors import Reason
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import view_pb2 as v
from tests.service.table import House, Table, collect, rejected


async def halt(table: Table, how: str, on: bool = True, **more: Any) -> None:
    await (table.pause(on, **more) if how == "pause" else table.archive(on, **more))


REASON = {"pause": Reason.GAME_PAUSED, "archive": Reason.GAME_ARCHIVED}


@pytest.mark.parametrize("how", ["pause", "archive"])
@pytest.mark.parametrize("restart", [False, True])
async def test_nobody_can_move(house: House, how: str, restart: bool) -> None:
    table = await house.table("paces", 2)
    await table.submit("1", "d1", d.Choice(option="small"))
    await table.submit("1", "d2", d.Choice(option="small"))
    await table.undo("1", 3, 2)
    await halt(table, how)
    if restart:
        await house.restart()
    before = await table.view("1")
    for attempt in (
        table.submit("1", "d4", d.Choice(option="small")),
        table.preview("1", "d4", d.Choice(option="small")),
        table.undo("1", 4, 1),
        table.redo("1", 4),
        table.resign("1"),
    ):
        async with rejected(REASON[how]):
            await attempt
    assert await table.view("1") == before and len((await table.moves("1")).updates) == 4
    await halt(table, how, False)
    await table.redo("1", 4)


@pytest.mark.parametrize("how", ["pause", "archive"])
async def test_watchers_are_told(house: House, how: str) -> None:
    table = await house.table("paces", 2)
    stream = table.watch("1")
    await collect(stream, 2)
    for on in (True, False):
        await halt(table, how, on)
        told = (await collect(stream, 1))[0].game
        assert (told.paused if how == "pause" else told.archived) is on


async def test_whatever_tells_of_the_newest_version_tells_when_time_is_up_now(house: House) -> None:
    """Each way of looking at it, while the game is halted, and once it goes on. A retry is answered as before."""
    table = await house.table("tic_tac_toe", 2, clock=g.Clock(turn_seconds=60, reserve_seconds=60))
    _, _, first = await _asked(table)
    made = d.Choice(option=first.options[0].id)
    answered = await table.submit("1", first.id, made, request_id="mine", with_view=True)
    seat, before, decision = await _asked(table)
    choice = d.Choice(option=decision.options[0].id)

    async def told() -> list[d.Decision]:
        assert await table.submit("1", first.id, made, request_id="mine", with_view=True) == answered
        resumed = await collect(table.watch(seat, after=before.version - 1), 2)
        updates = [(await table.moves(seat)).updates[-1], resumed[-1].update]
        assert [update.version for update in updates] == [before.version] * 2
        return [update.changes.decisions[0] for update in updates]

    assert {one.deadline.ToJsonString() for one in await told()} == {decision.deadline.ToJsonString()}
    await table.pause()
    assert not any(one.HasField("deadline") for one in await told())
    await asyncio.sleep(0.05)
    await table.pause(False)
    _, _, later = await _asked(table)
    preview = (await table.preview(seat, decision.id, choice)).view.decisions
    assert later.deadline.ToNanoseconds() > decision.deadline.ToNanoseconds()
    assert {one.deadline.ToJsonString() for one in [*await told(), *preview]} == {later.deadline.ToJsonString()}


async def _asked(table: Table) -> tuple[str, v.View, d.Decision]:
    asked = await table.asked()
    assert asked is not None
    return asked


@pytest.mark.parametrize("how", ["pause", "archive"])
async def test_bots_wait_too(house: House, how: str) -> None:
    table = await house.table("paces", 3, bots="23")
    await halt(table, how)
    await house.restart()
    async with asyncio.timeout(10):
        while "1" not in (await table.view()).decisions[0].seats:
            await asyncio.sleep(0.01)
            await halt(table, how, False)
    view = await table.view("1")
    await halt(table, how)
    await asyncio.sleep(0.02)
    assert await table.view("1") == view
    game = await house.service._games.get(table.game)
    assert not house.service._games._bots.busy(game)
    await halt(table, how, False)
    await table.submit("1", view.decisions[0].id, d.Choice(option="stop"))
    async with asyncio.timeout(10):
        while "1" not in (await table.view()).decisions[0].seats:
            await asyncio.sleep(0.001)


async def test_a_bot_at_work_stops_when_the_game_is_halted(house: House) -> None:
    table = await house.table("paces", 2, bots="12")
    await table.pause()
    version = (await table.view()).version
    await asyncio.sleep(0.05)
    assert (await table.view()).version == version
    assert not house.service._games._bots.busy(await house.service._games.get(table.game))  # it doesn't try for ever


async def test_a_seat_can_be_replaced_while_the_game_is_halted_but_not_once_it_is_put_away(house: House) -> None:
    table = await house.table("paces", 2)
    await table.pause()
    await table.join(await table.replace("1"), "Bea")
    invite = await table.replace("1")
    await table.archive()
    for attempt in (table.replace("2"), table.pause(False), table.join(invite)):
        async with rejected(Reason.GAME_ARCHIVED):
            await attempt
    await table.archive(False)
    assert (await table.public()).paused  # as it was


async def test_what_is_over_or_has_not_begun_cannot_be_halted(house: House) -> None:
    made = await house.create("paces", 2)
    table = Table(house, made.game.name, 2)
    table.owner = made.owner_token
    async with rejected(Reason.FIELD_INVALID):
        await table.pause()
    await table.archive()
    async with rejected(Reason.GAME_ARCHIVED):
        await table.join(made.invites[0])
    await table.archive(False)
    for invite in made.invites:
        await table.join(invite)
    await table.resign("1")
    async with rejected(Reason.GAME_OVER):
        await table.pause()
    await table.archive()


@pytest.mark.parametrize("how", ["pause", "archive"])
@pytest.mark.parametrize("restart", [False, True])
async def test_halting_has_request_ids(house: House, how: str, restart: bool) -> None:
    """A retry that comes late does nothing: not even what it once did."""
    table = await house.table("paces", 2)
    await halt(table, how, True, request_id="a")
    await halt(table, how, False, request_id="b")
    if restart:
        await house.restart()
    await halt(table, how, True, request_id="a")
    public = await table.public()
    assert not public.paused and not public.archived
    async with rejected(Reason.REQUEST_ID_REUSED):
        await halt(table, how, False, request_id="a")


# ---- lists


async def listed(house: House, **more: Any) -> list[str]:
    found = await house.call("ListGames", api.ListGamesRequest(**more), api.ListGamesResponse)
    return [game.name for game in found.games]


async def test_games_put_away_are_listed_apart(house: House) -> None:
    one, two = await house.table("paces", 2), await house.table("paces", 2)
    await one.archive()
    assert await listed(house) == [two.game] and await listed(house, archived=True) == [one.game]
    assert await listed(house, archived=True, state=g.GAME_STATE_OVER) == []
    assert await listed(house, archived=True, pack="paces", state=g.GAME_STATE_RUNNING) == [one.game]
    await one.archive(False)
    assert await listed(house) == [two.game, one.game] and await listed(house, archived=True) == []


async def test_games_wait_for_those_who_can_move(house: House) -> None:
    seats = [g.Seat(external_id=f"{name}@x") for name in ("ada", "bob", "cyd")]
    request = api.CreateGameRequest(ruleset=await house.ruleset("paces"), seats=seats)
    made = await house.call("CreateGame", request, api.CreateGameResponse)
    table = Table(house, made.game.name, 3)
    table.owner = made.owner_token

    async def waiting() -> str:
        return "".join([name[0] for name in ("ada", "bob", "cyd") if await listed(house, waiting_for=f"{name}@x")])

    assert await waiting() == ""
    for invite in made.invites:
        await table.join(invite)
    assert await waiting() == "a"
    for how in ("pause", "archive"):
        await halt(table, how)
        assert await waiting() == ""
        await halt(table, how, False)
        assert await waiting() == "a"
    await table.resign("1")
    async with asyncio.timeout(5):
        while await waiting() != "b":
            await asyncio.sleep(0.001)
    view = await table.view("2")
    await table.submit("2", view.decisions[0].id, d.Choice(option="stop"))
    await table.submit("3", (await table.view("3")).decisions[0].id, d.Choice(option="stop"))
    async with asyncio.timeout(5):
        while "1" in (await table.view()).decisions[0].seats:
            await asyncio.sleep(0.001)
    assert await waiting() == "bc"  # a sealed question; who gave up is answered for
    await table.resign("3")
    assert await waiting() == ""
