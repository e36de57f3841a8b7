"""A PostgreSQL of the tests' own: made from the machine's packages, on a socket in a folder, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

DEBIAN = Path("/usr/lib/postgresql")
OWNER = "postgres"  # PostgreSQL refuses to run as root


class Postgres:
    """A server. `url` of one of its databases is what `--store` takes."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="referee-pg-"))
        self._data = self._folder / "data"
        self._as_owner: tuple[str, ...] = ()
        if os.geteuid() == 0:
            shutil.chown(self._folder, OWNER)
            self._as_owner = (_runuser() or "runuser", "-u", OWNER, "--")
        self._made = 0
        stop = [*self._as_owner, str(programs / "pg_ctl"), "-D", str(self._data), "-s", "-m", "immediate", "stop"]
        # It waits for the end of its input, which comes with our own end, however we end.
        self._after_us = subprocess.Popen(
            ["sh", "-c", f'cat; "$@"; rm -rf {self._folder}', "sh", *stop],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
        self._run("initdb", "-D", str(self._data), "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
        self.start()

    def start(self) -> None:
        options = f"-k {self._folder} -c listen_addresses='' -c max_connections=200"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-w", "-s", "-l", log, "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """`immediate` is what a crash is like: nothing is finished or written back."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-s", "-m", how, "stop")

    @property
    def pid(self) -> int:
        """The process id of the server; its connections are processes that it began."""
        return int(self._run("head", "-n1", str(self._data / "postmaster.pid")))

    def url(self, database: str = OWNER) -> str:
        return f"postgresql://{OWNER}@/{database}?host={self._folder}"

    def database(self) -> str:
        """The URL of a new, empty database."""
        self._made += 1
        name = f"t{self._made}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)

    def sql(self, statement: str, database: str = OWNER) -> str:
        """What `psql` answers, without head and frame."""
        return self._run("psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement, self.url(database))

    def log(self) -> str:
        """What the server has written to its log."""
        return (self._folder / "log").read_text(errors="replace")

    def remove(self) -> None:
        self._after_us.communicate(timeout=120)

    def _run(self, program: str, *arguments: str) -> str:
        found = self._programs / program
        command = [*self._as_owner, str(found) if found.exists() else program, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", timeout=120)
        assert done.returncode == 0, f"{program}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def _runuser() -> str | None:
    """Where the program is that runs another as somebody else: not on everybody's PATH."""
    return shutil.which("runuser", path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"]))


def programs() -> Path:
    """Where PostgreSQL's programs are. Skips the test as `not run: postgresql` if there are none that we may run."""
    places = [path.parent for path in DEBIAN.glob("*/bin/initdb")]
    on_path = shutil.which("initdb")
    places += [Path(on_path).parent] if on_path else []
    places.sort(key=lambda place: [int(part) for part in place.parts if part.isdecimal()])
    runnable = os.geteuid() != 0 or (_runuser() and _known(OWNER))
    if places and runnable:
        return places[-1]
    if os.environ.get("CI"):
        pytest.fail("not run: postgresql")
    pytest.skip("not run: postgresql")


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
