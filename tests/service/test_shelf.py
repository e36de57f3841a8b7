"""Edited packs: new games get the edit when it is whole and right; until then the last good version stays."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from referee.service.errors import Reason
from referee.service.packs import shelf
from referee.service.packs.shelf import Shelf
from referee.v1 import catalog_pb2 as c
from referee.v1 import catalog_service_pb2 as api
from tests.service.table import PACKS, House, rejected, with_config

EXTRA = """id: more_rows
kind: house-rules
version: 1
language: 1
title: More rows
requires: [tic_tac_toe]
changes:
  - {place: board, field: grid, is: [5, 5]}
"""


@pytest.fixture
async def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house with two games and one set of house rules in a folder that tests may edit, and no other pack."""
    monkeypatch.setattr(Shelf, "folders", property(lambda self: self._search))
    packs = tmp_path / "packs"
    for name in ("tic_tac_toe", "auction"):
        shutil.copytree(PACKS / name, packs / name)
    (packs / "more_rows").mkdir()
    (packs / "more_rows" / "pack.yaml").write_text(EXTRA)
    house = with_config(House(tmp_path), packs=[packs])
    await house.open()
    yield house
    await house.close()


def edit(house: House, pack: str, old: str, new: str) -> None:
    file = Path(house.config.packs[0]) / pack / "pack.yaml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


async def scan(house: House, settled: float = 0) -> list[tuple[str, str]]:
    return [(news.pack, news.what) for news in await house.service.shelf.scan(settled)]


async def listed(house: House) -> dict[str, c.Pack]:
    found = await house.call("ListPacks", api.ListPacksRequest(), api.ListPacksResponse)
    return {pack.id: pack for pack in found.packs}


async def made(house: House, *packs: str) -> api.CreateRulesetResponse:
    return await house.call("CreateRuleset", api.CreateRulesetRequest(packs=packs), api.CreateRulesetResponse)


async def rows(house: House, *packs: str) -> int:
    """How many cells the board of a new game has."""
    name = (await made(house, *packs)).ruleset.name
    found = await house.call("GetRuleset", api.GetRulesetRequest(name=name, seats=2), api.GetRulesetResponse)
    return len([place for place in found.board.places if place.parent == "board"])


async def test_what_can_be_stacked_is_told(edited: House) -> None:
    packs = await listed(edited)
    assert list(packs["more_rows"].stack) == ["tic_tac_toe", "more_rows"]
    assert list(packs["more_rows"].requires) == ["tic_tac_toe"]
    assert (packs["auction"].min_seats, packs["auction"].max_seats) == (2, 5)
    assert all(pack.state == c.PACK_STATE_CURRENT and len(pack.digest) == 64 for pack in packs.values())


async def test_what_is_right_from_the_start_is_no_news(edited: House) -> None:
    assert await scan(edited) == []
    assert await scan(edited) == []


async def test_new_games_get_an_edit_and_its_digest_is_shown(edited: House) -> None:
    await scan(edited)
    before = await listed(edited)
    assert await rows(edited, "tic_tac_toe") == 9
    edit(edited, "tic_tac_toe", "grid: [3, 3]", "grid: [4, 4]")
    assert await rows(edited, "tic_tac_toe") == 9, "until it was looked at"
    assert await scan(edited) == [("tic_tac_toe", "offered")]
    assert await rows(edited, "tic_tac_toe") == 16
    after = await listed(edited)
    assert after["tic_tac_toe"].digest != before["tic_tac_toe"].digest
    assert after["auction"] == before["auction"]


async def test_a_broken_edit_leaves_the_last_good_version_and_says_what_is_wrong(edited: House) -> None:
    await scan(edited)
    good = await listed(edited)
    edit(edited, "tic_tac_toe", "board is full", "bord is full")
    assert await scan(edited) == [("tic_tac_toe", "held")]
    assert await rows(edited, "tic_tac_toe") == 9 and await rows(edited, "more_rows") == 25
    told = (await listed(edited))["tic_tac_toe"]
    assert told.state == c.PACK_STATE_HELD and told.digest == good["tic_tac_toe"].digest
    [found] = told.diagnostics
    assert found.source.file == "tic_tac_toe/pack.yaml" and "bord" in found.text.text and "board" in found.hint.text
    edit(edited, "tic_tac_toe", "bord is full", "board is full")
    assert await scan(edited) == [("tic_tac_toe", "offered")]
    assert await listed(edited) == good


async def test_a_pack_broken_from_the_start_cant_be_played_but_read(edited: House) -> None:
    edit(edited, "auction", "pay 1 crown", "pay 1 krown")
    assert await scan(edited) == [("auction", "broken")]
    told = (await listed(edited))["auction"]
    assert told.state == c.PACK_STATE_BROKEN and told.diagnostics and told.title.text == "Auction of paintings"
    async with rejected(Reason.RULESET_INVALID) as error:
        await made(edited, "auction")
    [details] = error.details
    assert isinstance(details, api.CreateRulesetResponse) and details.diagnostics[0].code == told.diagnostics[0].code
    files = await edited.call("GetPackFiles", api.GetPackFilesRequest(pack="auction"), api.GetPackFilesResponse)
    assert b"krown" in files.files[0].content


async def test_files_are_read_as_offered_or_as_they_are(edited: House) -> None:
    await scan(edited)
    edit(edited, "tic_tac_toe", "board is full", "bord is full")
    await scan(edited)
    texts = []
    for as_found in (False, True):
        request = api.GetPackFilesRequest(pack="tic_tac_toe", as_found=as_found)
        read = await edited.call("GetPackFiles", request, api.GetPackFilesResponse)
        texts.append(b"bord is full" in read.files[0].content)
    assert texts == [False, True]


async def test_house_rules_that_no_longer_fit_stay_with_the_game_that_they_fitted(edited: House) -> None:
    await scan(edited)
    edit(edited, "tic_tac_toe", "grid: [3, 3]", "grid: [4, 4]")
    edit(edited, "tic_tac_toe", "board", "field")
    assert await scan(edited) == [("tic_tac_toe", "offered"), ("more_rows", "held")]
    told = (await listed(edited))["more_rows"]
    assert told.state == c.PACK_STATE_HELD and "board" in told.diagnostics[0].text.text
    assert await rows(edited, "more_rows") == 25
    name = (await made(edited, "tic_tac_toe")).ruleset.name
    found = await edited.call("GetRuleset", api.GetRulesetRequest(name=name, seats=2), api.GetRulesetResponse)
    assert len([place for place in found.board.places if place.parent == "field"]) == 16


async def test_a_pack_that_is_renamed_or_gone_is_not_offered(edited: House) -> None:
    await scan(edited)
    folder = Path(edited.config.packs[0])
    (folder / "auction").rename(folder / "bidding")
    assert await scan(edited) == [("auction", "gone"), ("bidding", "broken")]
    told = (await listed(edited))["bidding"].diagnostics
    assert [(each.code, each.hint.text) for each in told] == [("E0137", "call the folder `auction`")]
    for name in ("auction", "bidding"):
        with pytest.raises(Exception) as caught:
            await made(edited, name)
        assert getattr(caught.value, "reason", None) in (Reason.RULESET_NOT_FOUND, Reason.RULESET_INVALID)
    shutil.rmtree(folder)
    assert {what for _, what in await scan(edited)} == {"gone"}
    assert await listed(edited) == {}


async def test_shipped_packs_are_taken_for_good_until_they_are_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(PACKS / "auction", tmp_path / "content" / "auction")
    monkeypatch.setattr(shelf, "data_root", lambda name: tmp_path / name)
    house = with_config(House(tmp_path), packs=[])
    await house.open()
    monkeypatch.setattr(house.service.shelf._sandbox, "do", None)  # nothing is checked at the start
    assert await scan(house) == []
    monkeypatch.undo()
    monkeypatch.setattr(shelf, "data_root", lambda name: tmp_path / name)
    file = tmp_path / "content" / "auction" / "pack.yaml"
    file.write_text(file.read_text().replace("pay 1 crown", "pay 1 krown"))
    assert await scan(house) == [("auction", "held")]
    assert (await made(house, "auction")).ruleset.name
    await house.close()


async def test_a_new_pack_is_offered(edited: House) -> None:
    await scan(edited)
    shutil.copytree(PACKS / "othello", Path(edited.config.packs[0]) / "othello")
    assert await scan(edited) == [("othello", "offered")]
    assert (await made(edited, "othello")).ruleset.name


async def test_an_edit_of_several_files_is_one(edited: House) -> None:
    """Halves of it would be errors: a section is moved to a file of its own, as an editor or git would write it."""
    await scan(edited)
    folder = Path(edited.config.packs[0]) / "auction"
    text = (folder / "pack.yaml").read_text()
    places = text[text.index("places:\n") : text.index("values:\n")]

    async def write() -> None:
        (folder / "pack.yaml").write_text(text.replace(places, ""))
        for size in range(100, len(places), 100):
            (folder / ".places.yaml.swp").write_text(places[:size])
            (folder / "places.yaml~").write_text(places[:size])
            (folder / "places.yaml").write_text(places[:size])
            await asyncio.sleep(0.05)
        (folder / "places.yaml").write_text(places)

    news, _ = await asyncio.gather(scan(edited, settled=0.3), write())
    assert news == [("auction", "offered")]


async def test_texts_alone_make_a_new_digest_with_the_same_rules(edited: House) -> None:
    await scan(edited)
    before = await made(edited, "auction")
    edit(edited, "auction", "title: Auction of paintings", "title: Sale of paintings")
    await scan(edited)
    after = await made(edited, "auction")
    assert after.ruleset.name != before.ruleset.name and after.ruleset.rules_digest == before.ruleset.rules_digest
