"""Moves: all or nothing, checked in order, refused with a reason that says nothing hidden."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from referee.service.access import Caller
from referee.service.edges.status import status
from referee.service.errors import Reason, Rejected
from referee.service.telemetry.journal import entry
from referee.store import Change, StoreError
from referee.v1 import catalog_pb2, error_pb2
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import decision_pb2 as d
from referee.v1 import game_service_pb2 as api
from tests.service import blind_player
from tests.service.table import House, Table, rejected


async def first(table: Table) -> tuple[str, d.Decision]:
    asked = await table.asked()
    assert asked is not None
    return asked[0], asked[2]


async def test_a_stale_decision_is_aborted_with_the_version(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, decision = await first(table)
    await table.submit(seat, decision.id, d.Choice(option=decision.options[0].id))
    async with rejected(Reason.DECISION_STALE) as error:
        await table.submit(seat, decision.id, d.Choice(option=decision.options[1].id))
    assert error.metadata == {"version": "2"}


async def test_checks_come_in_order_token_request_id_decision_choices(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, decision = await first(table)
    good, bad = d.Choice(option=decision.options[0].id), d.Choice(option="no/such")
    await table.submit(seat, decision.id, good, request_id="same")
    token = table.tokens[seat]
    table.tokens[seat] = "nonsense"
    async with rejected(Reason.TOKEN_INVALID):
        await table.submit(seat, "d99", bad, request_id="same")
    table.tokens[seat] = token
    async with rejected(Reason.REQUEST_ID_REUSED):
        await table.submit(seat, "d99", bad, request_id="same")
    async with rejected(Reason.DECISION_STALE):
        await table.submit(seat, "d99", bad)
    other, open = await first(table)
    async with rejected(Reason.NOT_YOUR_TURN):
        await table.submit(seat, open.id, bad)
    async with rejected(Reason.NOT_OFFERED):
        await table.submit(other, open.id, bad)


async def test_a_wrong_choice_in_the_middle_changes_nothing_and_is_named(house: House) -> None:
    table = await house.table("auction", 2)
    rng = random.Random(4)
    while True:
        seat, decision = await first(table)
        options = {option.id for option in decision.options}
        if "buy_trick" in options:
            break
        await table.submit(seat, decision.id, blind_player.choose(decision.options, rng))
    before = {viewer: await table.view(viewer) for viewer in ("", *table.seats)}
    async with rejected(Reason.NOT_OFFERED) as error:
        await table.submit(seat, decision.id, d.Choice(option="no/such"), d.Choice(option="pass"))
    assert error.refusal is not None and error.refusal.choice == 0
    async with rejected(Reason.CHOICE_AFTER_BARRIER) as error:
        await table.submit(seat, decision.id, d.Choice(option="buy_trick"), d.Choice(option="pass"))
    assert error.refusal is not None and error.refusal.choice == 1
    assert {viewer: await table.view(viewer) for viewer in ("", *table.seats)} == before


async def test_a_refusal_comes_with_its_details_in_the_callers_language(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, decision = await first(table)
    request = api.SubmitMoveRequest(
        game=table.game, seat=seat, decision=decision.id, choices=[d.Choice(option="no/such")]
    )
    sentences = {}
    for language in ("en", "es"):
        with pytest.raises(Rejected) as caught:
            await house.service.unary(
                "referee.v1.GameService/SubmitMove", request, Caller(table.tokens[seat], language)
            )
        [refusal] = caught.value.details
        assert isinstance(refusal, error_pb2.Refusal)
        assert refusal.reason == error_pb2.ERROR_REASON_NOT_OFFERED and refusal.option == "no/such"
        sentences[language] = caught.value.sentence
        assert sentences[language] == refusal.text.text
    assert sentences["en"] != sentences["es"]


async def test_the_message_of_the_status_has_the_rules_reason_in_english(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, decision = await first(table)
    taken = d.Choice(option=decision.options[0].id)
    await table.submit(seat, decision.id, taken)
    seat, decision = await first(table)
    request = api.SubmitMoveRequest(game=table.game, seat=seat, decision=decision.id, choices=[taken])
    with pytest.raises(Rejected) as caught:
        await house.service.unary("referee.v1.GameService/SubmitMove", request, Caller(table.tokens[seat], "es"))
    told = status(caught.value, "es")
    assert told.message == "CONDITION_FAILED: Only possible if the space is empty."
    assert caught.value.sentence.startswith("Solo es posible si ")


async def test_what_was_never_offered_is_refused_in_the_same_words(house: House) -> None:
    table = await house.table("auction", 2)
    seat, decision = await first(table)
    said = set()
    for option in ("spend/purse", "spend/nosuch", "spend/xyzzy", "react/purse"):
        if option in [o.id for o in decision.options]:
            continue
        with pytest.raises(Rejected) as caught:
            await table.submit(seat, decision.id, d.Choice(option=option))
        refusal = caught.value.details[0]
        assert isinstance(refusal, error_pb2.Refusal)
        refusal.ClearField("option")
        said.add((caught.value.reason, refusal.SerializeToString()))
    assert len(said) == 1


async def test_a_sealed_decision_ends_with_its_last_answer(house: House) -> None:
    """Also where only the seat that gave it is asked next: what it sends late is for no other question."""
    table = await house.table("paces", 2)
    for _ in "12":
        seat, walk = await first(table)
        await table.submit(seat, walk.id, d.Choice(option="stop"))
    sealed = (await table.view("2")).decisions[0]
    answer = blind_player.choose(sealed.options, random.Random(1))
    await table.submit("2", sealed.id, answer)
    assert (await table.view("1")).decisions[0].id == sealed.id
    async with rejected(Reason.NOT_YOUR_TURN):
        await table.submit("2", sealed.id, answer)
    await table.submit("1", sealed.id, answer)
    seat, walk = await first(table)
    assert seat == "1" and walk.id != sealed.id
    async with rejected(Reason.DECISION_STALE):
        await table.submit("1", sealed.id, answer)


@pytest.mark.parametrize("number", [-1, 10**6])
async def test_an_answer_outside_the_form_is_refused(house: House, number: int) -> None:
    table = await house.table("auction", 2)
    rng = random.Random(4)
    while not (asked := await first(table))[1].sealed:
        await table.submit(asked[0], asked[1].id, blind_player.choose(asked[1].options, rng))
    seat, decision = asked
    async with rejected(Reason.ANSWER_OUTSIDE_FORM):
        await table.submit(seat, decision.id, d.Choice(option=decision.options[0].id, number=number))
    async with rejected(Reason.ANSWER_OUTSIDE_FORM):
        await table.submit(seat, decision.id, d.Choice(option=decision.options[0].id))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"decision": ""}, "decision"),
        ({"choices": []}, "choices"),
        ({"choices": [d.Choice()]}, "choices[0].option"),
        ({"request_id": "x" * 65}, "request_id"),
        ({"request_id": "a\nb"}, "request_id"),
    ],
)
async def test_a_malformed_request_names_its_field(house: House, change: dict[str, Any], field: str) -> None:
    table = await house.table("tic_tac_toe")
    seat, decision = await first(table)
    arguments: dict[str, Any] = {
        "game": table.game,
        "seat": seat,
        "decision": decision.id,
        "choices": [d.Choice(option=decision.options[0].id)],
    }
    request = api.SubmitMoveRequest(**(arguments | change))
    async with rejected(Reason.FIELD_INVALID) as error:
        await house.call("SubmitMove", request, api.SubmitMoveResponse, table.tokens[seat])
    assert error.field == field


async def test_every_offered_option_can_be_taken(house: House) -> None:
    """A client that knows no rules plays whole games without one refusal."""
    for pack, seats in (("tic_tac_toe", 2), ("auction", 3), ("connect_four", 2)):
        table = await house.table(pack, seats)
        await table.play(random.Random(seats), 400)


async def test_a_preview_shows_what_the_move_does_and_changes_nothing(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, decision = await first(table)
    choice = d.Choice(option=decision.options[4].id)
    before = await table.view(seat)
    tried = await table.preview(seat, decision.id, choice)
    assert await table.view(seat) == before
    assert not tried.HasField("refusal") and tried.view.version == before.version
    done = await table.submit(seat, decision.id, choice, with_view=True)
    assert list(tried.view.places) == list(done.view.places) and list(tried.view.values) == list(done.view.values)
    assert list(tried.events) == list(done.update.events)


async def test_a_preview_ends_before_a_barrier(house: House) -> None:
    table = await house.table("auction", 2)
    rng = random.Random(4)
    while True:
        seat, decision = await first(table)
        found = [option for option in decision.options if option.id == "buy_trick"]
        if found:
            break
        await table.submit(seat, decision.id, blind_player.choose(decision.options, rng))
    assert found[0].barrier
    before = await table.view(seat)
    tried = await table.preview(seat, decision.id, d.Choice(option="buy_trick"))
    assert tried.at_barrier and list(tried.view.places) == list(before.places)
    empty = await table.preview(seat, decision.id)
    assert not empty.at_barrier and list(empty.view.decisions) == list(before.decisions)
    wrong = await table.preview(seat, decision.id, d.Choice(option="no/such"))
    assert wrong.refusal.reason == error_pb2.ERROR_REASON_NOT_OFFERED
    assert list(wrong.view.places) == list(before.places)


async def test_a_move_whose_caller_goes_away_is_whole_or_not_there(house: House) -> None:
    """Cancelled at any moment, memory and store agree."""
    for steps in range(12):
        table = await house.table("tic_tac_toe")
        seat, decision = await first(table)
        task = asyncio.create_task(table.submit(seat, decision.id, d.Choice(option=decision.options[0].id)))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        game = await house.service._games.get(table.game)
        await game.finish()
        assert (await table.view()).version == await house.store.last_version(table.game)


async def test_a_store_that_fails_after_the_caller_has_gone_is_told_as_one(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It was foreseen: where in the code it came up says nothing to whoever reads the log."""
    table = await house.table("tic_tac_toe")
    seat, decision = await first(table)
    committing, go_on = asyncio.Event(), asyncio.Event()

    async def fails(*changes: Change) -> None:
        committing.set()
        await go_on.wait()
        raise StoreError("the disk is full")

    monkeypatch.setattr(house.store, "commit", fails)
    task = asyncio.create_task(table.submit(seat, decision.id, d.Choice(option=decision.options[0].id)))
    await committing.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    go_on.set()
    await (await house.service._games.get(table.game)).finish()
    await asyncio.sleep(0)
    [told] = caplog.records
    assert not told.exc_info and "StoreError" in str(entry(told))


async def test_two_moves_at_once_one_wins(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, decision = await first(table)
    moves = [table.submit(seat, decision.id, d.Choice(option=option.id)) for option in decision.options]
    done = await asyncio.gather(*moves, return_exceptions=True)
    wins = [each for each in done if isinstance(each, api.SubmitMoveResponse)]
    assert len(wins) == 1
    assert {each.reason for each in done if isinstance(each, Rejected)} == {Reason.DECISION_STALE}


SPIN = b"""
id: spin
kind: game
version: 1
language: 1
title: Spin
seats: 2
sources: none
tokens: {bead: {unlimited: true}}
places: {yard: {of: seat, tokens: bead, home: true}}
procedures:
  main: |
    repeat at most 5:
      each seat:
        choose one offer:
          spin: do long
          pass
    end game because over
  long: |
    repeat at most 1000:
      repeat at most 1000:
        gain 1 bead
        if my.bead > 2000000: stop
"""


async def test_rules_that_never_end_are_stopped_and_nothing_has_changed(house: House) -> None:
    request = catalog_api.CreateRulesetRequest(
        packs=["spin"], files=[catalog_pb2.PackFile(path="spin/pack.yaml", content=SPIN)]
    )
    house.rulesets["spin"] = (
        await house.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
    ).ruleset.name
    table = await house.table("spin")
    seat, decision = await first(table)
    before = await table.view(seat)
    async with rejected(Reason.RULES_FAULT):
        await table.submit(seat, decision.id, d.Choice(option="spin"), request_id="same")
    assert await table.view(seat) == before
    await table.submit(seat, decision.id, d.Choice(option="pass"), request_id="same")
    assert (await table.view()).version == 2


async def test_a_store_that_fails_lets_nothing_be_seen(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, decision = await first(table)
    before = await table.view(seat)
    connection = house.store._writer._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")  # as if the disk were full
    async with rejected(Reason.STORE_UNAVAILABLE):
        for _ in range(1000):  # until the last page is full
            await table.submit(seat, decision.id, d.Choice(option=decision.options[0].id))
            before = await table.view(seat)
            undone = await table.undo(seat, before.version, before.version - 1)
            before, (seat, decision) = await table.view(seat), await first(table)
            assert undone.version == before.version
    connection.execute("PRAGMA max_page_count = 100000")
    assert await table.view(seat) == before
    assert await house.store.last_version(table.game) == before.version
    assert await house.store.check() == []


STUCK = b"""id: stuck
kind: game
version: 1
language: 1
title: A game whose next question can't be put
seats: [2, 2]
sources: none
tokens: {bead: {unlimited: true}}
places: {purse: {of: seat, tokens: bead, home: true}}
values: {big: {initial: 1}}
procedures:
  main: |
    each seat:
      choose one first:
        grow: set big to 2000000000
        go_on
      choose one second:
        plain: gain 1 bead
        vast where big * big > 0: gain 1 bead
"""


async def test_a_move_after_which_nobody_can_be_asked_is_not_made(house: House) -> None:
    """The list of the next options is at fault: the move before it is refused, and the game isn't stuck."""
    request = catalog_api.CreateRulesetRequest(
        packs=["stuck"], files=[catalog_pb2.PackFile(path="stuck/pack.yaml", content=STUCK)]
    )
    house.rulesets["stuck"] = (
        await house.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
    ).ruleset.name
    table = await house.table("stuck")
    seat, decision = await first(table)
    async with rejected(Reason.RULES_FAULT):
        await table.preview(seat, decision.id, d.Choice(option="grow"))
    async with rejected(Reason.RULES_FAULT):
        await table.submit(seat, decision.id, d.Choice(option="grow"))
    await table.submit(seat, decision.id, d.Choice(option="go_on"))
    assert [option.id for option in (await table.view(seat)).decisions[0].options] == ["plain", "vast"]
