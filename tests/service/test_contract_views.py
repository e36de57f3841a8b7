"""The contract rules about what is seen; each test is named after its rule."""

from __future__ import annotations

import random

import pytest

from referee.service.errors import Reason
from referee.v1 import catalog_pb2
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import decision_pb2 as d
from referee.v1 import event_pb2 as e
from referee.v1 import game_service_pb2 as api
from referee.v1 import view_pb2 as v
from tests.service import blind_player
from tests.service.table import House, Table, collect, rejected

GAMES = [("tic_tac_toe", 2), ("auction", 2), ("auction", 4), ("cuba", 3)]


# ---- 1 version is public


async def test_rule_1_version_counts_moves_undos_and_sealed_answers(house: House) -> None:
    table = await house.table("auction", 3)
    rng = random.Random(5)
    version, sealed = 1, 0
    while sealed < 2:
        seat, view, decision = await table.asked() or pytest.fail("over")
        assert view.version == version
        sealed += decision.sealed
        await table.submit(seat, decision.id, blind_player.choose(decision.options, rng))
        version += 1
        for viewer in ("", *table.seats):
            assert (await table.view(viewer)).version == version


async def test_rule_1_who_has_answered_is_public_and_what_is_not(house: House) -> None:
    table = await house.table("auction", 3)
    rng = random.Random(5)
    while not (asked := await table.asked() or pytest.fail("over"))[2].sealed:
        await table.submit(asked[0], asked[2].id, blind_player.choose(asked[2].options, rng))
    first, _, decision = asked
    assert list(decision.seats) == table.seats
    others = [seat for seat in table.seats if seat != first]
    [option] = decision.options
    done = await table.submit(first, decision.id, d.Choice(option=option.id, number=option.number.max))
    for viewer in ("", *others):
        view = await table.view(viewer)
        [open] = view.decisions
        assert open.id == decision.id and list(open.seats) == others and not open.answered
        update = (await table.moves(viewer, after=done.update.version - 1)).updates[0]
        answers = [event.answered for event in update.events if event.HasField("answered")]
        assert [(a.seat, list(a.choices)) for a in answers] == [(first, [])]
        assert not any(event.HasField("changed") for event in update.events)
    own = await table.view(first)
    assert [c.number for c in own.decisions[0].answered] == [option.number.max] and not own.decisions[0].options
    async with rejected(Reason.NOT_YOUR_TURN):
        await table.submit(first, decision.id, d.Choice(option=option.id, number=0))
    async with rejected(Reason.UNDO_BARRIER):
        await table.undo(first, own.version, own.version - 1)
    for seat in others:
        before = await table.view(seat)
        await table.submit(seat, before.decisions[0].id, d.Choice(option=option.id, number=0))
    assert (await table.view()).decisions[0].id != decision.id


# ---- 2 no skip by hidden facts


async def test_rule_2_no_decision_is_skipped_because_of_hidden_facts(house: House) -> None:
    """In the auction a seat with cards in hand is asked to react, also where none of them can be played."""
    table = await house.table("auction", 2)
    rng = random.Random(8)
    alone = 0
    for _ in range(120):
        asked = await table.asked()
        if asked is None:
            break
        seat, _, decision = asked
        if decision.step == "windows/reactions" and len(decision.options) == 1:
            assert decision.options[0].role == d.OPTION_ROLE_PASS
            alone += 1
        await table.submit(seat, decision.id, blind_player.choose(decision.options, rng))
    assert alone, "a hand without a card to play never came up"


# ---- 3 conditions read what the chooser sees


async def test_rule_3_a_condition_may_read_only_what_the_chooser_sees(house: House) -> None:
    pack = b"""
id: peek
kind: game
version: 1
language: 1
title: Peek
seats: 2
sources: none
tokens: {bead: {unlimited: true}}
values: {secret: {of: seat, seen_by: owner}}
places: {yard: {of: seat, tokens: bead, home: true}}
procedures:
  main: |
    repeat at most 5:
      each seat:
        choose one offer:
          take where any s in seats satisfies s.secret > 0: gain 1 bead
          pass
    end game because over
"""
    request = catalog_api.CreateRulesetRequest(
        packs=["peek"], files=[catalog_pb2.PackFile(path="peek/pack.yaml", content=pack)], validate_only=True
    )
    made = await house.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
    assert not made.HasField("ruleset")
    assert "E0451" in [found.code for found in made.diagnostics]
    async with rejected(Reason.RULESET_INVALID) as error:
        request.validate_only = False
        await house.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
    assert "E0451" in str(error.details[0])


# ---- 4 the digest of the full state


@pytest.mark.parametrize(("pack", "seats"), GAMES)
async def test_rule_4_the_state_digest_never_leaves_before_the_end(house: House, pack: str, seats: int) -> None:
    table = await house.table(pack, seats)
    rng = random.Random(2)
    game = await house.service._games.get(table.game)
    digests: set[bytes] = set()
    told = b""
    for _ in range(40):
        digests.add(game.program.digest(game.position.running).encode())
        for viewer in ("", *table.seats):
            told += (await table.view(viewer)).SerializeToString()
        done = await table.random_move(rng)
        if done is None:
            break
        told += done.SerializeToString()
    assert not [digest for digest in digests if digest in told]


async def test_the_digest_of_a_view_is_of_this_view_in_every_language(house: House) -> None:
    table = await house.table("auction", 2)
    digests = {language: (await table.view("1", language=language)).digest for language in ("en", "es", "ja")}
    assert len(set(digests.values())) == 1 and digests["en"]
    assert (await table.view("2")).digest != digests["en"]


# ---- a view leaks nothing


@pytest.mark.parametrize(("pack", "seats"), [("auction", 2), ("auction", 3), ("cuba", 2)])
async def test_states_that_differ_in_hidden_things_give_equal_bytes(house: House, pack: str, seats: int) -> None:
    table = await house.table(pack, seats)
    game = await house.service._games.get(table.game)
    rng = random.Random(4)
    differed = 0
    for number in range(30):
        state, position = game.position.running, game.position
        for seat in table.seats:
            other = game.program.resample(state, seat, bytes([number]) * 32)
            differed += game.program.digest(other) != game.program.digest(state)
            one, two = (game.renderer.preview(s, position, seat, "en", True) for s in (state, other))
            assert one.SerializeToString(deterministic=True) == two.SerializeToString(deterministic=True)
        if await table.random_move(rng) is None:
            break
    assert differed


# ---- 9 watch


class Follower:
    """A client that keeps a view by updates alone, and checks it against the server's at every version."""

    def __init__(self, table: Table, seat: str) -> None:
        self.table, self.seat = table, seat
        self.stream = table.watch(seat)
        self.view = v.View()

    async def start(self) -> None:
        game, view = await collect(self.stream, 2)
        assert game.WhichOneof("message") == "game"
        self.view = view.view

    async def follow(self, version: int) -> None:
        while self.view.version < version:
            [message] = await collect(self.stream, 1)
            if message.WhichOneof("message") == "update":
                assert message.update.version == self.view.version + 1
                self.view = blind_player.apply(self.view, message.update.changes)
        assert self.view == await self.table.view(self.seat)


@pytest.mark.parametrize(("pack", "seats"), GAMES)
async def test_rule_9_changes_applied_to_a_view_give_the_next(house: House, pack: str, seats: int) -> None:
    table = await house.table(pack, seats)
    followers = [Follower(table, viewer) for viewer in ("", *table.seats)]
    for follower in followers:
        await follower.start()
    rng = random.Random(seats)
    for _ in range(60):
        done = await table.random_move(rng)
        if done is None:
            break
        for follower in followers:
            await follower.follow(done.update.version)


@pytest.mark.parametrize(("pack", "seats"), GAMES)
async def test_rule_9_a_stream_can_be_resumed_after_any_version(house: House, pack: str, seats: int) -> None:
    table = await house.table(pack, seats)
    views = [await table.view("1")]
    rng = random.Random(7)
    for _ in range(12):
        if await table.random_move(rng) is None:
            break
        views.append(await table.view("1"))
    await house.restart()
    newest = views[-1].version
    for known in views[:-1]:
        stream = table.watch("1", after=known.version)
        view = known
        for message in (await collect(stream, 1 + newest - known.version))[1:]:
            view = blind_player.apply(view, message.update.changes)
            assert view == views[view.version - 1]
        assert view == views[-1]


@pytest.mark.parametrize(("pack", "seats"), GAMES)
async def test_history_is_told_as_the_caller_could_see_it_then(house: House, pack: str, seats: int) -> None:
    table = await house.table(pack, seats)
    streams = {viewer: table.watch(viewer) for viewer in ("", "1")}
    for stream in streams.values():
        await collect(stream, 2)
    rng = random.Random(9)
    for _ in range(25):
        if await table.random_move(rng) is None:
            break
    newest = (await table.view()).version
    watched: dict[str, list[e.Update]] = {viewer: [] for viewer in streams}
    for viewer, stream in streams.items():
        while not watched[viewer] or watched[viewer][-1].version < newest:
            watched[viewer] += [m.update for m in await collect(stream, 1) if m.HasField("update")]
    for _ in range(2):
        for viewer, updates in watched.items():
            assert await listed(table, viewer) == updates
        await house.restart()


async def listed(table: Table, viewer: str) -> list[e.Update]:
    """All moves after the beginning, page by page."""
    found: list[e.Update] = []
    page = ""
    while True:
        part = await table.moves(viewer, after=1, size=4, page=page)
        found += part.updates
        page = part.next_page_token
        if not page:
            return found


async def test_the_mover_and_the_watcher_are_told_the_same(house: House) -> None:
    table = await house.table("auction", 2)
    rng = random.Random(1)
    for _ in range(20):
        seat, _, decision = await table.asked() or pytest.fail("over")
        stream = table.watch(seat)
        await collect(stream, 2)
        done = await table.submit(seat, decision.id, blind_player.choose(decision.options, rng), with_view=True)
        [message] = await collect(stream, 1)
        assert message == api.WatchGameResponse(update=done.update)
        assert done.view == await table.view(seat)
