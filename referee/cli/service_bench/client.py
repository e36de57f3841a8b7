"""The client of a measurement, a process of its own: it plays on our server and on the peer in turns.

It reads its orders as one JSON object from stdin and prints what it measured as another. It sends bytes that were ready
before and reads no more of what comes back than its length, so that it costs both servers the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import grpc

from referee.cli.service_bench.orders import Measured, Orders
from referee.cli.service_bench.tables import UPDATE, Maker, Table
from referee.cli.stacks import read_ruleset
from referee.engine import compile_ruleset

SUBMIT, WATCH = "/referee.v1.GameService/SubmitMove", "/referee.v1.GameService/WatchGame"
LOAD, ECHO = "/bare.Peer/Load", "/bare.Peer/Echo"
_OPTIONS = (("grpc.max_receive_message_length", 64 << 20), ("grpc.use_local_subchannel_pool", 1))
_MOVES_PER_S = 2500  # more than any server here makes: so many moves are prepared
_CHANNELS = 4  # of the players; a stream each of a thousand watchers is too much for one

Lane = list[Table]


class Server:
    """A server under measurement, ours or the peer. `cpu`: microseconds that it spent on each move, by turns."""

    def __init__(self, target: str, ours: bool, pid: int) -> None:
        self._pid, self.cpu = pid, list[float]()
        self.channels = [grpc.aio.insecure_channel(target, options=_OPTIONS) for _ in range(_CHANNELS)]
        self.ours = ours

    async def close(self) -> None:
        for channel in self.channels:
            await channel.close()

    async def load(self, lanes: Sequence[Lane]) -> None:
        """Tells the peer the sizes that it has to send."""
        tables = [table.sizes() for lane in lanes for table in lane]
        await self.call(0, LOAD)(json.dumps(tables).encode())

    def call(self, number: int, method: str) -> Any:
        """A method that sends bytes and gets bytes."""
        return self.channels[number % _CHANNELS].unary_unary(method)

    @contextlib.asynccontextmanager
    async def watched(self, lanes: Sequence[Lane]) -> AsyncIterator[None]:
        """Every table with its watchers, who have all got their first message."""
        tables = [table for lane in lanes for table in lane]
        ready = asyncio.Semaphore(0)
        tasks = list[asyncio.Task[None]]()
        for number, table in enumerate(tables):
            for watcher, (metadata, request) in enumerate(table.watchers):
                asked = request if self.ours else f"{number}/{watcher}".encode()
                watch: Any = self.channels[len(tasks) % _CHANNELS].unary_stream(WATCH)
                call = watch(asked, metadata=metadata)
                tasks.append(asyncio.create_task(_follow(call, table, watcher, ready)))
        for _ in tasks:
            await ready.acquire()
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def play(self, lanes: Sequence[Lane], seconds: float) -> float:
        """Moves per second, one of each lane in flight: made when the answer and every watcher's update are there."""
        done, stop = 0, False

        async def lane(number: int) -> None:
            nonlocal done, stop
            submit = self.call(number, SUBMIT)
            for table in lanes[number]:
                for index, (seat, request) in enumerate(table.requests):
                    if stop:
                        return
                    table.answers.append(len(await submit(request, metadata=table.metadata[seat])))
                    await table.everybody(index + 1)
                    done += 1
            stop = True  # from now on fewer are in flight

        async def clock() -> None:
            nonlocal stop
            await asyncio.sleep(seconds)
            stop = True

        timer = asyncio.create_task(clock())
        began, spent = time.perf_counter(), cpu_seconds(self._pid)
        await asyncio.gather(*(lane(number) for number in range(len(lanes))))
        elapsed = time.perf_counter() - began
        self.cpu.append((cpu_seconds(self._pid) - spent) / done * 1e6)
        timer.cancel()
        return done / elapsed

    async def echo(self, lanes: Sequence[Lane], seconds: float) -> float:
        """Calls per second of the peer that only answers: equal requests, answers of equal sizes."""
        done, end = 0, time.perf_counter() + seconds

        async def lane(number: int) -> None:
            nonlocal done
            send = self.call(number, ECHO)
            while True:
                for table in lanes[number]:
                    for seat, request in table.requests[: len(table.answers)]:
                        if time.perf_counter() >= end:
                            return
                        await send(request, metadata=table.metadata[seat])
                        done += 1

        began = time.perf_counter()
        await asyncio.gather(*(lane(number) for number in range(len(lanes))))
        return done / (time.perf_counter() - began)

    async def spread(self, table: Table, events: int) -> list[float]:
        """Milliseconds from a move's sending until the last watcher has it."""
        submit, found = self.call(0, SUBMIT), list[float]()
        for index, (seat, request) in enumerate(table.requests[:events]):
            began = time.perf_counter()
            answer = submit(request, metadata=table.metadata[seat])
            table.answers.append(len(await answer))
            await table.everybody(index + 1)
            found.append((time.perf_counter() - began) * 1000)
        return found


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has spent, all its threads together; 0 where the system doesn't tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _follow(call: Any, table: Table, watcher: int, ready: asyncio.Semaphore) -> None:
    greeted = False
    async for message in call:
        if message[:1] == UPDATE:
            table.arrived(watcher, len(message))
        elif not greeted and message[:1] != b"\x22":  # the game's facts come before the view
            greeted = True
            ready.release()


async def measure(orders: Orders) -> Measured:
    """Everything that was ordered."""
    program = compile_ruleset(read_ruleset(orders.stack, None), seats=orders.players)
    ours = Server(orders.ours, True, orders.pids[0])
    peer = Server(orders.peer, False, orders.pids[1]) if orders.peer else None
    found = Measured(orders.stack, orders.players)
    try:
        maker = Maker(ours.channels[0], program, orders.pack)
        for flight in orders.in_flight:
            rates, peers, echoes = list[float](), list[float](), list[float]()
            for turn in range(orders.turns):
                lanes = await _lanes(maker, flight, orders.seconds, turn)
                async with ours.watched(lanes):
                    rates.append(await ours.play(lanes, orders.seconds))
                if peer is None:
                    continue
                await peer.load(lanes)
                played = [_as_played(lane) for lane in lanes]
                async with peer.watched(played):
                    peers.append(await peer.play(played, orders.seconds))
                echoes.append(await peer.echo(played, orders.seconds / 2))
            found.moves[str(flight)] = {"ours": rates, "peer": peers, "echo": echoes, "ours_cpu": ours.cpu}
            ours.cpu = []
            if peer is not None:
                found.moves[str(flight)]["peer_cpu"], peer.cpu = peer.cpu, []
        if orders.watchers:
            await _spread(orders, maker, ours, peer, found)
    finally:
        await ours.close()
        if peer is not None:
            await peer.close()
    return found


async def _lanes(maker: Maker, flight: int, seconds: float, turn: int) -> list[Lane]:
    moves = int(_MOVES_PER_S * seconds / flight) + 2
    lanes: list[Lane] = []
    for number in range(flight):
        lane, left, game = list[Table](), moves, 0
        while left > 0:
            table = await maker.table(turn * 1_000_003 + number * 1009 + game, left)
            lane.append(table)
            left, game = left - len(table.requests), game + 1
        lanes.append(lane)
    return lanes


def _as_played(lane: Lane) -> Lane:
    """The tables again, with the moves that were made: the peer knows the sizes of these."""
    found = []
    for table in lane:
        if table.answers:
            again = Table(table.tokens, table.requests[: len(table.answers)], table.watchers)
            found.append(again)
    return found


async def _spread(orders: Orders, maker: Maker, ours: Server, peer: Server | None, found: Measured) -> None:
    times: dict[str, list[float]] = {"ours": [], "peer": []}
    for turn in range(orders.turns):
        table = await maker.table(turn, orders.events, orders.watchers)
        async with ours.watched([[table]]):
            times["ours"].append(statistics.median(await ours.spread(table, orders.events)))
        if peer is not None:
            await peer.load([[table]])
            again = _as_played([table])
            async with peer.watched([again]):
                times["peer"].append(statistics.median(await peer.spread(again[0], orders.events)))
    found.spread = times


def main() -> None:
    """Reads the orders, prints what was measured."""
    found = asyncio.run(measure(Orders(**json.load(sys.stdin))))
    json.dump(found.data(), sys.stdout)


if __name__ == "__main__":
    main()
