"""Spans: a call, the rules and the commit inside it; a refused call isn't told as fine; off unless asked for."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee.service.access import Caller
from referee.service.config import ConfigInvalid
from referee.service.errors import Reason
from referee.service.telemetry import traces
from referee.v1 import game_service_pb2 as api
from tests.service.table import House, collect, rejected

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

ROOT = Path(__file__).parents[2]
PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    memory = pytest.importorskip(
        "opentelemetry.sdk.trace.export.in_memory_span_exporter", reason="not run: opentelemetry"
    )
    exporter = memory.InMemorySpanExporter()
    traces.begin(exporter)
    yield exporter
    traces.end()


def finished(exporter: InMemorySpanExporter) -> list[ReadableSpan]:
    tracing = traces.active()
    assert tracing is not None
    tracing._provider.force_flush()
    return list(exporter.get_finished_spans())


def names(exporter: InMemorySpanExporter) -> list[str]:
    return [span.name for span in finished(exporter)]


async def test_rules_and_commit_are_inside_the_call(house: House, spans: InMemorySpanExporter) -> None:
    table = await house.table("auction", 2)
    finished(spans)
    spans.clear()
    await table.random_move(random.Random(1))
    found = {span.name: span for span in finished(spans)}
    call = found["referee.v1.GameService/SubmitMove"]
    for inside in ("rules", "commit"):
        parent = found[inside].parent
        assert parent is not None and parent.span_id == call.context.span_id
    assert call.attributes is not None and call.attributes["rpc.grpc.status_code"] == 0
    assert call.attributes["rpc.method"] == "SubmitMove" and call.kind.name == "SERVER"
    assert dict(found["commit"].attributes or {}) == {"referee.changes": 2}


async def test_a_refused_call_is_told_with_its_status_and_reason(house: House, spans: InMemorySpanExporter) -> None:
    async with rejected(Reason.GAME_NOT_FOUND):
        await house.call("GetGame", api.GetGameRequest(name="games/none"), api.GetGameResponse)
    [span] = [span for span in finished(spans) if span.name.endswith("GetGame")]
    attributes = dict(span.attributes or {})
    assert (attributes["rpc.grpc.status_code"], attributes["referee.reason"]) == (5, "GAME_NOT_FOUND")
    assert span.status.status_code.name == "UNSET"  # the caller's mistake is no error of the server
    house.service._functions["referee.v1.GameService/GetGame"] = None  # type: ignore[index]  # a dict
    async with rejected(Reason.INTERNAL):
        await house.call("GetGame", api.GetGameRequest(name="games/none"), api.GetGameResponse)
    span = [span for span in finished(spans) if span.name.endswith("GetGame")][-1]
    assert span.status.status_code.name == "ERROR" and span.status.description is None and not span.events


async def test_the_callers_trace_is_taken_up_and_nonsense_is_none(house: House, spans: InMemorySpanExporter) -> None:
    for sent in (PARENT, "nonsense", "00-zz"):
        await house.service.unary("referee.v1.GameService/ListGames", api.ListGamesRequest(), Caller(traceparent=sent))
    first, *others = [span for span in finished(spans) if span.name.endswith("ListGames")]
    assert first.parent is not None and f"{first.parent.trace_id:032x}" == PARENT.split("-")[1]
    assert [span.parent for span in others] == [None, None]


async def test_a_stream_is_one_span_and_its_end_is_told(house: House, spans: InMemorySpanExporter) -> None:
    table = await house.table("tic_tac_toe")
    stream = table.watch("1")
    await collect(stream, 2)
    assert "referee.v1.GameService/WatchGame" not in names(spans)
    await stream.aclose()
    [span] = [span for span in finished(spans) if span.name.endswith("WatchGame")]
    assert (span.attributes or {})["rpc.grpc.status_code"] == 1


def test_nothing_of_it_is_loaded_unless_asked_for() -> None:
    code = "import sys, referee.service.edges.server; print('opentelemetry.sdk' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_what_the_environment_says_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("opentelemetry.sdk", reason="not run: opentelemetry")
    got: list[tuple[str, bytes]] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append((self.path, self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        monkeypatch.setenv("OTEL_SERVICE_NAME", "the-table-next-door")
        traces.begin()
        with traces.section("rules"):
            pass
        traces.end()
        [(path, body)] = got
        assert path == "/v1/traces" and b"the-table-next-door" in body and b"rules" in body
        monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
        traces.begin()
        with traces.section("rules"):
            pass
        traces.end()
        assert len(got) == 1
        monkeypatch.setenv("OTEL_TRACES_EXPORTER", "pigeon")
        with pytest.raises(ConfigInvalid, match="pigeon; there are otlp, console and none"):
            traces.begin()
        monkeypatch.setenv("OTEL_TRACES_EXPORTER", "")  # by the standard the same as if it weren't there
        traces.begin()
    finally:
        traces.end()
        server.shutdown()


def test_without_the_extra_it_is_said_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "opentelemetry").mkdir()
    (tmp_path / "opentelemetry" / "__init__.py").write_text("raise ImportError('not installed')")
    command = [sys.executable, "-m", "referee.cli", "serve", "--traces", "--data", str(tmp_path), "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    done = subprocess.run([*command, "--web-port", "0"], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "install referee[telemetry]" in done.stderr
