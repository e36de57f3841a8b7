"""Games on paper, and the doctor: what a server keeps can be played again and recomputed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from referee.lab.golden import LogInvalid, read_log, replay
from referee.service import log
from referee.service.doctor import examine
from referee.service.errors import Reason
from referee.service.paper import unfair, written_down
from referee.store import Append, SqliteStore, StoreError
from tests.service.table import House, Table, rejected


async def paper(house: House, table: Table) -> list[str]:
    game = await house.service._games.get(table.game)
    return await written_down(game, await house.service.rulesets.get(game.created.ruleset))


@pytest.mark.parametrize(("pack", "seats"), [("tic_tac_toe", 2), ("auction", 3)])
async def test_a_finished_game_can_be_played_again_and_its_shuffles_recomputed(
    house: House, pack: str, seats: int
) -> None:
    table = await house.table(pack, seats)
    rng = random.Random(3)
    while (done := await table.random_move(rng)) is not None:
        seat = done.update.seat
        view = await table.view(seat)
        if view.undo.allowed and rng.random() < 0.3:
            await table.undo(seat, view.version, view.undo.to_version)
    lines = await paper(house, table)
    game = await house.service._games.get(table.game)
    assert replay(game.program, read_log(lines)) == game.position.state
    head = json.loads(lines[0])
    assert list(unfair(head)) == [] and head["commitment"] == game.facts.commitment
    for change in ({"seed": "other"}, {"entropies": ["x"] * seats}, {"game": "games/other"}, {"key": "00" * 32}):
        assert list(unfair(head | change))
    assert "lacks seed" in next(unfair({name: value for name, value in head.items() if name != "seed"}))
    wrong = [json.dumps(head | {"key": "00" * 32}), *lines[1:]]
    if pack == "auction":
        with pytest.raises(LogInvalid):
            replay(game.program, read_log(wrong))


async def test_a_running_game_is_not_written_down_unless_its_seed_is_known(house: House) -> None:
    """Contract rule 6."""
    secret = await house.table("auction", 2)
    async with rejected(Reason.SEAT_MISMATCH):
        await paper(house, secret)
    known = await house.table("auction", 2, seed="known")
    await known.play(random.Random(1), 5)
    assert len(await paper(house, known)) == 6


async def test_the_doctor_finds_nothing_in_a_sound_folder(house: House, tmp_path: Path) -> None:
    await house.create("tic_tac_toe")
    for pack in ("tic_tac_toe", "auction"):
        await (await house.table(pack)).play(random.Random(1), 30)
    await house.close()
    looked: list[str] = []
    assert await examine(tmp_path, looked.append) == [] and len(looked) == 3
    await house.open()


async def test_the_doctor_finds_what_is_wrong(house: House, tmp_path: Path) -> None:
    one, two = await house.table("tic_tac_toe"), await house.table("tic_tac_toe")
    game = await house.service._games.get(two.game)
    await house.close()
    store = SqliteStore(tmp_path / "games.sqlite")
    await store.commit(Append(one.game, 2, log.write(log.Undone("1", 7, 0))))
    await store.commit(replace(game.facts, state="over").stored(two.game))
    await store.close()
    found = await examine(tmp_path)
    assert len(found) == 2
    assert any(one.game in each and "version 2" in each for each in found)
    assert any(two.game in each and "by its log it is running" in each for each in found)
    with pytest.raises(StoreError, match="no data folder"):
        await examine(tmp_path / "elsewhere")
    await house.open()
