"""`referee try`: an edited pack on a copy of a game's position; the game itself stays as it was."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import grpc
import pytest

from referee.cli.program import run
from referee.packs import load_stack
from referee.packs.source import Folder
from referee.service.config import ServerConfig
from referee.service.edges.server import Server
from referee.service.tries.trying import edited_stack, present
from referee.store.folder import GAMES_FILE
from referee.store.schema import FORMAT
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service.table import PACKS, House, with_config

RULES = """id: rich
kind: house-rules
version: 1
language: 1
title: Rich bidders
requires: [auction]
changes:
  - {rule: wages, is: 5}
  - {option_in: prepare/preparation, add: "beg: gain 1 crown"}
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A game in the middle, in the data folder `tmp_path`; its pack isn't there any more."""

    async def play() -> str:
        shutil.copytree(PACKS / "auction", tmp_path / "packs" / "auction")
        house = with_config(House(tmp_path), packs=[tmp_path / "packs"])
        await house.open()
        table = await house.table("auction", 2)
        rng = random.Random(6)
        while (asked := await table.asked()) and not (
            asked[2].step == "prepare/preparation" and (await table.view()).version > 8
        ):
            await table.random_move(rng)
        await house.close()
        shutil.rmtree(tmp_path / "packs")
        return table.game

    return asyncio.run(play())


def edited(tmp_path: Path, old: str = "", new: str = "") -> Path:
    """The pack of the game, edited, in a folder of its own."""
    folder = tmp_path / "edited" / "auction"
    shutil.copytree(PACKS / "auction", folder)
    file = folder / "pack.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    return folder


def attempt(tmp_path: Path, game: str, pack: Path | str, *more: str) -> int:
    return run(["try", str(pack), "--on", game, "--data", str(tmp_path), *more])


def test_it_tells_what_changes_and_touches_nothing(
    tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = asyncio.run(present(tmp_path, game))
    rows = (tmp_path / "games.sqlite").read_bytes()
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "pack.yaml").write_text(RULES)
    assert attempt(tmp_path, game, tmp_path / "rich") == 0
    said = capsys.readouterr().out
    assert "Wages: 2 → 5" in said and "rule/wages: 2 → 5" in said
    assert "can be carried over" in said and "+ Beg  (beg)" in said
    after = asyncio.run(present(tmp_path, game))
    assert after.version == before.version and before.state is not None and after.state is not None
    assert after.program.digest(after.state) == before.program.digest(before.state)
    assert after.program.ruleset.content_digest == before.program.ruleset.content_digest
    assert (tmp_path / "games.sqlite").read_bytes() == rows


def test_the_edited_pack_takes_the_place_of_the_games_own(
    tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = edited(tmp_path, "      pass\n", "")
    assert attempt(tmp_path, game.removeprefix("games/"), pack, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["carried"] and told["game"] == game and told["obstacles"] == []
    [asked] = told["asked"]
    assert asked["gone"] == ["pass"] and "pass" not in asked["options"] and asked["new"] == []


def test_why_a_position_cant_be_carried_over_is_told(
    tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = edited(tmp_path, "choose one preparation:", "choose one getting_ready:")
    assert attempt(tmp_path, game, pack) == 1
    said = capsys.readouterr().out
    assert "can't be carried over" in said and "✗ the game waits in prepare, and what it waits for" in said
    assert "choose one preparation: (" not in said and "is written otherwise now" in said


def test_errors_of_the_edit_are_told_as_check_tells_them(
    tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = edited(tmp_path, "pay 1 crown", "pay 1 krown")
    assert attempt(tmp_path, game, pack) == 1
    said = capsys.readouterr().err
    assert f"{pack}/pack.yaml:" in said and "did you mean `crown`?" in said


@pytest.mark.parametrize(
    ("pack", "on", "said"),
    [("auction", "games/none", "no pack"), ("", "games/none", "there is no game games/none"), ("", "", "is no data")],
)
def test_wrong_use_is_said(
    tmp_path: Path, game: str, pack: str, on: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack or edited(tmp_path)
    data = tmp_path if on else tmp_path / "elsewhere"
    assert run(["try", str(folder), "--on", on or game, "--data", str(data)]) == 2
    assert said in capsys.readouterr().err


def test_options_that_the_edit_has_no_more_are_left_out(tmp_path: Path) -> None:
    options = "options:\n  far: {values: [a, b], default: a}\n  near: {values: [c, d], default: c}\n"
    folder = edited(tmp_path)
    text = (folder / "pack.yaml").read_text()
    (folder / "pack.yaml").write_text(options + text)
    stack = load_stack([str(folder)], settings={"auction.far": ["b"], "auction.near": ["d"]})
    assert stack.diagnostics == []
    fewer = Folder(
        "auction", {"pack.yaml": options.replace("  far: {values: [a, b], default: a}\n", "").encode() + text.encode()}
    )
    again = edited_stack(stack, fewer, {})
    assert (again.diagnostics, again.settings) == ([], {"auction.near": ("d",)})


def test_a_store_of_an_older_format_stays_as_it_is(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its own, older server may be running on it."""

    def kept() -> tuple[int, list[str]]:
        with closing(sqlite3.connect(tmp_path / GAMES_FILE)) as connection:
            return connection.execute("PRAGMA user_version").fetchone()[0], [*connection.iterdump()]

    with closing(sqlite3.connect(tmp_path / GAMES_FILE)) as connection:
        connection.execute("ALTER TABLE games DROP COLUMN revision")
        connection.execute(f"PRAGMA user_version = {FORMAT - 1}")
        connection.commit()
    before = kept()
    assert run(["try", str(edited(tmp_path)), "--on", game, "--data", str(tmp_path)]) == 0
    assert "can be carried over" in capsys.readouterr().out
    assert kept() == before


# -- a game of a running server


async def served(tmp_path: Path, seed: str) -> tuple[Server, str]:
    """A server with a game of two that has begun; the token of seat 1 is in the file `token`."""
    config = ServerConfig(
        packs=[PACKS], data=tmp_path / "data", port=0, web_port=0, announce=lambda line: None, live=False
    )
    server = Server(config)
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        catalog, stub = CatalogServiceStub(channel), GameServiceStub(channel)
        ruleset = (await catalog.CreateRuleset(catalog_api.CreateRulesetRequest(packs=["auction"]))).ruleset
        request = api.CreateGameRequest(ruleset=ruleset.name, seats=[g.Seat()] * 2, seed=seed)
        made = await stub.CreateGame(request)
        tokens = [(await stub.JoinGame(api.JoinGameRequest(invite=invite))).token for invite in made.invites]
    (tmp_path / "token").write_text(tokens[0] + "\n")
    return server, made.game.name


@pytest.mark.parametrize(
    ("seed", "old", "new", "code", "said"),
    [
        ("7", "purse_crowns: {base: 4", "purse_crowns: {base: 8", 0, "rule/purse_crowns: 4 → 8"),
        ("7", "      pass\n", "", 0, "− Pass  (pass)"),
        ("7", "pay 1 crown", "pay 1 krown", 1, "did you mean `crown`?"),
        ("7", "choose one preparation:", "choose one getting_ready:", 1, "✗ the game waits in prepare"),
        ("", "wages: {base: 2", "wages: {base: 5", 1, "Only in a practice game"),
    ],
)
async def test_a_server_is_asked(
    tmp_path: Path, seed: str, old: str, new: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    server, game = await served(tmp_path, seed)
    arguments = ["try", str(edited(tmp_path, old, new)), "--on", game, "--server", f"127.0.0.1:{server.port}"]
    try:
        assert await asyncio.to_thread(run, [*arguments, "--token", str(tmp_path / "token")]) == code
        told = capsys.readouterr()
        assert said in told.out + told.err
        assert await asyncio.to_thread(run, arguments) == 2
        assert "--token FILE" in capsys.readouterr().err
        assert await asyncio.to_thread(run, [*arguments, "--token", str(tmp_path / "token"), "--json"]) == 2
        assert "there is no --json" in capsys.readouterr().err
    finally:
        await server.stop()


def test_nobody_at_the_address_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "token").write_text("x")
    arguments = [
        "try",
        str(edited(tmp_path)),
        "--on",
        "x",
        "--server",
        "127.0.0.1:1",
        "--token",
        str(tmp_path / "token"),
    ]
    assert run(arguments) == 2
    assert "nobody answers at 127.0.0.1:1" in capsys.readouterr().err
