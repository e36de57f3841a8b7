"""A new game, stored: its log so far, its facts and the request that made it, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from referee.service.calls.desk import Desk
from referee.service.errors import Reason, Rejected
from referee.service.games.asked import Asked
from referee.service.games.creating import Plan
from referee.service.games.live import LiveGame
from referee.service.games.seating import first_step
from referee.service.record import log
from referee.service.record.facts import OPEN, OVER, RUNNING
from referee.service.record.following import after_step
from referee.service.record.position import owing
from referee.store import Append, Change, Request, RulesetGone, RulesetUsed, Snapshot

_CREATE = "create"  # the scope of request ids that make games


async def make(
    desk: Desk,
    planned: Plan,
    wanted: Asked,
    records: Sequence[bytes] = (),
    owes: Sequence[str] = (),
    snapshot: bytes | None = None,
) -> tuple[int, str]:
    """Stores a game; without records it begins at once if all seats are taken. Gives its version and state.

    `records`: its log from version 1 on; `owes`: who is asked at their end; `snapshot`: of the position there.

    Raises VersionTaken or RequestTaken if the same request came at the same moment, Rejected: RULESET_NOT_FOUND,
    RULES_FAULT.
    """
    name, facts = planned.name, planned.facts
    changes: list[Change] = [Append(name, 0, log.write(planned.created)), *planned.players.values()]
    version = len(records)
    if facts.full and not records:
        game = await desk.games.open(name, planned.created, facts.stored(name))
        facts, step = after_step(game.program, facts, first_step(game, facts))
        records, version, owes = (log.write(step.entry),), 1, owing(game.program, step.after)
    changes += [Append(name, number, record) for number, record in enumerate(records, 1)]
    if snapshot is not None:
        changes.append(Snapshot(name, version, snapshot))
    changes += [facts.stored(name, owes), RulesetUsed(facts.ruleset)]
    if wanted.id:
        changes.append(Request(name, _CREATE, wanted.id, wanted.content, version))
    try:
        await desk.store.commit(*changes)
    except RulesetGone:
        raise Rejected(Reason.RULESET_NOT_FOUND, metadata={"ruleset": facts.ruleset}) from None
    if version:
        (await desk.games.get(name)).changed()  # its bots begin to play
    return version, facts.state


async def made_before(desk: Desk, name: str, wanted: Asked) -> tuple[LiveGame, int, str]:
    """The game that the same request has made, with its version and state then. Raises Rejected (REQUEST_ID_REUSED)."""
    known = next((r for r in await desk.store.requests(name) if r.seat == _CREATE and r.id == wanted.id), None)
    if known is None or known.content != wanted.content:
        raise Rejected(Reason.REQUEST_ID_REUSED)
    game = await desk.games.get(name)
    if not known.version:
        return game, 0, OPEN
    step = await game.history.step(known.version)
    return game, known.version, OVER if step.after.over else RUNNING
