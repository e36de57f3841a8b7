"""Is a store sound, and would this version go on with it? Reads everything, plays every game again, changes nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from referee.service.errors import Reason, Rejected
from referee.service.games.bots import NoBots
from referee.service.games.games import Games
from referee.service.games.live import LiveGame
from referee.service.operation.reported import Need, Report
from referee.service.packs.rulesets import Rulesets
from referee.service.record import log, snapshots
from referee.service.record.facts import OPEN, OVER, RUNNING, read_facts
from referee.store import GameFacts, Store, StoreError
from referee.store.inspected import Inspected, store_at

_PAGE = 100


async def examine(
    where: str | Path, progress: Callable[[int], None] = lambda done: None, *, replay: bool = True
) -> Report:
    """What there is to say about the store in a data folder, or at the address of a database.

    `progress` is told how many games were looked at; without `replay` they aren't played again. Raises StoreError if
    there is no store, or it can't be read at all.
    """
    with tempfile.TemporaryDirectory(prefix="referee-doctor-") as aside:
        inspected = await store_at(str(where), Path(aside))
        try:
            report = Report(inspected.name, inspected.found, inspected.known)
            report.of_store += await inspected.store.check()
            await _games(inspected, report, progress, replay)
        finally:
            await inspected.store.close()
    return report


async def count(where: str | Path) -> int:
    """How many games there are, for a progress bar. Raises StoreError, as `examine`."""
    with tempfile.TemporaryDirectory(prefix="referee-doctor-") as aside:
        inspected = await store_at(str(where), Path(aside))
        try:
            newest = await inspected.store.games(limit=1)
            return newest[0].order if newest else 0
        finally:
            await inspected.store.close()


async def _games(inspected: Inspected, report: Report, progress: Callable[[int], None], replay: bool) -> None:
    store = inspected.store
    rulesets = Rulesets(store)
    games = Games(cast(Store, _WithoutSnapshots(store)), rulesets, NoBots(), most=1, window=10)
    before = 0
    while True:
        page = await store.games(before=before, limit=_PAGE)
        for row in page:
            fits = await _needs(store, rulesets, row, report)
            if replay and fits:
                report.of_games += await _played_again(store, games, row.name)
            report.looked += 1
            progress(report.looked)
        if len(page) < _PAGE:
            return
        before = page[-1].order


async def _needs(store: Store, rulesets: Rulesets, row: GameFacts, report: Report) -> bool:
    """Notes what the game needs of this version; whether that is there."""
    records = await store.records(row.name, limit=1)
    report.records += await store.last_version(row.name) + 1
    try:
        facts = read_facts(row)
    except (ValueError, TypeError, KeyError):  # no JSON, or with other names than ours
        report.of_games.append((row.name, "its facts can't be read"))
        return False
    report.states[facts.state] += 1
    try:
        created = log.read(records[0].payload) if records else None
        if not isinstance(created, log.Created):
            raise log.LogDamaged("it doesn't begin with its creation")
    except log.LogDamaged as damaged:
        report.of_games.append((row.name, str(damaged)))
        return False
    need = report.needs.get(created.ruleset)
    if need is None:
        need = report.needs[created.ruleset] = Need(created.ruleset, facts.packs, created.language)
        await _look(rulesets, need, created)
    need.states[facts.state] += 1
    return not need.problem


async def _look(rulesets: Rulesets, need: Need, created: log.Created) -> None:
    """Is the ruleset there, does it compile, does it mean the same?"""
    try:
        loaded = await rulesets.get(need.name)
        await rulesets.program(loaded, created.seats)
    except Rejected as error:
        missing = error.reason is Reason.RULESET_NOT_FOUND
        need.problem = "its source isn't in the store" if missing else "this version finds errors in it"
        return
    except Exception as error:  # whatever compiling does, it is told of this ruleset
        need.problem = f"it can't be compiled: {type(error).__name__}"
        return
    if loaded.ruleset.rules_digest != created.rules:
        need.problem = f"its rules digest was {created.rules[:12]}, now it is {loaded.ruleset.rules_digest[:12]}"
    elif loaded.name != need.name:
        need.problem = f"its source is that of {loaded.name[:12]}"


async def _played_again(store: Store, games: Games, name: str) -> list[tuple[str, str]]:
    """What is wrong with a game, by its log alone; snapshots are compared with it."""
    try:
        game = await games.get(name)
    except (Rejected, log.LogDamaged) as error:
        return [(name, str(error).removeprefix(f"{name} "))]
    finally:
        games.forget(name)
    found = [(name, problem) for problem in _differences(game)]
    snapshot = await store.snapshot(name, game.position.version)
    if snapshot is not None:
        kept = snapshots.read(game.program, game.created.rules, snapshot.payload)
        if kept is not None:  # one that can't be read is a cache that is thrown away
            step = await game.history.step(snapshot.version)
            if game.program.digest(kept.running) != game.program.digest(step.after.running):
                found.append((name, f"by its log version {snapshot.version} isn't what its snapshot says"))
    return found


def _differences(game: LiveGame) -> list[str]:
    state = game.position.state
    really = OPEN if state is None else OVER if game.position.over else RUNNING
    if game.facts.state != really:
        return [f"is kept as {game.facts.state}, by its log it is {really}"]
    return []


class _WithoutSnapshots:
    """The same store, so that every game is played from its beginning; what is read from it, is read only."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def snapshot(self, game: str, at_most: int) -> None:
        return None

    async def commit(self, *changes: object) -> None:
        raise StoreError("looking changes nothing")
