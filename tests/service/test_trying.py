"""An edited pack on a copy of a position, over the API: only where nothing hidden could be shown by it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from referee.service.errors import Reason
from referee.v1 import catalog_pb2 as c
from referee.v1 import game_service_pb2 as api
from tests.service.table import PACKS, House, Table, rejected

AUCTION = (PACKS / "auction" / "pack.yaml").read_text()


def files(old: str = "", new: str = "", folder: str = "auction") -> list[c.PackFile]:
    assert old in AUCTION
    return [c.PackFile(path=f"{folder}/pack.yaml", content=AUCTION.replace(old, new).encode())]


async def practice(house: House, seed: str = "7") -> Table:
    """A game at its first preparation that isn't the first of all."""
    table = await house.table("auction", 2, seed=seed)
    await table.play(random.Random(2), 5)
    return table


async def attempt(table: Table, seat: str, sent: list[c.PackFile], **more: Any) -> api.TryPackResponse:
    request = api.TryPackRequest(game=table.game, seat=seat, files=sent, **more)
    return await table.house.call("TryPack", request, api.TryPackResponse, table.tokens.get(seat, ""))


async def seat_asked(table: Table) -> str:
    asked = await table.asked()
    assert asked is not None
    return asked[0]


async def test_the_new_position_is_shown_and_the_game_stays(house: House) -> None:
    table = await practice(house)
    seat = await seat_asked(table)
    before = {viewer: await table.view(viewer) for viewer in ("", *table.seats)}
    step = before[seat].decisions[0].step
    found = await attempt(table, seat, files("wages: {base: 2", "wages: {base: 9"))
    assert not found.obstacles and not found.diagnostics
    assert found.view.decisions[0].step == step and found.view.version == before[seat].version
    values = {value.id: value.number for value in found.view.values}
    assert values["rule/wages"] == 9
    assert {viewer: await table.view(viewer) for viewer in before} == before
    await house.restart()
    assert {viewer: await table.view(viewer) for viewer in before} == before


async def test_only_what_the_seat_may_see_is_shown(house: House) -> None:
    table = await practice(house)
    seat = await seat_asked(table)
    other = "2" if seat == "1" else "1"
    found = await attempt(table, seat, files())
    hands = {place.id: [piece.entry for piece in place.pieces] for place in found.view.places if "hand" in place.id}
    assert set(hands[f"seat/{other}/hand"]) <= {""} and "" not in hands[f"seat/{seat}/hand"]


async def test_in_a_fair_game_it_is_refused(house: House) -> None:
    """A pack could lay open the hands: then this would be a look into them."""
    table = await practice(house, seed="")
    async with rejected(Reason.FAIR_GAME):
        await attempt(
            table,
            "1",
            files("hand: {of: seat, pile: trick, seen_by: owner", "hand: {of: seat, pile: trick, seen_by: everyone"),
        )


async def test_a_seat_must_be_the_callers(house: House) -> None:
    table = await practice(house)
    for seat, token, reason in (("1", "", Reason.TOKEN_INVALID), ("1", table.tokens["2"], Reason.SEAT_MISMATCH)):
        async with rejected(reason):
            request = api.TryPackRequest(game=table.game, seat=seat, files=files())
            await house.call("TryPack", request, api.TryPackResponse, token)


async def test_house_rules_come_on_top(house: House, tmp_path: Path) -> None:
    table = await practice(house)
    head = "id: rich\nkind: house-rules\nversion: 1\nlanguage: 1\ntitle: Rich\nrequires: [auction]\n"
    pack = c.PackFile(path="rich/pack.yaml", content=f"{head}changes: [{{rule: wages, is: 5}}]\n".encode())
    found = await attempt(table, await seat_asked(table), [pack])
    assert {value.id: value.number for value in found.view.values}["rule/wages"] == 5


async def test_errors_and_obstacles_are_told(house: House) -> None:
    table = await practice(house)
    found = await attempt(table, "1", files("pay 1 crown", "pay 1 krown"))
    assert not found.HasField("view") and found.diagnostics[0].source.file == "auction/pack.yaml"
    assert "crown" in found.diagnostics[0].hint.text
    found = await attempt(table, "1", files("seats: [2, 5]", "seats: [3, 5]"))
    assert not found.HasField("view") and "the game has 2 seats" in found.obstacles[0].text


@pytest.mark.parametrize(
    "sent", [[], [*files(), *files(folder="other")], [c.PackFile(path="auction/more.yaml", content=b"")]]
)
async def test_it_is_one_pack(house: House, sent: list[c.PackFile]) -> None:
    table = await practice(house)
    async with rejected(Reason.FIELD_INVALID) as error:
        await attempt(table, "1", sent)
    assert error.field == "files"
