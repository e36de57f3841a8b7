"""The page about back-ups, its commands run as they stand there: on a server that is being played on."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest

from referee.service.operation.doctor import examine
from referee.v1 import game_service_pb2 as api
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.docs.pages import blocks
from tests.programs import need
from tests.service.process import ROOT, running
from tests.service.test_drain import move
from tests.service.wire import channel, seated

GAMES = 4
LONG = ("othello", 2)


def commands(heading: str) -> list[str]:
    """The blocks of shell under a heading of the page."""
    return [block.text for block in blocks("backup.md") if block.language == "sh" and block.heading == heading]


def shell(script: str, where: Path, **environment: str) -> str:
    """Runs a block; `referee` in it is this one."""
    programs = where / "programs"
    programs.mkdir(exist_ok=True)
    own = programs / "referee"
    own.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m referee.cli "$@"\n')
    own.chmod(0o755)
    path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run(
        ["sh", "-e", "-c", script], cwd=where, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Players:
    """Play several games at once until they are told to stop."""

    def __init__(self) -> None:
        self.games: list[tuple[str, list[str]]] = []
        self.answered: dict[str, int] = {}

    async def begin(self, wire: grpc.aio.Channel) -> None:
        for _ in range(GAMES):
            self.games.append(await seated(wire, *LONG))

    async def play(self, stub: GameServiceStub, number: int, done: asyncio.Event) -> None:
        game, tokens = self.games[number]
        rng = random.Random(number)
        while not done.is_set():
            public = (await stub.GetView(api.GetViewRequest(game=game))).view
            if public.HasField("outcome"):
                return
            self.answered[game] = await move(stub, game, tokens, rng)

    async def under_load(self, address: str, copy: Callable[[], None]) -> tuple[dict[str, int], dict[str, int]]:
        """Copies in the middle of play. What was answered before the copy was begun, and by the end of it."""
        async with channel(address) as wire:
            stub, done = GameServiceStub(wire), asyncio.Event()
            await self.begin(wire)
            playing = [asyncio.create_task(self.play(stub, number, done)) for number in range(GAMES)]
            while sum(self.answered.values()) < 5 * GAMES:
                await asyncio.sleep(0.01)
            before = dict(self.answered)
            await asyncio.to_thread(copy)
            after = dict(self.answered)
            await asyncio.sleep(0.3)
            done.set()
            await asyncio.gather(*playing)
            return before, after

    async def go_on(self, address: str) -> dict[str, int]:
        """Where the games stand; then one is played to its end, the others a little, with the tokens from before."""
        async with channel(address) as wire:
            stub = GameServiceStub(wire)
            found = {}
            for number, (game, _) in enumerate(self.games):
                found[game] = (await stub.GetView(api.GetViewRequest(game=game))).view.version
                if number:
                    await move(stub, game, self.games[number][1], random.Random(number))
                else:
                    await self.play(stub, number, asyncio.Event())
                    assert (await stub.GetView(api.GetViewRequest(game=game))).view.HasField("outcome")
            return found


def check(found: dict[str, int], before: dict[str, int], after: dict[str, int]) -> None:
    """All that was answered when the copy was begun is there, and nothing that came long after."""
    assert before and all(found[game] >= version for game, version in before.items())
    assert all(found[game] <= version + 1 for game, version in after.items())


def test_a_back_up_of_a_running_server_goes_on(tmp_path: Path) -> None:
    need("sqlite3")
    copying, looking, restoring = commands("SQLite")
    players = Players()
    (tmp_path / "referee-data").mkdir()
    with running(tmp_path / "s", "--data", str(tmp_path / "referee-data")) as server:
        before, after = asyncio.run(players.under_load(server.grpc, lambda: shell(copying, tmp_path) and None))
    assert sum(players.answered.values()) > sum(after.values()), "it was to be played on after the copy"
    assert "Sound." in shell(looking, tmp_path)
    assert "Sound." in shell(restoring, tmp_path)
    with running(tmp_path / "s", "--data", str(tmp_path / "referee-data")) as server:
        check(asyncio.run(players.go_on(server.grpc)), before, after)
    assert asyncio.run(examine(tmp_path / "referee-data")).problems == []


def test_the_page_tells_of_a_file_that_is_there_already(tmp_path: Path) -> None:
    """Two copies into one file: the second is refused, the first stays whole."""
    need("sqlite3")
    with running(tmp_path / "s", "--data", str(tmp_path / "referee-data")):
        shell(commands("SQLite")[0], tmp_path)
        whole = (tmp_path / "backup" / "games.sqlite").read_bytes()
        with pytest.raises(AssertionError, match="already exists"):
            shell(commands("SQLite")[0], tmp_path)
    assert (tmp_path / "backup" / "games.sqlite").read_bytes() == whole


def test_a_back_up_of_postgresql_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="not run: psycopg")
    from tests.postgres import Postgres, programs

    where = programs()
    if not shutil.which("pg_dump"):
        need("pg_dump")
    copying, restoring = commands("PostgreSQL")
    postgres = Postgres(where)
    try:
        store, new = postgres.database(), postgres.database()
        (tmp_path / "backup").mkdir()
        players = Players()
        with running(tmp_path / "s", "--store", store) as server:
            before, after = asyncio.run(
                players.under_load(server.grpc, lambda: shell(copying, tmp_path, STORE=store) and None)
            )
        assert "Sound." in shell(restoring, tmp_path, NEW_STORE=new)
        with running(tmp_path / "s", "--store", new) as server:
            check(asyncio.run(players.go_on(server.grpc)), before, after)
        assert asyncio.run(examine(new)).problems == []
    finally:
        postgres.remove()
