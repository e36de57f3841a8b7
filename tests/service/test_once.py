"""What several ask for at once is made once; whoever goes away meanwhile leaves no error behind that nobody took."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from referee.service.errors import Reason
from referee.store import StoreError
from tests.service.table import House, rejected


@pytest.mark.parametrize("what", ["game", "ruleset"])
async def test_who_goes_away_while_it_is_loaded_leaves_no_error_behind(
    house: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    asked, go_on, unforeseen = asyncio.Event(), asyncio.Event(), list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda _, told: unforeseen.append(told))

    async def away(name: str) -> Any:
        asked.set()
        await go_on.wait()
        raise StoreError("it is away")

    monkeypatch.setattr(house.store, what, away)
    get = {"game": house.service._games.get, "ruleset": house.service.rulesets.get}[what]
    caller = asyncio.create_task(get("none"))
    await asked.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    go_on.set()
    await asyncio.sleep(0.05)
    gc.collect()
    assert unforeseen == []


async def test_a_game_that_two_ask_for_is_loaded_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.table("tic_tac_toe")
    games, load, loads = house.service._games, house.service._games._load, list[str]()

    async def counted(name: str) -> Any:
        loads.append(name)
        return await load(name)

    monkeypatch.setattr(games, "_load", counted)
    games.forget(table.game)
    one, other = await asyncio.gather(games.get(table.game), games.get(table.game))
    assert one is other and loads == [table.game]
    async with rejected(Reason.GAME_NOT_FOUND):
        await games.get("games/none")
    async with rejected(Reason.GAME_NOT_FOUND):  # what failed is tried again
        await games.get("games/none")
    assert len(loads) == 3
