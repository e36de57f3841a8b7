"""A game lives in its log: after a restart it is where it was, and its ruleset is the one it was created with."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from referee.service import base85
from referee.service.errors import Reason
from referee.service.record import history, log, position
from referee.store import Append, Snapshot, SqliteStore
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import event_pb2 as e
from referee.v1 import game_service_pb2 as api
from tests.service.table import PACKS, House, Table, rejected, with_config


@pytest.mark.parametrize(("pack", "seats"), [("tic_tac_toe", 2), ("auction", 3)])
async def test_replay_is_the_live_game(house: House, pack: str, seats: int) -> None:
    table = await house.table(pack, seats)
    rng = random.Random(11)
    for _ in range(4):
        await table.play(rng, 7)
        before = {viewer: await table.view(viewer, with_blocked=True) for viewer in ("", *table.seats)}
        game = await house.service._games.get(table.game)
        digest = game.program.digest(game.position.running)
        await house.restart()
        assert {viewer: await table.view(viewer, with_blocked=True) for viewer in before} == before
        game = await house.service._games.get(table.game)
        assert game.program.digest(game.position.running) == digest


async def test_a_snapshot_saves_playing_again_and_changes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "_SNAPSHOT", 5)
    table = await house.table("auction", 2)
    await table.play(random.Random(1), 23)
    views = {viewer: await table.view(viewer) for viewer in ("", *table.seats)}
    moves = await table.moves("1")
    newest = views[""].version
    snapshot = await house.store.snapshot(table.game, newest)
    assert snapshot is not None and snapshot.version >= newest - 10
    replayed: list[int] = []
    original = position.advance

    def advance(*arguments: Any) -> position.Step:
        step = original(*arguments)
        replayed.append(step.version)
        return step

    monkeypatch.setattr(history, "advance", advance)
    await house.restart()
    assert {viewer: await table.view(viewer) for viewer in views} == views
    assert min(replayed, default=newest) > snapshot.version
    assert await table.moves("1") == moves


async def test_a_damaged_snapshot_is_only_a_cache(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_SNAPSHOT", 5)
    table = await house.table("auction", 2)
    await table.play(random.Random(1), 12)
    view = await table.view("1")
    sound = await house.store.snapshot(table.game, view.version)
    assert sound is not None
    other = json.loads(sound.payload)
    game = await house.service._games.get(table.game)
    begun = game.program.start(bytes(32))
    other["chain"][0]["state"] = base85.encode(game.program.dump(begun))  # sound, but of another game
    for damaged in (b"", b"{}", b'{"rules": "other", "chain": []}', json.dumps(other).encode()):
        await house.store.commit(Snapshot(table.game, sound.version, damaged))
        await house.restart()
        assert await table.view("1") == view


async def test_an_edited_pack_never_changes_a_running_game(tmp_path: Path) -> None:
    packs = tmp_path / "packs"
    shutil.copytree(PACKS / "tic_tac_toe", packs / "tic_tac_toe")
    house = with_config(House(tmp_path), packs=[packs])
    await house.open()
    table = await house.table("tic_tac_toe")
    name = await house.ruleset("tic_tac_toe")
    view = await table.view("1")
    file = packs / "tic_tac_toe" / "pack.yaml"
    file.write_text(file.read_text().replace("grid: [3, 3]", "grid: [4, 4]"))
    await house.restart()
    assert await table.view("1") == view
    made = await house.call(
        "CreateRuleset", catalog_api.CreateRulesetRequest(packs=["tic_tac_toe"]), catalog_api.CreateRulesetResponse
    )
    assert made.ruleset.name != name
    shutil.rmtree(packs)
    packs.mkdir()
    await house.restart()
    assert await table.view("1") == view
    await table.play(random.Random(1))
    await house.close()


async def test_games_are_let_go_when_nobody_uses_them(house: House) -> None:
    await house.close()
    small = with_config(house, live_games=2)
    await small.open()
    tables = [await small.table("tic_tac_toe") for _ in range(5)]
    rng = random.Random(1)
    for _ in range(4):
        for table in tables:
            await table.random_move(rng)
        assert len(small.service._games.in_memory()) <= 3
    assert [(await table.view()).version for table in tables] == [5] * 5
    await small.close()
    await house.open()


async def test_another_process_that_moved_is_noticed(house: House) -> None:
    table = await house.table("tic_tac_toe")
    await table.view()
    other = SqliteStore(house.folder / "games.sqlite")
    game = await house.service._games.get(table.game)
    raw = game.program.moves(game.position.running)[0]
    choice = game.program.raw_to_choice(game.position.running, raw)
    await other.commit(Append(table.game, 2, log.write(log.Moved("1", (choice,), 0))))
    await other.close()
    async with rejected(Reason.DECISION_STALE):
        await table.random_move(random.Random(1))
    assert (await table.view()).version == 2
    await table.random_move(random.Random(1))
    assert (await table.view()).version == 3


async def test_every_version_of_a_game_can_be_asked_for_again(house: House) -> None:
    await house.close()
    small = with_config(house, history_window=3)
    await small.open()
    table = await small.table("auction", 5)
    await table.play(random.Random(2), 100)
    newest = (await table.view()).version
    assert newest > 70
    found = [update async for update in _all(table)]
    assert [update.version for update in found] == list(range(1, newest + 1))
    await small.close()
    await house.open()


async def _all(table: Table) -> AsyncIterator[e.Update]:
    page = ""
    while True:
        part: api.ListMovesResponse = await table.moves("1", size=9, page=page)
        for update in part.updates:
            yield update
        page = part.next_page_token
        if not page:
            return
