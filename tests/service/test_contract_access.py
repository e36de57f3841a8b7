"""The contract rules about tokens, request ids, seeds and persons; each test is named after its rule."""

from __future__ import annotations

import asyncio
import hashlib
import random
import sqlite3
from pathlib import Path

import pytest

from referee.service.access import Caller
from referee.service.errors import Reason
from referee.service.record.fairness import commitment, game_key
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import copies_pb2 as copies_api
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import seats_pb2
from tests.service import blind_player
from tests.service.table import House, collect, fresh_id, rejected, with_config


async def join(house: House, invite: str, request_id: str = "", **more: str) -> api.JoinGameResponse:
    request = api.JoinGameRequest(request_id=request_id or fresh_id(), invite=invite, **more)
    return await house.call("JoinGame", request, api.JoinGameResponse)


# ---- 5 seed chosen


async def test_rule_5_a_chosen_seed_is_shown_as_chosen(house: House) -> None:
    chosen = (await house.create("tic_tac_toe", seed="seven")).game
    assert chosen.seed_chosen and chosen.shuffle_commitment == commitment("seven")
    fair = (await house.create("tic_tac_toe")).game
    assert not fair.seed_chosen and len(fair.shuffle_commitment) == 64
    listed = await house.call("ListGames", api.ListGamesRequest(), api.ListGamesResponse)
    assert {game.name: game.seed_chosen for game in listed.games} == {chosen.name: True, fair.name: False}


# ---- 6 fork


async def test_rule_6_what_is_hidden_in_a_running_fair_game_leaves_it_by_no_copy(house: House) -> None:
    """More of it in tests/copies."""
    table = await house.table("auction")
    async with rejected(Reason.FAIR_GAME):
        await house.call("ExportGame", copies_api.ExportGameRequest(game=table.game), copies_api.ExportGameResponse)
    request = copies_api.ForkGameRequest(request_id="fork", game=table.game, seat="1", seed="seven")
    made = await house.call("ForkGame", request, copies_api.ForkGameResponse, table.tokens["1"])
    request = copies_api.ExportGameRequest(game=made.game.name)
    file = (await house.call("ExportGame", request, copies_api.ExportGameResponse, made.owner_token)).file
    kept = (await house.service.games._desk.games.get(table.game)).position.running
    hands = {str(tuple(content)) for content in kept if isinstance(content, tuple) and len(content) > 3}
    assert hands and not any(hand.strip("()").replace(" ", "") in file.decode() for hand in hands)


# ---- 7 tokens


async def test_rule_7_tokens_are_derived(house: House) -> None:
    made = await house.create("tic_tac_toe")
    first = await join(house, made.invites[0], "once", player="Ada")
    await house.restart()
    assert await join(house, made.invites[0], "once", player="Ada") == first
    assert list(first.seats) == ["1"] and first.game == made.game.name
    await house.close()
    kept = b"".join(path.read_bytes() for path in house.folder.iterdir())
    await house.open()
    code = first.token.rpartition(".")[2]
    assert code.encode() not in kept and made.owner_token.rpartition(".")[2].encode() not in kept


async def test_rule_7_an_invite_is_good_for_one_player(house: House) -> None:
    made = await house.create("tic_tac_toe")
    await join(house, made.invites[0], player="Ada")
    async with rejected(Reason.SEAT_MISMATCH):
        await join(house, made.invites[0], player="Eve")
    for nonsense in ("", "invite.a.1.0.x", made.owner_token):
        async with rejected(Reason.TOKEN_INVALID):
            await join(house, nonsense)


async def test_rule_7_revoking_ends_tokens_and_streams(house: House) -> None:
    table = await house.table("tic_tac_toe")
    stream = table.watch("1")
    await collect(stream, 2)
    spectator = table.watch()
    await collect(spectator, 2)
    invite = await house.service.games.revoke_seat(table.game, "1")
    async with rejected(Reason.TOKEN_INVALID):
        await collect(stream, 1)
    async with rejected(Reason.TOKEN_INVALID):
        await table.view("1")
    [public] = await collect(spectator, 1)
    assert [seat.taken for seat in public.game.seats] == [False, True]
    assert public.game.state == g.GAME_STATE_RUNNING
    new = await join(house, invite, player="Bea")
    assert new.token != table.tokens["1"]
    table.tokens["1"] = new.token
    assert (await table.view("1")).seat == "1"


async def test_rule_7_the_answer_is_the_same_whether_the_game_exists_or_not(house: House) -> None:
    table = await house.table("tic_tac_toe")
    for game in (table.game, "games/none"):
        for token in ("", "nonsense"):
            async with rejected(Reason.TOKEN_INVALID) as error:
                await house.call("GetView", api.GetViewRequest(game=game, seat="1"), api.GetViewResponse, token)
            assert error.metadata == {}
        async with rejected(Reason.SEAT_MISMATCH):
            request = api.GetViewRequest(game=game, seat="1")
            await house.call("GetView", request, api.GetViewResponse, table.tokens["2"])


async def test_rule_7_a_spectator_needs_no_token(house: House) -> None:
    table = await house.table("tic_tac_toe", unlisted=True)
    assert (await table.view()).seat == ""
    listed = await house.call("ListGames", api.ListGamesRequest(), api.ListGamesResponse)
    assert table.game not in [game.name for game in listed.games]
    async with rejected(Reason.GAME_NOT_FOUND):
        await house.call("GetView", api.GetViewRequest(game="games/none"), api.GetViewResponse)


async def test_rule_7_creating_needs_the_create_token_where_there_is_one(house: House) -> None:
    await house.close()
    closed = with_config(house, create_token="s3cret")
    await closed.open()
    calls = [
        ("CreateGame", api.CreateGameRequest(), api.CreateGameResponse),
        ("CreateRuleset", catalog_api.CreateRulesetRequest(packs=["tic_tac_toe"]), catalog_api.CreateRulesetResponse),
        ("ListGames", api.ListGamesRequest(waiting_for="ada"), api.ListGamesResponse),
    ]
    for method, request, answer in calls:
        async with rejected(Reason.TOKEN_INVALID):
            await closed.call(method, request, answer)
    made = await closed.call("CreateRuleset", calls[1][1], catalog_api.CreateRulesetResponse, "s3cret")
    assert made.ruleset.name
    await closed.close()
    await house.open()


# ---- 8 request ids


async def test_rule_8_a_retry_gets_the_same_answer_for_that_version(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, _, decision = await table.asked() or pytest.fail("over")
    choice = decision.options[4]
    first = await table.submit(seat, decision.id, d.Choice(option=choice.id), request_id="same", with_view=True)
    await table.play(random.Random(1), 3)
    again = await table.submit(seat, decision.id, d.Choice(option=choice.id), request_id="same", with_view=True)
    assert again == first and first.update.version == 2
    await house.restart()
    again = await table.submit(seat, decision.id, d.Choice(option=choice.id), request_id="same", with_view=True)
    assert again == first
    assert (await table.view()).version == 5


async def test_rule_8_other_content_under_a_known_id_is_refused(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, _, decision = await table.asked() or pytest.fail("over")
    await table.submit(seat, decision.id, d.Choice(option=decision.options[0].id), request_id="same")
    async with rejected(Reason.REQUEST_ID_REUSED):
        await table.submit(seat, decision.id, d.Choice(option=decision.options[1].id), request_id="same")
    async with rejected(Reason.REQUEST_ID_REUSED):
        await table.undo(seat, 2, 1, request_id="same")


async def test_rule_8_the_scope_is_game_and_seat(house: House) -> None:
    one, two = await house.table("tic_tac_toe"), await house.table("tic_tac_toe")
    for table in (one, two):
        for _ in range(2):
            seat, _, decision = await table.asked() or pytest.fail("over")
            await table.submit(seat, decision.id, d.Choice(option=decision.options[0].id), request_id="same")


async def test_rule_8_a_refused_call_frees_its_id(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, _, decision = await table.asked() or pytest.fail("over")
    async with rejected(Reason.NOT_OFFERED):
        await table.submit(seat, decision.id, d.Choice(option="no/such/option"), request_id="same")
    await table.submit(seat, decision.id, d.Choice(option=decision.options[0].id), request_id="same")


async def test_rule_8_create_and_join_have_one_too(house: House) -> None:
    ruleset = await house.ruleset("tic_tac_toe")
    request = api.CreateGameRequest(request_id="c1", ruleset=ruleset, seats=[g.Seat(player="Ada"), g.Seat()])
    first = await house.call("CreateGame", request, api.CreateGameResponse)
    await join(house, first.invites[1], "j1", player="Bob", entropy="x")
    await house.restart()
    assert await house.call("CreateGame", request, api.CreateGameResponse) == first
    request.unlisted = True
    async with rejected(Reason.REQUEST_ID_REUSED):
        await house.call("CreateGame", request, api.CreateGameResponse)
    async with rejected(Reason.REQUEST_ID_REUSED):
        await join(house, first.invites[1], "j1", player="Eve", entropy="x")
    assert (await join(house, first.invites[1], "j1", player="Bob", entropy="x")).seats == ["2"]


async def test_rule_8_many_retries_at_once_make_one_move(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, _, decision = await table.asked() or pytest.fail("over")
    choice = d.Choice(option=decision.options[0].id)
    answers = await asyncio.gather(*(table.submit(seat, decision.id, choice, request_id="same") for _ in range(20)))
    assert all(answer == answers[0] for answer in answers)
    request = api.CreateGameRequest(request_id="c", ruleset=await house.ruleset("tic_tac_toe"), seats=[g.Seat()] * 2)
    made = await asyncio.gather(*(house.call("CreateGame", request, api.CreateGameResponse) for _ in range(10)))
    assert all(answer == made[0] for answer in made)


async def test_rule_8_an_undone_move_answers_with_its_version(house: House) -> None:
    table = await house.table("tic_tac_toe")
    seat, _, decision = await table.asked() or pytest.fail("over")
    choice = d.Choice(option=decision.options[0].id)
    first = await table.submit(seat, decision.id, choice, request_id="same")
    await table.undo(seat, 2, 1)
    again = await table.submit(seat, decision.id, choice, request_id="same")
    assert again == first and again.update.version == 2 and (await table.view()).version == 3


async def test_rule_8_the_answer_is_in_the_language_of_the_retry(house: House) -> None:
    table = await house.table("auction", 2)
    seat, _, decision = await table.asked() or pytest.fail("over")
    choice = blind_player.choose(decision.options, random.Random(3))
    request = api.SubmitMoveRequest(
        request_id="same", game=table.game, seat=seat, decision=decision.id, choices=[choice], with_view=True
    )
    answers = [
        await house.call("SubmitMove", request, api.SubmitMoveResponse, table.tokens[seat], language)
        for language in ("en", "es")
    ]
    assert answers[0].update.version == answers[1].update.version
    assert answers[0].view.digest == answers[1].view.digest
    english, spanish = ([event.text for event in answer.update.events] for answer in answers)
    assert [text.key for text in english] == [text.key for text in spanish] != []
    assert all(one.text != other.text for one, other in zip(english, spanish, strict=True))


# ---- 10 names of persons


async def test_rule_10_names_of_persons_are_not_in_the_log(house: House, tmp_path: Path) -> None:
    ruleset = await house.ruleset("tic_tac_toe")
    seats = [g.Seat(player="Zebulon", external_id="zeb@x"), g.Seat()]
    request = api.CreateGameRequest(request_id="c", ruleset=ruleset, seats=seats)
    made = await house.call("CreateGame", request, api.CreateGameResponse)
    await join(house, made.invites[0])
    await join(house, made.invites[1], player="Yolanda")
    database = sqlite3.connect(tmp_path / "games.sqlite")
    for table in ("log", "requests", "games", "labels", "snapshots"):
        rows = str(database.execute(f"SELECT * FROM {table}").fetchall())
        assert "Zebulon" not in rows and "zeb@x" not in rows and "Yolanda" not in rows
    database.close()
    shown = await house.call("GetGame", api.GetGameRequest(name=made.game.name), api.GetGameResponse)
    assert [seat.player for seat in shown.game.seats] == ["Zebulon", "Yolanda"]
    await house.call("ErasePerson", seats_pb2.ErasePersonRequest(external_id="zeb@x"), seats_pb2.ErasePersonResponse)
    for _ in range(2):
        shown = await house.call("GetGame", api.GetGameRequest(name=made.game.name), api.GetGameResponse)
        assert [seat.player for seat in shown.game.seats] == ["", "Yolanda"]
        assert [seat.external_id for seat in shown.game.seats] == ["", ""]
        await house.restart()


# ---- 11 open sets


async def test_rule_11_unknown_fields_are_ignored(house: House) -> None:
    table = await house.table("tic_tac_toe")
    newer = api.GetViewRequest(game=table.game).SerializeToString() + b"\xf8\x7f\x01"  # a field 2047 of later days
    view = await house.call("GetView", api.GetViewRequest.FromString(newer), api.GetViewResponse)
    assert view.view == await table.view()


# ---- 12 limits


async def test_rule_12_preview_and_blocked_options_count_as_moves(house: House) -> None:
    await house.close()
    slow = with_config(house, moves_per_second=2)
    await slow.open()
    table = await slow.table("tic_tac_toe")
    seat, _, decision = await table.asked() or pytest.fail("over")
    async with rejected(Reason.LIMIT) as error:
        for _ in range(3):
            await table.preview(seat, decision.id)
            await table.view(seat, with_blocked=True)
    assert error.metadata["which"] == "moves" and error.retry_after > 0
    await table.view(seat)  # a plain look doesn't count
    await slow.close()
    await house.open()


async def test_rule_12_validation_of_packs_is_limited(house: House) -> None:
    await house.close()
    slow = with_config(house, rulesets_per_second=0.001)
    await slow.open()
    request = catalog_api.CreateRulesetRequest(packs=["tic_tac_toe"], validate_only=True)
    await slow.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
    async with rejected(Reason.LIMIT) as error:
        await slow.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
    assert error.metadata["which"] == "ruleset_calls" and error.retry_after > 0
    await slow.close()
    await house.open()


# ---- 13 clocks


async def test_rule_13_no_clock_runs_where_none_was_asked_for(house: House) -> None:
    table = await house.table("tic_tac_toe")
    _, _, decision = await table.asked() or pytest.fail("over")
    assert not decision.HasField("deadline") and not decision.HasField("on_timeout")


# ---- 14 which games wait for a person


async def test_rule_14_games_that_wait_for_a_person(house: House) -> None:
    ruleset = await house.ruleset("tic_tac_toe")
    seats = [g.Seat(external_id="ada@x"), g.Seat(external_id="bob@x")]
    request = api.CreateGameRequest(request_id="c", ruleset=ruleset, seats=seats, unlisted=True)
    made = await house.call("CreateGame", request, api.CreateGameResponse)
    tokens = {str(n + 1): (await join(house, made.invites[n])).token for n in range(2)}

    async def waiting(person: str) -> list[str]:
        request = api.ListGamesRequest(waiting_for=person)
        return [game.name for game in (await house.call("ListGames", request, api.ListGamesResponse)).games]

    assert await waiting("ada@x") == [made.game.name] and await waiting("bob@x") == []
    seen = await house.call(
        "GetView", api.GetViewRequest(game=made.game.name, seat="1"), api.GetViewResponse, tokens["1"]
    )
    decision = seen.view.decisions[0]
    move = api.SubmitMoveRequest(
        game=made.game.name, seat="1", decision=decision.id, choices=[d.Choice(option=decision.options[0].id)]
    )
    await house.call("SubmitMove", move, api.SubmitMoveResponse, tokens["1"])
    assert await waiting("ada@x") == [] and await waiting("bob@x") == [made.game.name]


# ---- 15 a game begins once


async def test_rule_15_a_game_begins_once_all_seats_are_taken(house: House) -> None:
    made = await house.create("auction", 3)
    name = made.game.name
    assert made.game.state == g.GAME_STATE_OPEN and made.game.version == 0
    empty = (await house.call("GetView", api.GetViewRequest(game=name), api.GetViewResponse)).view
    assert (empty.version, list(empty.places), list(empty.decisions)) == (0, [], [])
    for index in range(3):
        shown = (await house.call("GetGame", api.GetGameRequest(name=name), api.GetGameResponse)).game
        assert shown.state == g.GAME_STATE_OPEN and [s.taken for s in shown.seats] == [n < index for n in range(3)]
        await join(house, made.invites[index], entropy=f"entropy {index}")
    shown = (await house.call("GetGame", api.GetGameRequest(name=name), api.GetGameResponse)).game
    assert (shown.state, shown.version) == (g.GAME_STATE_RUNNING, 1)


async def test_rule_15_the_outcome_gives_what_is_needed_to_recompute_the_shuffles(house: House) -> None:
    made = await house.create("tic_tac_toe")
    await join(house, made.invites[1], entropy="second")
    one = await join(house, made.invites[0], entropy="first")
    two = api.JoinGameResponse(token="")
    from tests.service.table import Table

    table = Table(house, made.game.name, 2)
    table.tokens["1"] = one.token
    two.token = house.service.games._desk.tokens.make("seat", made.game.name, "2")
    table.tokens["2"] = two.token
    while (asked := await table.asked()) is not None:
        seat, view, decision = asked
        assert not view.HasField("outcome")
        preview = await table.preview(seat, decision.id, d.Choice(option=decision.options[0].id))
        assert preview.view.outcome.shuffle_seed == ""  # a preview of the end isn't the end
        await table.submit(seat, decision.id, d.Choice(option=decision.options[0].id))
    outcome = (await table.view()).outcome
    assert hashlib.sha256(outcome.shuffle_seed.encode()).hexdigest() == made.game.shuffle_commitment
    assert list(outcome.entropies) == ["first", "second"]
    game = await house.service._games.get(table.game)
    key = game_key(outcome.shuffle_seed, table.game, list(outcome.entropies))
    assert game.program.digest(game.program.start(key)) == game.program.digest(
        (await game.history.step(1)).after.running
    )


async def test_rule_15_joining_has_no_version_and_watchers_learn_of_it(house: House) -> None:
    made = await house.create("tic_tac_toe")
    request = api.WatchGameRequest(game=made.game.name)
    stream = house.service.stream("referee.v1.GameService/WatchGame", request, Caller())
    first = await collect(stream, 2)
    assert [message.WhichOneof("message") for message in first] == ["game", "view"]
    assert first[1].view.version == 0
    await join(house, made.invites[0], player="Ada")
    [joined] = await collect(stream, 1)
    assert [(s.player, s.taken) for s in joined.game.seats] == [("Ada", True), ("", False)]
    assert joined.game.version == 0
    await join(house, made.invites[1])
    begun, running = await collect(stream, 2)
    assert begun.update.version == 1 and running.game.state == g.GAME_STATE_RUNNING
    view = (await house.call("GetView", api.GetViewRequest(game=made.game.name), api.GetViewResponse)).view
    assert blind_player.apply(first[1].view, begun.update.changes) == view
