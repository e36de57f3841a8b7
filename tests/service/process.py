"""`referee serve` as a process of its own, with all that it writes kept in files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.service.table import PACKS

ROOT = Path(__file__).parents[2]
_PATIENCE = 60.0
# Tests that run in the background ignore Ctrl-C, and what they begin would, too. (In place of `preexec_fn`, with which
# gRPC's threads don't agree.)
_INTERRUPTIBLE = ("env", "--default-signal=INT") if sys.platform == "linux" else ()
_ADDRESS = re.compile(r"^(gRPC|browser|admin) +(?:https?://)?([^/\s]+)", re.MULTILINE)


@dataclass
class Running:
    """The process, and where it listens."""

    process: subprocess.Popen[bytes]
    folder: Path
    addresses: dict[str, str] = field(default_factory=dict)

    @property
    def out(self) -> str:
        return (self.folder / "stdout").read_text(errors="replace")

    @property
    def err(self) -> str:
        return (self.folder / "stderr").read_text(errors="replace")

    @property
    def grpc(self) -> str:
        return self.addresses["gRPC"]

    def port(self, which: str) -> int:
        """`browser` or `admin`."""
        return int(self.addresses[which].rpartition(":")[2])

    def until_it_listens(self, lines: int) -> None:
        ends = time.monotonic() + _PATIENCE
        while len(self.addresses) < lines:
            assert self.process.poll() is None and time.monotonic() < ends, self.out + self.err
            time.sleep(0.05)
            self.addresses = dict(_ADDRESS.findall(self.out))


@contextmanager
def running(folder: Path, *flags: str, packs: Path = PACKS, **environment: str) -> Iterator[Running]:
    """A server on free ports with its data in `folder`/data. It is killed at the end if it still runs."""
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "referee.cli", "serve", "--port", "0", "--web-port", "0"]
    if not {"--data", "--store"} & set(flags):
        command += ["--data", str(folder / "data")]
    command += ["--packs", str(packs), *flags]
    with (folder / "stdout").open("wb") as out, (folder / "stderr").open("wb") as err:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        process = subprocess.Popen([*_INTERRUPTIBLE, *command], cwd=ROOT, stdout=out, stderr=err, env=environment)
        server = Running(process, folder)
        try:
            server.until_it_listens(3 if "--admin-port" in flags else 2)
            yield server
        finally:
            process.kill()
            process.wait()
