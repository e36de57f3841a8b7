"""A move that was taken back can be made again, as long as nothing else has happened."""

from __future__ import annotations

import random

import pytest

from referee.service.errors import Reason
from referee.service.record import history
from referee.v1 import decision_pb2 as d
from tests.service import blind_player
from tests.service.table import House, Table, collect, rejected


async def choose(table: Table, seat: str, index: int = 0) -> int:
    """An option of the seat, by its place. Gives the version."""
    decision = (await table.view(seat)).decisions[0]
    return (await table.submit(seat, decision.id, d.Choice(option=decision.options[index].id))).update.version


async def chain(table: Table, moves: int) -> str:
    """So many moves of one seat, each of which can be taken back. Gives the seat."""

    rng = random.Random(3)
    for _ in range(200):
        asked = await table.asked()
        assert asked is not None
        seat, _, decision = asked
        done = 0
        while done < moves:
            view = await table.view(seat)
            mine = [one for one in view.decisions if seat in one.seats and not one.sealed]
            plain = [option for option in mine[0].options if not option.barrier] if mine else []
            if not plain:
                break
            await table.submit(seat, mine[0].id, blind_player.choose(plain, rng))
            done += (await table.view(seat)).undo.allowed
        if done == moves:
            return seat
        await table.random_move(rng)
    raise AssertionError("no seat had so many moves in a row")


async def test_a_move_is_made_again_by_a_new_version(house: House) -> None:
    table = await house.table("tic_tac_toe")
    version = await choose(table, "1", 4)
    made = await table.view("2")
    assert not (await table.view("1")).undo.redo
    await table.undo("1", version, 1)
    assert (await table.view("1")).undo.redo and not (await table.view("2")).undo.redo
    watcher = table.watch("2")
    await collect(watcher, 2)
    update = await table.redo("1", 3)
    assert (update.version, update.seat) == (4, "1")
    assert update.events[0].happened.name == "redone" and update.events[0].text.text
    assert update.events[1].answered.choices[0].option == "mark/r2c2"
    again = await table.view("2")
    assert (again.digest, again.places) == (made.digest, made.places)
    [message] = await collect(watcher, 1)
    assert message.update.version == 4
    own = await table.view("1")
    assert own.undo.allowed and own.undo.to_version == 3 and not own.undo.redo
    await table.undo("1", 4, 3)
    assert (await table.view("1")).undo.redo


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("restart", ["", "log", "snapshot"])
async def test_several_are_made_again_one_after_the_other(
    house: House, together: bool, restart: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if restart == "snapshot":
        monkeypatch.setattr(history, "_SNAPSHOT", 1)
    table = await house.table("paces", 2)
    seat = await chain(table, 2)
    last = await table.view(seat)
    if together:
        middle = (await house.service._games.get(table.game)).position.back
        assert middle is not None and middle.back is not None
        await table.undo(seat, last.version, middle.back.version)
    else:
        await table.undo(seat, last.version, last.undo.to_version)
        view = await table.view(seat)
        await table.undo(seat, view.version, view.undo.to_version)
    if restart:
        await house.restart()
    for left in (True, False):
        view = await table.view(seat)
        assert view.undo.redo
        await table.redo(seat, view.version)
        assert (await table.view(seat)).undo.redo is left
    again = await table.view(seat)
    assert (again.digest, again.places, again.values) == (last.digest, last.places, last.values)
    async with rejected(Reason.NOTHING_TO_REDO):
        await table.redo(seat, again.version)


async def test_only_what_the_caller_took_back_and_only_while_nothing_else_happened(house: House) -> None:
    table = await house.table("tic_tac_toe", 2)
    async with rejected(Reason.NOTHING_TO_REDO):
        await table.redo("1", 1)
    version = await choose(table, "1", 0)
    await table.undo("1", version, 1)
    async with rejected(Reason.NOTHING_TO_REDO):
        await table.redo("2", 3)
    async with rejected(Reason.DECISION_STALE):
        await table.redo("1", 2)
    await choose(table, "1", 1)
    async with rejected(Reason.NOTHING_TO_REDO):
        await table.redo("1", 4)
    version = await choose(table, "2", 0)
    await table.undo("2", version, 4)
    async with rejected(Reason.TOKEN_INVALID):
        table.tokens["2"] = ""
        await table.redo("2", 6)


@pytest.mark.parametrize("restart", [False, True])
async def test_redo_has_request_ids(house: House, restart: bool) -> None:
    table = await house.table("tic_tac_toe")
    version = await choose(table, "1", 3)
    await table.undo("1", version, 1)
    first = await table.redo("1", 3, request_id="again")
    await choose(table, "2")
    if restart:
        await house.restart()
    assert await table.redo("1", 3, request_id="again") == first
    async with rejected(Reason.REQUEST_ID_REUSED):
        await table.redo("1", 4, request_id="again")
    async with rejected(Reason.REQUEST_ID_REUSED):
        await table.submit("1", "d1", d.Choice(option="x"), request_id="again")


async def test_history_and_replay_tell_the_same(house: House) -> None:
    table = await house.table("tic_tac_toe")
    version = await choose(table, "1", 0)
    await table.undo("1", version, 1)
    await table.redo("1", 3)
    before = await table.moves("1"), await table.view("1")
    await house.restart()
    assert (await table.moves("1"), await table.view("1")) == before
    names = [
        [event.happened.name for event in update.events if event.HasField("happened")] for update in before[0].updates
    ]
    assert names == [["begins"], [], ["undone"], ["redone"]]
