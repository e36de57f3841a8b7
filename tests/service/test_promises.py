"""What is promised to clients, each word with its test; `referee/docs/promises.md` names them."""

from __future__ import annotations

import ast
import asyncio
import itertools
import json
import random
import re
import signal
import socket
from pathlib import Path

import grpc
import pytest

from referee.service.config import ServerConfig
from referee.service.methods import SERVICES
from referee.service.service import patience
from referee.v1 import game_service_pb2 as api
from referee.v1 import view_pb2 as v
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service import blind_player
from tests.service.process import running
from tests.service.table import House, collect
from tests.service.wire import SERVICE_CONFIG, bearer, channel, seated, served

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "referee" / "docs" / "promises.md"


# ---- the page


def named() -> list[tuple[str, str]]:
    """The tests that the page names: file and function."""
    return re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE.read_text(encoding="utf-8"))


def test_the_page_names_tests_that_are_there() -> None:
    assert len(named()) > 20
    missing = []
    for file, function in named():
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8")) if (ROOT / file).exists() else ast.Module([], [])
        found = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        if function not in found:
            missing.append(f"{file}::{function}")
    assert missing == []


def test_the_service_config_names_methods_that_are_there() -> None:
    """Changes are sent again, which their request ids allow; a stream isn't, it has to be resumed."""
    config = json.loads(SERVICE_CONFIG.read_text(encoding="utf-8"))
    there = {(service.full_name, method.name) for service in SERVICES for method in service.methods}
    for entry in config["methodConfig"]:
        for name in entry["name"]:
            assert not name.get("method") or (name["service"], name["method"]) in there
    for method, seconds in patience(ServerConfig()).items():
        service, _, name = method.partition("/")
        own = [x for x in config["methodConfig"] if {"service": service, "method": name} in x["name"]]
        given = (own or [x for x in config["methodConfig"] if {"service": service} in x["name"]])[0].get("timeout")
        assert given is None or float(given.rstrip("s")) >= seconds, "the server is to give up first"
    streams = {method.name for service in SERVICES for method in service.methods if method.server_streaming}
    plain = [entry for entry in config["methodConfig"] if "timeout" not in entry]
    assert {name["method"] for entry in plain for name in entry["name"]} == streams


# ---- a watch


class Reader:
    """Follows a game over streams that it leaves now and then, and resumes after the last version that it knows."""

    def __init__(self, rng: random.Random, game: str, seat: str, token: str) -> None:
        self.rng, self.game, self.seat, self.token = rng, game, seat, token
        self.versions: list[int] = []
        self.bookmarks: list[tuple[int, int]] = []  # what it said, and the last version read by then
        self.view: v.View | None = None
        self.streams = 0

    async def follow(self, stub: GameServiceStub, last: asyncio.Future[int]) -> None:
        fruitless = 0  # streams in a row that were cut before they told anything: a busy machine needs longer
        while not (last.done() and self.versions and self.versions[-1] == last.result()):
            patience, known = self.rng.uniform(0.02, 0.4) * (1 + fruitless), len(self.versions)
            try:
                async with asyncio.timeout(patience):
                    await self.read(stub, self.rng.randint(1, 12))
            except TimeoutError:  # as if the line had been cut
                fruitless = 0 if len(self.versions) > known else fruitless + 1
            except grpc.aio.AioRpcError as error:
                assert error.code() is grpc.StatusCode.UNAVAILABLE, error
                await asyncio.sleep(0.05)

    async def read(self, stub: GameServiceStub, most: int = 0) -> None:
        """Reads one stream, to its end or until so many messages have come."""
        self.streams += 1
        after = self.versions[-1] if self.versions else 0
        request = api.WatchGameRequest(game=self.game, seat=self.seat, after_version=after)
        call = stub.WatchGame(request, metadata=bearer(self.token) if self.token else None)
        try:
            came = 0
            async for message in call:
                self.take(message)
                came += 1
                if came == most:
                    return
        finally:
            call.cancel()

    def take(self, message: api.WatchGameResponse) -> None:
        match message.WhichOneof("message"):
            case "view":
                assert not self.versions
                self.view = message.view
                self.versions.append(message.view.version)
            case "update":
                assert self.view is not None
                self.versions.append(message.update.version)
                self.view = blind_player.apply(self.view, message.update.changes)
            case "bookmark":
                self.bookmarks.append((message.bookmark, self.versions[-1]))


async def play(stub: GameServiceStub, game: str, tokens: list[str], moves: int, rng: random.Random) -> int:
    """So many random moves; the last version."""
    version = 1
    for number in range(moves):
        public = (await stub.GetView(api.GetViewRequest(game=game))).view
        if public.HasField("outcome"):
            break
        seat = public.decisions[0].seats[0]
        who = bearer(tokens[int(seat) - 1])
        view = (await stub.GetView(api.GetViewRequest(game=game, seat=seat), metadata=who)).view
        decision = view.decisions[0]
        choice = blind_player.choose(decision.options, rng)
        request = api.SubmitMoveRequest(game=game, seat=seat, decision=decision.id)
        request.request_id = f"{decision.id}/{seat}/{number}"
        request.choices.append(choice)
        version = (await stub.SubmitMove(request, metadata=who)).update.version
        await asyncio.sleep(0)
    return version


async def test_a_watch_is_ordered_unique_and_reliable_however_often_it_is_cut(tmp_path: Path) -> None:
    """Every reader gets every version once, in order, and ends with the view that everybody else has."""
    async with served(tmp_path, bookmark_seconds=0.05) as server, channel(f"127.0.0.1:{server.port}") as wire:
        stub, rng = GameServiceStub(wire), random.Random(5)
        game, tokens = await seated(wire, "auction", 3)
        last: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        readers = [
            Reader(random.Random(n), game, seat, tokens[int(seat) - 1] if seat else "")
            for n, seat in enumerate(["", "1", "2", "3"] * 4)
        ]
        following = [asyncio.create_task(reader.follow(stub, last)) for reader in readers]
        last.set_result(await play(stub, game, tokens, 60, rng))
        async with asyncio.timeout(180):
            await asyncio.gather(*following)
        newest = last.result()
        for reader in readers:
            begun = reader.versions[0]
            assert reader.versions == list(range(begun, newest + 1))
            seen = await stub.GetView(
                api.GetViewRequest(game=game, seat=reader.seat), metadata=bearer(reader.token) if reader.token else None
            )
            assert reader.view == seen.view
        assert sum(reader.streams for reader in readers) > 2 * len(readers), "the streams were to be cut"


async def test_a_watch_goes_on_where_it_was_after_the_server_was_killed(tmp_path: Path) -> None:
    """Reliable and resumable beyond the life of a process."""
    reader = Reader(random.Random(1), "", "1", "")

    async def first(address: str) -> tuple[str, list[str], int]:
        async with channel(address) as wire:
            stub = GameServiceStub(wire)
            game, tokens = await seated(wire, "auction", 2)
            reader.game, reader.token = game, tokens[0]
            task = asyncio.create_task(reader.read(stub))
            reached = await play(stub, game, tokens, 12, random.Random(3))
            await asyncio.sleep(0.2)
            server.process.kill()
            with pytest.raises(grpc.aio.AioRpcError):
                await task
            return game, tokens, reached

    async def second(address: str) -> int:
        async with channel(address) as wire:
            stub = GameServiceStub(wire)
            last: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            following = asyncio.create_task(reader.follow(stub, last))
            last.set_result(await play(stub, game, tokens, 12, random.Random(4)))
            async with asyncio.timeout(180):
                await following
            return last.result()

    with running(tmp_path / "s") as server:
        game, tokens, reached = await first(server.grpc)
    with running(tmp_path / "s") as server:
        newest = await second(server.grpc)
    assert newest > reached and reader.versions == list(range(reader.versions[0], newest + 1))


async def test_an_update_is_one_version_whole(house: House) -> None:
    """Atomic: a move of several choices is one message, and nobody sees it half-way."""
    table, rng = await house.table("auction", 2), random.Random(2)
    stream = table.watch("")
    seen = (await collect(stream, 2))[1].view
    tried, before = 0, 1
    for _ in range(40):
        asked = await table.asked()
        if asked is None:
            break
        seat, _, decision = asked
        first = blind_player.choose(decision.options, rng)
        choices = [first]
        preview = await table.preview(seat, decision.id, first)
        more = [x for x in preview.view.decisions if seat in x.seats and x.options]
        if more and not preview.at_barrier and not any(o.barrier for o in decision.options if o.id == first.option):
            choices.append(blind_player.choose(more[0].options, rng))
        done = await table.submit(seat, decision.id, *choices)
        tried += len(choices) > 1
        [message] = await collect(stream, 1)
        assert message.update.version == done.update.version == before + 1
        before += 1
        seen = blind_player.apply(seen, message.update.changes)
        assert seen == await table.view("")
        answered = [event.answered for event in done.update.events if event.WhichOneof("what") == "answered"]
        own = [choice for event in answered if event.seat == seat for choice in event.choices]
        assert [choice.option for choice in own] == [choice.option for choice in choices]
    assert tried > 3, "some moves were to have several choices"


async def test_a_bookmark_says_how_far_everything_was_told(tmp_path: Path) -> None:
    async with served(tmp_path, bookmark_seconds=0.03) as server, channel(f"127.0.0.1:{server.port}") as wire:
        stub = GameServiceStub(wire)
        game, tokens = await seated(wire, "auction", 2)
        reader = Reader(random.Random(1), game, "", "")
        task = asyncio.create_task(reader.read(stub))
        for number in range(4):
            await play(stub, game, tokens, 1, random.Random(number))
            await asyncio.sleep(0.15)
        task.cancel()
        assert len(reader.bookmarks) > 4 and all(said == read for said, read in reader.bookmarks)
        assert len({said for said, _ in reader.bookmarks}) > 2


# ---- answers


async def test_the_same_request_id_gets_the_same_answer_for_the_life_of_the_game(tmp_path: Path) -> None:
    """Every move of a whole game is sent again after its end, in another process: the same bytes come back."""
    sent: list[tuple[api.SubmitMoveRequest, str, bytes]] = []
    house = House(tmp_path)
    await house.open()
    table = await house.table("auction", 3)
    rng = random.Random(8)
    for number in itertools.count():
        asked = await table.asked()
        if asked is None:
            break
        seat, _, decision = asked
        choice = blind_player.choose(decision.options, rng, decision.step)
        done = await table.submit(seat, decision.id, choice, request_id=f"r{number}", with_view=True)
        request = api.SubmitMoveRequest(request_id=f"r{number}", game=table.game, seat=seat, decision=decision.id)
        request.choices.append(choice)
        request.with_view = True
        sent.append((request, table.tokens[seat], done.SerializeToString(deterministic=True)))
    newest = (await table.view()).version
    await house.restart()
    assert len(sent) > 40
    for request, token, answer in rng.sample(sent, 40):
        again = await house.call("SubmitMove", request, api.SubmitMoveResponse, token)
        assert again.SerializeToString(deterministic=True) == answer
    assert (await table.view()).version == newest
    await house.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_with_the_published_retries_a_server_that_begins_anew_is_a_pause_and_no_error(
    tmp_path: Path, how: signal.Signals
) -> None:
    """A client that knows nothing but the service config plays on over the end of a server and its next beginning."""
    port = free_port()
    flags = ("--port", str(port))
    versions: list[int] = []

    async def client(ready: asyncio.Event, enough: asyncio.Event) -> None:
        async with channel(f"127.0.0.1:{port}") as wire:
            stub, rng = GameServiceStub(wire), random.Random(6)
            game, tokens = await seated(wire, "auction", 3)
            while not (enough.is_set() and len(versions) > 30):
                public = (await stub.GetView(api.GetViewRequest(game=game))).view
                if public.HasField("outcome"):
                    break
                seat = public.decisions[0].seats[0]
                who = bearer(tokens[int(seat) - 1])
                view = (await stub.GetView(api.GetViewRequest(game=game, seat=seat), metadata=who)).view
                request = api.SubmitMoveRequest(request_id=f"m{len(versions)}", game=game, seat=seat)
                request.decision = view.decisions[0].id
                request.choices.append(blind_player.choose(view.decisions[0].options, rng))
                versions.append((await stub.SubmitMove(request, metadata=who)).update.version)
                if len(versions) == 15:
                    ready.set()

    async def go() -> None:
        ready, enough = asyncio.Event(), asyncio.Event()
        first = running(tmp_path / "s", *flags)
        server = await asyncio.to_thread(first.__enter__)
        try:
            playing = asyncio.create_task(client(ready, enough))
            waiting = asyncio.create_task(ready.wait())
            await asyncio.wait([waiting, playing], return_when=asyncio.FIRST_COMPLETED)
            server.process.send_signal(how)
            await asyncio.to_thread(server.process.wait, 30)
        finally:
            first.__exit__(None, None, None)
        second = running(tmp_path / "s", *flags)
        await asyncio.to_thread(second.__enter__)
        try:
            enough.set()
            await asyncio.wait_for(playing, 180)
        finally:
            second.__exit__(None, None, None)

    asyncio.run(go())
    assert versions == list(range(2, len(versions) + 2)) and len(versions) > 30
