"""A seat can give up: it ranks last, and the others play on without waiting for it."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from referee.engine.records import Choice
from referee.service.errors import Reason
from referee.service.record import history, log
from referee.service.record.position import advance, resign
from referee.service.views.sights import given_up
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import view_pb2 as v
from tests.service import blind_player
from tests.service.table import House, Table, collect, rejected


async def waits_for(table: Table, *seats: str) -> v.View:
    """The spectators' view, once one of these seats is asked, or the game is over."""
    async with asyncio.timeout(20):
        while True:
            view = await table.view()
            if view.HasField("outcome") or set(view.decisions[0].seats) & set(seats):
                return view
            await asyncio.sleep(0.001)


async def play_on(table: Table, *seats: str) -> v.View:
    """These seats play to the end, the others are answered for."""
    rng = random.Random(5)
    while not (view := await waits_for(table, *seats)).HasField("outcome"):
        seat = next(seat for seat in view.decisions[0].seats if seat in seats)
        decision = (await table.view(seat)).decisions[0]
        if decision.options:
            await table.submit(seat, decision.id, blind_player.choose(decision.options, rng))
    return view


async def test_with_one_seat_left_the_game_is_over(house: House) -> None:
    table = await house.table("tic_tac_toe")
    watcher = table.watch("2")
    first = (await collect(watcher, 2))[1].view
    update = await table.resign("1")
    assert (update.version, update.seat) == (2, "1")
    assert [event.happened.name for event in update.events] == ["resigned", "over"]
    assert all(event.text.text for event in update.events)
    view = await table.view()
    assert list(view.decisions) == []
    assert list(view.outcome.winners) == ["2"] and list(view.outcome.reasons) == ["resigned"]
    assert [(rank.seat, rank.rank) for rank in view.outcome.ranking] == [("2", 1), ("1", 2)]
    assert view.outcome.shuffle_seed
    public = await table.public()
    assert public.state == g.GAME_STATE_OVER and [seat.resigned for seat in public.seats] == [True, False]
    messages = await collect(watcher, 2)
    assert blind_player.apply(first, messages[0].update.changes) == await table.view("2")
    assert messages[1].game.state == g.GAME_STATE_OVER
    for seat in ("1", "2"):
        async with rejected(Reason.GAME_OVER):
            await table.resign(seat)
        async with rejected(Reason.GAME_OVER):
            await table.submit(seat, "d1", d.Choice(option="mark/r1c1"))


@pytest.mark.parametrize("restart", ["", "log", "snapshot"])
async def test_who_gives_up_ranks_behind_all_others_and_is_answered_for(
    house: House, restart: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if restart == "snapshot":
        monkeypatch.setattr(history, "_SNAPSHOT", 1)
    table = await house.table("paces", 4)
    await table.resign("3")
    await waits_for(table, "1")
    await table.resign("1")
    if restart:
        await house.restart()
    assert [seat.resigned for seat in (await table.public()).seats] == [True, False, True, False]
    over = await play_on(table, "2", "4")
    ranking = [(rank.seat, rank.rank) for rank in over.outcome.ranking]
    assert ranking[2:] == [("1", 3), ("3", 4)]
    assert {seat for seat, _ in ranking[:2]} == {"2", "4"} and set(over.outcome.winners) <= {"2", "4"}
    assert list(over.outcome.reasons) == ["far"] and len(over.outcome.scores) == 4
    given: dict[str, set[tuple[str, int]]] = {}
    for update in (await table.moves("1", size=200)).updates:
        if update.seat in ("1", "3"):
            for event in update.events:
                for choice in event.answered.choices:
                    given.setdefault(update.seat, set()).add((choice.option, choice.number))
    assert given["1"] == {("stop", 0), ("guess", 1)}  # the least number; it stops where it can
    before = {seat: await table.view(seat) for seat in ("", *table.seats)}
    await house.restart()
    assert {seat: await table.view(seat) for seat in before} == before


async def test_nothing_before_a_resignation_is_taken_back(house: House) -> None:
    table = await house.table("paces", 3)
    view = await table.view("1")
    await table.submit("1", view.decisions[0].id, d.Choice(option="small"))
    assert (await table.view("1")).undo.allowed
    asked = (await table.view("1")).decisions[0]
    await table.resign("3")
    own = await table.view("1")
    assert not own.undo.allowed and own.undo.why_not.text
    async with rejected(Reason.UNDO_BARRIER):
        await table.undo("1", 3, 1)
    assert own.decisions[0] == asked  # the question stays the same one, and open
    done = await table.submit("1", asked.id, d.Choice(option="small"), with_view=True)
    assert done.view.undo.allowed and done.view.undo.to_version == 3
    await table.undo("1", done.view.version, 3)


async def test_who_gives_up_takes_nothing_back(house: House) -> None:
    table = await house.table("paces", 3)
    await table.submit("1", "d1", d.Choice(option="stop"))
    assert (await table.view("1")).undo.allowed
    await table.resign("1")
    view = await table.view("1")
    assert not view.undo.allowed and not view.undo.redo
    async with rejected(Reason.UNDO_BARRIER):
        await table.undo("1", view.version, 1)


@pytest.mark.parametrize("entry", [log.Moved("1", (Choice("small"),), 1, log.RESIGNED), log.Resigned("9", 1)])
async def test_a_log_that_says_what_cannot_be_is_damaged(house: House, entry: log.Entry) -> None:
    """Nobody is answered for who hasn't given up; a seat that isn't there can't."""
    table = await house.table("paces", 3)
    game = await house.service._games.get(table.game)
    with pytest.raises(log.LogDamaged):
        advance(game.program, game.name, game.created, game.position, entry)


async def test_a_resignation_ends_what_could_be_made_again(house: House) -> None:
    table = await house.table("paces", 3)
    await table.submit("1", (await table.view("1")).decisions[0].id, d.Choice(option="small"))
    await table.undo("1", 2, 1)
    await table.resign("2")
    assert not (await table.view("1")).undo.redo
    async with rejected(Reason.NOTHING_TO_REDO):
        await table.redo("1", 4)


async def test_who_gave_up_can_look_but_not_move(house: House) -> None:
    table = await house.table("paces", 3)
    await table.resign("1")
    view = await waits_for(table, "2")
    assert (await table.view("1")).seat == "1"
    async with rejected(Reason.NOT_YOUR_TURN):
        await table.submit("1", view.decisions[0].id, d.Choice(option="small"))
    async with rejected(Reason.NOT_YOUR_TURN):
        await table.resign("1")
    for made_for_it in (view.version - 1, view.version):
        async with rejected(Reason.UNDO_BARRIER):
            await table.undo("1", view.version, made_for_it - 1)


async def to_the_guess(table: Table) -> v.View:
    """Everybody stops, up to the sealed question."""
    while True:
        seat, _, decision = await table.asked() or pytest.fail("over")
        if decision.sealed:
            return await table.view()
        await table.submit(seat, decision.id, d.Choice(option="stop"))


@pytest.mark.parametrize("answered", [True, False])
async def test_giving_up_while_all_answer_in_secret(house: House, answered: bool) -> None:
    """The question and its id stay, what was answered stays, and nothing of it is told before all are in."""
    table = await house.table("paces", 3)
    asked = (await to_the_guess(table)).decisions[0]
    if answered:
        await table.submit("2", asked.id, d.Choice(option="guess", number=3))
    await table.resign("2")
    view = await waits_for(table, "1")
    async with asyncio.timeout(5):
        while "2" in view.decisions[0].seats:
            await asyncio.sleep(0.001)
            view = await table.view()
    assert view.decisions[0].id == asked.id and list(view.decisions[0].seats) == ["1", "3"]
    assert not view.decisions[0].answered
    for update in (await table.moves("1", after=asked_version(asked))).updates:
        assert all(not event.answered.choices for event in update.events)
    await table.submit("1", asked.id, d.Choice(option="guess", number=1))
    done = await table.submit("3", asked.id, d.Choice(option="guess", number=1), with_view=True)
    walked = {place.id: sum(piece.count for piece in place.pieces) for place in done.view.places}
    assert walked["seat/2/walked"] == (3 if answered else 1)


def asked_version(decision: d.Decision) -> int:
    return int(decision.id.removeprefix("d"))


async def test_giving_up_inside_a_window(house: House) -> None:
    """Wherever the rules ask somebody, the game goes on without them."""
    for seed in range(6):
        table = await house.table("auction", 3)
        rng = random.Random(seed)
        await table.play(rng, 5 + 3 * seed)
        view = await table.view()
        if view.HasField("outcome"):
            continue
        gone = view.decisions[0].seats[0]
        await table.resign(gone)
        over = await play_on(table, *[seat for seat in table.seats if seat != gone])
        assert over.outcome.ranking[-1].seat == gone and gone not in over.outcome.winners


async def test_bots_play_on_when_a_person_gives_up(house: House) -> None:
    table = await house.table("paces", 3, bots="23")
    await waits_for(table, "1")
    await table.resign("1")
    over = await play_on(table)
    assert over.outcome.ranking[-1].seat == "1" and list(over.outcome.reasons) == ["far"]


async def test_who_plays_alone_can_give_up(house: House) -> None:
    table = await house.table("paces", 1)
    await table.resign("1")
    over = await table.view()
    assert list(over.outcome.winners) == [] and list(over.outcome.reasons) == ["resigned"]
    assert [(rank.seat, rank.rank) for rank in over.outcome.ranking] == [("1", 1)]


@pytest.mark.parametrize("restart", [False, True])
async def test_resigning_has_request_ids(house: House, restart: bool) -> None:
    table = await house.table("paces", 3)
    first = await table.resign("2", request_id="gone")
    await table.random_move(random.Random(1))
    if restart:
        await house.restart()
    assert await table.resign("2", request_id="gone") == first
    async with rejected(Reason.REQUEST_ID_REUSED):
        await table.redo("2", 1, request_id="gone")


async def test_an_open_game_cannot_be_given_up(house: House) -> None:
    made = await house.create("paces", 2)
    table = Table(house, made.game.name, 2)
    await table.join(made.invites[0])
    async with rejected(Reason.DECISION_STALE):
        await table.resign("1")


async def test_a_preview_of_the_end_ranks_as_the_end_does(house: House) -> None:
    table = await house.table("paces", 3)
    await table.play(random.Random(3))
    game = await house.service._games.get(table.game)
    state = game.position.running
    seen = game.program.view(state, "")
    assert seen.outcome is not None
    winner = seen.outcome.winners[0]
    shown = given_up(game.program, seen, state, (winner,)).outcome
    assert shown is not None and shown.ranking[-1].seat == winner and winner not in shown.winners
    assert given_up(game.program, seen, state, ()) is seen


async def test_what_a_seat_sees_does_not_depend_on_what_is_hidden_from_it(house: House) -> None:
    """Giving up tells nothing: two positions that a seat can't tell apart give it equal answers afterwards."""
    table = await house.table("auction", 3)
    game = await house.service._games.get(table.game)
    await table.play(random.Random(2), 12)
    gone = game.owes()[0]
    for seat in table.seats:
        for number in range(5):
            other = game.program.resample(game.position.running, seat, bytes([number]) * 32)
            pair = []
            for state in (game.position.running, other):
                step = resign(game.program, replace(game.position, state=state), log.Resigned(gone, 1))
                pair.append(game.renderer.preview(step.after.running, step.after, seat, "en", True))
            assert pair[0].SerializeToString(deterministic=True) == pair[1].SerializeToString(deterministic=True)
