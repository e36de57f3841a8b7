"""The web port: Connect calls, the page, and which other sites may call (CORS)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_ALLOWED_HEADERS = b"authorization, content-type, accept-language, connect-protocol-version, connect-timeout-ms"
_HOUR = b"3600"


async def nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers that there is nothing at this address."""
    if scope["type"] == "http":
        await answer(send, 404, b"There is no page here. Calls go to /referee.v1.GameService/METHOD.\n")


class WebPort:
    """Sends each request to the application that answers its path; what no service answers goes to `page`.

    `origins`: sites whose pages may call the services from a browser; `*` for all.
    """

    def __init__(self, services: Mapping[str, App], page: App, origins: Sequence[str]) -> None:
        self._services, self._page = services, page
        self._origins = frozenset(origin.rstrip("/").encode() for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        service = None
        if scope["type"] == "http":
            service = self._services.get(scope["path"].rpartition("/")[0])
        if service is None:
            await self._page(scope, receive, send)
            return
        origin = dict(scope["headers"]).get(b"origin", b"")
        allowed = bool(origin) and (origin in self._origins or b"*" in self._origins)
        if scope["method"] == "OPTIONS":
            await _preflight(send, origin if allowed else b"")
            return
        headers = [pair for pair in scope["headers"] if _is_text(pair[1])]
        await service({**scope, "headers": headers}, receive, _with_origin(send, origin) if allowed else send)


def _is_text(header: bytes) -> bool:
    """Headers are read as UTF-8; one that isn't says nothing to us."""
    try:
        header.decode()
    except UnicodeDecodeError:
        return False
    return True


def _with_origin(send: Send, origin: bytes) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], (b"access-control-allow-origin", origin), (b"vary", b"Origin")]
            message = {**message, "headers": headers}
        await send(message)

    return sending


async def _preflight(send: Send, origin: bytes) -> None:
    headers = [(b"vary", b"Origin")]
    if origin:
        headers += [
            (b"access-control-allow-origin", origin),
            (b"access-control-allow-methods", b"POST"),
            (b"access-control-allow-headers", _ALLOWED_HEADERS),
            (b"access-control-max-age", _HOUR),
        ]
    await answer(send, 204, b"", headers)


async def answer(send: Send, status: int, body: bytes, headers: Sequence[tuple[bytes, bytes]] = ()) -> None:
    """A whole answer; plain text unless the headers say otherwise."""
    text = body and b"content-type" not in dict(headers)
    own = [(b"content-type", b"text/plain; charset=utf-8")] if text else []
    await send({"type": "http.response.start", "status": status, "headers": [*own, *headers]})
    await send({"type": "http.response.body", "body": body})
