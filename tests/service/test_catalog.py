"""The catalogue: packs, rulesets made of them and of files sent by a client, entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.service import limits
from referee.service.errors import Reason
from referee.v1 import catalog_pb2 as c
from referee.v1 import catalog_service_pb2 as api
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2
from tests.service.table import PACKS, House, rejected

SENT = (PACKS / "tic_tac_toe" / "pack.yaml").read_text()


def files(text: str = SENT, folder: str = "sent") -> list[c.PackFile]:
    return [c.PackFile(path=f"{folder}/pack.yaml", content=text.encode())]


async def create(house: House, *packs: str, **more: Any) -> api.CreateRulesetResponse:
    request = api.CreateRulesetRequest(packs=packs, **more)
    return await house.call("CreateRuleset", request, api.CreateRulesetResponse)


async def test_packs_are_listed_with_their_options(house: House) -> None:
    found: list[c.Pack] = []
    page = ""
    while True:
        request = api.ListPacksRequest(page_size=2, page_token=page)
        listed = await house.call("ListPacks", request, api.ListPacksResponse)
        assert len(listed.packs) <= 2
        found += listed.packs
        page = listed.next_page_token
        if not page:
            break
    by_id = {pack.id: pack for pack in found}
    assert len(by_id) == len(found) and {"tic_tac_toe", "auction", "cuba"} <= set(by_id)
    assert by_id["auction"].title.text == "Auction of paintings" and by_id["auction"].kind == "game"
    options = by_id["cuba"].options
    assert options and all(o.label.text and o.WhichOneof("form") and o.initial.option == o.id for o in options)
    (picked,) = (o.picks for o in by_id["cuba-el-presidente"].options if o.WhichOneof("form") == "picks")
    assert (picked.min, picked.max, len(picked.items)) == (5, 5, 23)
    assert {"church", "warehouse"} < {item.id for item in picked.items}
    assert not {"casino", "printed_warehouse"} & {item.id for item in picked.items}


async def test_a_ruleset_is_named_by_its_content(house: House) -> None:
    one, two = await create(house, "tic_tac_toe"), await create(house, "tic_tac_toe")
    assert one == two and len(one.ruleset.name) == 64 and len(one.ruleset.rules_digest) == 64
    assert (one.ruleset.min_seats, one.ruleset.max_seats, list(one.ruleset.packs)) == (2, 2, ["tic_tac_toe"])
    await house.restart()
    request = api.GetRulesetRequest(name=one.ruleset.name, seats=2)
    found = await house.call("GetRuleset", request, api.GetRulesetResponse)
    assert found.ruleset == one.ruleset
    assert len([place for place in found.board.places if place.parent == "board"]) == 9


async def test_options_make_another_ruleset(house: House) -> None:
    plain = await create(house, "cuba", validate_only=True)
    setting = c.OptionSetting(pack="cuba", option="estate_side", values=["individual"])
    other = await create(house, "cuba", options=[setting], validate_only=True)
    assert other.ruleset.name not in ("", plain.ruleset.name)
    assert setting in other.ruleset.options
    wrong = c.OptionSetting(option="estate_side", values=["sideways"])
    refused = await create(house, "cuba", options=[wrong], validate_only=True)
    assert not refused.HasField("ruleset") and "individual" in refused.diagnostics[0].text.text


async def test_validating_only_keeps_nothing(house: House) -> None:
    made = await create(house, "tic_tac_toe", validate_only=True)
    async with rejected(Reason.RULESET_NOT_FOUND):
        request = api.GetRulesetRequest(name=made.ruleset.name)
        await house.call("GetRuleset", request, api.GetRulesetResponse)


async def test_a_pack_sent_by_a_client_can_be_played(house: House) -> None:
    folder = PACKS / "tic_tac_toe"
    sent = [
        c.PackFile(path=f"sent/{file.relative_to(folder)}", content=file.read_bytes())
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    ]
    made = await create(house, "tic_tac_toe", files=sent)
    assert made.ruleset.name == (await create(house, "tic_tac_toe")).ruleset.name, "the folder doesn't count"
    request = game_service_pb2.CreateGameRequest(ruleset=made.ruleset.name, seats=[g.Seat(), g.Seat()])
    await house.call("CreateGame", request, game_service_pb2.CreateGameResponse)


async def test_errors_say_where_and_what(house: House) -> None:
    broken = SENT.replace("board is full", "bord is full")
    line = next(n for n, text in enumerate(broken.splitlines(), 1) if "bord is full" in text)
    made = await create(house, "tic_tac_toe", files=files(broken), validate_only=True)
    found = made.diagnostics[0]
    assert found.severity == "error" and found.code.startswith("E")
    assert (found.source.file, found.source.line) == ("sent/pack.yaml", line)
    assert found.end.column > found.source.column and "bord" in found.text.text and "board" in found.hint.text
    async with rejected(Reason.RULESET_INVALID) as error:
        await create(house, "tic_tac_toe", files=files(broken))
    [told] = error.details
    assert isinstance(told, api.CreateRulesetResponse) and told.diagnostics[0] == found


async def test_many_errors_fit_into_a_status(house: House) -> None:
    broken = SENT + "".join(f"\nnonsense_{n}: {n}" for n in range(500))
    async with rejected(Reason.RULESET_INVALID) as error:
        await create(house, "tic_tac_toe", files=files(broken))
    assert 0 < error.details[0].ByteSize() < 5000


async def test_an_unknown_pack_is_not_found(house: House) -> None:
    async with rejected(Reason.RULESET_NOT_FOUND):
        await create(house, "tic_tac_to")
    made = await create(house, "tic_tac_to", validate_only=True)
    assert "tic_tac_toe" in made.diagnostics[0].hint.text


@pytest.mark.parametrize("name", ["../../etc", "/etc", "a/../b", "content/cuba", "tests/packs/auction", "Cuba", ""])
async def test_names_reach_no_file_of_the_server(house: House, name: str) -> None:
    with pytest.raises(Exception) as caught:
        await create(house, name)
    assert getattr(caught.value, "reason", None) in (Reason.RULESET_NOT_FOUND, Reason.FIELD_INVALID)


@pytest.mark.parametrize(
    "path", ["pack.yaml", "/etc/passwd", "../x/pack.yaml", "a/../../pack.yaml", "a//pack.yaml", "a/b\\c", "a/\n"]
)
async def test_paths_of_files_stay_in_their_folder(house: House, path: str) -> None:
    async with rejected(Reason.FIELD_INVALID) as error:
        await create(house, "tic_tac_toe", files=[c.PackFile(path=path, content=b"")])
    assert error.field == "files[0].path"


async def test_sizes_and_numbers_are_limited(house: House) -> None:
    async with rejected(Reason.LIMIT):
        await create(house, *["tic_tac_toe"] * (limits.PACKS + 1))
    many = [c.PackFile(path=f"sent/{n}.yaml") for n in range(limits.PACK_FILES + 1)]
    async with rejected(Reason.LIMIT):
        await create(house, "tic_tac_toe", files=many)
    async with rejected(Reason.LIMIT):
        await create(house, "sent", files=files("x" * (limits.PACK_FILE_BYTES + 1)))
    async with rejected(Reason.FIELD_INVALID):
        await create(house)


async def test_the_servers_folders_are_not_told(house: House, tmp_path: Path) -> None:
    """Findings name a file by the pack's folder, also in packs that the server found elsewhere."""
    made = await create(house, "auction", validate_only=True)
    assert made.HasField("ruleset")
    told = made.SerializeToString()
    assert str(PACKS).encode() not in told


async def test_entries_have_names_rules_and_data(house: House) -> None:
    name = await house.ruleset("auction")
    request = api.ListEntriesRequest(ruleset=name)
    listed = (await house.call("ListEntries", request, api.ListEntriesResponse)).entries
    by_key = {entry.key: entry for entry in listed}
    assert by_key["painting/portrait"].name.text == "Portrait" and by_key["painting/portrait"].kind == "painting"
    assert ("worth", 6) in [(value.id, value.number) for value in by_key["painting/portrait"].data]
    assert by_key["trick/last_word"].rules.text
    request.kind = "trick"
    tricks = (await house.call("ListEntries", request, api.ListEntriesResponse)).entries
    assert {entry.kind for entry in tricks} == {"trick"} and len(tricks) == 3
    request.page_size = 2
    page = await house.call("ListEntries", request, api.ListEntriesResponse)
    assert len(page.entries) == 2
    request.page_token = page.next_page_token
    rest = await house.call("ListEntries", request, api.ListEntriesResponse)
    assert [*page.entries, *rest.entries] == list(tricks) and not rest.next_page_token
    spanish = await house.call("ListEntries", api.ListEntriesRequest(ruleset=name), api.ListEntriesResponse, "", "es")
    assert [entry.name.text for entry in spanish.entries] != [entry.name.text for entry in listed]


@pytest.mark.parametrize("seats", [1, 6])
async def test_a_board_for_too_few_or_many_seats_is_refused(house: House, seats: int) -> None:
    name = await house.ruleset("auction")
    async with rejected(Reason.FIELD_INVALID):
        await house.call("GetRuleset", api.GetRulesetRequest(name=name, seats=seats), api.GetRulesetResponse)
    request = game_service_pb2.CreateGameRequest(ruleset=name, seats=[g.Seat()] * seats)
    async with rejected(Reason.FIELD_INVALID) as error:
        await house.call("CreateGame", request, game_service_pb2.CreateGameResponse)
    assert error.field == "seats" and "2 to 5" in error.problem


async def test_games_are_listed_in_pages_by_state_and_pack(house: House) -> None:
    made = [(await house.create(pack)).game.name for pack in ("auction", "tic_tac_toe") * 3]
    await house.table("auction")
    request = game_service_pb2.ListGamesRequest(page_size=2, state=g.GAME_STATE_OPEN, pack="auction")
    found: list[str] = []
    while True:
        listed = await house.call("ListGames", request, game_service_pb2.ListGamesResponse)
        found += [game.name for game in listed.games]
        request.page_token = listed.next_page_token
        if not request.page_token:
            break
    assert found == made[::2][::-1]
    request.page_token = "nonsense"
    async with rejected(Reason.FIELD_INVALID):
        await house.call("ListGames", request, game_service_pb2.ListGamesResponse)


async def test_a_client_can_offer_every_option_from_the_list_alone(house: House) -> None:
    """For each pack with options: all of them set to something else, by what the list says and nothing more."""
    listed = await house.call("ListPacks", api.ListPacksRequest(page_size=200), api.ListPacksResponse)
    packs = {pack.id: pack for pack in listed.packs}
    tried = 0
    for pack in packs.values():
        options = [option for id in pack.stack for option in packs[id].options]
        if not pack.options:
            continue
        settings = [_other(option) for option in options]
        made = await create(house, *pack.stack, options=settings, validate_only=True)
        assert not [found for found in made.diagnostics if found.severity == "error"], (pack.id, made.diagnostics)
        assert {(s.pack, s.option): list(s.values) for s in made.ruleset.options} == {
            (s.pack, s.option): list(s.values) for s in settings
        }
        assert (made.ruleset.min_seats, made.ruleset.max_seats) == (pack.min_seats, pack.max_seats)
        tried += 1
    assert tried >= 2


def _other(option: c.PackOption) -> c.OptionSetting:
    """A setting that isn't the default."""
    if option.WhichOneof("form") == "picks":
        values = [item.id for item in option.picks.items][-option.picks.max :]
    else:
        values = [next(item.id for item in option.values.items if [item.id] != list(option.initial.values))]
    assert values != list(option.initial.values)
    return c.OptionSetting(pack=option.initial.pack, option=option.id, values=values)
