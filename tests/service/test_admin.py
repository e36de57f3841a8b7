"""The admin port: alive, ready, and numbers that agree with what was done."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.service.config import ConfigInvalid, ServerConfig
from referee.service.edges.server import Server
from referee.service.telemetry import metrics
from referee.service.telemetry.metrics import Counter, Gauge, Histogram, exposition
from referee.store import StoreError
from referee.v1 import game_service_pb2 as api
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.service.table import House, collect
from tests.service.wire import bearer, seated, served, unchunked

SAMPLE = re.compile(r"([a-z_]+(?:\{[^}]*\})?) ([0-9.e+-]+)")


async def look(server: Server, path: str) -> tuple[int, str]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.admin_port)
    writer.write(f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), (unchunked(body) if b"chunked" in head else body).decode()


async def numbers(server: Server) -> dict[str, float]:
    status, text = await look(server, "/metrics")
    assert status == 200
    return read(text)


def read(text: str) -> dict[str, float]:
    """Every sample; each line must be of the format."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            sample = SAMPLE.fullmatch(line)
            assert sample is not None, line
            found[sample[1]] = float(sample[2])
    return found


def test_the_text_form() -> None:
    counted, taken = Counter("c_total", "Things.", ("kind",)), Histogram("t", "Times.", ("m",), (0.125, 1.0))
    counted.add("a")
    counted.add("b", by=2)
    for seconds in (0.125, 0.125, 0.25, 5.0, 5.0, 5.0):
        taken.add(seconds, "x")
    now = Gauge("g", "Now.", lambda: 1.5)
    assert exposition([counted, taken, now]).splitlines() == [
        "# HELP c_total Things.",
        "# TYPE c_total counter",
        'c_total{kind="a"} 1',
        'c_total{kind="b"} 2',
        "# HELP t Times.",
        "# TYPE t histogram",
        't_bucket{m="x",le="0.125"} 2',
        't_bucket{m="x",le="1"} 3',
        't_bucket{m="x",le="+Inf"} 6',
        't_sum{m="x"} 15.5',
        't_count{m="x"} 6',
        "# HELP g Now.",
        "# TYPE g gauge",
        "g 1.5",
    ]


async def test_numbers_agree_with_what_was_done(tmp_path: Path) -> None:
    said: list[str] = []
    async with served(tmp_path, admin_port=0, announce=said.append) as server:
        assert said[2] == f"admin    http://127.0.0.1:{server.admin_port}/metrics"
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            game, tokens = await seated(channel)
            stub = GameServiceStub(channel)
            streams = [stub.WatchGame(api.WatchGameRequest(game=game)) for _ in range(3)]
            for stream in streams:
                await stream.read()
            for _ in range(2):
                await stub.GetView(api.GetViewRequest(game=game, seat="1"), metadata=bearer(tokens[0]))
            with pytest.raises(grpc.aio.AioRpcError):
                await stub.GetView(api.GetViewRequest(game=game, seat="1"), metadata=bearer(tokens[1]))
            found = await numbers(server)
            for stream in streams:
                stream.cancel()
            async with asyncio.timeout(10):
                while (later := await numbers(server))["referee_watchers"]:
                    await asyncio.sleep(0.05)
    view = 'method="referee.v1.GameService/GetView"'
    assert found[f'referee_rpc_seconds_count{{{view},code="OK"}}'] == 2
    assert found[f'referee_rpc_seconds_count{{{view},code="PERMISSION_DENIED"}}'] == 1
    assert found[f'referee_rpc_seconds_bucket{{{view},code="OK",le="+Inf"}}'] == 2
    assert found['referee_refusals_total{reason="SEAT_MISMATCH"}'] == 1
    assert found["referee_watchers"] == 3
    assert found['referee_live_games{state="running"}'] == 1
    assert found['referee_commit_seconds_count{outcome="done"}'] >= 4  # ruleset, game, two players
    assert found["referee_commits_waiting"] == found["referee_checks_waiting"] == found["referee_calls"] == 0
    assert 20e6 < found["process_resident_memory_bytes"] < 4e9 and found["process_cpu_seconds_total"] > 0
    assert later['referee_streams_ended_total{method="referee.v1.GameService/WatchGame",code="CANCELLED"}'] == 3


async def test_alive_and_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path, admin_port=0) as server:
        assert await look(server, "/healthz") == (200, "alive\n")
        assert await look(server, "/readyz") == (200, "ready\n")
        assert (await look(server, "/"))[0] == (await look(server, "/metrics/x"))[0] == 404

        async def broken(name: str) -> Any:
            raise StoreError("gone")

        monkeypatch.setattr(server._kept.store, "game", broken)
        assert await look(server, "/readyz") == (503, "the store can't be read\n")
        monkeypatch.undo()
        server.service.drain()
        assert await look(server, "/readyz") == (503, "draining\n")
        assert await look(server, "/healthz") == (200, "alive\n")


async def test_without_the_flag_there_is_no_admin_port(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        assert server.admin_port == 0 and server._admin is None
    async with served(tmp_path, admin_port=0) as server:
        with pytest.raises(ConfigInvalid, match="admin port"):
            again = ServerConfig(data=tmp_path / "b", port=0, web_port=0, admin_port=server.admin_port, live=False)
            await Server(again).start()


async def test_the_number_of_series_is_bounded(house: House) -> None:
    """Whatever callers send, it makes no new label."""
    table = await house.table("auction", 2)
    await collect(table.watch("1"), 1)
    before = len(house.service.observed.text().splitlines())
    await table.play(random.Random(1), 5)
    middle = len(house.service.observed.text().splitlines())
    await table.play(random.Random(2), 60)
    assert len(house.service.observed.text().splitlines()) == middle > before
    assert all(len(line) < 200 for line in house.service.observed.text().splitlines())
    assert len(metrics.SECONDS) < 20
