"""Work that is done alone, and to its end even if whoever asked for it goes away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from referee.service.errors import Rejected
from referee.service.telemetry.journal import Journal
from referee.store import StoreError

T = TypeVar("T")
Work = Callable[[], Coroutine[Any, Any, T]]
_journal = Journal("games")


class Serial:
    """One piece of work at a time, in the order in which they were asked for. `around`: how each is done."""

    def __init__(self, around: Callable[[Work[Any]], Coroutine[Any, Any, Any]] = lambda work: work()) -> None:
        self._around = around
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def idle(self) -> bool:
        """Whether nothing is being done, and nothing waits."""
        return not (self._tasks or self._lock.locked())

    async def do(self, work: Work[T]) -> T:
        """Does the work alone, and to its end even if the caller goes away: store and memory must agree."""

        async def alone() -> T:
            async with self._lock:
                done: T = await self._around(work)
                return done

        task = asyncio.create_task(alone())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await _to_the_end(task)

    async def finish(self) -> None:
        """Waits for all that was begun."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))


async def _to_the_end(task: asyncio.Task[T]) -> T:
    waiting: Awaitable[T] = asyncio.shield(task)
    try:
        return await waiting
    except asyncio.CancelledError:
        if not task.done():
            task.add_done_callback(_take_error)
        raise


def _take_error(task: asyncio.Task[Any]) -> None:
    """Nobody is there to be told."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, Rejected):
        unforeseen = None if isinstance(error, StoreError) else error
        _journal.error("a change whose caller had gone away failed", unforeseen, kind=type(error).__name__)
