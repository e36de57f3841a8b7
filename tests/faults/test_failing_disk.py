"""A disk that fails now and then: what couldn't be kept isn't acknowledged, and the server goes on."""

from __future__ import annotations

import asyncio
import random
import subprocess
from pathlib import Path

import grpc
import pytest

from referee.v1 import catalog_service_pb2 as catalog_api
from referee.v1.catalog_service_pb2_grpc import CatalogServiceStub
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.faults.persistent import Table
from tests.programs import need
from tests.service.process import Running, running

# What fails, and how often: a commit is one sync but a dozen writes, and about one of two is to fail, not nearly all.
FAULTS = {
    "sync": ("posix/io/sync/*", 0.3),
    "pwrite": ("posix/io/rw/pwrite", 0.05),
}


def preload(folder: Path) -> dict[str, str]:
    """The environment of a process whose calls of the system can be made to fail (Debian's fiu-utils)."""
    shown = subprocess.run(
        [need("fiu-run"), "-n", "-x", "-f", str(folder / "fiu"), "true"], capture_output=True, text=True, check=True
    ).stdout
    found = dict(line.rstrip(" \\").split("=", 1) for line in shown.splitlines() if "=" in line)
    return {name: value.strip('"') for name, value in found.items()}


class Disk:
    """Makes the calls of a running process fail, and work again."""

    def __init__(self, folder: Path, server: Running) -> None:
        self._command = [need("fiu-ctrl"), "-f", str(folder / "fiu")]
        self._server = server

    def fail(self, what: str, probability: float) -> None:
        self._tell(f"enable_random name={what},probability={probability},failinfo=5")  # EIO

    def work(self, what: str) -> None:
        self._tell(f"disable name={what}")

    def _tell(self, what: str) -> None:
        subprocess.run([*self._command, "-c", what, str(self._server.process.pid)], check=True, timeout=20)


async def _play(server: Running, disk: Disk, what: str, probability: float, tables: list[Table], rounds: int) -> None:
    async with grpc.aio.insecure_channel(server.grpc) as channel:
        asked = catalog_api.CreateRulesetRequest(packs=["auction"])
        ruleset = (await CatalogServiceStub(channel).CreateRuleset(asked)).ruleset.name
        playing: list[Table] = []
        for _ in range(rounds):
            playing = [table for table in playing if not table.over]
            while len(playing) < 4:
                table = Table(GameServiceStub(channel), random.Random(len(tables)), str(len(tables)))
                await table.begin(ruleset, 3)
                tables.append(table)
                playing.append(table)
            await asyncio.to_thread(disk.fail, what, probability)
            await asyncio.gather(*(table.play(6) for table in playing))
            await asyncio.to_thread(disk.work, what)
            await asyncio.gather(*(table.play(2) for table in playing))


async def _compare(server: Running, tables: list[Table]) -> None:
    async with grpc.aio.insecure_channel(server.grpc) as channel:
        for table in tables:
            table.stub = GameServiceStub(channel)
            table.check(await table.history())


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_disk_that_fails_loses_no_acknowledged_move(
    tmp_path: Path, fault: str, request: pytest.FixtureRequest
) -> None:
    rounds = 20 if request.config.getoption("--full") else 1
    tables: list[Table] = []
    flags = ("--data", str(tmp_path / "data"))
    with running(tmp_path / "failing", *flags, **preload(tmp_path)) as server:
        asyncio.run(_play(server, Disk(tmp_path, server), *FAULTS[fault], tables, rounds))
        assert server.process.poll() is None, "it goes on"
    with running(tmp_path / "sound", *flags) as server:
        asyncio.run(_compare(server, tables))
    assert sum(len(table.acknowledged) for table in tables) > 20
    assert sum(table.resent for table in tables) > 0, "nothing failed: this says nothing"
