"""Undo goes back by going on: a new version with the position of an old one."""

from __future__ import annotations

import random

import pytest

from referee.service.errors import Reason
from referee.v1 import decision_pb2 as d
from tests.service import blind_player
from tests.service.table import House, Table, collect, rejected


async def mark(table: Table, index: int) -> tuple[str, int]:
    asked = await table.asked()
    assert asked is not None
    seat, _, decision = asked
    done = await table.submit(seat, decision.id, d.Choice(option=decision.options[index].id))
    return seat, done.update.version


def same_position(one: object, two: object) -> bool:
    names = ("path", "places", "values", "in_force", "digest")
    return all(getattr(one, name) == getattr(two, name) for name in names)


async def test_a_move_is_taken_back_by_a_new_version(house: House) -> None:
    table = await house.table("tic_tac_toe")
    before = await table.view("1")
    assert not before.undo.allowed and before.undo.why_not.text
    stream = table.watch("2")
    await collect(stream, 2)
    seat, version = await mark(table, 0)
    own = await table.view(seat)
    assert own.undo.allowed and own.undo.to_version == 1
    assert not (await table.view("2")).undo.allowed
    update = await table.undo(seat, version, 1)
    after = await table.view(seat)
    assert update.version == after.version == 3 and update.seat == seat
    assert [event.happened.name for event in update.events] == ["undone"]
    assert same_position(after, before)
    assert after.decisions[0].id != before.decisions[0].id
    assert blind_player.apply(own, update.changes) == after
    seen = [m.update.version for m in await collect(stream, 2)]
    assert seen == [2, 3]


async def test_undo_ends_where_another_seat_has_answered(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, _ = await mark(table, 0)
    other, version = await mark(table, 0)
    async with rejected(Reason.UNDO_BARRIER):
        await table.undo(seat, version, 1)
    async with rejected(Reason.UNDO_BARRIER):
        await table.undo(other, version, 1)
    async with rejected(Reason.UNDO_BARRIER):
        await table.undo(seat, version, 2)  # that is the other's move
    await table.undo(other, version, 2)
    async with rejected(Reason.UNDO_BARRIER):
        await table.undo(seat, 4, 1)


async def test_undo_asks_for_the_version_that_it_undoes(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, version = await mark(table, 0)
    async with rejected(Reason.DECISION_STALE) as error:
        await table.undo(seat, version - 1, 1)
    assert error.metadata == {"version": "2"}
    for to in (0, version, 99):
        async with rejected(Reason.UNDO_BARRIER):
            await table.undo(seat, version, to)


async def test_several_moves_of_ones_own_go_back_one_by_one_or_together(house: House) -> None:
    table = await house.table("auction", 2)
    rng = random.Random(0)
    views = {}
    longest: list[int] = []
    for _ in range(80):
        asked = await table.asked()
        if asked is None:
            break
        seat, view, decision = asked
        views[view.version] = view
        plain = [option for option in decision.options if not option.barrier and not decision.sealed]
        if not plain:
            await table.submit(seat, decision.id, blind_player.choose(decision.options, rng))
            continue
        done = await table.submit(seat, decision.id, blind_player.choose(plain, rng), with_view=True)
        if done.view.undo.allowed:
            back = done.view.undo.to_version
            update = await table.undo(seat, done.view.version, back)
            again = await table.view(seat)
            assert same_position(again, views[back])
            assert blind_player.apply(done.view, update.changes) == again
            longest.append(back)
            views[again.version] = again
            await table.submit(seat, again.decisions[0].id, blind_player.choose(decision.options, rng))
    assert longest


async def test_nothing_is_taken_back_past_a_barrier(house: House) -> None:
    table = await house.table("auction", 2)
    rng = random.Random(4)
    tried = 0
    for _ in range(60):
        asked = await table.asked()
        if asked is None:
            break
        seat, _, decision = asked
        choice = blind_player.choose(decision.options, rng)
        option = next(option for option in decision.options if option.id == choice.option)
        done = await table.submit(seat, decision.id, choice, with_view=True)
        if done.view.HasField("outcome"):
            break  # a game that is over has its own refusal
        if option.barrier or decision.sealed:
            assert not done.view.undo.allowed
            async with rejected(Reason.UNDO_BARRIER):
                await table.undo(seat, done.view.version, done.view.version - 1)
            tried += 1
    assert tried


@pytest.mark.parametrize("restart", [False, True])
async def test_undo_has_request_ids(house: House, restart: bool) -> None:
    table = await house.table("tic_tac_toe")
    seat, version = await mark(table, 0)
    first = await table.undo(seat, version, 1, request_id="back")
    if restart:
        await house.restart()
    assert await table.undo(seat, version, 1, request_id="back") == first
    async with rejected(Reason.REQUEST_ID_REUSED):
        await table.undo(seat, 3, 1, request_id="back")
