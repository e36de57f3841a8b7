"""What a server does beside its calls: it notices edited packs, and drops rulesets that nobody plays."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from referee.service.packs import sandbox
from referee.service.packs.rulesets import Rulesets
from referee.service.packs.shelf import Shelf
from referee.service.packs.shelved import News, pack_folders
from referee.service.record.timing import now
from referee.service.telemetry.journal import Journal

SETTLED = 0.3  # seconds without a change after which an edit is whole
_LOOK_AGAIN = 5000  # milliseconds: where the system tells nothing (network folders, a folder made anew), we look
_CLEANING = 3600.0
_journal = Journal("upkeep")

Signature = list[tuple[str, int, int, int]]


class Upkeep:
    """Runs beside the server until it is stopped. `tell` is given every piece of news."""

    def __init__(self, shelf: Shelf, rulesets: Rulesets, tell: Callable[[News], None]) -> None:
        self._shelf, self._rulesets, self._tell = shelf, rulesets, tell
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, live: bool, keep_seconds: float) -> None:
        """`live`: whether packs are watched; `keep_seconds`: for which an unused ruleset is kept."""
        self._tasks.append(asyncio.create_task(self._clean(min(_CLEANING, max(keep_seconds / 4, 0.1)))))
        if live:
            self._tasks.append(asyncio.create_task(self._watch()))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _watch(self) -> None:
        await asyncio.to_thread(sandbox.prepare)
        changes = _changes(self._shelf.folders, await asyncio.to_thread(_signature, self._shelf.folders))
        settled = 0.0
        while True:
            try:
                for news in await self._shelf.scan(settled):
                    self._tell(news)
            except Exception as error:  # whatever a folder does, the server goes on with what it has
                _journal.error("the folders of packs can't be looked at", error)
            await anext(changes)
            settled = SETTLED

    async def _clean(self, pause: float) -> None:
        while True:
            try:
                await self._rulesets.forget_unused(now())
            except Exception as error:
                _journal.error("unused rulesets can't be dropped", error)
            await asyncio.sleep(pause)


async def _changes(folders: Sequence[Path], last: Signature) -> AsyncIterator[None]:
    """Yields whenever something in the folders may have changed since they were as in `last`."""
    from watchfiles import awatch  # here, so that a server is up before it is loaded

    while True:
        signature = await asyncio.to_thread(_signature, folders)
        if signature != last:
            last = signature
            yield
        there = [folder for folder in folders if folder.is_dir()]
        with contextlib.suppress(OSError, RuntimeError):  # a folder went away while it was looked at
            async for changes in awatch(*there, rust_timeout=_LOOK_AGAIN, yield_on_timeout=True):
                signature = await asyncio.to_thread(_signature, folders)
                untold = not changes and signature != last  # the system didn't say: watch anew
                if changes or untold:
                    last = signature
                    yield
                if untold or [folder for folder in folders if folder.is_dir()] != there:
                    break
        await asyncio.sleep(SETTLED)


def _signature(folders: Sequence[Path]) -> Signature:
    """What tells whether a pack's file was changed without reading it."""
    found: Signature = []
    for pack in (pack for folder in folders for pack in pack_folders(folder)):
        for where, _, names in os.walk(pack):
            for name in names:
                path = os.path.join(where, name)
                with contextlib.suppress(OSError):
                    state = os.lstat(path)
                    found.append((path, state.st_mtime_ns, state.st_size, state.st_ino))
    return found
