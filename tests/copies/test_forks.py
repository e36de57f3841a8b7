"""Forks: a game from a position as one seat sees it. What is hidden there is not carried over by any way."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.service.copies.copy_jobs import Imported, read_game
from referee.service.copies.game_file import Json, read_file
from referee.service.copies.game_telling import check
from referee.service.errors import Reason
from referee.service.record import log
from referee.service.record.fairness import commitment
from referee.v1 import catalog_pb2, game_pb2
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import copies_pb2 as c
from referee.v1 import game_service_pb2 as api
from tests.copies.copies import bring, export, fork, seated
from tests.copies.random_files import forked, rules, written
from tests.copies.test_files import file_of, lines_of
from tests.engine.inline import pack
from tests.engine.programs import CONTENT
from tests.service.table import House, Table, fresh_id, rejected, with_config

HOUSE_RULES = ("cuba-ice-house", "cuba-open-hands", "cuba-published", "cuba-smuggler", "cuba-three-laws")
KINDS = ("auction", *(name for name in CONTENT if name not in (*HOUSE_RULES, "puerto-rico-published")))


def seen(view: Any) -> Any:
    """What a view shows of the position, whatever game it is of."""
    return view.places, view.values, [(d.step, d.seats, d.options) for d in view.decisions], view.in_force


async def running(house: House, pack: str = "auction", seats: int = 3, moves: int = 7, **more: Any) -> Table:
    table = await house.table(pack, seats, **more)
    await table.play(random.Random(8), moves)
    while (await table.view()).decisions[0].sealed:
        await table.random_move(random.Random(1))
    return table


async def start_of(house: House, made: c.ForkGameResponse) -> Json:
    """The position with which a fork of a chosen seed begins."""
    start: Json = json.loads((await export(house, made.game.name, made.owner_token)).splitlines()[0])["start"]
    return start


async def test_a_fork_begins_with_what_its_seat_sees(house: House) -> None:
    table = await running(house)
    there = await table.view("2")
    made = await fork(table, "2")
    assert made.game.origin == table.game and made.game.state == game_pb2.GAME_STATE_OPEN and made.game.version == 0
    assert len(made.invites) == 3 and not made.game.seed_chosen and len(made.game.shuffle_commitment) == 64
    copied = await seated(house, made.game, list(made.invites))
    here = await copied.view("2")
    assert here.version == 1 and seen(here) == seen(there)
    assert await table.view("2") == there, "the game itself isn't touched"
    await house.restart()
    assert seen(await copied.view("2")) == seen(there)
    await copied.play(random.Random(2))
    assert (await copied.view()).HasField("outcome") and not (await table.view()).HasField("outcome")


async def test_what_is_hidden_is_not_carried_over(house: House) -> None:
    """Two games that look the same to a seat and differ in what is hidden have the same fork, byte for byte.

    The two are forks themselves, dealt by different seeds; of each the owner may see everything.
    """
    for pack_, seats in (("auction", 3), ("puerto-rico", 3), ("cuba-secret-delegate", 2)):
        table = await running(house, pack_, seats)
        pair = [await fork(table, "1", seed=seed) for seed in ("one", "other")]
        twins = [await seated(house, made.game, list(made.invites)) for made in pair]
        assert seen(await twins[0].view("1")) == seen(await twins[1].view("1"))
        states = [lines_of(await export(house, one.game.name, one.owner_token))[-2]["state"] for one in pair]
        assert states[0] != states[1]
        starts = [await start_of(house, await fork(twin, "1", seed="same")) for twin in twins]
        assert starts[0]["digest"] == starts[1]["digest"] and starts[0]["position"] == starts[1]["position"]
        first = [await start_of(house, made) for made in pair]
        assert first[0] == first[1], "and so does the fork of the game itself, whatever its seed"


async def test_many_forks_deal_what_can_be_there(house: House) -> None:
    """The hands of the others come out in many ways, and together with all that is seen they are the whole deck."""
    table = await running(house)
    game = await house.service.games._desk.games.get(table.game)
    hand = game.program.layout.areas["hand"].base
    kept = {tuple(game.position.running[hand + 1])}
    hands: list[tuple[int, ...]] = []
    for number in range(30):
        made = await fork(table, "1", seed=f"seed {number}")
        copied = await seated(house, made.game, list(made.invites))
        state = (await house.service.games._desk.games.get(copied.game)).position.running
        game.program.check_invariants(state)
        assert state[hand] == game.position.running[hand]
        hands.append(state[hand + 1])
    assert len(set(hands)) > 20 and len(set(hands) & kept) < 5


async def test_nothing_before_a_fork_can_be_taken_back(house: House) -> None:
    table = await house.table("tic_tac_toe")
    await table.play(random.Random(1), 3)
    mover = (await table.moves()).updates[-1].seat
    assert (await table.view(mover)).undo.allowed
    made = await fork(table, mover)
    copied = await seated(house, made.game, list(made.invites))
    for seat in ("1", "2"):
        assert not (await copied.view(seat)).undo.allowed
        async with rejected(Reason.UNDO_BARRIER):
            await copied.undo(seat, 1, 0)


async def test_a_fork_of_the_past_shows_what_was_seen_then(house: House) -> None:
    table = await house.table("tic_tac_toe")
    views = []
    while not (await table.view()).HasField("outcome"):
        views.append(await table.view("1"))
        await table.random_move(random.Random(len(views)))
    for version in (1, 3):
        made = await fork(table, "1", version)
        copied = await seated(house, made.game, list(made.invites))
        assert seen(await copied.view("1")) == seen(views[version - 1])
    async with rejected(Reason.GAME_OVER):
        await fork(table, "1")
    async with rejected(Reason.FIELD_INVALID) as error:
        await fork(table, "1", 1000)
    assert error.field == "version"


async def test_who_may_fork(house: House) -> None:
    table, other = await running(house), await running(house)
    for token, reason in (("", Reason.TOKEN_INVALID), (table.tokens["2"], Reason.SEAT_MISMATCH)):
        request = c.ForkGameRequest(request_id=fresh_id(), game=table.game, seat="1")
        async with rejected(reason):
            await house.call("ForkGame", request, c.ForkGameResponse, token)
    async with rejected(Reason.SEAT_MISMATCH):
        request = c.ForkGameRequest(request_id=fresh_id(), game=table.game, seat="1")
        await house.call("ForkGame", request, c.ForkGameResponse, other.tokens["1"])
    await house.close()
    closed = with_config(house, create_token="s3cret")
    await closed.open()
    request = c.ForkGameRequest(request_id=fresh_id(), game=table.game)
    async with rejected(Reason.TOKEN_INVALID):
        await closed.call("ForkGame", request, c.ForkGameResponse)
    made = await closed.call("ForkGame", request, c.ForkGameResponse, "s3cret")
    assert made.game.origin == table.game
    await closed.close()
    await house.open()


async def test_a_fork_is_a_fair_game_of_its_own(house: House) -> None:
    """Its seed is the server's, entropies count, nothing of it is told before the end; then all can be recomputed."""
    table = await running(house)
    deals = set()
    for entropy in ("", "rain", "rain"):
        made = await fork(table, "1")
        for invite in made.invites:
            join = api.JoinGameRequest(request_id=fresh_id(), invite=invite, entropy=entropy)
            await house.call("JoinGame", join, api.JoinGameResponse)
        async with rejected(Reason.FAIR_GAME):
            await export(house, made.game.name, made.owner_token)
        game = await house.service.games._desk.games.get(made.game.name)
        deals.add(game.program.digest(game.position.running))
    assert len(deals) == 3
    made = await fork(table, "1")
    copied = await seated(house, made.game, list(made.invites))
    await copied.play(random.Random(4))
    outcome = (await copied.view()).outcome
    assert commitment(outcome.shuffle_seed) == made.game.shuffle_commitment
    file = await export(house, copied.game)
    check(read_file(file))
    begun = next(line for line in lines_of(file) if "key" in line)
    assert {one["what"] for one in begun["random"]} == {"deal"}
    brought = await bring(house, file)
    assert await export(house, brought.game.name) == file
    assert brought.game.origin == copied.game


async def test_a_copy_is_as_hard_to_find_and_to_see_as_its_game(house: House) -> None:
    """Its origin tells the name of the other, which is the secret of an unlisted one."""
    for more in ({"unlisted": True}, {"private": True}):
        made = await house.create("auction", 2, seed="seven", **more)
        table = await seated(house, made.game, list(made.invites))
        forked_ = (await fork(table, "1")).game
        brought = (await bring(house, await export(house, table.game, made.owner_token))).game
        for copied in (forked_, brought):
            assert copied.origin == table.game
            assert (copied.unlisted, copied.private) == ("unlisted" in more, "private" in more)


async def test_forks_cost_more_than_moves(house: House) -> None:
    await house.close()
    slow = with_config(house, moves_per_second=1)
    await slow.open()
    table = await slow.table("tic_tac_toe")
    await fork(table, "1")
    async with rejected(Reason.LIMIT) as error:
        await fork(table, "1")
    assert error.metadata["which"] == "moves" and error.retry_after > 0
    await slow.close()
    await house.open()


async def test_a_retry_gets_the_same_fork(house: House) -> None:
    table = await running(house)
    id = fresh_id()
    first = await fork(table, "1", request_id=id)
    await table.random_move(random.Random(1))
    assert await fork(table, "1", request_id=id) == first
    await seated(house, first.game, list(first.invites))
    await house.restart()
    assert await fork(table, "1", request_id=id) == first
    async with rejected(Reason.REQUEST_ID_REUSED):
        await fork(table, "1", request_id=id, seed="x")


async def test_in_a_sealed_decision_the_others_are_asked_again(house: House) -> None:
    table = await house.table("auction", 2)
    rng = random.Random(1)
    while not (await table.view()).decisions[0].sealed:
        await table.random_move(rng)
    asked = await table.asked() or pytest.fail("over")
    await table.random_move(rng)
    assert len((await table.view()).decisions[0].seats) == 1
    for seat in ("1", "2"):
        made = await fork(table, seat)
        copied = await seated(house, made.game, list(made.invites))
        others = [other for other in ("1", "2") if other != asked[0] or seat != asked[0]]
        assert list((await copied.view()).decisions[0].seats) == others


async def test_a_position_with_a_secret_that_cannot_be_dealt_is_not_forked(house: House) -> None:
    declared = "values:\n  wish: {of: seat, seen_by: owner}\n"
    source = pack(declared, main="each seat:\n  choose think: set my.wish to 4\nend game\n")
    files = [catalog_pb2.PackFile(path="fair/pack.yaml", content=source)]
    request = catalog_api.CreateRulesetRequest(packs=["fair"], files=files)
    made = await house.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
    house.rulesets["secret"] = made.ruleset.name
    table = await house.table("secret")
    async with rejected(Reason.FAIR_GAME) as error:
        await fork(table, "1")
    assert error.metadata["hidden"] == "wish"


async def test_a_game_that_has_not_begun_is_not_forked(house: House) -> None:
    made = await house.create("tic_tac_toe")
    join = api.JoinGameRequest(request_id=fresh_id(), invite=made.invites[0])
    token = (await house.call("JoinGame", join, api.JoinGameResponse)).token
    request = c.ForkGameRequest(request_id=fresh_id(), game=made.game.name, seat="1")
    async with rejected(Reason.FIELD_INVALID) as error:
        await house.call("ForkGame", request, c.ForkGameResponse, token)
    assert error.field == "version"


async def test_the_seats_of_a_fork_may_be_programs(house: House) -> None:
    table = await running(house)
    seats = [game_pb2.Seat(), game_pb2.Seat(bot="random"), game_pb2.Seat(bot="random")]
    request = c.ForkGameRequest(request_id=fresh_id(), game=table.game, seat="1", seats=seats, private=True)
    made = await house.call("ForkGame", request, c.ForkGameResponse, table.tokens["1"])
    assert [bool(invite) for invite in made.invites] == [True, False, False] and made.game.private
    request.seats.add()
    request.request_id = fresh_id()
    async with rejected(Reason.FIELD_INVALID) as error:
        await house.call("ForkGame", request, c.ForkGameResponse, table.tokens["1"])
    assert error.field == "seats"


# ---- files of forks


@pytest.mark.parametrize("name", [pytest.param(k, marks=() if k == "auction" else pytest.mark.full) for k in KINDS])
def test_the_file_of_a_fork_needs_no_other(name: str) -> None:
    """It begins with the position itself, and the game can be played on from there to its end."""
    for viewer in ("", "1", "2"):
        data = written(forked(name, 3, viewer))
        game = read_file(data)
        check(game)
        assert written(game) == data and lines_of(data)[-1]["over"]
        assert read_game(data).problem == ""


def unbegun(lines: list[Json]) -> bytes:
    """The file of the fork before anybody has joined: its head, its packs, its end."""
    return file_of([*(line for line in lines if "game" in line or "path" in line), {"end": 0, "over": False}])


def reread(lines: list[Json]) -> Imported:
    """What becomes of a fork's file whose position was changed, and everything that follows from it told anew."""
    program, _ = rules("auction")
    start = lines[0]["start"]
    try:
        state = program.load(json.dumps(start["position"]).encode())
        start["digest"] = program.digest(state)
        begun = [line for line in lines if line.get("record", {}).get("kind") == "begun"]
        created = log.Start(**start)
        game = read_file(unbegun(lines))
        told = written(game.__class__(game.name, game.created, game.source, (log.Begun(("", ""), 5),)))
        assert begun and created
        return read_game(told)
    except Exception:  # not even its own maker can tell it
        return read_game(unbegun(lines))


def _twice(position: Json) -> None:
    position["place/hand"][1] = position["place/hand"][0]


SENSELESS: dict[str, tuple[Any, str]] = {
    "a piece in two places": (_twice, "lies in two places"),
    "less than nothing": (lambda p: p["place/money"].__setitem__(0, -3), "holds -3"),
    "a number too large": (lambda p: p.__setitem__("draws", 10**12), "too large"),
    "a text for a number": (lambda p: p["value/bid"].__setitem__(0, "x"), "a number is missing"),
    "no question": (lambda p: p.__setitem__("frames", []), "the position that the fork begins with"),
    "no such question": (lambda p: p["frames"][0].__setitem__(0, "nowhere"), "the position that the fork begins with"),
    "no such place": (lambda p: p.pop("place/hand"), "the position that the fork begins with"),
    "a place too many": (lambda p: p.__setitem__("place/attic", []), "written again"),
    "other rules": (lambda p: p.__setitem__("rules", "0" * 64), "other rules"),
}


@pytest.mark.parametrize("what", SENSELESS)
def test_a_position_that_cannot_be_is_refused(what: str) -> None:
    change, told = SENSELESS[what]
    lines = copy.deepcopy(lines_of(written(forked("auction", 3, "1", 1))))
    change(lines[0]["start"]["position"])
    found = read_game(unbegun(lines))
    assert "the position that the fork begins with" in found.problem and told in found.problem


def test_a_position_seen_by_nobody_is_refused() -> None:
    lines = copy.deepcopy(lines_of(written(forked("auction", 3, "1", 1))))
    lines[0]["start"]["seat"] = "7"
    assert "a seat that isn't there" in read_game(unbegun(lines)).problem


VALUES: list[Any] = [None, -2, -1, 0, 1, 3, 10**7, 10**12, "", "x", "main", [], [[]], [0], [0, 0], [-1], {}, {"a": 1}]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_position_of_nobody_knows_whom_is_refused_unless_it_holds_together(data: st.DataObject) -> None:
    lines = copy.deepcopy(lines_of(written(forked("auction", 3, "1", 1))))
    part: Any = lines[0]["start"]["position"]
    key = data.draw(st.sampled_from(sorted(part)))
    while isinstance(part[key], list) and part[key] and data.draw(st.booleans()):
        part = part[key]
        key = data.draw(st.integers(0, len(part) - 1))
    part[key] = data.draw(st.sampled_from(VALUES))
    found = reread(lines)
    if not found.problem:
        assert found.created is not None and found.created.start is not None
