"""Packs sent by clients: whatever is in them, they can't hold up the games, fill the server or reach its files."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from referee.service import limits
from referee.service.errors import Reason, Rejected
from referee.service.packs import sandbox, sandbox_process
from referee.service.record.timing import now
from referee.texts import po
from referee.v1 import catalog_pb2 as c
from referee.v1 import catalog_service_pb2 as api
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2
from tests.hostile import huge
from tests.hostile.writing import HEAD, game
from tests.service.table import PACKS, House, rejected, with_config

TIC_TAC_TOE = (PACKS / "tic_tac_toe" / "pack.yaml").read_text()
PLAYS = {"seats": [g.Seat(), g.Seat()]}


def sent(text: str, folder: str = "mine") -> list[c.PackFile]:
    return [c.PackFile(path=f"{folder}/pack.yaml", content=text.encode("latin-1"))]


def variant(number: int) -> list[c.PackFile]:
    """A pack that differs from others of another number."""
    return sent(TIC_TAC_TOE.replace("version: 1", f"version: {number + 2}"))


async def create(house: House, *packs: str, peer: str = "", **more: Any) -> api.CreateRulesetResponse:
    request = api.CreateRulesetRequest(packs=packs, **more)
    return await house.call("CreateRuleset", request, api.CreateRulesetResponse, peer=peer)


async def files_of(house: House, **request: Any) -> api.GetPackFilesResponse:
    return await house.call("GetPackFiles", api.GetPackFilesRequest(**request), api.GetPackFilesResponse)


# ---- what a hostile pack comes to


BOMBS = {name: text for name, text in huge.packs().items() if isinstance(text, str)}


@pytest.mark.parametrize(
    "name",
    ["aliases that double", "an alias of itself", "tags", "a hundred thousand keys", "many options", "lists in lists"],
)
async def test_a_hostile_pack_ends_in_findings(house: House, name: str) -> None:
    try:
        made = await create(house, "fair", files=sent(BOMBS[name]), validate_only=True)
    except Exception as error:
        assert getattr(error, "reason", None) is Reason.LIMIT, error  # larger than what may be sent
        return
    assert not made.HasField("ruleset") and made.diagnostics[0].severity == "error"
    assert made.diagnostics[0].source.line >= 1


async def test_ten_thousand_files_are_too_many(house: House) -> None:
    many = [c.PackFile(path=f"fair/f{n}.yaml") for n in range(10_000)]
    async with rejected(Reason.LIMIT) as error:
        await create(house, "fair", files=many)
    assert error.metadata == {"which": "files", "limit": str(limits.PACK_FILES)}


@pytest.mark.parametrize(
    "path",
    [
        "fair/a\x00.yaml",
        "fair/a\x1b[2J.yaml",
        "fair/%2e%2e/pack.yaml",
        "fair/‥/pack.yaml",
        "fair/\u202egnp.yaml",
        "C:/fair/pack.yaml",
        "fair/../../pack.yaml",
        "~/pack.yaml",
        "fair/./pack.yaml",
        "fair/" + "a/" * 20 + "b.yaml",
    ],
)
async def test_a_path_that_could_lead_elsewhere_is_named(house: House, path: str) -> None:
    bad = c.PackFile(path=path, content=b"x")
    async with rejected(Reason.FIELD_INVALID) as error:
        await create(house, "fair", files=[*sent(HEAD, "fair"), bad])
    assert error.field == "files[1].path" and "\x1b" not in error.problem


async def test_options_have_limits(house: House) -> None:
    many = c.OptionSetting(option="side", values=["x"] * (limits.SETTING_VALUES + 1))
    async with rejected(Reason.LIMIT) as error:
        await create(house, "tic_tac_toe", options=[many])
    assert error.metadata == {"which": "options[0].values", "limit": str(limits.SETTING_VALUES)}
    async with rejected(Reason.FIELD_INVALID) as error:
        await create(house, "tic_tac_toe", options=[c.OptionSetting(option="side", values=["x" * 65])])
    assert error.field == "options[0].values[0]"


async def test_a_pack_with_very_many_options_ends_in_findings(house: House) -> None:
    options = "options:\n" + "".join(f"  o{n}: {{values: [a, b], default: a}}\n" for n in range(8_000))
    made = await create(house, "fair", files=sent(game("end game because over", options)), validate_only=True)
    assert not made.HasField("ruleset") and made.diagnostics[0].severity == "error"


# ---- a job that takes too much


async def test_endless_work_is_ended_and_the_games_go_on(house: House) -> None:
    """A job of another caller runs until its time is over; meanwhile a game is played to its end."""
    table = await house.table("tic_tac_toe")
    mine = sandbox.Sandbox(2)
    endless = asyncio.create_task(mine.do(exec, "while True: pass", "mallory"))
    await asyncio.sleep(0.1)
    begun = time.monotonic()
    await table.play(random.Random(1))
    assert not endless.done(), f"the game took {time.monotonic() - begun:.1f} s"
    async with rejected(Reason.LIMIT) as error:
        await endless
    assert error.metadata == {"which": "seconds", "limit": "2"}


@pytest.mark.parametrize(
    ("code", "which"),
    [("x = bytearray(1 << 40)", "memory"), ("[].extend(bytes(1 << 20) for _ in iter(int, 1))", "memory")],
)
async def test_work_that_eats_memory_is_ended(code: str, which: str) -> None:
    async with rejected(Reason.LIMIT) as error:
        await sandbox.Sandbox(20).do(exec, code, "mallory")
    assert error.metadata["which"] == which


async def test_a_fault_of_ours_in_a_job_is_told_to_nobody(caplog: pytest.LogCaptureFixture) -> None:
    mine = sandbox.Sandbox(20)
    async with rejected(Reason.INTERNAL) as error:
        await mine.do(exec, "1 / 0", "anna")
    told = [record.__dict__.get("told", {}).get("kind") for record in caplog.records]
    assert error.metadata == {} and "ZeroDivisionError" in told
    assert await mine.do(len, "abc", "anna") == 3, "the next job is done"


async def test_a_process_that_cant_begin_is_no_fault_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_idle", [])
    monkeypatch.setattr(sandbox.sys, "executable", "/bin/false")
    async with rejected(Reason.INTERNAL):
        await sandbox.Sandbox(20).do(len, "abc", "anna")


async def test_a_dead_process_is_replaced() -> None:
    mine = sandbox.Sandbox(20)
    async with rejected(Reason.LIMIT):
        await mine.do(exec, "import os; os._exit(3)", "anna")
    assert await mine.do(len, "abc", "anna") == 3


async def test_a_caller_has_one_job_done_and_few_waiting() -> None:
    mine = sandbox.Sandbox(20)
    await asyncio.gather(*(mine.do(time.sleep, 0.1, name) for name in ("mallory", "anna")))  # both processes are there
    slow = [asyncio.create_task(mine.do(time.sleep, 0.25, "mallory")) for _ in range(limits.WORK_WAITING)]
    await asyncio.sleep(0)
    async with rejected(Reason.LIMIT) as error:
        await mine.do(len, "abc", "mallory")
    assert error.metadata["which"] == "waiting" and error.retry_after > 0
    assert await mine.do(len, "abc", "anna") == 3
    assert not slow[-1].done(), "another caller needn't wait for all of them"
    await asyncio.gather(*slow)
    assert await mine.do(len, "abc", "mallory") == 3


async def test_who_goes_away_keeps_its_turn_until_the_work_is_done() -> None:
    """Else who calls and goes again and again would have any number at work."""
    mine = sandbox.Sandbox(20)
    for _ in range(limits.WORK_WAITING):
        gone = asyncio.create_task(mine.do(time.sleep, 0.1, "mallory"))
        await asyncio.sleep(0)
        gone.cancel()
    await asyncio.sleep(0)
    async with rejected(Reason.LIMIT):
        await mine.do(len, "abc", "mallory")


# ---- two clients, and what is left of their packs


async def test_two_clients_send_at_once(house: House) -> None:
    async def one(number: int) -> None:
        made = await create(house, "tic_tac_toe", files=variant(number), peer=f"client {number}")
        request = game_service_pb2.CreateGameRequest(ruleset=made.ruleset.name, **PLAYS)
        begun = await house.call("CreateGame", request, game_service_pb2.CreateGameResponse)
        assert begun.game.ruleset == made.ruleset.name
        names.add(made.ruleset.name)

    names: set[str] = set()
    await asyncio.gather(*map(one, range(4)))
    assert len(names) == 4


async def test_unused_rulesets_go_after_their_time_and_used_ones_never(house: House) -> None:
    used, unused = [(await create(house, "tic_tac_toe", files=variant(n))).ruleset.name for n in range(2)]
    request = game_service_pb2.CreateGameRequest(request_id="g", ruleset=used, **PLAYS)
    made = await house.call("CreateGame", request, game_service_pb2.CreateGameResponse)
    await house.service.rulesets.forget_unused(now() + 1000)
    await house.call("GetRuleset", api.GetRulesetRequest(name=unused), api.GetRulesetResponse)
    await house.restart()
    await house.service.rulesets.forget_unused(now() + int(house.config.ruleset_seconds * 1000) + 1000)
    async with rejected(Reason.RULESET_NOT_FOUND):
        await house.call("GetRuleset", api.GetRulesetRequest(name=unused), api.GetRulesetResponse)
    async with rejected(Reason.RULESET_NOT_FOUND):
        lost = game_service_pb2.CreateGameRequest(ruleset=unused, **PLAYS)
        await house.call("CreateGame", lost, game_service_pb2.CreateGameResponse)
    await house.restart()
    invites = [game_service_pb2.JoinGameRequest(invite=invite) for invite in made.invites]
    for join in invites:
        await house.call("JoinGame", join, game_service_pb2.JoinGameResponse)
    again = await house.call("CreateGame", request, game_service_pb2.CreateGameResponse)
    assert again.game.ruleset == used


async def test_a_ruleset_that_went_between_two_calls_makes_no_game(house: House) -> None:
    """It is still in memory, but a game must not be created that nobody can play after a restart."""
    name = (await create(house, "tic_tac_toe", files=variant(1))).ruleset.name
    await house.call("GetRuleset", api.GetRulesetRequest(name=name), api.GetRulesetResponse)
    loaded = house.service.rulesets._kept.copy()
    await house.service.rulesets.forget_unused(now() + 10**9)
    house.service.rulesets._kept.update(loaded)
    async with rejected(Reason.RULESET_NOT_FOUND):
        request = game_service_pb2.CreateGameRequest(ruleset=name, **PLAYS)
        await house.call("CreateGame", request, game_service_pb2.CreateGameResponse)
    listed = await house.call("ListGames", game_service_pb2.ListGamesRequest(), game_service_pb2.ListGamesResponse)
    assert not listed.games


async def test_a_caller_may_have_so_many_unused_rulesets(house: House) -> None:
    await house.close()
    small = with_config(house, unused_rulesets=2)
    await small.open()
    names = [(await create(small, "tic_tac_toe", files=variant(n), peer="a")).ruleset.name for n in range(2)]
    async with rejected(Reason.LIMIT) as error:
        await create(small, "tic_tac_toe", files=variant(3), peer="a")
    assert error.metadata == {"which": "rulesets", "limit": "2"}
    await create(small, "tic_tac_toe", files=variant(1), peer="a")
    await create(small, "tic_tac_toe", files=variant(3), peer="a", validate_only=True)
    await create(small, "tic_tac_toe", files=variant(4), peer="b")
    request = game_service_pb2.CreateGameRequest(ruleset=names[0], **PLAYS)
    await small.call("CreateGame", request, game_service_pb2.CreateGameResponse)
    await create(small, "tic_tac_toe", files=variant(3), peer="a")
    await small.close()
    await house.open()


async def test_translations_are_read_beside_the_games(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """They may be anybody's, and long: not on the event loop, whoever asks for which language."""
    threads: set[threading.Thread] = set()
    read = po.entries

    def noted(data: bytes, language: str) -> tuple[po.PoEntry, ...]:
        threads.add(threading.current_thread())
        return read(data, language)

    monkeypatch.setattr(po, "entries", noted)
    request = api.GetRulesetRequest(name=await house.ruleset("auction"), seats=2)
    await house.call("GetRuleset", request, api.GetRulesetResponse, "", "es")
    assert threads and threading.main_thread() not in threads


# ---- an editor loads, saves, and is told what is wrong


async def test_what_was_read_can_be_sent_back(house: House) -> None:
    read = await files_of(house, pack="auction")
    assert [file.path for file in read.files] == ["auction/pack.yaml", "auction/texts/es.po"]
    assert not read.next_page_token
    plain, back = await create(house, "auction"), await create(house, "auction", files=read.files)
    assert back.ruleset == plain.ruleset
    saved = await files_of(house, pack="auction", ruleset=plain.ruleset.name)
    assert saved == read


async def test_files_come_in_pages(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILES_ON_A_PAGE", 1)
    first = await files_of(house, pack="auction")
    second = await files_of(house, pack="auction", page_token=first.next_page_token)
    assert [file.path for page in (first, second) for file in page.files] == [
        "auction/pack.yaml",
        "auction/texts/es.po",
    ]
    assert not second.next_page_token
    async with rejected(Reason.FIELD_INVALID) as error:
        await files_of(house, pack="tic_tac_toe", page_token=first.next_page_token)
    assert error.field == "page_token"


@pytest.mark.parametrize("pack", ["no_such_pack", "..", ".", "content", "packs/auction"])
async def test_only_packs_that_are_listed_can_be_read(house: House, pack: str) -> None:
    async with rejected(Reason.RULESET_NOT_FOUND):
        await files_of(house, pack=pack)
    name = await house.ruleset("tic_tac_toe")
    async with rejected(Reason.RULESET_NOT_FOUND):
        await files_of(house, pack=pack, ruleset=name)


async def test_a_finding_shows_the_other_place_too(house: House) -> None:
    twice = TIC_TAC_TOE + "\nvalues: {}\nvalues: {}\n"
    made = await create(house, "tic_tac_toe", files=sent(twice), validate_only=True)
    found = next(each for each in made.diagnostics if each.related)
    assert found.related[0].file == "mine/pack.yaml" and 0 < found.related[0].line < found.source.line


async def test_nothing_in_the_servers_folder_is_taken_for_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "yaml.py").write_text("raise SystemExit('code of a stranger')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setattr(sandbox, "_idle", [])
    assert await sandbox.Sandbox(20).do(len, "abc", "anna") == 3


async def test_a_server_that_ends_waits_for_no_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for one that is at work nor for those behind it; their callers are told that the server goes away."""
    monkeypatch.setattr(sandbox, "_idle", [])
    mine = sandbox.Sandbox(60)
    assert await mine.do(len, "abc", "anna") == 3  # the process is there
    waiting = [asyncio.create_task(mine.do(time.sleep, 600, caller)) for caller in ("anna", "anna", "bert", "carl")]
    await asyncio.sleep(0.5)
    began = time.monotonic()
    await mine.close()
    for each in (*waiting, mine.do(len, "abc", "dora")):
        with pytest.raises(Rejected) as refused:
            await each
        assert refused.value.reason is Reason.DRAINING
    assert time.monotonic() - began < 30 and mine.waiting == 0 and sandbox._idle == []


def test_a_process_whose_server_is_gone_ends_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "referee.service.packs.sandbox_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdout.close()
    process.stdin.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 0


async def test_a_process_at_the_end_of_its_life_gets_no_more_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends by itself after so many jobs, and looks alive for a moment then."""
    monkeypatch.setattr(sandbox, "_idle", [])
    mine = sandbox.Sandbox(20)
    for number in range(sandbox_process.JOBS_IN_A_LIFE):
        assert await mine.do(abs, -number, "anna") == number
    assert sandbox._idle == []
    assert await mine.do(len, "abc", "anna") == 3
