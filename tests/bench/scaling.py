"""What several processes on one PostgreSQL cost and bring.

    python -m tests.bench.scaling [--seconds S] [--workers N…]

For each number of workers: games of two seats played over gRPC by clients on the same machine, every move stored and
answered; moves a second, and the processor time that servers and database take for a move (a move is one GetView and
one SubmitMove here). Then how long another process takes to know of a move after its answer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc

from referee.store.postgres.schema import upgrade
from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import game_pb2 as g
from referee.v1 import game_service_pb2 as api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.postgres import Postgres, programs
from tests.service import blind_player
from tests.service.shared import Neighbour, at, live
from tests.service.wire import bearer

ROOT = Path(__file__).parents[2]
CLIENTS, GAMES = 2, 16  # processes, and games of each
_TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(address: str, workers: int) -> Iterator[tuple[int, int]]:
    """`referee serve`: its process id and port."""
    command = [sys.executable, "-m", "referee.cli", "serve", "--port", "0", "--web-port", "0", "--packs", "tests/packs"]
    environment = {**os.environ, "REFEREE_STORE": address, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*command, "--workers", str(workers)], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    ) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline().rpartition(":")[2])
        try:
            yield server.pid, port
        finally:
            server.terminate()


def processor_seconds(pid: int) -> float:
    """Of a process and all that it began, as far as they live."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout.split()
    return _own(pid) + sum(processor_seconds(int(child)) for child in listed)


def _own(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


async def play(port: int, seconds: float, seed: int) -> int:
    """Games at the same time, each over a connection of its own. Gives the moves made."""
    moves, ends = 0, time.monotonic() + seconds
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        request = catalog_api.CreateRulesetRequest(packs=["othello"])
        ruleset = (await CatalogServiceStub(channel).CreateRuleset(request)).ruleset.name

    async def one(number: int) -> None:
        nonlocal moves
        rng = random.Random(seed * 1000 + number)
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options) as channel:
            stub = GameServiceStub(channel)
            while time.monotonic() < ends:
                game, tokens = await _seated(stub, ruleset)
                seat = "1"
                while time.monotonic() < ends:
                    who = bearer(tokens[int(seat) - 1])
                    view = (await stub.GetView(api.GetViewRequest(game=game, seat=seat), metadata=who)).view
                    if view.HasField("outcome"):
                        break
                    decision = view.decisions[0]
                    if seat not in decision.seats:
                        seat = decision.seats[0]
                        continue
                    choice = blind_player.choose(decision.options, rng, decision.step)
                    move = api.SubmitMoveRequest(game=game, seat=seat, decision=decision.id, choices=[choice])
                    await stub.SubmitMove(move, metadata=who)
                    moves += 1
                    seat = "2" if seat == "1" else "1"

    await asyncio.gather(*(one(number) for number in range(GAMES)))
    return moves


async def _seated(stub: GameServiceStub, ruleset: str) -> tuple[str, list[str]]:
    made = await stub.CreateGame(api.CreateGameRequest(ruleset=ruleset, seats=[g.Seat()] * 2))
    joins = [await stub.JoinGame(api.JoinGameRequest(invite=invite)) for invite in made.invites]
    return made.game.name, [joined.token for joined in joins]


def throughput(server: Postgres, database: int, workers: int, seconds: float) -> str:
    with serving(server.database(), workers) as (pid, port):
        time.sleep(1)
        began, served, stored = time.monotonic(), processor_seconds(pid), processor_seconds(database)
        command = [sys.executable, "-m", "tests.bench.scaling", "--play", str(port), "--seconds", str(seconds)]
        clients = [
            subprocess.Popen([*command, "--seed", str(seed)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
            for seed in range(CLIENTS)
        ]
        moves = sum(int(client.communicate()[0]) for client in clients)
        took = time.monotonic() - began
        served, stored = processor_seconds(pid) - served, processor_seconds(database) - stored
    each = f"{served / moves * 1e6:.0f} us of servers, {stored / moves * 1e6:.0f} us of PostgreSQL a move"
    return f"{workers} worker{'s' if workers > 1 else ''}: {moves / took:.0f} moves/s, {each}"


async def wake_up(server: Postgres, moves: int = 200) -> str:
    address = server.database()
    upgrade(address)
    houses = [Neighbour(address) for _ in range(2)]
    for house in houses:
        await house.open()
    here = await houses[0].table("auction", 5)
    there, rng = await live(at(here, houses[1])), random.Random(1)
    waits: list[float] = []
    for _ in range(moves):
        if await here.random_move(rng) is None:
            break
        answered, version = time.perf_counter(), (await live(here)).position.version
        while there.position.version < version:
            await there.bell.wait(1)
        waits.append((time.perf_counter() - answered) * 1000)
    for house in houses:
        await house.close()
    waits.sort()
    return (
        f"another process knows of a move {statistics.median(waits):.1f} ms after its answer (median of {len(waits)}),"
        f" 99 of 100 within {waits[len(waits) * 99 // 100]:.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--play", type=int, metavar="PORT", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=0, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.play:
        print(asyncio.run(play(asked.play, asked.seconds, asked.seed)))
        return
    server = Postgres(programs())
    try:
        for workers in asked.workers:
            print(throughput(server, server.pid, workers, asked.seconds), flush=True)
        print(asyncio.run(wake_up(server)))
    finally:
        server.remove()


if __name__ == "__main__":
    main()
