"""A bell that wakes everybody who waits for it."""

from __future__ import annotations

import asyncio


class Bell:
    """Wakes everybody who waits for it."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def ring(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, seconds: float) -> bool:
        """Waits for the next ring; False if none came in time."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return False
        return True
