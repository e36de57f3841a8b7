"""Many players for a while, with everything going wrong: `python -m tests.faults.soak [--minutes 5] [--clients 64]`.

A server of its own process is played with over lines that are cut all the time, by tables that send wrong moves,
watchers that read slowly, and callers that hang up. At the end it is killed and started again, and every acknowledged
move must be there, once. Its memory is read every second; nothing unforeseen may stand in its log.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1 import game_service_pb2 as api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.faults.cutting import CuttingWire, cutting
from tests.faults.persistent import Table, Watcher, impatient
from tests.service.process import Running, running

PACKS = (("auction", 3), ("othello", 2), ("tic_tac_toe", 2), ("connect_four", 2))
_MEAN = 60_000  # bytes that a line lives for


@dataclass
class Soak:
    """What was seen. `memory`: MiB, by second; `log`: lines of the server that tell of something unforeseen."""

    tables: list[Table] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    cuts: int = 0
    hung_up: int = 0

    @property
    def moves(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables)

    @property
    def growth(self) -> float:
        """The median of the last tenth over that of the first, once every client has begun."""
        tenth = max(1, len(self.memory) // 10)
        return statistics.median(self.memory[-tenth:]) / statistics.median(self.memory[:tenth])

    def __str__(self) -> str:
        resent = sum(table.resent for table in self.tables)
        wrongs = sum(table.wrongs for table in self.tables)
        return (
            f"{self.moves} moves acknowledged in {len(self.tables)} games, none lost, none doubled\n"
            f"{self.cuts} lines cut, {resent} calls sent again, {wrongs} wrong moves refused, {self.hung_up} hung up\n"
            f"memory {self.memory[0]:.0f} MiB at first, {self.memory[-1]:.0f} at last: last tenth / first tenth"
            f" {self.growth:.3f}\n{len(self.log)} lines in the log tell of something unforeseen"
        )


def memory_of(pid: int) -> float:
    """MiB that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise ProcessLookupError(pid)


async def _client(number: int, stub: GameServiceStub, rulesets: dict[str, str], soak: Soak, ends: float) -> None:
    """Plays one game after another, each with a watcher that may be slow."""
    rng = random.Random(number)
    for game in itertools.count():
        if time.monotonic() >= ends:
            return
        pack, seats = rng.choice(PACKS)
        table = Table(stub, rng, f"{number}/{game}")
        await table.begin(rulesets[pack], seats)
        soak.tables.append(table)
        done = asyncio.Event()
        watcher = Watcher(stub, table, rng.choice(["", "1", "2"]), rng, slow=rng.choice([0.0, 0.0, 0.5]))
        following = asyncio.create_task(watcher.follow(done.is_set))
        try:
            while not table.over and time.monotonic() < ends:
                await table.play(5, wrong=0.2)
                soak.hung_up += await _hang_up(table, rng)
        finally:
            done.set()
        await asyncio.wait_for(following, 60)


async def _hang_up(table: Table, rng: random.Random) -> int:
    """Asks something and goes away before the answer."""
    call = table.stub.ListMoves(api.ListMovesRequest(game=table.game, page_size=200))
    await asyncio.sleep(rng.uniform(0, 0.005))
    return int(call.cancel())


async def _weigh(server: Running, soak: Soak) -> None:
    while True:
        soak.memory.append(memory_of(server.process.pid))
        await asyncio.sleep(1)


async def _play(server: Running, soak: Soak, clients: int, seconds: float) -> None:
    async with cutting(server.grpc, _MEAN) as (address, wire):
        channels = [impatient(address) for _ in range(min(clients, 16))]
        async with impatient(server.grpc) as sound:
            rulesets = {
                pack: (
                    await CatalogServiceStub(sound).CreateRuleset(catalog_api.CreateRulesetRequest(packs=[pack]))
                ).ruleset.name
                for pack, _ in PACKS
            }
        await _during(server, soak, wire, [GameServiceStub(each) for each in channels], rulesets, clients, seconds)
        for each in channels:
            await each.close()


async def _during(
    server: Running,
    soak: Soak,
    wire: CuttingWire,
    stubs: list[GameServiceStub],
    rulesets: dict[str, str],
    clients: int,
    seconds: float,
) -> None:
    ends = time.monotonic() + seconds
    weighing = asyncio.create_task(_weigh(server, soak))
    players = [_client(number, stubs[number % len(stubs)], rulesets, soak, ends) for number in range(clients)]
    try:
        await asyncio.gather(*players)
    finally:
        weighing.cancel()
        soak.cuts = wire.cuts


async def _compare(address: str, soak: Soak) -> None:
    """Every game as a fresh server lists it, against what was acknowledged."""
    async with impatient(address) as channel:
        for table in soak.tables:
            table.stub = GameServiceStub(channel)
            table.check(await table.history())


def soak(clients: int, seconds: float) -> Soak:
    """Plays, kills the server, starts it again and compares. Raises AssertionError for a move lost or doubled."""
    found = Soak()
    with tempfile.TemporaryDirectory() as temporary:
        folder, data = Path(temporary), Path(temporary) / "data"
        flags = ("--data", str(data), "--log-format", "json")
        with running(folder / "first", *flags) as server:
            asyncio.run(_play(server, found, clients, seconds))
            server.process.kill()
            found.log = [line for line in server.err.splitlines() if '"level": "error"' in line or "Traceback" in line]
        with running(folder / "second", *flags) as server:
            asyncio.run(_compare(server.grpc, found))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--clients", type=int, default=64)
    asked = parser.parse_args()
    found = soak(asked.clients, asked.minutes * 60)
    print("\n".join([str(found), *found.log[:20]]))
    sys.exit(1 if found.log or found.growth > 1.1 else 0)


if __name__ == "__main__":
    main()
