"""Work for strangers, in processes of its own: it can't hold up the games, and ends when it takes too long."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from referee.service.errors import Reason, Rejected, over_limit
from referee.service.limits import SANDBOX_PROCESSES, WORK_WAITING
from referee.service.packs.sandbox_process import BYTES, JOBS_IN_A_LIFE, READY, read_frame, write_frame
from referee.service.telemetry.journal import Journal

T = TypeVar("T")
A = TypeVar("A")
PATIENCE = 12  # seconds on the clock for each second of processor time: the machine may be busy
_ROOT = Path(__file__).resolve().parents[3]
_journal = Journal("sandbox")


class _Process:
    """A process that works; used by one thread at a time."""

    def __init__(self) -> None:
        # The same code as ours, and nothing from the folder that we were started in. In a session of its own: Ctrl-C is
        # for the server, with which it ends.
        path = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH", ""))))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "referee.service.packs.sandbox_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )
        self._ready = False
        self._jobs = 0

    def do(self, job: bytes, seconds: float) -> bytes:
        """The answer to a job; empty if the process died of it."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        if not self._ready:
            if read_frame(process.stdout) != READY:
                self.end()
                return b"f" + b"ProcessNotBegun"
            self._ready = True
        timer = threading.Timer(seconds * PATIENCE, process.kill)
        timer.start()
        try:
            write_frame(process.stdin, job)
            answer = read_frame(process.stdout) or b""
        except OSError:
            answer = b""
        finally:
            timer.cancel()
        self._jobs += 1
        if not answer or answer[:1] == b"m" or self._jobs == JOBS_IN_A_LIFE:
            self.end()  # a process that is about to end by itself looks alive for a moment
        return answer

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        """The job under way is cut off: `do` answers that the process died of it."""
        self._process.kill()

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


_idle: list[_Process] = []  # of all sandboxes of this process: they end with it, as their input does
_lock = threading.Lock()


class Sandbox:
    """Does jobs. `seconds`: of processor time that one may take.

    A caller has one job done at a time and few waiting, so that it can't keep others from their turn.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._free = asyncio.Semaphore(SANDBOX_PROCESSES)
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[bytes]] = set()
        self._working: set[_Process] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """Jobs that aren't done yet."""
        return self._waiting.total()

    async def do(self, job: Callable[[A], T], order: A, caller: str) -> T:
        """The result of the job, a function of `referee.service.packs.jobs`.

        Raises Rejected: LIMIT if it takes too long or too much, or the caller has too many waiting; DRAINING once the
        sandbox is closed.
        """
        if self._closed:
            raise Rejected(Reason.DRAINING, retry_after=1)
        if self._waiting[caller] >= WORK_WAITING:
            raise over_limit("waiting", WORK_WAITING, retry_after=1)
        self._waiting[caller] += 1
        # To its end, even if the caller goes away: else who calls and goes again and again would have many at work.
        task = asyncio.create_task(self._turn(job, order, caller))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        result: T = self._result(await asyncio.shield(task))
        return result

    async def close(self) -> None:
        """Cuts off the jobs under way, so that the server can end; those that wait aren't begun."""
        with _lock:
            self._closed = True
            for process in self._working:
                process.stop()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _turn(self, job: Callable[[A], T], order: A, caller: str) -> bytes:
        try:
            async with self._turns.setdefault(caller, asyncio.Lock()), self._free:
                return await asyncio.to_thread(self._in_a_process, job, order)
        finally:
            self._waiting[caller] -= 1
            if not self._waiting[caller]:
                del self._waiting[caller]
                del self._turns[caller]

    def _in_a_process(self, job: Callable[[A], T], order: A) -> bytes:
        data = pickle.dumps((job, order, self._seconds))
        with _lock:
            if self._closed:
                return b""
            process = _idle.pop() if _idle else None
            if process is None or not process.alive:
                process = _Process()
            self._working.add(process)
        answer = process.do(data, self._seconds)
        with _lock:
            self._working.discard(process)
            if process.alive:  # also when we are closed meanwhile: it is everybody's
                _idle.append(process)
        return answer

    def _result(self, answer: bytes) -> Any:
        if self._closed and answer[:1] != b"d":
            raise Rejected(Reason.DRAINING, retry_after=1)
        match answer[:1]:
            case b"d":
                return pickle.loads(answer[1:])
            case b"m":
                raise over_limit("memory", BYTES)
            case b"f":
                kind, *way = answer[1:].decode().split("\n")
                _journal.error("a check failed", kind=kind, way=way)
                raise Rejected(Reason.INTERNAL)
        raise over_limit("seconds", round(self._seconds))


def prepare() -> None:
    """Begins a process, so that the first job needn't wait for it."""
    with _lock:
        if not _idle:
            _idle.append(_Process())
