"""Once an owner was told that something is done, it holds at every process: nothing rests on facts of before."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from referee.service.errors import Reason
from referee.store import Newest
from referee.store.postgres.schema import upgrade
from referee.v1 import seats_pb2 as s
from tests.postgres import Postgres
from tests.service import blind_player
from tests.service.shared import Neighbour, at, live
from tests.service.table import Table, rejected

Two = tuple[Table, Table]
Ask = Callable[[], Awaitable[object]]


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> str:
    address = postgres.database()
    upgrade(address)
    return address


@pytest.fixture
async def tables(address: str) -> AsyncIterator[Two]:
    """A game after two moves, in the memory of two services that hear of one another only where they ask.

    The second keeps the tokens that were given first.
    """
    houses = Neighbour(address, deaf=True), Neighbour(address, deaf=True)
    for house in houses:
        await house.open()
    try:
        here = await houses[0].table("tic_tac_toe")
        await here.play(random.Random(1), moves=2)
        there = at(here, houses[1])
        there.tokens, there.owner = dict(here.tokens), here.owner
        await there.view()
        yield here, there
    finally:
        for house in houses:
            await house.close()


async def a_move(table: Table) -> tuple[str, Ask]:
    """A seat, and a move of it that can be made now, to be asked for later."""
    asked = await table.asked()
    assert asked is not None
    seat, _, decision = asked
    choice = blind_player.choose(decision.options, random.Random(1), decision.step)
    return seat, lambda: table.submit(seat, decision.id, choice)


@pytest.mark.parametrize(
    ("done", "reason"),
    [
        (lambda table, seat: table.pause(), Reason.GAME_PAUSED),
        (lambda table, seat: table.archive(), Reason.GAME_ARCHIVED),
        (lambda table, seat: table.replace(seat), Reason.TOKEN_INVALID),
        (lambda table, seat: table.replace(seat, bot="random"), Reason.TOKEN_INVALID),
    ],
    ids=["paused", "archived", "replaced", "replaced by a bot"],
)
async def test_no_move_is_made_after_it(
    tables: Two, done: Callable[[Table, str], Awaitable[object]], reason: Reason, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tables
    monkeypatch.setattr(here.house.service._games._bots, "_asked", lambda game: None)  # only our move counts
    seat, move = await a_move(there)
    await done(here, seat)
    async with rejected(reason):
        await move()
    assert await there.house.store.last_version(there.game) == 3


async def test_nothing_else_is_done_by_a_revoked_token(tables: Two) -> None:
    here, there = tables
    mover = "2"  # made the last move
    tries: list[Ask] = [lambda: there.undo(mover, 3, 2), lambda: there.resign(mover)]
    for attempt in tries:
        await here.replace(mover)
        async with rejected(Reason.TOKEN_INVALID):
            await attempt()
    assert await there.house.store.last_version(there.game) == 3


async def test_no_move_is_made_again_by_a_revoked_token(tables: Two) -> None:
    here, there = tables
    await there.undo("2", 3, 2)
    await here.replace("2")
    async with rejected(Reason.TOKEN_INVALID):
        await there.redo("2", 4)
    assert await there.house.store.last_version(there.game) == 4


async def test_a_revoked_token_erases_nobody_else_s_name(tables: Two) -> None:
    here, there = tables
    await here.join(await here.replace("1"), player="Eve")
    request = s.EraseNameRequest(game=there.game, seat="1")
    async with rejected(Reason.TOKEN_INVALID):
        await there.house.call("EraseName", request, s.EraseNameResponse, there.tokens["1"])
    assert (await here.house.store.players(here.game))["1"].name == "Eve"


async def test_a_move_that_still_holds_is_made_on_the_new_facts(tables: Two) -> None:
    """Also where somebody was forgotten: then the names are read anew."""
    here, there = tables
    seat, move = await a_move(there)
    await here.pause()
    await here.pause(False)
    request = s.EraseNameRequest(game=here.game, seat="1")
    await here.house.call("EraseName", request, s.EraseNameResponse, here.tokens["1"])
    await move()
    assert (await live(there)).newest == Newest(4, 6)
    assert [one.player for one in (await live(there)).public().seats] == ["", "Player 2"]
