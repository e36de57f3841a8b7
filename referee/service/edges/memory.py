"""How a server handles its memory: when it looks for cycles, and from how many heaps its threads take it."""

from __future__ import annotations

import ctypes
import gc

_ARENA_MAX = -8  # M_ARENA_MAX of mallopt(3)
_HEAPS = 2


def collect_seldom() -> None:
    """Nearly all that a server makes is freed by counting references; looking for cycles took a tenth of its time.

    Not too seldom: what a call leaves behind that was cut off is a cycle, with the bytes that it was to send.
    """
    gc.freeze()
    gc.set_threshold(5_000, 10, 5)


def few_heaps() -> None:
    """Every thread of gRPC would get a heap of its own, each with room that the others can't use; Python's lock lets
    one of them work at a time anyway. Only glibc has such heaps; elsewhere nothing happens.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_ARENA_MAX, _HEAPS)
