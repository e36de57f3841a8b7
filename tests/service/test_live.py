"""A server whose packs are edited while a game runs: the game stays what it was, also when the server is killed."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import grpc

from referee.service.operation.doctor import examine
from referee.v1 import catalog_pb2 as c
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import decision_pb2 as d
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1 import view_pb2 as v
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service import blind_player
from tests.service.table import PACKS

ROOT = Path(__file__).parents[2]
PATIENCE = 120  # seconds that the server has for one piece of news: the machine may be busy


class Serving:
    """`referee serve` on a folder of packs, with what it prints."""

    def __init__(self, packs: Path, data: Path) -> None:
        command = [sys.executable, "-m", "referee.cli", "serve", "--port", "0", "--web-port", "0"]
        self._process = subprocess.Popen(
            [*command, "--packs", str(packs), "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        self.lines: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()
        self.address = self._found("gRPC").split()[-1]

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.rstrip())

    def _found(self, text: str) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for line in self.lines:
                if text in line:
                    return line
            time.sleep(0.05)
        raise AssertionError(f"{text!r} was not said:\n" + "\n".join(self.lines))

    async def says(self, text: str) -> str:
        """The next line with this text; lines before it are forgotten."""
        line = await asyncio.to_thread(self._found, text)
        del self.lines[: self.lines.index(line) + 1]
        return line

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Game:
    """A client with a stream open and a move half collected, over several lives of the server."""

    def __init__(self) -> None:
        self.rng = random.Random(4)
        self.name = self.ruleset = ""
        self.tokens: list[str] = []
        self.version = 1
        self.seen: v.View | None = None

    async def begin(self, channel: grpc.aio.Channel) -> None:
        stub = GameServiceStub(channel)
        self.ruleset = await ruleset(channel)
        made = await stub.CreateGame(api.CreateGameRequest(ruleset=self.ruleset, seats=[g.Seat()] * 2))
        self.name = made.game.name
        for invite in made.invites:
            self.tokens.append((await stub.JoinGame(api.JoinGameRequest(invite=invite))).token)

    def who(self, seat: str) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.tokens[int(seat) - 1]}"),)

    async def through(self, channel: grpc.aio.Channel, happens: asyncio.Task[None]) -> None:
        """A stream is open and a move previewed when something happens; afterwards the very move is made."""
        stub = GameServiceStub(channel)
        watch = stub.WatchGame(api.WatchGameRequest(game=self.name, after_version=self.version))
        assert (await watch.read()).game.ruleset == self.ruleset
        seat, decision, choice = await self._half_a_move(stub)
        await happens
        preview = api.PreviewMoveRequest(game=self.name, seat=seat, decision=decision, choices=[choice])
        before = (await stub.PreviewMove(preview, metadata=self.who(seat))).view
        move = api.SubmitMoveRequest(
            request_id=f"m{self.version}", game=self.name, seat=seat, decision=decision, choices=[choice]
        )
        done = await stub.SubmitMove(move, metadata=self.who(seat))
        update = await watch.read()
        while update.WhichOneof("message") != "update":
            update = await watch.read()
        self.version += 1
        assert update.update.version == done.update.version == self.version
        assert before.game == self.name
        assert (await stub.GetGame(api.GetGameRequest(name=self.name))).game.ruleset == self.ruleset
        self.seen = await self.view(channel)
        watch.cancel()

    async def _half_a_move(self, stub: GameServiceStub) -> tuple[str, str, d.Choice]:
        public = (await stub.GetView(api.GetViewRequest(game=self.name))).view
        seat = public.decisions[0].seats[0]
        request = api.GetViewRequest(game=self.name, seat=seat)
        decision = (await stub.GetView(request, metadata=self.who(seat))).view.decisions[0]
        choice = blind_player.choose(decision.options, self.rng, decision.step)
        preview = api.PreviewMoveRequest(game=self.name, seat=seat, decision=decision.id, choices=[choice])
        assert not (await stub.PreviewMove(preview, metadata=self.who(seat))).HasField("refusal")
        return seat, decision.id, choice

    async def view(self, channel: grpc.aio.Channel) -> v.View:
        request = api.GetViewRequest(game=self.name, seat="1")
        return (await GameServiceStub(channel).GetView(request, metadata=self.who("1"))).view


async def ruleset(channel: grpc.aio.Channel) -> str:
    """What a new game would be played by."""
    made = await CatalogServiceStub(channel).CreateRuleset(catalog_api.CreateRulesetRequest(packs=["auction"]))
    return made.ruleset.name


async def state(channel: grpc.aio.Channel) -> c.Pack:
    found = await CatalogServiceStub(channel).ListPacks(catalog_api.ListPacksRequest())
    return next(pack for pack in found.packs if pack.id == "auction")


async def test_a_running_game_stays_what_it_was(tmp_path: Path) -> None:
    packs, data = tmp_path / "packs", tmp_path / "data"
    shutil.copytree(PACKS / "auction", packs / "auction")
    file = packs / "auction" / "pack.yaml"
    game, server = Game(), Serving(packs, data)

    def write(old: str, new: str) -> None:
        """As an editor saves: into another file, which then takes the place of the first."""
        text = file.read_text()
        assert old in text
        file.with_name("4913").write_text(text.replace(old, new))
        file.with_name("4913").replace(file)

    async def edit() -> None:
        write("purse_crowns: {base: 4", "purse_crowns: {base: 5")
        await server.says("auction: new games get it as it is now")

    async def damage() -> None:
        write("draw 1 from lots to podium", "draw 1 from lots to podum")
        await server.says("auction: it has errors; new games get the last version without")
        assert "podum" in await server.says("error[E")
        await server.says("did you mean `podium`?")

    async def rename() -> None:
        (packs / "auction").rename(packs / "elsewhere")
        await server.says("auction: it isn't there for new games any more")

    async def delete() -> None:
        shutil.rmtree(packs / "elsewhere")
        await server.says("elsewhere: it isn't there for new games any more")

    async def kill() -> None:
        nonlocal server
        server.kill()
        server = Serving(packs, data)

    try:
        async with grpc.aio.insecure_channel(server.address) as channel:
            await game.begin(channel)
            await game.through(channel, asyncio.create_task(edit()))
            second = await ruleset(channel)
            assert second != game.ruleset
            assert (await state(channel)).state == c.PACK_STATE_CURRENT
            await game.through(channel, asyncio.create_task(damage()))
            assert await ruleset(channel) == second
            told = await state(channel)
            assert told.state == c.PACK_STATE_HELD and "podum" in told.diagnostics[0].text.text
        await kill()
        async with grpc.aio.insecure_channel(server.address) as channel:
            assert await game.view(channel) == game.seen
            await game.through(channel, asyncio.create_task(rename()))
        await kill()
        async with grpc.aio.insecure_channel(server.address) as channel:
            assert await game.view(channel) == game.seen
            await game.through(channel, asyncio.create_task(delete()))
            shutil.copytree(PACKS / "auction", packs / "auction")
            await server.says("auction: new games get it as it is now")
            assert await ruleset(channel) == game.ruleset, "the same pack again is the same ruleset"
            assert await game.view(channel) == game.seen
    finally:
        server.kill()
    assert (await examine(data)).problems == []
