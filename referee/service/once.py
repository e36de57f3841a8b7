"""Work that several ask for at the same time, done once for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """The work under way, by name. It is done to its end, even if whoever asked for it goes away."""

    def __init__(self) -> None:
        self._doing: dict[str, asyncio.Task[T]] = {}

    def __contains__(self, name: str) -> bool:
        """Whether it is being done."""
        return name in self._doing

    async def do(self, name: str, work: Callable[[str], Coroutine[Any, Any, T]]) -> T:
        """What comes of `work(name)`, begun now or by somebody before. Raises what that raises."""
        task = self._doing.get(name)
        if task is None:
            task = self._doing[name] = asyncio.create_task(work(name))
            task.add_done_callback(lambda done: self._done(name, done))
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Waits for what is being done now, however it ends."""
        if self._doing:
            await asyncio.wait(list(self._doing.values()))

    def _done(self, name: str, task: asyncio.Task[T]) -> None:
        del self._doing[name]
        if not task.cancelled():
            task.exception()  # taken, even if nobody is there any more to be told
