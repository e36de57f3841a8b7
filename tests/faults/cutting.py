"""A wire that breaks: every connection through it is cut after some bytes, in the middle of whatever is said."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class CuttingWire:
    """Passes bytes between clients and one server. `mean`: bytes that a connection lives for, on average."""

    def __init__(self, host: str, port: int, mean: int, rng: random.Random) -> None:
        self._to, self._mean, self._rng = (host, port), mean, rng
        self._tasks: set[asyncio.Task[None]] = set()
        self.cuts = 0
        self.whole = False  # from now on nothing is cut

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of a client."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            far_reader, far_writer = await asyncio.open_connection(*self._to)
        except OSError:
            writer.transport.abort()
            return
        left = self._rng.expovariate(1 / self._mean)
        budget = [left]
        both = [
            asyncio.create_task(self._pass(reader, far_writer, budget)),
            asyncio.create_task(self._pass(far_reader, writer, budget)),
        ]
        try:
            with suppress(asyncio.CancelledError):  # the wire is closed: asyncio would tell of it at length
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in both:
                each.cancel()
            for end in (writer, far_writer):
                end.transport.abort()  # a reset, not a farewell
            self._tasks.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, budget: list[float]) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if not self.whole and budget[0] < len(data):
                    self.cuts += 1
                    writer.write(data[: int(budget[0])])  # part of a message gets there
                    return
                budget[0] -= len(data)
                writer.write(data)
                await writer.drain()

    async def close(self) -> None:
        """Cuts all that is left."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def cutting(address: str, mean: int, seed: int = 1) -> AsyncIterator[tuple[str, CuttingWire]]:
    """A wire to the server at `host:port`: its own address, and itself."""
    host, _, port = address.rpartition(":")
    wire = CuttingWire(host, int(port), mean, random.Random(seed))
    listening = await asyncio.start_server(wire.take, "127.0.0.1", 0)
    own = listening.sockets[0].getsockname()
    try:
        yield f"{own[0]}:{own[1]}", wire
    finally:
        listening.close()
        await wire.close()
