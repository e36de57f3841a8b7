"""The whole server on its two ports: gRPC with health, reflection and rich errors; Connect for browsers and curl."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_status import rpc_status

from referee.service.config import ConfigInvalid, ServerConfig
from referee.service.edges.server import Server
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import decision_pb2 as d
from referee.v1 import error_pb2
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service.table import PACKS
from tests.service.wire import ask, bearer, post

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    said: list[str] = []
    server = Server(ServerConfig(packs=[PACKS], data=tmp_path, port=0, web_port=0, announce=said.append))
    await server.start()
    assert f"127.0.0.1:{server.port}" in said[0] and f"http://127.0.0.1:{server.web_port}/" in said[1]
    yield server
    await server.stop()


@pytest.fixture
async def channel(server: Server) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        yield channel


async def seated(channel: grpc.aio.Channel) -> tuple[str, list[str]]:
    """A game of tic-tac-toe and the tokens of its seats."""
    stub, catalog = GameServiceStub(channel), CatalogServiceStub(channel)
    ruleset = (await catalog.CreateRuleset(catalog_api.CreateRulesetRequest(packs=["tic_tac_toe"]))).ruleset
    request = api.CreateGameRequest(request_id="c", ruleset=ruleset.name, seats=[g.Seat(), g.Seat()])
    made = await stub.CreateGame(request)
    tokens = [(await stub.JoinGame(api.JoinGameRequest(invite=invite))).token for invite in made.invites]
    return made.game.name, tokens


def details(error: grpc.aio.AioRpcError) -> dict[str, Any]:
    status = rpc_status.from_call(error)
    assert status is not None
    kinds = (
        error_details_pb2.ErrorInfo,
        error_details_pb2.LocalizedMessage,
        error_details_pb2.BadRequest,
        error_details_pb2.RetryInfo,
        error_pb2.Refusal,
    )
    found: dict[str, Any] = {}
    for packed in status.details:
        for kind in kinds:
            message = kind()
            if packed.Unpack(message):
                found[kind.__name__] = message
    return found


async def test_a_game_over_grpc(channel: grpc.aio.Channel) -> None:
    game, tokens = await seated(channel)
    stub = GameServiceStub(channel)
    watch = stub.WatchGame(api.WatchGameRequest(game=game))
    seen = [await watch.read(), await watch.read()]
    assert [message.WhichOneof("message") for message in seen] == ["game", "view"]
    view = (await stub.GetView(api.GetViewRequest(game=game, seat="1"), metadata=bearer(tokens[0]))).view
    decision = view.decisions[0]
    move = api.SubmitMoveRequest(
        request_id="m1", game=game, seat="1", decision=decision.id, choices=[d.Choice(option=decision.options[0].id)]
    )
    done = await stub.SubmitMove(move, metadata=bearer(tokens[0]))
    assert (await watch.read()).update.version == done.update.version == 2
    watch.cancel()


async def test_errors_over_grpc_carry_everything(channel: grpc.aio.Channel) -> None:
    game, tokens = await seated(channel)
    stub = GameServiceStub(channel)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.GetView(api.GetViewRequest(game=game, seat="1"))
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.GetView(api.GetViewRequest(game=game, seat="1"), metadata=bearer(tokens[1], "es"))
    assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED
    found = details(caught.value)
    assert (found["ErrorInfo"].reason, found["ErrorInfo"].domain) == ("SEAT_MISMATCH", "referee")
    assert found["LocalizedMessage"].locale == "es"
    move = api.SubmitMoveRequest(game=game, seat="1", decision="d1", choices=[d.Choice(option="no/such")])
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.SubmitMove(move, metadata=bearer(tokens[0]))
    assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION
    assert details(caught.value)["Refusal"].reason == error_pb2.ERROR_REASON_NOT_OFFERED
    move.choices[0].option = "NO!"
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.SubmitMove(move, metadata=bearer(tokens[0]))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert details(caught.value)["BadRequest"].field_violations[0].field == "choices[0].option"
    move.decision, move.choices[0].option = "d9", "take"
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.SubmitMove(move, metadata=bearer(tokens[0]))
    assert caught.value.code() is grpc.StatusCode.ABORTED
    assert dict(details(caught.value)["ErrorInfo"].metadata) == {"version": "1"}


async def test_errors_of_streams_over_grpc(channel: grpc.aio.Channel) -> None:
    game, tokens = await seated(channel)
    stub = GameServiceStub(channel)
    for request, code in (
        (api.WatchGameRequest(game="games/none"), grpc.StatusCode.NOT_FOUND),
        (api.WatchGameRequest(game=game, seat="1"), grpc.StatusCode.UNAUTHENTICATED),
        (api.WatchGameRequest(game=game, after_version=99), grpc.StatusCode.INVALID_ARGUMENT),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            async for _ in stub.WatchGame(request):
                pass
        assert caught.value.code() is code
        assert details(caught.value)["ErrorInfo"].domain == "referee"


async def test_requests_have_a_size_limit(channel: grpc.aio.Channel) -> None:
    stub = GameServiceStub(channel)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.GetGame(api.GetGameRequest(name="x" * (1 << 20)))
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_health(channel: grpc.aio.Channel) -> None:
    stub = health_pb2_grpc.HealthStub(channel)
    for name in ("", "referee.v1.GameService", "referee.v1.CatalogService"):
        answer = await stub.Check(health_pb2.HealthCheckRequest(service=name))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_on_loopback(channel: grpc.aio.Channel) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    call = stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
    async for answer in call:
        names = {service.name for service in answer.list_services_response.service}
        assert {"referee.v1.GameService", "referee.v1.CatalogService", "grpc.health.v1.Health"} <= names


async def test_an_unknown_method_is_unimplemented(channel: grpc.aio.Channel) -> None:
    call = channel.unary_unary("/referee.v1.GameService/DeleteGame")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call(b"")
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


# ---- Connect


async def test_a_game_as_curl_plays_it(server: Server) -> None:
    _, made = await ask(server, "CatalogService/CreateRuleset", {"packs": ["tic_tac_toe"]})
    ruleset = made["ruleset"]["name"]
    status, made = await ask(server, "GameService/CreateGame", {"ruleset": ruleset, "seats": [{}, {}]})
    assert status == 200
    game = made["game"]["name"]
    tokens = []
    for invite in made["invites"]:
        _, joined = await ask(server, "GameService/JoinGame", {"invite": invite})
        tokens.append(joined["token"])
    _, seen = await ask(server, "GameService/GetView", {"game": game, "seat": "1"}, tokens[0])
    decision = seen["view"]["decisions"][0]
    move = {
        "game": game,
        "seat": "1",
        "decision": decision["id"],
        "choices": [{"option": decision["options"][0]["id"]}],
    }
    status, done = await ask(server, "GameService/SubmitMove", move, tokens[0])
    assert status == 200 and done["update"]["version"] == 2
    status, error = await ask(server, "GameService/SubmitMove", move, tokens[0])
    assert (status, error["code"]) == (409, "aborted")
    kinds = [detail["type"] for detail in error["details"]]
    assert kinds == ["google.rpc.ErrorInfo", "google.rpc.LocalizedMessage"]
    status, error = await ask(server, "GameService/SubmitMove", move)
    assert (status, error["code"]) == (401, "unauthenticated")


async def test_a_stream_over_connect(server: Server, channel: grpc.aio.Channel) -> None:
    game, tokens = await seated(channel)
    body = json.dumps({"game": game}).encode()
    framed = b"\x00" + len(body).to_bytes(4, "big") + body
    reader, writer = await asyncio.open_connection("127.0.0.1", server.web_port)
    writer.write(
        b"POST /referee.v1.GameService/WatchGame HTTP/1.1\r\nhost: x\r\ncontent-type: application/connect+json\r\n"
        + f"content-length: {len(framed)}\r\n\r\n".encode()
        + framed
    )
    received = b""
    async with asyncio.timeout(10):
        while b'"view"' not in received:
            received += await reader.read(65536)
    assert received.index(b'"game"') < received.index(b'"view"')
    writer.close()
    live = await server.service._games.get(game)
    async with asyncio.timeout(10):
        while live.watchers:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"{"),
        ("application/json", b"[]"),
        ("application/json", b'{"game": 5}'),
        ("application/proto", b"\xff\xff"),
        ("application/json", b'{"game": "' + b"x" * (1 << 20) + b'"}'),
        ("text/plain", b"hello"),
    ],
)
async def test_nonsense_over_connect_is_the_callers_fault(server: Server, kind: str, body: bytes) -> None:
    status, _, _ = await post(server, "GameService/GetView", body, kind=kind)
    assert 400 <= status < 500


# ---- starting and stopping


def test_a_server_beyond_this_machine_needs_a_create_token(tmp_path: Path) -> None:
    with pytest.raises(ConfigInvalid, match="--create-token"):
        Server(ServerConfig(host="0.0.0.0", data=tmp_path, plaintext=True))
    Server(ServerConfig(host="0.0.0.0", data=tmp_path, create_token="x", plaintext=True))
    for host in ("127.0.0.1", "localhost", "::1", "127.1.2.3"):
        Server(ServerConfig(host=host, data=tmp_path))


def test_tokens_cross_a_network_unencrypted_only_if_that_was_asked_for(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.7", "games.example"):
        with pytest.raises(ConfigInvalid, match="--tls-cert.*--plaintext"):
            Server(ServerConfig(host=host, data=tmp_path, create_token="x"))


async def test_a_taken_port_or_folder_is_said_plainly(server: Server, tmp_path: Path) -> None:
    quiet: dict[str, Any] = {"announce": lambda line: None, "packs": [PACKS]}
    for config, words in (
        (ServerConfig(data=tmp_path / "b", port=server.port, web_port=0, **quiet), f"port {server.port}"),
        (ServerConfig(data=tmp_path / "b", port=0, web_port=server.web_port, **quiet), f"port {server.web_port}"),
        (ServerConfig(data=tmp_path, port=0, web_port=0, **quiet), "in use by another server"),
    ):
        with pytest.raises(ConfigInvalid, match=words):
            await Server(config).start()
    again = Server(ServerConfig(data=tmp_path / "b", port=0, web_port=0, **quiet))
    await again.start()
    await again.stop()


def test_sigterm_drains(tmp_path: Path) -> None:
    """A stream that is open when the server is told to end gets a reason, and the process ends well."""
    program = (
        "import sys; from pathlib import Path; from referee.service import ServerConfig, serve\n"
        "serve(ServerConfig(packs=[Path(sys.argv[1])], data=Path(sys.argv[2]), port=0, web_port=0,"
        " announce=lambda line: print(line, flush=True)))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(PACKS), str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None and process.stderr is not None
    address = process.stdout.readline().split()[-1]

    async def talk() -> grpc.aio.AioRpcError:
        async with grpc.aio.insecure_channel(address) as channel:
            game, _ = await seated(channel)
            watch = GameServiceStub(channel).WatchGame(api.WatchGameRequest(game=game))
            await watch.read()
            await watch.read()
            process.send_signal(signal.SIGTERM)
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                async with asyncio.timeout(10):
                    while True:
                        await watch.read()
            return caught.value

    error = asyncio.run(talk())
    assert error.code() is grpc.StatusCode.UNAVAILABLE
    assert details(error)["ErrorInfo"].reason == "DRAINING" and details(error)["RetryInfo"].retry_delay.seconds == 1
    assert process.wait(15) == 0
    assert process.stderr.read() == ""


async def test_unused_rulesets_are_dropped_by_a_running_server(tmp_path: Path) -> None:
    quiet: dict[str, Any] = {"announce": lambda line: None, "packs": [PACKS], "live": False}
    server = Server(ServerConfig(data=tmp_path, port=0, web_port=0, **quiet))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        game, _ = await seated(channel)
        stub = CatalogServiceStub(channel)
        unused = (await stub.CreateRuleset(catalog_api.CreateRulesetRequest(packs=["othello"]))).ruleset.name
    await server.stop()
    server = Server(ServerConfig(data=tmp_path, port=0, web_port=0, ruleset_seconds=0.2, **quiet))
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            catalog = CatalogServiceStub(channel)
            made = (await catalog.CreateRuleset(catalog_api.CreateRulesetRequest(packs=["auction"]))).ruleset
            async with asyncio.timeout(60):
                while True:
                    await asyncio.sleep(0.2)
                    try:
                        await catalog.GetRuleset(catalog_api.GetRulesetRequest(name=made.name))
                    except grpc.aio.AioRpcError as error:
                        assert details(error)["ErrorInfo"].reason == "RULESET_NOT_FOUND"
                        break
            used = (await GameServiceStub(channel).GetGame(api.GetGameRequest(name=game))).game.ruleset
            for name in (used, unused):  # one is used, the other's time isn't over
                await catalog.GetRuleset(catalog_api.GetRulesetRequest(name=name))
    finally:
        await server.stop()
    assert b"127.0.0.1" not in (tmp_path / "games.sqlite").read_bytes()
