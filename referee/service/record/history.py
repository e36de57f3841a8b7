"""The past of a game: recent steps in memory, older ones played again from the log."""

from __future__ import annotations

import asyncio
from collections import deque

from referee.engine import Program
from referee.service.record import log, snapshots
from referee.service.record.position import OPEN, Position, Step, advance
from referee.store import Snapshot, Store

_RECENT = 12  # steps kept in memory: a watcher mostly asks for the last one, and an older one is played again
_CHECKPOINT = 64  # versions between positions kept in memory, to play again from
_SNAPSHOT = 100  # versions between snapshots in the store
_PARTING = 8  # versions since the last snapshot after which a game that leaves memory is worth one
_AT_ONCE = 16  # steps played again before others get their turn
_READ = 500  # records read from the store together


class History:
    """Steps of one game, the newest in memory. `window`: at most so many of them are kept."""

    def __init__(self, game: str, store: Store, program: Program, created: log.Created, window: int) -> None:
        self._game, self._store, self._program, self._created = game, store, program, created
        self._recent: deque[Step] = deque(maxlen=min(window, _RECENT))
        self._stored = 0  # the version of the last snapshot
        self._checkpoints: dict[int, Position] = {0: OPEN}
        self.position = OPEN

    async def load(self) -> log.Begun | None:
        """Plays the log up to its end, from a snapshot if there is one. Gives the record of the beginning.

        Raises LogDamaged if the log can't be played again.
        """
        newest = await self._store.last_version(self._game)
        snapshot = await self._store.snapshot(self._game, newest)
        if snapshot is not None:
            position = snapshots.read(self._program, self._created.rules, snapshot.payload)
            if position is not None and position.version == snapshot.version:
                self._checkpoints[position.version] = self.position = position
                self._stored = position.version
        while self.position.version < newest:
            for step in await self._replay(self.position, min(_READ, newest - self.position.version)):
                self.push(step)
        first = await self._store.records(self._game, after=0, limit=1)
        begun = log.read(first[0].payload) if first else None
        return begun if isinstance(begun, log.Begun) else None

    async def ahead(self, version: int) -> list[Step]:
        """The steps from where we stand up to a version of the log; they aren't pushed. Raises LogDamaged."""
        return await self._replay(self.position, max(0, version - self.position.version))

    def push(self, step: Step) -> None:
        """The newest step."""
        self._recent.append(step)
        self.position = step.after
        self._checkpoint(step.after)

    async def after(self, version: int, limit: int) -> list[Step]:
        """Up to `limit` steps that follow this version."""
        recent = self._recent
        oldest = recent[0].version if recent else self.position.version + 1
        if version + 1 >= oldest:
            start = version + 1 - oldest
            return [recent[index] for index in range(start, min(len(recent), start + limit))]
        start = max(known for known in self._checkpoints if known <= version)
        last = min(version + limit, self.position.version)
        steps = await self._replay(self._checkpoints[start], last - start)
        return [step for step in steps if step.version > version]

    async def step(self, version: int) -> Step:
        """The step to this version, which must be there."""
        return (await self.after(version - 1, 1))[0]

    def snapshot(self, position: Position) -> Snapshot | None:
        """What to keep in the store now and then, so that a restart need not play everything again."""
        return None if position.version % _SNAPSHOT else self._snapshot(position)

    def parting(self) -> Snapshot | None:
        """What to keep in the store when the game leaves memory, so that it is back soon."""
        return self._snapshot(self.position) if self.position.version >= self._stored + _PARTING else None

    def _snapshot(self, position: Position) -> Snapshot | None:
        payload = snapshots.write(self._program, self._created.rules, position)
        if payload is None:
            return None
        self._stored = position.version
        return Snapshot(self._game, position.version, payload)

    async def _replay(self, position: Position, count: int) -> list[Step]:
        steps: list[Step] = []
        while len(steps) < count:
            records = await self._store.records(self._game, position.version, min(_READ, count - len(steps)))
            if not records:
                raise log.LogDamaged(f"{self._game} has no record after version {position.version}")
            for record in records:
                entry = log.read(record.payload)
                step = advance(self._program, self._game, self._created, position, entry)
                position = step.after
                self._checkpoint(position)
                steps.append(step)
                if len(steps) % _AT_ONCE == 0:
                    await asyncio.sleep(0)
        return steps

    def _checkpoint(self, position: Position) -> None:
        if position.version % _CHECKPOINT == 0:
            self._checkpoints.setdefault(position.version, position)
