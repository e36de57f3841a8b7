"""Games on paper, and the doctor: what a server keeps can be played again and recomputed."""

from __future__ import annotations

import json
import random

import pytest

from referee.lab.golden import LogInvalid, read_log, replay
from referee.service.errors import Reason
from referee.service.paper import unfair, written_down
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
