"""A server on free ports, and calls of its two doors as a client from elsewhere makes them."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc

from referee.service.config import ServerConfig
from referee.service.edges.server import Server
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service.table import PACKS

SERVICE_CONFIG = Path(__file__).parents[2] / "protos" / "service_config.json"


@asynccontextmanager
async def served(data: Path, **config: Any) -> AsyncIterator[Server]:
    """A server in this process, with the packs of the tests."""
    quiet: dict[str, Any] = {"announce": lambda line: None, "packs": [PACKS], "live": False}
    server = Server(ServerConfig(data=data, port=0, web_port=0, **{**quiet, **config}))
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def channel(address: str) -> grpc.aio.Channel:
    """A channel with the retry policy that is published beside the protos."""
    return grpc.aio.insecure_channel(address, [("grpc.service_config", SERVICE_CONFIG.read_text(encoding="utf-8"))])


def bearer(token: str, language: str = "en") -> tuple[tuple[str, str], ...]:
    """The metadata of whoever has this token."""
    return (("authorization", f"Bearer {token}"), ("accept-language", language))


async def seated(channel: grpc.aio.Channel, pack: str = "tic_tac_toe", seats: int = 2) -> tuple[str, list[str]]:
    """A new game and the tokens of its seats."""
    stub, catalog = GameServiceStub(channel), CatalogServiceStub(channel)
    ruleset = (await catalog.CreateRuleset(catalog_api.CreateRulesetRequest(packs=[pack]))).ruleset
    made = await stub.CreateGame(api.CreateGameRequest(ruleset=ruleset.name, seats=[g.Seat()] * seats))
    tokens = [(await stub.JoinGame(api.JoinGameRequest(invite=invite))).token for invite in made.invites]
    return made.game.name, tokens


async def post(
    server: Server,
    method: str,
    body: bytes,
    *,
    kind: str = "application/json",
    headers: str = "",
    verb: str = "POST",
    tls: ssl.SSLContext | None = None,
) -> tuple[int, dict[str, str], bytes]:
    """A request as curl makes it: status, headers in lower case, body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.web_port, ssl=tls)
    head = (
        f"{verb} /referee.v1.{method} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n{headers}\r\n"
    )
    writer.write(head.encode() + body)
    answer = await asyncio.wait_for(reader.read(), 60)
    writer.close()
    first, _, rest = answer.partition(b"\r\n\r\n")
    lines = first.decode().split("\r\n")
    found = dict(line.lower().split(": ", 1) for line in lines[1:])
    if found.get("transfer-encoding") == "chunked":
        rest = unchunked(rest)
    return int(lines[0].split()[1]), found, rest


def unchunked(data: bytes) -> bytes:
    """The body of a chunked answer."""
    whole = b""
    while data:
        size, _, data = data.partition(b"\r\n")
        count = int(size, 16)
        whole, data = whole + data[:count], data[count + 2 :]
    return whole


async def ask(
    server: Server, method: str, message: dict[str, Any], token: str = "", **more: Any
) -> tuple[int, dict[str, Any]]:
    """A call over Connect, with JSON."""
    headers = f"authorization: Bearer {token}\r\n" if token else ""
    status, _, body = await post(server, method, json.dumps(message).encode(), headers=headers, **more)
    return status, json.loads(body) if body[:1] == b"{" else {}
