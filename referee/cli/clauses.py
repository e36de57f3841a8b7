"""A long text that differs from another in one stretch: that stretch, with the words around it."""

from __future__ import annotations

import os.path
import re

LONG = 100  # characters: shorter texts are shown whole
NEAR = 40  # characters that are kept before the stretch, at least
BREAK = re.compile(r"(?<=[,:;.]) ")  # where a clause begins


def stretch(short: str, long: str) -> str:
    """What a text has more than another, as `… the clause before it, what is more …`; "" where that isn't all of it."""
    if len(short) < LONG:
        return ""
    front = len(os.path.commonprefix([short, long]))
    end = len(os.path.commonprefix([short[front:][::-1], long[front:][::-1]]))
    if front + end < len(short) or front < LONG // 2:
        return ""
    breaks = [found.end() for found in BREAK.finditer(long, 0, max(front - NEAR, 0))]
    begin = breaks[-1] if breaks else 0
    stop = len(long) - end
    rest = BREAK.search(long, stop)
    tail = f"{long[stop : rest.start()]} …" if rest else long[stop:]
    return ("… " if begin else "") + long[begin:stop] + tail
