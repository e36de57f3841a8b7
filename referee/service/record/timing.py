"""What time it is, by a clock that nobody can set while the process runs."""

from __future__ import annotations

import time
from collections.abc import Callable

from google.protobuf.timestamp_pb2 import Timestamp


def now() -> int:
    """Milliseconds since 1970, as the machine's clock says."""
    return time.time_ns() // 1_000_000


def timestamp(milliseconds: int) -> Timestamp:
    """A time for the wire."""
    return Timestamp(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)


class SteadyTime:
    """Milliseconds since 1970, read once and counted on from there.

    So a jump of the machine's clock neither gives anybody time nor takes it. `wall`: milliseconds since 1970; `steady`:
    seconds that only grow.
    """

    def __init__(self, wall: Callable[[], int] = now, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._start = wall() - steady() * 1000

    def now(self) -> int:
        """Milliseconds since 1970."""
        return round(self._start + self._steady() * 1000)
