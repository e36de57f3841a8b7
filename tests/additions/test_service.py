"""The same house rules through the service: sent by a client, or found in the server's folder; created and played."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from referee.v1 import catalog_pb2 as c
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import view_pb2 as v
from tests.additions import house_rules
from tests.service import blind_player
from tests.service.table import House, Table, fresh_id

BUILDING, LAW = "building/tavern", "law/proud_city"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return house_rules.write(tmp_path / "packs")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A service that knows the shipped packs only."""
    house = House(tmp_path)
    house.config = replace(house.config, packs=())
    await house.open()
    yield house
    await house.close()


@dataclass
class Seen:
    """What a game showed of the new things."""

    offered: bool = False
    used: bool = False
    held: bool = False


async def created(house: House, pack: Path | None = None) -> c.Ruleset:
    """The ruleset of the house rules; from a folder: sent file by file."""
    files: list[c.PackFile] = []
    if pack is not None:
        for file in sorted(pack.rglob("*.yaml")):
            path = f"{pack.name}/{file.relative_to(pack).as_posix()}"
            files.append(c.PackFile(path=path, content=file.read_bytes()))
    request = catalog_api.CreateRulesetRequest(packs=[house_rules.ID], files=files)
    made = await house.call("CreateRuleset", request, catalog_api.CreateRulesetResponse)
    assert not made.diagnostics
    return made.ruleset


async def game_of(house: House, ruleset: str, seats: int = 2) -> Table:
    """A game of a ruleset with everybody seated."""
    request = api.CreateGameRequest(request_id=fresh_id(), ruleset=ruleset, seats=[g.Seat()] * seats)
    made = await house.call("CreateGame", request, api.CreateGameResponse)
    table = Table(house, made.game.name, seats)
    for seat, invite in zip(table.seats, made.invites, strict=True):
        join = api.JoinGameRequest(request_id=fresh_id(), invite=invite, player=f"Player {seat}")
        table.tokens[seat] = (await house.call("JoinGame", join, api.JoinGameResponse)).token
    return table


async def play(table: Table, dice: random.Random, seen: Seen, moves: int = 10_000) -> None:
    """Random moves that like the new building, up to the end of the game."""
    for _ in range(moves):
        asked = await table.asked()
        if asked is None:
            return
        seat, view, decision = asked
        new = [option for option in decision.options if option.id.startswith("build/tavern")]
        seen.offered |= bool(new)
        choice = blind_player.choose(new or decision.options, dice, decision.step)
        update = (await table.submit(seat, decision.id, choice)).update
        seen.used |= any((event.cause.entry, event.cause.hook) == (BUILDING, "use") for event in update.events)
        if any(each.entry == LAW for each in view.in_force):
            seen.held = True
            assert numbers(view)["rule/points_per_building"] == house_rules.POINTS


def numbers(view: v.View) -> dict[str, int]:
    return {value.id: value.number for value in view.values}


async def start_money(table: Table) -> list[int]:
    found = numbers(await table.view())
    return [found[f"seat/{seat}/peso"] for seat in table.seats]


async def named(table: Table) -> str:
    """The ruleset of a game."""
    request = api.GetGameRequest(name=table.game)
    return (await table.house.call("GetGame", request, api.GetGameResponse)).game.ruleset


async def rules_digest(house: House, name: str) -> str:
    request = catalog_api.GetRulesetRequest(name=name)
    return (await house.call("GetRuleset", request, catalog_api.GetRulesetResponse)).ruleset.rules_digest


async def test_files_of_a_client_are_played_to_the_end(house: House, pack: Path) -> None:
    ruleset = await created(house, pack)
    seen = Seen()
    for number in range(6):
        table = await game_of(house, ruleset.name)
        assert await start_money(table) == [house_rules.MONEY] * 2
        await play(table, random.Random(number), seen)
        assert (await table.view()).HasField("outcome")
        if seen == Seen(True, True, True):
            break
    assert seen == Seen(offered=True, used=True, held=True)


async def test_the_catalogue_tells_of_them(house: House, pack: Path) -> None:
    ruleset = await created(house, pack)
    assert list(ruleset.packs) == ["cuba", house_rules.ID]
    request = catalog_api.ListEntriesRequest(ruleset=ruleset.name, page_size=200)
    listed = (await house.call("ListEntries", request, catalog_api.ListEntriesResponse)).entries
    entries = {entry.key: entry for entry in listed}
    assert entries[BUILDING].name.text == "Tavern" and str(house_rules.GAIN) in entries[BUILDING].rules.text
    assert entries[LAW].name.text == "proud city" and str(house_rules.POINTS) in entries[LAW].rules.text


async def test_running_games_keep_their_digest(house: House, pack: Path) -> None:
    """The folder is edited while a game runs: the game keeps its rules to the end, also over a restart."""
    first = await created(house, pack)
    digest = await rules_digest(house, first.name)
    table, dice = await game_of(house, first.name), random.Random(1)
    assert await start_money(table) == [house_rules.MONEY] * 2
    await play(table, dice, Seen(), moves=20)
    before = (await table.view()).digest
    house_rules.edit(pack)
    second = await created(house, pack)
    assert second.name != first.name and second.rules_digest != first.rules_digest
    assert await start_money(await game_of(house, second.name)) == [house_rules.MORE_MONEY] * 2
    for _ in range(2):
        assert await named(table) == first.name
        assert await rules_digest(house, first.name) == digest == first.rules_digest
        assert (await table.view()).digest == before
        await house.restart()
    await play(table, dice, Seen())
    assert (await table.view()).HasField("outcome")


async def test_a_servers_folder_may_change_under_it(house: House, pack: Path) -> None:
    """The pack lies in the server's own folder: each ruleset made is of what was found there last."""
    house.config = replace(house.config, packs=[pack.parent])
    await house.restart()
    first = await created(house)
    table = await game_of(house, first.name)
    house_rules.edit(pack)
    await house.service.shelf.scan()
    second = await created(house)
    assert second.rules_digest != first.rules_digest
    assert await named(table) == first.name and await start_money(table) == [house_rules.MONEY] * 2
    for file in pack.rglob("*.yaml"):
        file.unlink()
    await house.restart()
    assert await start_money(table) == [house_rules.MONEY] * 2
    assert await start_money(await game_of(house, second.name)) == [house_rules.MORE_MONEY] * 2
    await play(table, random.Random(2), Seen(), moves=30)
