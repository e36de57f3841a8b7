"""Progress of long work: nothing within the first second, then a bar on stderr if that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 1.0  # seconds without a word


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Gives a function to call with the number of units done so far; cheap enough to call for each."""
    start = time.monotonic()
    bar: Any = None
    task: Any = None

    def advance(done: int) -> None:
        nonlocal bar, task
        if bar is None:
            if time.monotonic() - start < PATIENCE or not sys.stderr.isatty():
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
