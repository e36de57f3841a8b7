"""The peer of the service: a bare `grpc.aio` server that answers ready bytes and sends ready bytes, storing nothing.

It is told the sizes beforehand (Load): of the answer to each move of each game, and of what each watcher gets. A call
is known by its token, a stream by its request. Echo answers like a move, and nobody watches.

It prints where it listens, and ends when its stdin does.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from typing import Any

import grpc

UPDATE = b"\x12"  # how an update begins
OPTIONS = (("grpc.max_receive_message_length", 64 << 20), ("grpc.so_reuseport", 0))


class Table:
    """A game: what to answer and to send next."""

    def __init__(self, data: dict[str, Any]) -> None:
        watched = data["updates"]
        self.answers = [ready(size) for size in data["answers"]]
        self.updates = [[ready(size) for size in move] for move in zip(*watched, strict=False)]
        self.streams: list[asyncio.Queue[bytes]] = [asyncio.Queue() for _ in watched]
        self.next = 0


def ready(size: int) -> bytes:
    return UPDATE + bytes(size - 1)


class Peer:
    """The calls."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.by_token: dict[str, Table] = {}

    async def load(self, request: bytes, context: Any) -> bytes:
        told = json.loads(request)
        self.tables = [Table(data) for data in told if data["answers"]]
        played = [data for data in told if data["answers"]]
        self.by_token = {
            f"Bearer {token}": table
            for table, data in zip(self.tables, played, strict=True)
            for token in data["tokens"]
        }
        return b""

    def table(self, context: Any) -> Table:
        for key, value in context.invocation_metadata():
            if key == "authorization":
                return self.by_token[value]
        raise LookupError("a call without a token")

    async def submit(self, request: bytes, context: Any) -> bytes:
        table = self.table(context)
        number = table.next
        table.next += 1
        for stream, update in zip(table.streams, table.updates[number], strict=True):
            stream.put_nowait(update)
        return table.answers[number]

    async def echo(self, request: bytes, context: Any) -> bytes:
        return self.table(context).answers[0]

    async def watch(self, request: bytes, context: Any) -> AsyncGenerator[bytes, None]:
        table, watcher = (int(part) for part in request.decode().split("/"))
        queue = self.tables[table].streams[watcher]
        yield b"\x0a"
        while True:
            yield await queue.get()


async def serve() -> None:
    peer = Peer()
    server = grpc.aio.server(options=OPTIONS)
    unary, stream = grpc.unary_unary_rpc_method_handler, grpc.unary_stream_rpc_method_handler
    game = {"SubmitMove": unary(peer.submit), "WatchGame": stream(peer.watch)}
    bare = {"Load": unary(peer.load), "Echo": unary(peer.echo)}
    for name, handlers in (("referee.v1.GameService", game), ("bare.Peer", bare)):
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(name, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(f"127.0.0.1:{port}", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(0)


if __name__ == "__main__":
    asyncio.run(serve())
