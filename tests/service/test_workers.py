"""`referee serve --workers`: several processes behind one port, begun again when they die, ended together."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest

from referee.cli.program import run
from referee.v1 import game_service_pb2 as api
from referee.v1.game_service_pb2_grpc import GameServiceStub
from tests.postgres import Postgres
from tests.service.wire import bearer, seated

ROOT = Path(__file__).parents[2]
PATIENCE = 120  # the machine may be busy


class Serving:
    """`referee serve` with what it prints."""

    def __init__(self, address: str, *arguments: str) -> None:
        command = [sys.executable, "-m", "referee.cli", "serve", "--packs", "tests/packs", *arguments]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_STORE": address},
        )
        self.lines: list[str] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    def says(self, pattern: str, count: int = 1) -> list[str]:
        """The lines that match, once there are so many."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = [line for line in self.lines if re.search(pattern, line)]
            if len(found) >= count:
                return found
            time.sleep(0.02)
        raise AssertionError(f"{pattern!r} was not said:\n" + "\n".join(self.lines))

    @property
    def port(self) -> int:
        return int(self.says(r"^gRPC")[0].rpartition(":")[2])

    def workers(self) -> list[int]:
        """The process ids of the workers."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [int(pid) for pid in listed.stdout.split()]

    def end(self, name: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(name)
        code = self.process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        return code


@contextmanager
def serving(address: str, *arguments: str) -> Iterator[Serving]:
    server = Serving(address, "--port", "0", "--web-port", "0", *arguments)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> str:
    return postgres.database()


def channel(port: int) -> grpc.aio.Channel:
    # A pool of its own: else channels of one process share a connection, and with it a worker.
    return grpc.aio.insecure_channel(f"127.0.0.1:{port}", [("grpc.use_local_subchannel_pool", 1)])


async def test_one_game_at_two_workers(address: str) -> None:
    with serving(address, "--workers", "2") as server:
        server.says("^workers  2")
        assert len(server.says("^browser")) == 1 and len(server.workers()) == 2
        channels = [channel(server.port) for _ in range(8)]
        game, tokens = await seated(channels[0])
        watches = []
        for each in channels:  # some of them are at the one worker, some at the other
            watch = GameServiceStub(each).WatchGame(api.WatchGameRequest(game=game))
            await watch.read()
            await watch.read()
            watches.append(watch)
        for number, each in enumerate(channels[:5]):
            stub, seat = GameServiceStub(each), number % 2
            request = api.GetViewRequest(game=game, seat=str(seat + 1))
            decision = (await stub.GetView(request, metadata=bearer(tokens[seat]))).view.decisions[0]
            move = api.SubmitMoveRequest(game=game, seat=str(seat + 1), decision=decision.id)
            move.choices.add(option=decision.options[0].id, picks={"items": []})
            move.choices[0].ClearField("picks")
            done = await stub.SubmitMove(move, metadata=bearer(tokens[seat]))
            for watch in watches:
                assert (await asyncio.wait_for(watch.read(), PATIENCE)).update.version == done.update.version
        for each in channels:
            await each.close()
        assert server.end() == 0
    assert not [line for line in server.lines if "Traceback" in line or "has ended" in line]


async def test_a_dead_worker_is_begun_again(address: str) -> None:
    with serving(address, "--workers", "2") as server:
        server.says("^workers")
        victim = server.workers()[1]
        os.kill(victim, signal.SIGKILL)
        server.says(r"warning: a worker has ended; it is begun again .*SIGKILL")
        end = time.monotonic() + PATIENCE
        while len(server.workers()) < 2 or victim in server.workers():
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        async with channel(server.port) as one:
            await seated(one)
        assert server.end(signal.SIGINT) == 0
    assert not [line for line in server.lines if "Traceback" in line]


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_that_reaches_everybody_drains_and_a_second_one_ends_all(address: str, name: signal.Signals) -> None:
    """A terminal sends Ctrl-C to the workers, too: that isn't a second one."""
    with serving(address, "--workers", "2", "--log-level", "info") as server:
        server.says("^workers")
        for pid in [*server.workers(), server.process.pid]:
            os.kill(pid, signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        assert len(server.says("info: stopped", 2)) == 2  # each of them in order
    with serving(address, "--workers", "2") as server:
        server.says("^workers")
        workers = server.workers()
        web = int(server.says("^browser")[0].rstrip("/").rpartition(":")[2])
        with contextlib.ExitStack() as held:
            for _ in range(8):  # requests that never end keep every worker waiting
                line = held.enter_context(socket.create_connection(("127.0.0.1", web)))
                line.sendall(
                    b"POST /referee.v1.GameService/GetGame HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                    b"content-length: 100\r\n\r\n{"
                )
            time.sleep(0.5)
            server.process.send_signal(name)
            server.says("^stopping")
            time.sleep(0.5)
            assert server.process.poll() is None
            server.process.send_signal(name)
            server.process.wait(5)
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def test_workers_end_with_the_process_that_began_them(address: str) -> None:
    with serving(address, "--workers", "2") as server:
        server.says("^workers")
        workers = server.workers()
        server.process.kill()
        end = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{pid}").exists() for pid in workers):
            assert time.monotonic() < end
            time.sleep(0.05)


def test_a_server_that_nobody_listens_to_still_ends_in_order(address: str) -> None:
    command = [sys.executable, "-m", "referee.cli", "serve", "--port", "0", "--web-port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_STORE": address}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    ) as server:
        assert server.stdout is not None and server.stderr is not None
        server.stdout.readline()
        server.stdout.readline()
        server.stdout.close()
        server.terminate()
        assert (server.wait(PATIENCE), server.stderr.read()) == (0, "")


def test_a_port_that_is_served_already_is_not_shared(address: str) -> None:
    with serving(address, "--workers", "2") as server:
        server.says("^workers")
        port = str(server.port)
        for more in (["--workers", "2"], []):
            second = Serving(address, "--port", port, "--web-port", "0", *more)
            second.says("can't be used")
            assert second.process.wait(PATIENCE) == 2
        assert len(server.workers()) == 2


def test_what_keeps_workers_from_starting_is_told_once(postgres: Postgres) -> None:
    server = Serving(postgres.url("nowhere"), "--port", "0", "--web-port", "0", "--workers", "3")
    assert server.process.wait(PATIENCE) == 2
    server.says("can't be reached")
    assert len([line for line in server.lines if "nowhere" in line]) == 1, server.lines


def test_the_last_words_of_a_worker_are_heard() -> None:
    """It said what is wrong and ended at once, before anybody had listened: that is no reason to begin it again."""
    code = """
from referee.service.config import ConfigInvalid, ServerConfig
from referee.service.edges.workers import _Supervisor

def serve(config):
    raise ConfigInvalid("such a server can't be")

supervisor = _Supervisor(ServerConfig(store="postgresql://nowhere"), serve, 2)
first = supervisor._workers[0]
supervisor._begin(first)
first.process.join()
try:
    supervisor._died(first)
except ConfigInvalid as problem:
    print(problem)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("such a server can't be\n", "")


def test_a_data_folder_has_one_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("REFEREE_STORE", raising=False)
    assert run(["serve", "--data", str(tmp_path), "--workers", "2"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "a data folder has one writer" in said and "--store postgresql://" in said


def test_an_address_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--store", "mysql://x"]) == 2
    assert "is no address of a database" in " ".join(capsys.readouterr().err.split())
