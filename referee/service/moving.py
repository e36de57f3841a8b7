"""Changes of a live game by its seats: moves, and taking them back."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine import Illegal, Preview, RulesFault
from referee.engine.records import Choice
from referee.service import log, traces
from referee.service.asked import Asked
from referee.service.errors import Reason, Rejected, refused
from referee.service.facts import OVER
from referee.service.live import LiveGame, now
from referee.service.position import Position, move, undo
from referee.service.render import decision_id


async def submit(game: LiveGame, seat: str, asked: Asked, decision: str, choices: Sequence[Choice]) -> int:
    """Makes a move. Gives the version at which its answer stands: an old one for a retry."""
    return await game.serial.do(lambda: _submit(game, seat, asked, decision, tuple(choices)))


async def take_back(game: LiveGame, seat: str, asked: Asked, version: int, to: int) -> int:
    """Takes back everything after version `to`. Gives the version, as `submit`."""
    return await game.serial.do(lambda: _take_back(game, seat, asked, version, to))


def ready(game: LiveGame, seat: str, decision: str) -> Position:
    """The position in which the seat can answer the decision. Raises Rejected, as a move would."""
    position = game.position
    if game.facts.state == OVER:
        raise Rejected(Reason.GAME_OVER)
    if position.state is None or decision != decision_id(position.asked):
        raise Rejected(Reason.DECISION_STALE, metadata={"version": position.version})
    if seat not in game.owes():
        raise Rejected(Reason.NOT_YOUR_TURN, metadata={"version": position.version})
    return position


def preview(game: LiveGame, seat: str, choices: Sequence[Choice]) -> Preview:
    """What the choices would do, up to the first that can't be made; nothing changes."""
    try:
        return game.program.preview(game.position.running, seat, choices)
    except RulesFault as fault:
        raise game.fault(fault) from fault


async def _submit(game: LiveGame, seat: str, asked: Asked, decision: str, choices: tuple[Choice, ...]) -> int:
    known = game.known(seat, asked)
    if known is not None:
        return known.version
    position = ready(game, seat, decision)
    try:
        with traces.section("rules"):
            step = move(game.program, position, log.Moved(seat, choices, now()))
        game.can_go_on(step)
    except Illegal as illegal:
        raise refused(illegal.refusal) from None
    except RulesFault as fault:
        raise game.fault(fault) from fault
    await game.keep(step, seat, asked)
    return step.version


async def _take_back(game: LiveGame, seat: str, asked: Asked, version: int, to: int) -> int:
    known = game.known(seat, asked)
    if known is not None:
        return known.version
    position = game.position
    if game.facts.state == OVER:
        raise Rejected(Reason.GAME_OVER)
    if version != position.version:
        raise Rejected(Reason.DECISION_STALE, metadata={"version": position.version})
    step = undo(position, log.Undone(seat, to, now()))
    await game.keep(step, seat, asked)
    return step.version
