"""Games that leave memory: they come back as they were, from a snapshot of the moment when they left."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from referee.service.record.history import History
from tests.service.table import House, collect, with_config


async def left(house: House, moves: int) -> tuple[House, Any, list[bytes]]:
    """A house that keeps one game in memory, a table of which the game has left it, and how it looked before."""
    await house.close()
    small = with_config(house, live_games=1)
    await small.open()
    table = await small.table("cuba", 3)
    await table.play(random.Random(7), moves)
    before = [(await table.view(seat)).SerializeToString() for seat in ["", *table.seats]]
    other = await small.table("othello", 2)
    await other.view()
    assert table.game not in [game.name for game in small.service._games.in_memory()]
    return small, table, before


async def test_a_game_comes_back_as_it_was(house: House) -> None:
    small, table, before = await left(house, 40)
    played: list[int] = []
    replay = History._replay

    async def counted(self: History, position: Any, count: int) -> Sequence[Any]:
        played.append(count)
        return await replay(self, position, count)

    History._replay = counted  # type: ignore[assignment, method-assign]  # to count what is played again
    try:
        assert [(await table.view(seat)).SerializeToString() for seat in ["", *table.seats]] == before
    finally:
        History._replay = replay  # type: ignore[method-assign]  # as it was
    assert sum(played) == 0
    await table.play(random.Random(8), 20)
    messages = await collect(table.watch("1", after=1), 50)
    assert [message.update.version for message in messages if message.HasField("update")] == list(range(2, 51))
    await small.close()


async def test_few_moves_are_played_again_without_a_snapshot(house: House) -> None:
    small, table, before = await left(house, 4)
    assert await small.store.snapshot(table.game, 1000) is None
    assert [(await table.view(seat)).SerializeToString() for seat in ["", *table.seats]] == before
    await small.close()


async def test_games_that_are_over_soon_leave_memory(house: House) -> None:
    rng, tables = random.Random(9), [await house.table("tic_tac_toe") for _ in range(30)]
    for table in tables[:25]:
        await table.play(rng, 9)
    views = [(await table.view("1")).SerializeToString() for table in tables]
    await house.table("tic_tac_toe")  # whoever comes next
    kept = {game.name for game in house.service._games.in_memory()}
    over = [table for table in tables if (await house.store.game(table.game)).labels >= {"state/over"}]
    assert len(over) == 25
    assert len(kept & {table.game for table in over}) == 10
    assert all(table.game in kept for table in tables[25:])
    assert [(await table.view("1")).SerializeToString() for table in tables] == views
