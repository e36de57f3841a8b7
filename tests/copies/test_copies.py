"""Games to and from files over the service: who may, what comes back, what goes on."""

from __future__ import annotations

import asyncio
import gzip
import json
import random

import pytest

from referee.engine import Program
from referee.service.copies.game_file import read_file
from referee.service.copies.game_telling import check
from referee.service.errors import Reason
from referee.service.limits import GAME_FILE_BYTES
from referee.service.record import log
from referee.service.record.fairness import game_key
from referee.service.record.position import Position, Step
from referee.v1 import copies_pb2 as c
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from tests.copies.copies import bring, export, seated
from tests.copies.random_files import a_file, played, written
from tests.service.table import House, Table, fresh_id, rejected, with_config


async def one_over(house: House, pack: str = "auction", seats: int = 3) -> Table:
    """A fair game played to its end, with moves taken back."""
    table, rng = await house.table(pack, seats), random.Random(3)
    while (done := await table.random_move(rng)) is not None:
        view = await table.view(done.update.seat)
        if view.undo.allowed and rng.random() < 0.3:
            await table.undo(done.update.seat, view.version, view.undo.to_version)
    return table


async def test_a_game_that_is_over_goes_to_another_server_and_back(house: House) -> None:
    """The same bytes again, but for nothing: name and times are those of the original."""
    table = await one_over(house)
    file = await export(house, table.game)
    check(read_file(file))
    made = await bring(house, file)
    assert made.game.state == g.GAME_STATE_OVER and made.game.origin == table.game != made.game.name
    assert made.game.version == (await table.view()).version and not made.game.seed_chosen
    assert await export(house, made.game.name) == file
    again = await bring(house, await export(house, made.game.name))
    assert await export(house, again.game.name) == file and again.game.origin == table.game
    copied = Table(house, made.game.name, 3)
    outcome = (await copied.view()).outcome
    assert outcome == (await table.view()).outcome
    first, other = await table.moves(size=50), await copied.moves(size=50)
    assert [u.changes.digest for u in first.updates] == [u.changes.digest for u in other.updates]


async def test_the_key_in_a_file_is_the_one_that_the_outcome_tells(house: House) -> None:
    table = await one_over(house)
    outcome = (await table.view()).outcome
    begun = next(line for line in read_file(await export(house, table.game)).lines if "key" in line)
    assert begun["key"] == game_key(outcome.shuffle_seed, table.game, outcome.entropies).hex()


async def test_a_running_game_is_written_down_for_its_owner_if_its_seed_was_chosen(house: House) -> None:
    """Contract rule 6."""
    fair = await house.create("auction", 2)
    for token in ("", fair.owner_token):
        async with rejected(Reason.FAIR_GAME):
            await export(house, fair.game.name, token)
    chosen = await house.create("auction", 2, seed="seven")
    async with rejected(Reason.TOKEN_INVALID):
        await export(house, chosen.game.name)
    async with rejected(Reason.SEAT_MISMATCH):
        await export(house, chosen.game.name, fair.owner_token)
    assert json.loads((await export(house, chosen.game.name, chosen.owner_token)).splitlines()[-1])["end"] == 0
    async with rejected(Reason.GAME_NOT_FOUND):
        await export(house, "games/none")


async def test_a_private_game_is_written_down_for_those_who_may_see_it(house: House) -> None:
    brought = await bring(house, a_file("tic_tac_toe"), unlisted=True, private=True)
    assert brought.game.unlisted and brought.game.private
    async with rejected(Reason.GAME_NOT_FOUND):
        await export(house, brought.game.name)
    copied = await seated(house, brought.game, list(brought.invites))
    for token in (brought.owner_token, copied.tokens["1"]):
        assert await export(house, brought.game.name, token) == a_file("tic_tac_toe")


async def test_a_running_game_goes_on_with_the_cards_of_its_key(house: House) -> None:
    made = await house.create("auction", 2, seed="seven")
    table = await seated(house, made.game, list(made.invites))
    rng = random.Random(5)
    await table.play(rng, 9)
    file = await export(house, table.game, made.owner_token)
    brought = await bring(house, file)
    assert brought.game.state == g.GAME_STATE_RUNNING and brought.game.seed_chosen
    assert not any(seat.taken for seat in brought.game.seats) and len(brought.invites) == 2
    copied = await seated(house, brought.game, list(brought.invites))
    for seat in ("1", "2"):
        one, other = await table.view(seat), await copied.view(seat)
        other.game = one.game
        assert one == other
    await house.restart()
    await table.play(random.Random(6))
    await copied.play(random.Random(6))
    one, other = (await table.view()).outcome, (await copied.view()).outcome
    assert one == other
    assert (await export(house, copied.game, copied.tokens["1"])).splitlines()[-1] == (
        await export(house, table.game)
    ).splitlines()[-1]


async def test_an_open_game_begins_with_the_key_of_its_first_name(house: House) -> None:
    made = await house.create("auction", 2, seed="seven")
    brought = await bring(house, await export(house, made.game.name, made.owner_token))
    assert brought.game.state == g.GAME_STATE_OPEN and brought.game.version == 0
    first = await seated(house, made.game, list(made.invites))
    copied = await seated(house, brought.game, list(brought.invites))
    assert (await first.view("1")).places == (await copied.view("1")).places
    states = [(await house.service.games._desk.games.get(one.game)).position.running for one in (first, copied)]
    assert states[0] == states[1]


async def test_an_imported_game_is_not_played_again_beside_the_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was played once, in a process of its own; what it came to is kept with it."""
    from referee.service.record import history

    played_again: list[int] = []

    def advance(program: Program, name: str, created: log.Created, position: Position, entry: log.Entry) -> Step:
        played_again.append(position.version)
        return really(program, name, created, position, entry)

    really = history.advance
    monkeypatch.setattr(history, "advance", advance)
    for file in (a_file("auction"), written(played("auction", 1, 12))):
        brought = await bring(house, file)
        assert (await Table(house, brought.game.name, 2).view()).version == brought.game.version
    assert played_again == []


async def test_whoever_has_the_file_of_a_running_game_knows_its_seed(house: House) -> None:
    """A fair game cut short by hand: it can't pass for a fair one."""
    game = played("auction", 1, 12)
    brought = await bring(house, written(game))
    assert brought.game.state == g.GAME_STATE_RUNNING and brought.game.seed_chosen


async def test_a_retry_gets_the_same_game(house: House) -> None:
    for file in (a_file("auction"), written(played("auction", 1, 12))):
        id = fresh_id()
        first = await bring(house, file, id)
        await (await seated(house, first.game, list(first.invites))).play(random.Random(1), 3)
        await house.restart()
        assert await bring(house, file, id) == first
        async with rejected(Reason.REQUEST_ID_REUSED):
            await bring(house, file, id, unlisted=True)
        async with rejected(Reason.REQUEST_ID_REUSED):
            request = api.CreateGameRequest(request_id=id, ruleset=await house.ruleset("auction"), seats=[{}, {}])
            await house.call("CreateGame", request, api.CreateGameResponse)


async def games(house: House) -> int:
    return len(await house.store.games())


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"buy_trick"', '"pass"', "version"),
        ('"end":60', '"end":61', "`end`"),
        ('"commitment":"a', '"commitment":"b', "line 1: `commitment`"),
        ('"game_file":1', '"game_file":7', "line 1"),
    ],
)
async def test_a_false_file_makes_no_game(house: House, old: str, new: str, told: str) -> None:
    file = a_file("auction").decode()
    assert old in file
    before, id = await games(house), fresh_id()
    async with rejected(Reason.FIELD_INVALID) as error:
        await bring(house, file.replace(old, new, 1).encode(), id)
    assert error.field == "file" and told in error.problem
    assert await games(house) == before
    assert (await bring(house, file.encode(), id)).game.name, "a refused call leaves its id free"


async def test_rules_in_a_file_are_checked_as_those_of_a_stranger(house: House) -> None:
    file = a_file("auction").decode()
    broken = file.replace("secretly each seat choose bid", "secretly each seat chose bid")
    assert broken != file
    async with rejected(Reason.RULESET_INVALID):
        await bring(house, broken.encode())
    async with rejected(Reason.RULESET_INVALID):
        await bring(house, file.replace('"path":"auction/pack.yaml"', '"path":"../pack.yaml"').encode())


async def test_a_file_that_is_too_large_is_refused(house: House) -> None:
    async with rejected(Reason.LIMIT) as error:
        await bring(house, b"x" * (GAME_FILE_BYTES + 1))
    assert error.metadata["which"] == "game_file_bytes"
    async with rejected(Reason.FIELD_INVALID) as error:
        await bring(house, gzip.compress(b" " * (17 << 20)))
    assert "unpacked" in error.problem
    assert (await bring(house, gzip.compress(a_file("auction")))).game.name


async def test_importing_needs_the_create_token(house: House) -> None:
    await house.close()
    closed = with_config(house, create_token="s3cret")
    await closed.open()
    async with rejected(Reason.TOKEN_INVALID):
        await bring(closed, a_file("auction"))
    request = c.ImportGameRequest(request_id=fresh_id(), file=a_file("auction"))
    assert await closed.call("ImportGame", request, c.ImportGameResponse, "s3cret")
    await closed.close()
    await house.open()


async def test_a_game_with_a_clock_and_somebody_who_gave_up_comes_back_as_it_was(house: House) -> None:
    """Times, what was made again, who gave up and how the others were ranked."""
    clock = g.Clock(turn_seconds=600, reserve_seconds=600)
    made = await house.create("auction", 3, seed="seven", clock=clock)
    table = await seated(house, made.game, list(made.invites))
    rng, again = random.Random(3), 0
    while (await table.view()).version < 25:
        done = await table.random_move(rng)
        assert done is not None
        view = await table.view(done.update.seat)
        if view.undo.allowed:
            version = (await table.undo(view.seat, view.version, view.undo.to_version)).version
            again += (await table.redo(view.seat, version)).version > 0
    assert again
    await table.resign("2")
    file = await export(house, table.game, made.owner_token)
    kinds = [json.loads(line).get("record", {}) for line in file.splitlines()]
    assert {record.get("kind") for record in kinds} >= {"undo", "resign", "move"}
    assert any("clock" in record for record in kinds) and any(record.get("by") == "redo" for record in kinds)
    brought = await bring(house, file)
    assert [seat.resigned for seat in brought.game.seats] == [False, True, False]
    assert not brought.game.HasField("clock")
    copied = await seated(house, brought.game, list(brought.invites))
    for one in (table, copied):
        await one.resign("3")
        outcome = (await one.view()).outcome
        assert list(outcome.winners) == ["1"] and [rank.seat for rank in outcome.ranking] == ["1", "3", "2"]
    over = await export(house, copied.game)
    check(read_file(over))
    assert over.splitlines()[: len(file.splitlines()) - 1] == file.splitlines()[:-1]
    assert json.loads(over.splitlines()[-1])["winners"] == ["1"]
    assert await export(house, (await bring(house, over)).game.name) == over


async def test_two_of_the_same_request_make_one_game(house: House) -> None:
    id, before = fresh_id(), await games(house)
    one, other = await asyncio.gather(bring(house, a_file("auction"), id), bring(house, a_file("auction"), id))
    assert one == other and await games(house) == before + 1


async def test_programs_play_on_in_an_imported_game(house: House) -> None:
    made = await house.create("auction", 2, bots="2", seed="seven")
    file = await export(house, made.game.name, made.owner_token)
    brought = await bring(house, file)
    assert [bool(invite) for invite in brought.invites] == [True, False]
    table = await seated(house, brought.game, list(brought.invites))
    for _ in range(400):
        view = await table.view("1")
        if view.version > 8:
            return
        if view.decisions and "1" in view.decisions[0].seats:
            await table.random_move(random.Random(view.version))
        await asyncio.sleep(0.01)
    raise AssertionError("the program doesn't play")


async def test_a_program_that_is_not_there_is_told(house: House) -> None:
    file = a_file("auction").replace(b'"bots":{}', b'"bots":{"2":"genius"}')
    async with rejected(Reason.FIELD_INVALID) as error:
        await bring(house, file)
    assert "genius" in error.problem


async def test_a_file_that_takes_too_long_makes_no_game(house: House) -> None:
    """The processor time of a check is bounded; the process dies of it, and nobody else notices."""
    await house.close()
    hurried = with_config(house, check_seconds=0)
    await hurried.open()
    async with rejected(Reason.LIMIT) as error:
        await bring(hurried, a_file("cuba", 1, 40))
    assert error.metadata["which"] == "seconds" and await games(hurried) == 0
    await hurried.close()
    await house.open()
    assert (await bring(house, a_file("cuba", 1, 40))).game.version == 40
