"""One thread that writes: whoever waits while a commit is flushed goes together into the next one.

A lone caller is committed at once; under load a flush to disk is shared by all that came during the one before.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Sequence

from referee.store import moves_together
from referee.store.contract import UNWRITABLE, Change, Conflict, StoreError
from referee.store.writing import write_all

MOST = 256  # commits that share one flush

_Job = tuple[Sequence[Change], "asyncio.Future[None]"]
_Result = tuple["asyncio.Future[None]", StoreError | None]


class GroupCommit:
    """Owns a connection and the thread that writes through it. `path` is used in messages only."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self._connection, self._path = connection, path
        moves_together.prepare(connection)
        self._gathered: list[_Job] = []
        self._handing: asyncio.AbstractEventLoop | None = None  # the loop that is about to hand them over
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def commit(self, changes: Sequence[Change]) -> None:
        """Returns once all changes are on disk; raises StoreError and its kinds, and then none of them is."""
        if self._closed:
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._gathered.append((changes, future))
        if self._handing is not loop:  # waking a thread costs more than a job: what comes in one turn goes together
            self._handing = loop
            loop.call_soon(self._hand_over)
        await future

    def _hand_over(self) -> None:
        jobs, self._gathered, self._handing = self._gathered, [], None
        if jobs:
            self._jobs.put(jobs)

    def close(self) -> None:
        """Writes what was given so far, then ends the thread. Blocks."""
        self._closed = True
        self._hand_over()
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        closing = False
        while not closing:
            batch: list[_Job] = []
            jobs = self._jobs.get()
            while True:
                if jobs is None:
                    closing = True
                    break
                batch += jobs
                if len(batch) >= MOST:
                    break
                try:
                    jobs = self._jobs.get_nowait()
                except queue.Empty:
                    break
            for start in range(0, len(batch), MOST):
                _deliver(self._write(batch[start : start + MOST]))
        self._connection.close()

    def _write(self, batch: list[_Job]) -> list[_Result]:
        moves = [job for job in batch if moves_together.is_move(job[0])]
        try:
            if moves and moves_together.write(self._connection, [changes for changes, _ in moves]):
                others = [job for job in batch if not moves_together.is_move(job[0])]
                done: list[_Result] = [(future, None) for _, future in moves]
                return done + (self._one_by_one(others) if others else [])
        except sqlite3.Error as error:
            return self._failed(batch, error)
        return self._one_by_one(batch)

    def _one_by_one(self, batch: list[_Job]) -> list[_Result]:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = [(future, self._one(changes)) for changes, future in batch]
            connection.execute("COMMIT")
        except Exception as error:  # whatever it is: without this thread everybody would wait for ever
            with contextlib.suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            return self._failed(batch, error)
        return results

    def _failed(self, batch: list[_Job], error: Exception) -> list[_Result]:
        failure = StoreError(f"{self._path} can't be written: {error}")
        return [(future, failure) for _, future in batch]

    def _one(self, changes: Sequence[Change]) -> StoreError | None:
        """All changes of one caller, or none: what doesn't fit undoes only its own."""
        execute = self._connection.execute
        execute("SAVEPOINT caller")
        try:
            write_all(self._connection, changes)
        except (Conflict, *UNWRITABLE) as error:
            execute("ROLLBACK TO caller")
            execute("RELEASE caller")
            return error if isinstance(error, Conflict) else StoreError(f"{self._path} can't keep this: {error}")
        execute("RELEASE caller")
        return None


def _deliver(results: list[_Result]) -> None:
    """Wakes the callers, each loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Result]] = {}
    for result in results:
        by_loop.setdefault(result[0].get_loop(), []).append(result)
    for loop, own in by_loop.items():
        try:
            loop.call_soon_threadsafe(_settle, own)
        except RuntimeError:  # the loop is closed: nobody waits any more
            continue


def _settle(results: list[_Result]) -> None:
    for future, error in results:
        if future.done():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
