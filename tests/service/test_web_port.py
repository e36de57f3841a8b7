"""The web port sends each path where it belongs, and lets only named sites call."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import MutableMapping
from typing import Any

import pytest

from referee.service.edges.asgi import Receive, Scope, Send, WebPort, nothing_here
from referee.service.edges.server import listen

PATH = "/referee.v1.GameService/GetView"


async def service(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x", b"service")]})
    await send({"type": "http.response.body", "body": b"{}"})


async def call(
    path: str, method: str = "POST", origin: str = "", origins: tuple[str, ...] = ()
) -> tuple[int, dict[bytes, bytes]]:
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request"}

    port = WebPort({"/referee.v1.GameService": service}, nothing_here, origins)
    headers = [(b"origin", origin.encode())] if origin else []
    await port({"type": "http", "path": path, "method": method, "headers": headers}, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])


async def test_paths_go_where_they_belong() -> None:
    assert (await call(PATH))[0] == 200
    for path in ("/", "/referee.v1.GameService", "/referee.v1.Other/GetView", "/referee.v1.GameService/a/b"):
        assert (await call(path))[0] == 404


async def test_another_site_may_not_call() -> None:
    for origins in ((), ("https://good.example",)):
        status, headers = await call(PATH, "OPTIONS", "https://evil.example", origins)
        assert status == 204 and b"access-control-allow-origin" not in headers
        _, headers = await call(PATH, "POST", "https://evil.example", origins)
        assert b"access-control-allow-origin" not in headers


async def test_a_site_on_the_list_may_call() -> None:
    """Contract rule 14: a list of sites whose pages may call."""
    good = "https://good.example"
    _, headers = await call(PATH, "OPTIONS", good, (f"{good}/",))
    assert headers[b"access-control-allow-origin"] == good.encode()
    assert b"authorization" in headers[b"access-control-allow-headers"]
    _, headers = await call(PATH, "POST", good, (good,))
    assert headers[b"access-control-allow-origin"] == good.encode() and headers[b"x"] == b"service"
    _, headers = await call(PATH, "POST", good, ("*",))
    assert headers[b"access-control-allow-origin"] == good.encode()


async def test_a_header_that_is_no_text_is_passed_over() -> None:
    """The library behind reads headers as UTF-8 and would answer with a fault of its own."""
    seen: list[Any] = []

    async def service(scope: Scope, receive: Receive, send: Send) -> None:
        seen.extend(scope["headers"])

    async def ignore(message: MutableMapping[str, Any]) -> None:
        pass

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request"}

    headers = [(b"authorization", b"Bearer \xff\xe9"), (b"accept-language", "é".encode())]
    port = WebPort({"/referee.v1.GameService": service}, nothing_here, ())
    await port({"type": "http", "path": PATH, "method": "POST", "headers": headers}, receive, ignore)
    assert seen == headers[1:]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_what_is_written_leaves_at_once(host: str) -> None:
    """The head and the body of an answer are two writes: the second must not wait until the first has been received."""
    if host == "::1" and not socket.has_ipv6:
        pytest.skip("not run: IPv6")
    listening = listen(host, 0)
    at_once: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        at_once.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(taken, sock=listening):
        _, writer = await asyncio.open_connection(*listening.getsockname()[:2])
        assert await at_once
        writer.close()
