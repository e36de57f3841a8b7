"""A seat whose time is up: what happens then, when no time runs, and who sees to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from referee.service.errors import Reason
from referee.service.games import time_outs
from referee.service.record.facts import CLOCK
from referee.service.record.timing import SteadyTime
from referee.store import SqliteStore, StoreError
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from tests.service import blind_player
from tests.service.table import House, Table, collect, rejected

START = 1_700_000_000_000


class Hour:
    """A time that is set by hand, and a machine's clock that can be set beside it."""

    def __init__(self) -> None:
        self.wall, self.seconds = START, 0.0

    def steady(self) -> SteadyTime:
        return SteadyTime(lambda: self.wall, lambda: self.seconds)


class Timed(House):
    """A house in which time stands until a test lets it pass."""

    def __init__(self, folder: Path, hour: Hour) -> None:
        super().__init__(folder)
        self.hour = hour

    async def open(self) -> None:
        self.time = self.hour.steady()
        await super().open()

    async def clocked(self, seats: int = 3, turn: int = 10, reserve: int = 0, bots: str = "", **more: Any) -> Table:
        clock = g.Clock(turn_seconds=turn, reserve_seconds=reserve, **more)
        return await self.table("paces", seats, bots, clock=clock)

    async def later(self, table: Table, seconds: float) -> None:
        """Time passes, and what follows is carried out."""
        self.hour.seconds += seconds
        await self.service.time_outs.settle(table.game)


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Timed]:
    house = Timed(tmp_path, Hour())
    await house.open()
    yield house
    await house.close()


async def due(table: Table, seat: str = "") -> float | None:
    """Seconds from the start of time to the deadline that a viewer sees."""
    decision = (await table.view(seat)).decisions[0]
    return (decision.deadline.ToMilliseconds() - START) / 1000 if decision.HasField("deadline") else None


async def step(table: Table, seat: str, option: str = "small") -> api.SubmitMoveResponse:
    decision = (await table.view(seat)).decisions[0]
    return await table.submit(seat, decision.id, d.Choice(option=option), with_view=True)


def names(update: Any) -> list[str]:
    return [event.happened.name for event in update.events if event.HasField("happened")]


# ---- how time is shown and counted


async def test_a_turn_is_counted_and_not_a_decision(timed: Timed) -> None:
    table = await timed.clocked(turn=10, reserve=5)
    assert await due(table) == await due(table, "1") == 15
    shown = (await table.view("1")).decisions[0]
    assert shown.on_timeout.text
    for seconds in (3, 6, 4):
        timed.hour.seconds += seconds
        await step(table, "1")
        assert await due(table) == 15
    public = await table.public()
    assert [seat.reserve_ms for seat in public.seats] == [2000, 5000, 5000]
    assert public.seats[0].deadline.ToMilliseconds() == START + 15_000
    assert not public.seats[1].HasField("deadline")
    await step(table, "1", "stop")
    assert await due(table) == 13 + 15
    await step(table, "2", "stop")
    await step(table, "3", "stop")
    view = await table.view()
    assert view.decisions[0].sealed
    assert [await due(table, seat) for seat in ("1", "2", "3", "")] == [13 + 12, 13 + 15, 13 + 15, 13 + 12]


async def test_the_deadline_is_not_part_of_the_digest(timed: Timed) -> None:
    table, plain = await timed.clocked(), await timed.table("paces", 3)
    assert (await table.view("1")).digest == (await plain.view("1")).digest
    assert await due(plain, "1") is None


async def test_updates_tell_the_deadline_too(timed: Timed) -> None:
    table = await timed.clocked(turn=10, reserve=5)
    stream = table.watch("2")
    view = (await collect(stream, 2))[1].view
    for option in ("small", "stop"):
        timed.hour.seconds += 1
        await step(table, "1", option)
        view = blind_player.apply(view, (await collect(stream, 1))[0].update.changes)
        assert view == await table.view("2") and view.decisions[0].HasField("deadline")


async def test_a_retry_gets_the_same_answer_though_the_clocks_have_gone_on(timed: Timed) -> None:
    table = await timed.clocked(turn=10, reserve=5)
    asked = (await table.view("1")).decisions[0]
    choice = d.Choice(option="small")
    first = await table.submit("1", asked.id, choice, request_id="same", with_view=True)
    timed.hour.seconds += 2
    await table.pause()
    await timed.restart()
    assert await table.submit("1", asked.id, choice, request_id="same", with_view=True) == first


async def test_taking_back_buys_no_time(timed: Timed) -> None:
    table = await timed.clocked(turn=10)
    timed.hour.seconds += 9
    done = await step(table, "1", "stop")
    assert await due(table) == 19
    await table.undo("1", done.update.version, 1)
    assert await due(table) == 10
    await table.redo("1", done.update.version + 1)
    assert await due(table) == 19


# ---- what happens when it is up


async def test_the_mildest_answers_are_given_until_the_turn_is_over(timed: Timed) -> None:
    table = await timed.clocked(turn=10)
    stream = table.watch("2")
    await collect(stream, 2)
    await step(table, "1")
    await timed.later(table, 9.9)
    assert (await table.view()).version == 2
    await timed.later(table, 0.1)
    view = await table.view()
    assert view.version == 3 and list(view.decisions[0].seats) == ["2"]
    assert await due(table) == 20
    updates = [message.update for message in await collect(stream, 2)]
    assert [names(update) for update in updates] == [[], ["timed_out"]]
    assert updates[1].seat == "1" and updates[1].events[0].text.text == "Player 1 has no time left"
    assert updates[1].events[1].answered.choices[0].option == "stop"
    assert (await table.moves("3")).updates[-1].events[0].happened.name == "timed_out"
    kept = [json.loads(record.payload) for record in await timed.store.records(table.game)]
    assert [record.get("by") for record in kept] == [None, None, None, "clock"]
    async with rejected(Reason.UNDO_BARRIER):
        await table.undo("1", 3, 2)


async def test_a_sealed_answer_is_given_for_who_has_no_time_left(timed: Timed) -> None:
    table = await timed.clocked(turn=10)
    for seat in table.seats:
        await step(table, seat, "stop")
    asked = (await table.view()).decisions[0]
    timed.hour.seconds += 9
    await table.submit("2", asked.id, d.Choice(option="guess", number=3))
    await timed.later(table, 1)
    walked = {place.id: sum(piece.count for piece in place.pieces) for place in (await table.view()).places}
    assert [walked[f"seat/{seat}/walked"] for seat in table.seats] == [1, 3, 1]


async def test_a_program_ends_the_turn(timed: Timed) -> None:
    table = await timed.clocked(turn=10, on_timeout=g.TIMEOUT_ACTION_BOT, bot="random")
    await timed.later(table, 10)
    view = await table.view()
    assert list(view.decisions[0].seats) == ["2"]
    made = (await table.moves(after=1)).updates
    assert made and all(update.seat == "1" and names(update)[0] == "timed_out" for update in made)


async def test_who_has_no_time_left_has_given_up(timed: Timed) -> None:
    table = await timed.clocked(turn=10, on_timeout=g.TIMEOUT_ACTION_FORFEIT)
    await timed.later(table, 10)
    update = (await table.moves(after=1)).updates[0]
    assert names(update) == ["timed_out", "resigned"] and update.seat == "1"
    assert [seat.resigned for seat in (await table.public()).seats] == [True, False, False]
    async with asyncio.timeout(5):
        while "2" not in (await table.view()).decisions[0].seats:
            await asyncio.sleep(0.001)
    await timed.later(table, 10)
    over = (await table.view()).outcome
    assert list(over.winners) == ["3"] and [rank.seat for rank in over.ranking] == ["3", "2", "1"]


async def test_a_whole_game_without_anybody(timed: Timed) -> None:
    """All are away: every turn ends by itself, and so does the game."""
    table = await timed.clocked(seats=2, turn=1)
    for _ in range(60):
        await timed.later(table, 1)
        view = await table.view()
        if view.HasField("outcome"):
            assert list(view.outcome.reasons) == ["far"]
            return
    raise AssertionError("it never ended")


# ---- when no time runs


async def test_a_halted_game_has_no_deadline(timed: Timed) -> None:
    table = await timed.clocked(turn=10)
    before = await table.view("1")
    stream = table.watch("1")
    await collect(stream, 2)
    timed.hour.seconds += 4
    await table.pause()
    assert await due(table, "1") is None
    assert (await collect(stream, 1))[0].game.paused
    await timed.later(table, 1000)
    assert (await table.view()).version == 1
    await table.pause(False)
    assert await due(table, "1") == 1004 + 6
    told = (await collect(stream, 1))[0].game
    assert not told.paused and told.seats[0].deadline.ToMilliseconds() == START + 1_010_000
    after = await table.view("1")
    assert after.digest == before.digest and after.decisions[0].id == before.decisions[0].id
    await timed.later(table, 6)
    assert (await table.view()).version == 2


async def test_a_game_put_away_has_no_deadline(timed: Timed) -> None:
    table = await timed.clocked(turn=10)
    timed.hour.seconds += 4
    await table.archive()
    await timed.later(table, 1000)
    assert (await table.view()).version == 1
    await table.archive(False)
    assert await due(table) == 1010


async def test_a_free_seat_has_no_deadline_and_a_newcomer_a_whole_turn(timed: Timed) -> None:
    table = await timed.clocked(turn=10, reserve=5)
    timed.hour.seconds += 12
    invite = await table.replace("1")
    assert await due(table) is None
    await timed.later(table, 1000)
    assert (await table.view()).version == 1
    await table.join(invite)
    assert await due(table, "1") == 1012 + 10 + 3


async def test_no_deadline_is_left_when_the_game_is_over(timed: Timed) -> None:
    table = await timed.clocked(seats=2, turn=10)
    await table.resign("2")
    public = await table.public()
    assert not any(seat.HasField("deadline") for seat in public.seats)
    assert await timed.store.games([CLOCK]) == []
    await timed.later(table, 1000)
    assert (await table.view()).version == 2


async def test_bots_have_clocks_too_and_are_quick(timed: Timed) -> None:
    table = await timed.clocked(turn=10, bots="23")
    await step(table, "1", "stop")
    async with asyncio.timeout(5):
        while "1" not in (await table.view()).decisions[0].seats:
            await asyncio.sleep(0.001)
    assert all("timed_out" not in names(update) for update in (await table.moves(size=200)).updates)


# ---- who sees to it


async def test_a_timer_rings_by_itself(house: House) -> None:
    """With the real time."""
    table = await house.table("paces", 2, clock=g.Clock(turn_seconds=1))
    stream = table.watch()
    await collect(stream, 2)
    [message] = await collect(stream, 1, seconds=20)
    assert names(message.update) == ["timed_out"]


async def test_after_a_restart_nobody_has_to_open_the_game(timed: Timed) -> None:
    tables = [await timed.clocked(turn=10) for _ in range(3)]
    await timed.table("paces", 3)
    await step(tables[1], "1", "stop")
    await timed.close()
    timed.hour.wall += 10_000
    await timed.open()
    async with asyncio.timeout(10):
        while [await timed.store.last_version(table.game) for table in tables] != [2, 3, 2]:
            await asyncio.sleep(0.01)
    assert [(await table.moves(after=1)).updates[-1].events[0].happened.name for table in tables] == ["timed_out"] * 3


async def test_a_store_that_is_away_at_first_is_asked_again(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody's time would ever be up in the games that were there before."""
    monkeypatch.setattr(time_outs, "_AGAIN", 20)
    table = await timed.clocked(turn=10)
    await timed.close()
    timed.hour.wall += 10_000
    games, asked = SqliteStore.games, list[object]()

    async def away(self: SqliteStore, *about: Any, **more: Any) -> Any:
        asked.append(about)
        if len(asked) < 3:
            raise StoreError("it is away")
        return await games(self, *about, **more)

    monkeypatch.setattr(SqliteStore, "games", away)
    await timed.open()
    async with asyncio.timeout(10):
        while await timed.store.last_version(table.game) != 2:
            await asyncio.sleep(0.01)


async def test_a_game_that_was_let_go_is_loaded_for_its_time_out(timed: Timed) -> None:
    table = await timed.clocked(turn=10)
    timed.service._games.forget(table.game)
    assert table.game in timed.service.time_outs._timers
    await timed.later(table, 10)
    assert await timed.store.last_version(table.game) == 2


async def test_two_processes_carry_it_out_once(timed: Timed, caplog: pytest.LogCaptureFixture) -> None:
    table = await timed.clocked(turn=10)
    other = Timed(timed.folder, timed.hour)
    await other.open()
    await Table(other, table.game, 3).view()
    timed.hour.seconds += 10
    both = [house.service.time_outs for house in (timed, other)]
    for each in both:
        each._ring(table.game)
    await asyncio.gather(*(each._working[table.game] for each in both))
    await other.close()
    assert await timed.store.last_version(table.game) == 2
    assert not caplog.records


async def test_jumps_of_the_machines_clock_time_nobody_out(timed: Timed) -> None:
    table = await timed.clocked(turn=10)
    timed.hour.wall += 3_600_000
    await timed.later(table, 9)
    assert (await table.view()).version == 1
    timed.hour.wall -= 7_200_000
    assert await due(table) == 10
    await timed.later(table, 1)
    assert (await table.view()).version == 2


async def test_times_in_the_log_never_go_backward(timed: Timed) -> None:
    table = await timed.clocked(turn=10)
    timed.hour.seconds += 5
    await step(table, "1")
    timed.hour.wall -= 3_600_000
    await timed.restart()
    await step(table, "1")
    assert await due(table) == 10  # nothing was given, nothing taken
    times = [json.loads(record.payload)["at"] for record in await timed.store.records(table.game, after=0)]
    assert times == sorted(times)


# ---- what a clock may be


@pytest.mark.parametrize(
    ("clock", "field"),
    [
        (g.Clock(), "clock.turn_seconds"),
        (g.Clock(turn_seconds=-1), "clock.turn_seconds"),
        (g.Clock(turn_seconds=2**31 - 1), "clock.turn_seconds"),
        (g.Clock(turn_seconds=9, reserve_seconds=-1), "clock.reserve_seconds"),
        (g.Clock(turn_seconds=9, on_timeout=7), "clock.on_timeout"),
        (g.Clock(turn_seconds=9, on_timeout=g.TIMEOUT_ACTION_BOT, bot="nobody"), "clock.bot"),
        (g.Clock(turn_seconds=9, bot="random"), "clock.bot"),
    ],
)
async def test_a_clock_that_cannot_be_is_refused(house: House, clock: g.Clock, field: str) -> None:
    async with rejected(Reason.FIELD_INVALID) as error:
        await house.table("paces", 2, clock=clock)
    assert error.field == field


async def test_a_clock_is_shown(house: House) -> None:
    clock = g.Clock(turn_seconds=60, reserve_seconds=300, on_timeout=g.TIMEOUT_ACTION_BOT)
    made = await house.create("paces", 2, clock=clock)
    clock.bot = "random"
    assert made.game.clock == clock and [seat.reserve_ms for seat in made.game.seats] == [300_000] * 2
    plain = await house.create("paces", 2)
    assert not plain.game.HasField("clock")
    reserve = await house.create("paces", 2, clock=g.Clock(reserve_seconds=5))
    assert reserve.game.clock.on_timeout == g.TIMEOUT_ACTION_DEFAULT


async def test_what_another_process_leaves_is_found(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was there before the game was, and never had it open."""
    monkeypatch.setattr(SqliteStore, "shared", True)
    monkeypatch.setattr(time_outs, "_LOOK", 0.05)
    other = Timed(timed.folder, timed.hour)
    await other.open()
    await asyncio.sleep(0.1)
    tables = [await timed.clocked(turn=turn) for turn in (10, 70, 600)]
    await timed.close()
    for seconds, versions in ((9, [1, 1, 1]), (1, [2, 1, 1]), (61, [3, 2, 1]), (600, [5, 3, 2])):
        timed.hour.seconds += seconds
        if seconds == 9:
            await asyncio.sleep(0.2)
        async with asyncio.timeout(10):
            while [await other.store.last_version(table.game) for table in tables] != versions:
                await asyncio.sleep(0.02)
    await other.close()
    await timed.open()
