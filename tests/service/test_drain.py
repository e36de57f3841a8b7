"""The end of a server: health says so, every watcher is told its last version, nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import signal
import time
import urllib.request
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc

from referee.service.edges.server import Server
from referee.v1 import game_service_pb2 as api
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service import blind_player
from tests.service.process import running
from tests.service.test_server import details
from tests.service.wire import bearer, seated, served

OVER_GRPC, OVER_CONNECT = 60, 25
WELL = health_pb2.HealthCheckResponse.SERVING
LEAVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def move(stub: GameServiceStub, game: str, tokens: list[str], rng: random.Random) -> int:
    """A random move; its version."""
    public = (await stub.GetView(api.GetViewRequest(game=game))).view
    seat = public.decisions[0].seats[0]
    who = bearer(tokens[int(seat) - 1])
    view = (await stub.GetView(api.GetViewRequest(game=game, seat=seat), metadata=who)).view
    request = api.SubmitMoveRequest(game=game, seat=seat, decision=view.decisions[0].id)
    request.choices.append(blind_player.choose(view.decisions[0].options, rng))
    return (await stub.SubmitMove(request, metadata=who)).update.version


async def watch_over_connect(port: int, game: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    body = json.dumps({"game": game}).encode()
    framed = b"\x00" + len(body).to_bytes(4, "big") + body
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"POST /referee.v1.GameService/WatchGame HTTP/1.1\r\nhost: x\r\ncontent-type: application/connect+json\r\n"
        + f"content-length: {len(framed)}\r\n\r\n".encode()
        + framed
    )
    return reader, writer


def connect_error(received: bytes) -> dict[str, str]:
    """Reason and metadata of the error that ends a stream of Connect."""
    start = received.index(b'{"error"')
    end = json.JSONDecoder().raw_decode(received[start:].decode())[0]["error"]
    assert end["code"] == "unavailable"
    [packed] = [detail["value"] for detail in end["details"] if detail["type"] == "google.rpc.ErrorInfo"]
    info = error_details_pb2.ErrorInfo.FromString(base64.b64decode(packed + "=" * (-len(packed) % 4)))
    assert "google.rpc.RetryInfo" in [detail["type"] for detail in end["details"]]
    return {"reason": info.reason, **info.metadata}


async def end_of(stream: grpc.aio.UnaryStreamCall[api.WatchGameRequest, api.WatchGameResponse]) -> int:
    seen = 1
    try:
        async for message in stream:
            seen = message.update.version or seen
    except grpc.aio.AioRpcError as error:
        assert error.code() is grpc.StatusCode.UNAVAILABLE
        info = details(error)["ErrorInfo"]
        assert (info.reason, dict(info.metadata)) == ("DRAINING", {"version": str(seen)})
        return seen
    raise AssertionError("the stream ended as if nothing were")


async def test_every_watcher_is_told_its_last_version_at_both_doors(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            stub = GameServiceStub(channel)
            game, tokens = await seated(channel, "auction")
            quiet, _ = await seated(channel)
            streams = [stub.WatchGame(api.WatchGameRequest(game=game if n % 2 else quiet)) for n in range(OVER_GRPC)]
            pages = [await watch_over_connect(server.web_port, game) for _ in range(OVER_CONNECT)]
            ends = [asyncio.create_task(end_of(stream)) for stream in streams]
            tails = [asyncio.create_task(reader.read()) for reader, _ in pages]
            while server.service._throttle.streams < OVER_GRPC + OVER_CONNECT:
                await asyncio.sleep(0.01)
            last = [await move(stub, game, tokens, random.Random(n)) for n in range(5)][-1]
            assert last == 6

            await asyncio.sleep(0.5)  # everybody is up to date
            stopping = asyncio.create_task(server.stop())
            async with asyncio.timeout(60):
                assert await asyncio.gather(*ends) == [last if n % 2 else 1 for n in range(OVER_GRPC)]
                for tail in await asyncio.gather(*tails):
                    assert connect_error(tail) == {"reason": "DRAINING", "version": str(last)}
                await stopping
            for _, writer in pages:
                writer.close()
        server.stop = _nothing  # type: ignore[method-assign]  # it has been stopped


async def _nothing() -> None:
    pass


async def test_health_turns_before_anything_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    async with served(tmp_path) as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            watching = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
            assert (await watching.read()).status == WELL
            leave, drain = server._grpc.leave, server.service.drain

            async def leaving() -> None:
                await leave()
                order.append("health")

            def draining() -> None:
                order.append("drain")
                drain()

            monkeypatch.setattr(server._grpc, "leave", leaving)
            monkeypatch.setattr(server.service, "drain", draining)
            stop = asyncio.create_task(Server.stop(server))
            assert (await watching.read()).status == LEAVING
            async with asyncio.timeout(8):  # it isn't waited for, who only watches health: a drain has ten seconds
                await stop
            watching.cancel()
        server.stop = _nothing  # type: ignore[method-assign]  # it has been stopped
    assert order == ["health", "drain"]


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_told_process_ends_well_and_keeps_all_that_it_acknowledged(tmp_path: Path, name: signal.Signals) -> None:
    acknowledged: list[int] = []

    async def play(address: str, process_signal: object) -> str:
        async with grpc.aio.insecure_channel(address) as channel:
            stub, rng = GameServiceStub(channel), random.Random(2)
            game, tokens = await seated(channel, "auction", 3)
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                while True:
                    acknowledged.append(await move(stub, game, tokens, rng))
                    if len(acknowledged) == 10:
                        server.process.send_signal(name)
            assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
            return game

    with running(tmp_path / "s") as server:
        game = asyncio.run(play(server.grpc, name))
        assert server.process.wait(60) == 0
        assert server.err == "" and server.out.splitlines()[2:] == ["stopping …"]

    async def again(address: str) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            moves = (await GameServiceStub(channel).ListMoves(api.ListMovesRequest(game=game, page_size=200))).updates
            versions = [update.version for update in moves]
            assert versions[1:] == acknowledged or versions[1:-1] == acknowledged  # one may have lost its answer

    with running(tmp_path / "s") as server:
        asyncio.run(again(server.grpc))


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_at_once(tmp_path: Path, name: signal.Signals) -> None:
    """A stream that is never read keeps the drain waiting; whoever asks twice doesn't wait."""

    def health() -> int:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port('admin')}/healthz", timeout=10) as answer:
            return int(answer.status)

    async def stalled(address: str) -> float:
        async with grpc.aio.insecure_channel(address, [("grpc.http2.lookahead_bytes", 1)]) as channel:
            game, _ = await seated(channel, "auction", 3)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port("browser"))
            writer.write(
                b"POST /referee.v1.GameService/GetGame HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                b"content-length: 100\r\n\r\n{"
            )
            await writer.drain()
            await asyncio.sleep(0.3)
            server.process.send_signal(signal.SIGTERM)
            while "stopping" not in server.out:
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.5)
            assert server.process.poll() is None, "the drain was to wait for the request that never comes"
            assert await asyncio.to_thread(health) == 200
            begun = time.monotonic()
            server.process.send_signal(name)
            await asyncio.to_thread(server.process.wait, 20)
            writer.close()
            assert game
            return time.monotonic() - begun

    with running(tmp_path / "s", "--admin-port", "0") as server:
        assert asyncio.run(stalled(server.grpc)) < 3
        assert server.process.returncode == -name
        assert server.err == ""
