"""A referee of its own for the tests of the clients: the real program, on free ports, with a store of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # seconds until it must answer; a cold start compiles


@dataclass(frozen=True)
class Server:
    """Where it answers."""

    port: int
    web_port: int


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Whether something speaks HTTP there."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


@contextmanager
def serving(data: Path, *packs: Path) -> Iterator[Server]:
    """`referee serve` until the block ends; `data` is the folder of its store, `packs` are folders of packs."""
    server = Server(free_port(), free_port())
    command = [sys.executable, "-m", "referee.cli", "serve", "--port", str(server.port)]
    command += ["--web-port", str(server.web_port), "--data", str(data)]
    for folder in packs:
        command += ["--packs", str(folder)]
    log = data.with_suffix(".log")
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
        try:
            ends = time.monotonic() + PATIENCE
            while not answers(server.web_port):
                if process.poll() is not None or time.monotonic() > ends:
                    raise AssertionError(f"referee serve didn't start:\n{log.read_text(errors='replace')}")
                time.sleep(0.1)
            yield server
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    assert "Traceback" not in log.read_text(errors="replace"), log.read_text(errors="replace")
