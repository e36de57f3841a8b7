"""Several worker processes behind the same two ports of one host: the system spreads connections over them.

The process that was started serves nothing itself. It holds the ports, begins a worker anew that has died, and passes
on the wish to end.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from referee.service.config import ServerConfig
from referee.service.errors import ConfigInvalid
from referee.service.telemetry import journal
from referee.service.telemetry.journal import Journal

_journal = Journal("workers")
Serve = Callable[[ServerConfig], None]
_READY, _FAILED = "ready", "failed"
_LONG = 10.0  # seconds after which a worker counts as one that works
_PAUSES = (0.1, 0.5, 1.0, 2.0, 5.0)  # before one that doesn't is begun again
_GRACE = 5.0  # seconds beyond those of the drain, after which a worker is killed


def serve_many(config: ServerConfig, serve: Serve, count: int) -> None:
    """Serves with `count` processes until SIGTERM or SIGINT; `serve` is what each of them does with its config.

    Raises ConfigInvalid if that can't be: nothing is running then.
    """
    _check(config)
    if config.log_format:
        journal.set_up(config.log_format, config.log_level)
    with contextlib.ExitStack() as held:
        port, web_port = (held.enter_context(_held(config.host, each)) for each in (config.port, config.web_port))
        shared = replace(config, port=port, web_port=web_port, reuse_port=True)
        _Supervisor(shared, serve, count).run()


def _check(config: ServerConfig) -> None:
    config.check()
    if not config.store:
        raise ConfigInvalid(
            "several workers need a store that several processes can write to: give --store postgresql://…;"
            " a data folder has one writer"
        )
    if not hasattr(os, "fork") or not hasattr(socket, "SO_REUSEPORT"):
        raise ConfigInvalid("this system can't share a port between processes: start one server a port instead")


@contextlib.contextmanager
def _held(host: str, port: int) -> Iterator[int]:
    """A port that stays ours as long as we live, whichever workers listen there. Gives its number."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as alone:  # another server there would share its clients
            alone.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            alone.bind((host, port))
        holding = socket.socket(family, socket.SOCK_STREAM)
        holding.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        holding.bind((host, port))
    except OSError as error:
        problem = f"port {port} on {host} can't be used: {error.strerror}; does something else listen there?"
        raise ConfigInvalid(problem) from error
    with holding:
        yield holding.getsockname()[1]


@dataclass
class _Worker:
    """`number` from 0. `process`: None while it waits to be begun again, at `due` (monotonic)."""

    number: int
    process: BaseProcess | None = None
    says: Connection | None = None
    begun: float = 0.0
    failures: int = 0
    due: float = 0.0
    ready: bool = False
    lines: list[str] = field(default_factory=list)
    problem: str = ""


class _Supervisor:
    def __init__(self, config: ServerConfig, serve: Serve, count: int) -> None:
        self._config, self._serve = config, serve
        self._workers = [_Worker(number) for number in range(count)]
        self._context = get_context("fork")
        self._life, self._alive = self._context.Pipe(duplex=False)  # closed by our death, whatever we die of
        self._woken, self._wake = socket.socketpair()
        self._ending = False
        self._told = False

    def run(self) -> None:
        for end in (self._woken, self._wake):
            end.setblocking(False)
        signal.set_wakeup_fd(self._wake.fileno())
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._end)
        try:
            self._begin(self._workers[0])  # what is wrong with the config or the store is told once
            while not self._ending:
                self._look()
        finally:
            self._drain()

    def _end(self, *_: object) -> None:
        self._ending = True

    def _look(self) -> None:
        """Waits until something happens to a worker, and does what follows from it."""
        first, now = self._workers[0], time.monotonic()
        waiting = [worker for worker in self._workers if worker.process is None]
        for worker in waiting:
            if (worker.number == 0 or first.ready or self._told) and worker.due <= now:
                self._begin(worker)
        sources: list[object] = [self._woken]
        for worker in self._workers:
            if worker.process is not None:
                sources.append(worker.process.sentinel)
            if worker.says is not None:
                sources.append(worker.says)
        due = [worker.due - now for worker in waiting if worker.due > now]
        connection.wait(sources, min(due, default=60.0))  # type: ignore[arg-type]  # sentinels are numbers
        with contextlib.suppress(BlockingIOError):
            self._woken.recv(1024)
        for worker in self._workers:
            self._hear(worker)
            if worker.process is not None and worker.process.exitcode is not None and not self._ending:
                self._died(worker)
        if not self._told and all(worker.ready for worker in self._workers):
            self._told = True
            for line in first.lines:
                self._config.announce(line)
            self._config.announce(f"workers  {len(self._workers)}")

    def _begin(self, worker: _Worker) -> None:
        worker.says, says = self._context.Pipe(duplex=False)
        worker.ready, worker.problem, worker.lines = False, "", []
        worker.begun = time.monotonic()
        worker.process = self._context.Process(target=self._work, args=(worker.number, says), name="referee worker")
        worker.process.start()
        says.close()

    def _hear(self, worker: _Worker) -> None:
        while worker.says is not None and worker.says.poll():
            try:
                what, text = worker.says.recv()
            except (EOFError, OSError):
                worker.says.close()
                worker.says = None
                return
            if what == _FAILED:
                worker.problem = text
            else:
                worker.lines.append(text)
                worker.ready = worker.ready or text.startswith("browser")

    def _died(self, worker: _Worker) -> None:
        assert worker.process is not None
        code, lived = worker.process.exitcode or 0, time.monotonic() - worker.begun
        worker.process.join()
        worker.process = None
        self._hear(worker)  # what it said last may have come after we listened
        if worker.problem and not self._told:
            raise ConfigInvalid(worker.problem)
        worker.failures = 0 if lived > _LONG else worker.failures + 1
        pause = _PAUSES[min(worker.failures, len(_PAUSES)) - 1] if worker.failures else 0.0
        worker.due = time.monotonic() + pause
        if worker.problem:
            self._config.announce(f"worker {worker.number + 1}: {worker.problem}")
        how = signal.Signals(-code).name if code < 0 else "EXIT"
        _journal.warning("a worker has ended; it is begun again", process=worker.number + 1, signal=how, exit=code)

    def _drain(self) -> None:
        if self._told:
            self._config.announce("stopping …")
        living = [worker.process for worker in self._workers if worker.process is not None]

        def at_once(*_: object) -> None:
            for process in living:
                process.kill()

        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, at_once)  # whoever asks twice doesn't wait
        for process in living:
            process.terminate()
        ends = time.monotonic() + 2 * self._config.drain_seconds + _GRACE
        for process in living:
            process.join(max(0.0, ends - time.monotonic()))
            if process.exitcode is None:
                process.kill()
                process.join()
        signal.set_wakeup_fd(-1)

    def _work(self, number: int, says: Connection) -> None:
        """What a worker does: in its own process, which ends afterwards."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; to be told twice would cut the drain short
        self._alive.close()
        threading.Thread(target=self._end_with_us, daemon=True).start()
        config = replace(
            self._config,
            announce=lambda line: _say(says, _READY, line),
            news=self._config.news if number == 0 else lambda news: None,
            admin_port=self._config.admin_port and self._config.admin_port + number,
        )
        try:
            self._serve(config)
        except ConfigInvalid as problem:
            _say(says, _FAILED, str(problem))
            sys.exit(2)

    def _end_with_us(self) -> None:
        """Whoever supervises is gone, without a word: nobody would begin us again or end us."""
        with contextlib.suppress(EOFError, OSError):
            self._life.recv()
        os.kill(os.getpid(), signal.SIGTERM)


def _say(says: Connection, what: str, text: str) -> None:
    """Tells whoever supervises, if it still lives."""
    with contextlib.suppress(OSError):
        says.send((what, text))
