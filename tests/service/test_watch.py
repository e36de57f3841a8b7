"""The edges of watching: bookmarks, slow readers, positions too old, a server that goes away."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from referee.service.errors import Reason
from referee.service.limits import SPECTATORS
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from tests.service.table import House, collect, rejected, with_config


async def reopened(house: House, **changes: Any) -> House:
    await house.close()
    other = with_config(house, **changes)
    await other.open()
    return other


async def closed_again(other: House, house: House) -> None:
    await other.close()
    await house.open()


async def test_who_waits_is_woken_by_a_move(house: House) -> None:
    """Long before the next bookmark."""
    patient = await reopened(house, bookmark_seconds=15)
    table = await patient.table("tic_tac_toe")
    stream = table.watch("2")
    await collect(stream, 2)
    waiting = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await table.play(random.Random(1), 1)
    message = await asyncio.wait_for(waiting, 5)
    assert isinstance(message, api.WatchGameResponse) and message.update.version == 2
    await closed_again(patient, house)


async def test_a_quiet_game_gives_bookmarks(house: House) -> None:
    quick = await reopened(house, bookmark_seconds=0.02)
    table = await quick.table("tic_tac_toe")
    stream = table.watch("1")
    await collect(stream, 2)
    for _ in range(3):
        message = await anext(stream)
        assert isinstance(message, api.WatchGameResponse) and message.bookmark == 1
    await closed_again(quick, house)


async def test_a_slow_reader_is_dropped_and_can_resume(house: House) -> None:
    small = await reopened(house, watch_backlog=3, history_window=5)
    table = await small.table("auction", 2)
    stream = table.watch("1")
    await collect(stream, 2)
    rng = random.Random(1)
    await table.play(rng, 4)
    async with rejected(Reason.SLOW_READER) as error:
        await collect(stream, 1)
    known = int(error.metadata["version"])
    assert known == 1
    resumed = table.watch("1", after=known)
    messages = await collect(resumed, 5)
    assert [m.update.version for m in messages[1:]] == [2, 3, 4, 5]
    await table.play(rng, 2)
    assert [m.update.version for m in await collect(resumed, 2)] == [6, 7]
    await closed_again(small, house)


async def test_the_first_view_is_as_new_as_the_stream_goes_on_from(house: House) -> None:
    """Moves made after the game's facts were sent stand in the view, and are no updates after it."""
    table = await house.table("auction", 2)
    rng = random.Random(4)
    for moves in range(4):
        stream = table.watch("1")
        await collect(stream, 1)
        await table.play(rng, moves)
        (first,) = await collect(stream, 1)
        await table.play(rng, 2)
        updates = await collect(stream, 2)
        assert [m.update.version for m in updates] == [first.view.version + 1, first.view.version + 2]


async def test_a_slow_reader_never_slows_the_game(house: House) -> None:
    table = await house.table("auction", 2)
    streams = [table.watch(seat) for seat in ("1", "2", "") for _ in range(20)]
    for stream in streams:
        await collect(stream, 1)  # and never read again
    async with asyncio.timeout(10):
        await table.play(random.Random(2), 60)


async def test_a_version_too_old_names_the_oldest(house: House) -> None:
    small = await reopened(house, history_window=4)
    table = await small.table("auction", 2)
    await table.play(random.Random(3), 9)
    async with rejected(Reason.VERSION_TOO_OLD) as error:
        await collect(table.watch("1", after=5), 1)
    oldest = int(error.metadata["oldest"])
    assert oldest == 6
    messages = await collect(table.watch("1", after=oldest), 5)
    assert [m.update.version for m in messages[1:]] == [7, 8, 9, 10]
    await closed_again(small, house)


async def test_a_version_that_is_not_there_yet_is_refused(house: House) -> None:
    table = await house.table("tic_tac_toe")
    async with rejected(Reason.FIELD_INVALID) as error:
        await collect(table.watch("1", after=9), 1)
    assert error.field == "after_version"


async def test_watchers_are_sent_away_when_the_server_drains(house: House) -> None:
    table = await house.table("tic_tac_toe")
    stream = table.watch("1")
    await collect(stream, 2)
    waiting = asyncio.create_task(collect(stream, 1))
    await asyncio.sleep(0.01)
    house.service.drain()
    async with rejected(Reason.DRAINING) as error:
        await waiting
    assert error.metadata == {"version": "1"} and error.retry_after > 0
    async with rejected(Reason.DRAINING):
        await table.random_move(random.Random(1))
    assert (await table.view()).version == 1


async def test_the_end_of_a_game_is_told(house: House) -> None:
    table = await house.table("tic_tac_toe")
    stream = table.watch()
    await collect(stream, 2)
    await table.play(random.Random(1))
    last = (await table.view()).version
    messages = await collect(stream, last)
    assert messages[-2].update.changes.HasField("outcome") and messages[-2].update.version == last
    assert messages[-1].game.state == g.GAME_STATE_OVER
    listed = await house.call("ListGames", api.ListGamesRequest(state=g.GAME_STATE_OVER), api.ListGamesResponse)
    assert [game.name for game in listed.games] == [table.game]
    async with rejected(Reason.GAME_OVER):
        await table.undo("1", last, last - 1)


async def test_a_watcher_with_blocked_options_gets_them_in_updates_too(house: House) -> None:
    table = await house.table("auction", 2)
    stream = table.watch("1", with_blocked=True)
    await collect(stream, 2)
    rng = random.Random(6)
    for _ in range(20):
        if await table.random_move(rng) is None:
            break
        [message] = await collect(stream, 1)
        if message.HasField("update"):
            plain, blocked = await table.view("1"), await table.view("1", with_blocked=True)
            assert list(message.update.changes.decisions) == list(blocked.decisions)
            assert [len(x.options) for x in plain.decisions] == [len(x.options) for x in blocked.decisions]


async def test_a_stream_that_is_left_is_forgotten(house: House) -> None:
    table = await house.table("tic_tac_toe")
    game = await house.service._games.get(table.game)
    stream = table.watch("1")
    await collect(stream, 2)
    assert game.watchers == 1
    await stream.aclose()
    assert game.watchers == 0
    task = asyncio.create_task(collect(table.watch("1"), 3, seconds=60))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0.01)
    assert game.watchers == 0


async def test_a_full_game_still_has_room_for_its_players(house: House) -> None:
    """Streams without a token have a bound; those of players haven't."""
    table = await house.table("tic_tac_toe", 2)
    game = await house.service._games.get(table.game)
    game.watchers = SPECTATORS
    async with rejected(Reason.LIMIT) as refused:
        await collect(table.watch(), 1)
    assert refused.metadata["which"] == "spectators"
    assert await collect(table.watch("1"), 1)
