"""Progress of long work on stderr: nothing within the first second, then a bar; where that is no terminal, now and then
a line."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 1.0  # seconds without a word
PAUSE = 10.0  # seconds between two lines, where no bar can be drawn


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Gives a function to call with the number of units done so far; cheap enough to call for each."""
    start = time.monotonic()
    bar: Any = None
    task: Any = None
    told = start

    def advance(done: int) -> None:
        nonlocal bar, task, told
        if bar is None:
            now = time.monotonic()
            if not sys.stderr.isatty():
                if now - told >= PAUSE:
                    told = now
                    print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)
                return
            if now - start < PATIENCE:
                return
            bar, task = _open_bar(what, total)
        bar.update(task, completed=done)

    try:
        yield advance
    finally:
        if bar is not None:
            bar.stop()


def _open_bar(what: str, total: int) -> tuple[Any, Any]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.start()
    return bar, bar.add_task(what, total=total)
