"""Several processes serve one game: each sees what the others do, and no two of them do it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

from referee.service.errors import Reason, Rejected
from referee.service.record import log
from referee.store import Change, StoreError
from referee.store.postgres.schema import upgrade
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import seats_pb2 as s
from tests.postgres import Postgres
from tests.service import blind_player
from tests.service.shared import Neighbour, at, live, until
from tests.service.table import House, Table, collect, fresh_id, rejected

Two = tuple[House, House]


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> str:
    address = postgres.database()
    upgrade(address)
    return address


@contextlib.asynccontextmanager
async def two(address: str, **ways: Any) -> AsyncIterator[Two]:
    houses = Neighbour(address, **ways), Neighbour(address, **ways)
    for house in houses:
        await house.open()
    try:
        yield houses
    finally:
        for house in houses:
            await house.close()


@pytest.fixture
async def hearing(address: str) -> AsyncIterator[Two]:
    """Two that hear of one another, and don't look."""
    async with two(address) as houses:
        yield houses


@pytest.fixture
async def deaf(address: str) -> AsyncIterator[Two]:
    """Two that learn of one another only where they must ask."""
    async with two(address, deaf=True) as houses:
        yield houses


async def both(houses: Two, pack: str = "tic_tac_toe", seats: int = 2, **more: Any) -> tuple[Table, Table]:
    """A game with everybody seated, in the memory of both."""
    here = await houses[0].table(pack, seats, **more)
    there = at(here, houses[1])
    await there.view()
    return here, there


# ---- watching


async def test_a_watcher_sees_what_was_moved_elsewhere(hearing: Two) -> None:
    here, there = await both(hearing, "auction", 3)
    streams = {seat: there.watch(seat) for seat in ("", "1", "2", "3")}
    for stream in streams.values():
        await collect(stream, 2)
    rng, waits = random.Random(1), list[float]()
    for version in range(2, 30):
        await here.random_move(rng)
        began = time.perf_counter()
        for seat, stream in streams.items():
            [message] = await collect(stream, 1)
            assert message.update.version == version
            assert message.update == (await here.moves(seat, after=version - 1, size=1)).updates[0]
        waits.append(time.perf_counter() - began)
    assert sorted(waits)[len(waits) // 2] < 1


async def test_without_wake_ups_looking_finds_it(address: str) -> None:
    async with two(address, pooled=True, look_seconds=0.05) as houses:
        here, there = await both(houses)
        stream = there.watch("1")
        await collect(stream, 2)
        await here.random_move(random.Random(1))
        assert (await collect(stream, 1))[0].update.version == 2


async def test_a_game_is_played_at_two_processes_in_turn(hearing: Two) -> None:
    here, there = await both(hearing, "auction", 3)
    rng, tables = random.Random(2), (here, there)
    over, version = False, 1
    while not over:
        for table in tables:
            game = await live(table)
            await until(lambda game=game, least=version: game.position.version >= least)
            over = await table.random_move(rng) is None
            version = game.position.version
            if over:
                break
    for seat in ("", "1", "2", "3"):
        assert await here.view(seat) == await there.view(seat)
    assert await hearing[0].store.check() == []


async def test_a_watch_that_another_process_began_goes_on_here(deaf: Two) -> None:
    here, there = await both(deaf)
    rng = random.Random(1)
    for _ in range(3):
        await here.random_move(rng)
    resumed = there.watch("1", after=4)
    await collect(resumed, 1)
    async with rejected(Reason.FIELD_INVALID):
        await collect(there.watch("1", after=5), 1)


async def test_what_happens_while_a_game_is_loaded_is_not_missed(hearing: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    here = await hearing[0].table("tic_tac_toe")
    there = at(here, hearing[1])
    read, go_on = asyncio.Event(), asyncio.Event()
    players = hearing[1].store.players

    async def slowly(game: str) -> Any:
        found = await players(game)
        read.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(hearing[1].store, "players", slowly)
    loading = asyncio.create_task(live(there))
    await read.wait()
    await here.random_move(random.Random(1))
    await asyncio.sleep(0.3)  # until it has been heard
    go_on.set()
    game = await loading
    await until(lambda: game.position.version == 2)


# ---- moving


@pytest.mark.parametrize("preview", [False, True])
async def test_a_decision_that_was_put_elsewhere_is_answered_here(deaf: Two, preview: bool) -> None:
    here, there = await both(deaf)
    rng = random.Random(3)
    for _ in range(3):
        await here.random_move(rng)
    asked = await here.asked()
    assert asked is not None
    seat, _, decision = asked
    assert (await live(there)).position.version == 1
    if preview:
        assert not (await there.preview(seat, decision.id, _choice(decision))).HasField("refusal")
    done = await there.submit(seat, decision.id, _choice(decision))
    assert done.update.version == 5


async def test_of_the_same_decision_answered_twice_one_is_stale(deaf: Two) -> None:
    here, there = await both(deaf)
    asked = await here.asked()
    assert asked is not None
    seat, _, decision = asked
    done = await asyncio.gather(
        *(table.submit(seat, decision.id, _choice(decision, number)) for number, table in enumerate((here, there))),
        return_exceptions=True,
    )
    refused = [error for error in done if isinstance(error, Rejected)]
    assert [error.reason for error in refused] == [Reason.DECISION_STALE] and len(done) == 2
    assert await here.view(seat) == await there.view(seat)


async def test_a_retry_at_another_process_gets_the_same_answer(deaf: Two) -> None:
    here, there = await both(deaf, "auction", 2)
    rng = random.Random(4)
    made = []
    for _ in range(5):
        asked = await here.asked()
        assert asked is not None
        seat, _, decision = asked
        id = fresh_id()
        choice = _choice(decision, rng.randrange(9))
        made.append((seat, decision.id, choice, id, await here.submit(seat, decision.id, choice, request_id=id)))
    for seat, decision_id, choice, id, answer in reversed(made):
        assert await there.submit(seat, decision_id, choice, request_id=id) == answer
    seat, decision_id, _, id, _ = made[-1]
    async with rejected(Reason.REQUEST_ID_REUSED):
        await there.submit(seat, decision_id, _choice(decision, 1), _choice(decision, 1), request_id=id)
    assert (await live(there)).position.version == 6


async def test_a_retried_undo_and_join_too(deaf: Two) -> None:
    here, there = await both(deaf)
    await here.random_move(random.Random(1))
    taken = await here.undo("1", 2, 1, request_id="u")
    assert await there.undo("1", 2, 1, request_id="u") == taken
    made = await deaf[0].create("tic_tac_toe")
    await at(here, deaf[1]).house.call("GetGame", api.GetGameRequest(name=made.game.name), api.GetGameResponse)
    join = api.JoinGameRequest(request_id="j", invite=made.invites[0], player="Ada")
    answers = [await house.call("JoinGame", join, api.JoinGameResponse) for house in deaf]
    assert answers[0] == answers[1]
    async with rejected(Reason.SEAT_MISMATCH):
        await deaf[1].call(
            "JoinGame", api.JoinGameRequest(request_id="k", invite=made.invites[0]), api.JoinGameResponse
        )


async def test_the_same_new_game_asked_for_at_both(deaf: Two) -> None:
    ruleset = await deaf[0].ruleset("tic_tac_toe")
    request = api.CreateGameRequest(request_id=fresh_id(), ruleset=ruleset, seats=[g.Seat(), g.Seat()])
    made = await asyncio.gather(*(house.call("CreateGame", request, api.CreateGameResponse) for house in deaf))
    assert made[0] == made[1]


async def test_two_that_race_leave_one_history(hearing: Two) -> None:
    here, there = await both(hearing, "auction", 3)
    acknowledged: list[int] = []

    async def race(table: Table, rng: random.Random) -> None:
        while True:
            try:
                done = await table.random_move(rng)
            except Rejected as error:
                assert error.reason in (
                    Reason.DECISION_STALE,
                    Reason.NOT_YOUR_TURN,
                    Reason.GAME_OVER,
                )
                continue
            if done is None:
                return
            acknowledged.append(done.update.version)

    await asyncio.gather(*(race(table, random.Random(n)) for n in range(3) for table in (here, there)))
    newest = (await here.view()).version
    assert sorted(acknowledged) == list(range(2, newest + 1))
    other = await live(there)
    await until(lambda: other.position.version == newest)
    for seat in ("", "1", "2", "3"):
        assert await here.view(seat) == await there.view(seat)


# ---- who sits where


async def test_a_player_who_joins_elsewhere_is_seen_and_the_game_begins(hearing: Two) -> None:
    a, b = hearing
    made = await a.create("tic_tac_toe")
    tables = [Table(house, made.game.name, 2) for house in hearing]
    streams = [table.watch() for table in tables]
    for stream in streams:
        await collect(stream, 2)
    for number, house in enumerate((a, b)):
        join = api.JoinGameRequest(request_id="j", invite=made.invites[number], player=f"P{number}")
        token = (await house.call("JoinGame", join, api.JoinGameResponse)).token
        for table in tables:
            table.tokens[str(number + 1)] = token
    for stream in streams:
        async with asyncio.timeout(10):
            seen = False
            while not seen:
                [message] = await collect(stream, 1)
                seen = message.game.state == g.GAME_STATE_RUNNING
        assert [seat.player for seat in message.game.seats] == ["P0", "P1"]
    await tables[0].random_move(random.Random(1))
    game = await live(tables[1])
    await until(lambda: game.position.version == 2)
    assert await tables[0].view("2") == await tables[1].view("2")


async def test_a_token_revoked_elsewhere_ends_its_streams_here(hearing: Two) -> None:
    here, there = await both(hearing)
    stream = there.watch("1")
    await collect(stream, 2)
    await replace_seat(hearing[0], here, "1")
    async with rejected(Reason.TOKEN_INVALID):
        async with asyncio.timeout(10):
            async for _ in stream:
                pass
    async with rejected(Reason.TOKEN_INVALID):
        await there.view("1")


async def test_a_new_token_is_let_in_where_nothing_was_heard(deaf: Two) -> None:
    here, there = await both(deaf)
    invite = await replace_seat(deaf[0], here, "1")
    join = api.JoinGameRequest(request_id="j", invite=invite, player="Eve")
    here.tokens["1"] = (await deaf[0].call("JoinGame", join, api.JoinGameResponse)).token
    assert (await there.view("1")).version == 1
    assert (await live(there)).public().seats[0].player == "Eve"


async def replace_seat(house: House, table: Table, seat: str) -> str:
    game = await house.service._games.get(table.game)
    token = house.service.games._desk.tokens.make("owner", game.name)
    request = s.ReplaceSeatRequest(request_id=fresh_id(), game=game.name, seat=seat)
    return (await house.call("ReplaceSeat", request, s.ReplaceSeatResponse, token)).invite


async def test_changes_at_the_same_moment_overwrite_nothing(deaf: Two) -> None:
    """A seat is replaced here while another is taken there, both from the same facts."""
    made = await deaf[0].create("auction", 3)
    tables = [Table(house, made.game.name, 3) for house in deaf]
    for table in tables:
        await table.view()
    joins = [
        house.call("JoinGame", api.JoinGameRequest(invite=made.invites[n], player=f"P{n}"), api.JoinGameResponse)
        for n, house in enumerate((*deaf, deaf[0]))
    ]
    await asyncio.gather(*joins)
    found = await deaf[0].store.game(made.game.name)
    assert found is not None and found.revision == 4
    for table in tables:
        await table.house.service.neighbours._read(await live(table))
        public = (await live(table)).public()
        assert [seat.player for seat in public.seats] == ["P0", "P1", "P2"]
        assert public.state == g.GAME_STATE_RUNNING and public.version == 1


async def test_a_person_forgotten_elsewhere_is_forgotten_here(hearing: Two) -> None:
    seats = [g.Seat(player="Zebulon", external_id="zeb@x"), g.Seat()]
    request = api.CreateGameRequest(ruleset=await hearing[0].ruleset("tic_tac_toe"), seats=seats)
    made = await hearing[0].call("CreateGame", request, api.CreateGameResponse)
    there = Table(hearing[1], made.game.name, 2)
    game = await live(there)
    assert game.public().seats[0].player == "Zebulon"
    await hearing[0].call("ErasePerson", s.ErasePersonRequest(external_id="zeb@x"), s.ErasePersonResponse)
    await until(lambda: not game.public().seats[0].player)


# ---- bots


async def test_bots_of_two_processes_play_one_game(
    hearing: Two, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.service.games.bots._TAKE_OVER", 0.001)  # both at once, all the time
    here, there = await both(hearing, "auction", 4, bots="234")
    rng = random.Random(5)
    async with asyncio.timeout(60):
        while True:
            view = await here.view("1")
            if view.HasField("outcome"):
                break
            if "1" in view.decisions[0].seats:
                with contextlib.suppress(Rejected):
                    decision = view.decisions[0]
                    await here.submit("1", decision.id, _choice(decision, rng.randrange(9)))
            await asyncio.sleep(0.001)
    game = await live(there)
    await until(lambda: game.position.over)
    assert not caplog.records
    records = await hearing[0].store.records(here.game)
    assert {e.seat for e in (log.read(r.payload) for r in records) if isinstance(e, log.Moved)} == set("1234")


async def test_a_bot_whose_process_is_gone_is_played_by_another(hearing: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.service.games.bots._TAKE_OVER", 0.2)
    a, b = hearing
    here, there = await both(hearing, bots="2")
    game = await live(there)
    monkeypatch.setattr(a.service._games._bots, "_asked", lambda game: None)  # as if it died after the move
    await here.random_move(random.Random(1))
    await until(lambda: game.position.version == 3)


# ---- a store whose answer is lost


async def test_a_change_that_was_stored_unheard_is_found_again(deaf: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = await both(deaf)
    store, asked = deaf[0].store, await here.asked()
    assert asked is not None
    seat, _, decision = asked
    commit = store.commit

    async def unheard(*changes: Change) -> None:
        await commit(*changes)
        raise StoreError("the connection is lost")

    monkeypatch.setattr(store, "commit", unheard)
    async with rejected(Reason.STORE_UNAVAILABLE) as error:
        await here.submit(seat, decision.id, _choice(decision), request_id="once")
    assert error.retry_after > 0
    monkeypatch.setattr(store, "commit", commit)
    again = await here.submit(seat, decision.id, _choice(decision), request_id="once")
    assert again.update.version == 2 and (await here.view()).version == 2
    assert again == await there.submit(seat, decision.id, _choice(decision), request_id="once")


@pytest.mark.parametrize("told", ["by a move", "by looking"])
async def test_what_the_store_has_lost_is_not_waited_for(deaf: Two, address: str, told: str) -> None:
    """It was restored from a back-up, or a standby that lay behind took its place: the game goes on from there."""
    here, _ = await both(deaf, bots="2")
    game, rng = await live(here), random.Random(1)
    stream = here.watch("1")
    await collect(stream, 2)
    await here.random_move(rng)
    await until(lambda: game.position.version == 3)  # the bot has moved, too
    with psycopg.connect(address, autocommit=True) as connection:
        for table in ("log", "requests"):
            connection.execute(f"DELETE FROM {table} WHERE game = %s AND version > 1", (here.game,))
    async with asyncio.timeout(10):
        if told == "by a move":
            async with rejected(Reason.STORE_UNAVAILABLE):
                await here.random_move(rng)
        else:
            await deaf[0].service.neighbours._read(game)
        async with rejected(Reason.DRAINING):
            await collect(stream, 10)
        assert (await here.view()).version == 1
        await here.random_move(rng)
        anew = await live(here)
        await until(lambda: anew.position.version == 3)


def _choice(decision: d.Decision, number: int = 0) -> d.Choice:
    return blind_player.choose(decision.options, random.Random(number), decision.step)
