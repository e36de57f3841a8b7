"""A bell that wakes everybody who waits for it."""

from __future__ import annotations

import asyncio


class Bell:
    """Wakes all who wait for it. Waiting makes no task and no timer of its own: a thousand may wait for a move."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[bool], float] = {}  # until when, in the order in which they came
        self._timer: asyncio.TimerHandle | None = None  # for the first whose time is up

    def ring(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for one in waiting:
            _answer(one, True)

    async def wait(self, seconds: float) -> bool:
        """Waits for the next ring; False if none came in time."""
        loop = asyncio.get_running_loop()
        rung: asyncio.Future[bool] = loop.create_future()
        self._waiting[rung] = until = loop.time() + seconds
        if self._timer is None or self._timer.when() > until:
            self._set(until, loop)
        try:
            return await rung
        finally:
            self._waiting.pop(rung, None)

    def _set(self, when: float, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(when, self._time_is_up, loop)

    def _time_is_up(self, loop: asyncio.AbstractEventLoop) -> None:
        """The timer isn't stopped by a ring: it looks who still waits."""
        assert self._timer is not None
        now, self._timer = self._timer.when(), None
        for one in [one for one, until in self._waiting.items() if until <= now]:
            del self._waiting[one]
            _answer(one, False)
        if self._waiting:
            self._set(min(self._waiting.values()), loop)


def _answer(waiting: asyncio.Future[bool], rung: bool) -> None:
    if not waiting.done():
        waiting.set_result(rung)
