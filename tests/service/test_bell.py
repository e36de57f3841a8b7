"""The bell that watchers wait for: all are woken by a ring, each in its own time without one."""

from __future__ import annotations

import asyncio

from referee.service.games.bell import Bell


async def test_a_ring_wakes_all_who_wait_and_nobody_who_comes_later() -> None:
    bell = Bell()
    waiting = [asyncio.create_task(bell.wait(5)) for _ in range(20)]
    await asyncio.sleep(0)
    bell.ring()
    assert await asyncio.gather(*waiting) == [True] * 20
    assert not await bell.wait(0.01)


async def test_each_waits_as_long_as_it_said_whatever_rang_before() -> None:
    bell, loop = Bell(), asyncio.get_running_loop()

    async def waited(seconds: float) -> float:
        began = loop.time()
        assert not await bell.wait(seconds)
        return loop.time() - began

    long = asyncio.create_task(bell.wait(0.1))
    await asyncio.sleep(0)
    bell.ring()  # the timer of this one still runs
    assert await long
    times = await asyncio.gather(waited(0.3), waited(0.05), waited(0.15))
    for seconds, took in zip((0.3, 0.05, 0.15), times, strict=True):
        assert seconds - 0.01 <= took < seconds + 1


async def test_one_who_goes_away_is_forgotten() -> None:
    bell = Bell()
    gone, stays = asyncio.create_task(bell.wait(0.05)), asyncio.create_task(bell.wait(5))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0.1)
    assert gone.cancelled() and not stays.done()
    bell.ring()
    assert await stays
