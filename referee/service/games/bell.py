"""A bell that wakes everybody who waits for it."""

from __future__ import annotations

import asyncio


class Bell:
    """Wakes everybody who waits for it. Waiting makes no task: a thousand watchers may wait for each move."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[bool], None] = {}  # in the order in which they came

    def ring(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for one in waiting:
            _answer(one, True)

    async def wait(self, seconds: float) -> bool:
        """Waits for the next ring; False if none came in time."""
        loop = asyncio.get_running_loop()
        rung: asyncio.Future[bool] = loop.create_future()
        self._waiting[rung] = None
        timer = loop.call_later(seconds, _answer, rung, False)
        try:
            return await rung
        finally:
            timer.cancel()
            self._waiting.pop(rung, None)


def _answer(waiting: asyncio.Future[bool], rung: bool) -> None:
    if not waiting.done():
        waiting.set_result(rung)
