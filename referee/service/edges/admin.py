"""The admin port: is the server alive, should calls be sent to it, and its numbers. For the machine's own eyes."""

from __future__ import annotations

import asyncio

from referee.service.edges.asgi import Receive, Scope, Send, answer
from referee.service.service import Service
from referee.service.telemetry.metrics import CONTENT_TYPE
from referee.store import Store, StoreError

_PATIENCE = 2.0  # seconds that the store has to answer


class Admin:
    """An ASGI application: `/healthz`, `/readyz`, `/metrics`."""

    def __init__(self, service: Service, store: Store) -> None:
        self._service, self._store = service, store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        match scope["path"] if scope["method"] in ("GET", "HEAD") else "":
            case "/healthz":
                await answer(send, 200, b"alive\n")
            case "/readyz":
                problem = await self._problem()
                await answer(send, 503 if problem else 200, f"{problem or 'ready'}\n".encode())
            case "/metrics":
                text = self._service.observed.text().encode()
                await answer(send, 200, text, [(b"content-type", CONTENT_TYPE.encode())])
            case _:
                await answer(send, 404, b"There are /healthz, /readyz and /metrics.\n")

    async def _problem(self) -> str:
        """Why calls had better go elsewhere; empty: they are welcome."""
        if self._service.draining.begun:
            return "draining"
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._store.game("games/none")
        except TimeoutError:
            return "the store doesn't answer"
        except StoreError:
            return "the store can't be read"
        return ""
