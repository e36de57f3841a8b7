"""How much one caller, and all together, may have going on: calls a second, calls and streams at a time.

A caller is a seat, by its token, or else an address. Calls from this machine count only together: behind them stands
whoever runs the server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from referee.service.config import ServerConfig
from referee.service.errors import over_limit
from referee.service.limits import Rate
from referee.service.peers import is_local

_BUSY = 0.2  # seconds after which a busy server may have room again
_FULL = 5.0  # the same for streams, which last


class Throttle:
    """Counts what is under way. Every refusal is LIMIT, with the time to wait."""

    def __init__(self, config: ServerConfig) -> None:
        self._rate = Rate("calls", config.calls_per_second, int(config.calls_per_second * 2) or 1)
        self._most_calls, self._most_streams = config.calls_at_once, config.streams_at_once
        self._streams_each, self._count_local = config.streams_per_caller, config.count_local
        self._streams_of: Counter[str] = Counter()
        self.calls = 0  # under way
        self.streams = 0  # open

    def rate(self, caller: str, peer: str) -> None:
        """Counts a call that isn't limited as a move. Raises Rejected if it is one too many."""
        if self._count_local or not is_local(peer):
            self._rate.take(caller)

    def begin(self) -> None:
        """A call begins; `end` must follow. Raises Rejected if too many are under way."""
        if self.calls >= self._most_calls:
            raise over_limit("calls_at_once", self._most_calls, retry_after=_BUSY)
        self.calls += 1

    def end(self) -> None:
        """A call has ended."""
        self.calls -= 1

    @contextmanager
    def stream(self, caller: str, peer: str) -> Iterator[None]:
        """As long as a stream is open. Raises Rejected if it is one too many."""
        counted = self._count_local or not is_local(peer)
        if self.streams >= self._most_streams:
            raise over_limit("streams_at_once", self._most_streams, retry_after=_FULL)
        if counted and self._streams_of[caller] >= self._streams_each:
            raise over_limit("streams", self._streams_each, retry_after=_FULL)
        self.streams += 1
        self._streams_of[caller] += 1
        try:
            yield
        finally:
            self.streams -= 1
            self._streams_of[caller] -= 1
            if not self._streams_of[caller]:
                del self._streams_of[caller]
