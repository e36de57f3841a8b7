"""Changes of a live game by its seats: moves, taking them back and making them again, giving up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.engine import Illegal, Preview, RulesFault
from referee.engine.records import Choice
from referee.service.errors import Reason, Rejected, refused
from referee.service.games.asked import NO_REQUEST, Asked
from referee.service.games.live import LiveGame
from referee.service.record import log
from referee.service.record.facts import OVER
from referee.service.record.position import Position, move, resign, to_redo, undo
from referee.service.telemetry import traces
from referee.service.views.render import decision_id
from referee.store import Request


async def submit(
    game: LiveGame, seat: str, generation: int, asked: Asked, decision: str, choices: Sequence[Choice]
) -> int:
    """Makes a move. Gives the version at which its answer stands: an old one for a retry.

    `generation`: of the token that it was asked with; as all that a seat asks, it is done only while that is in force.
    """
    return await game.serial.do(lambda: _submit(game, seat, generation, asked, decision, tuple(choices)))


async def take_back(game: LiveGame, seat: str, generation: int, asked: Asked, version: int, to: int) -> int:
    """Takes back everything after version `to`. Gives the version, as `submit`."""
    return await game.serial.do(lambda: _take_back(game, seat, generation, asked, version, to))


async def make_again(game: LiveGame, seat: str, generation: int, asked: Asked, version: int) -> int:
    """Makes again the move that the seat took back last. Gives the version, as `submit`."""
    return await game.serial.do(lambda: _make_again(game, seat, generation, asked, version))


async def give_up(game: LiveGame, seat: str, generation: int, asked: Asked) -> int:
    """The seat gives up. Gives the version, as `submit`."""
    return await game.serial.do(lambda: _give_up(game, seat, generation, asked))


async def stand_in(
    game: LiveGame, seat: str, found: Position, choices: Sequence[Choice] | None, by: str, holds: Callable[[], bool]
) -> None:
    """Makes a move in the place of a seat, or gives up for it (None), if the game still stands as it was found.

    `by`: see `log.Moved`. `holds`: whether what was the reason still is.
    """
    await game.serial.do(lambda: _stand_in(game, seat, found, choices, by, holds))


def ready(game: LiveGame, seat: str, decision: str) -> Position:
    """The position in which the seat can answer the decision. Raises Rejected, as a move would."""
    position = game.position
    _played(game)
    if position.state is None or decision != decision_id(position.asked):
        raise Rejected(Reason.DECISION_STALE, metadata={"version": position.version})
    if seat not in game.owes() or seat in position.resigned:
        raise Rejected(Reason.NOT_YOUR_TURN, metadata={"version": position.version})
    return position


def preview(game: LiveGame, seat: str, choices: Sequence[Choice]) -> Preview:
    """What the choices would do, up to the first that can't be made; nothing changes."""
    try:
        return game.program.preview(game.position.running, seat, choices)
    except RulesFault as fault:
        raise game.fault(fault) from fault


async def _submit(
    game: LiveGame, seat: str, generation: int, asked: Asked, decision: str, choices: tuple[Choice, ...]
) -> int:
    known = _known(game, seat, generation, asked)
    if known is not None:
        return known.version
    ready(game, seat, decision)
    return await _move(game, log.Moved(seat, choices, game.now()), asked)


async def _take_back(game: LiveGame, seat: str, generation: int, asked: Asked, version: int, to: int) -> int:
    known = _known(game, seat, generation, asked)
    if known is not None:
        return known.version
    _stands_at(game, version)
    step = undo(game.position, log.Undone(seat, to, game.now()))
    await game.keep(step, seat, asked)
    return step.version


async def _make_again(game: LiveGame, seat: str, generation: int, asked: Asked, version: int) -> int:
    known = _known(game, seat, generation, asked)
    if known is not None:
        return known.version
    _stands_at(game, version)
    choices = to_redo(game.position, seat)
    if not choices:
        raise Rejected(Reason.NOTHING_TO_REDO)
    return await _move(game, log.Moved(seat, choices, game.now(), log.REDO), asked)


async def _give_up(game: LiveGame, seat: str, generation: int, asked: Asked) -> int:
    known = _known(game, seat, generation, asked)
    if known is not None:
        return known.version
    _played(game)
    return await _resign(game, log.Resigned(seat, game.now()), asked)


async def _stand_in(
    game: LiveGame, seat: str, found: Position, choices: Sequence[Choice] | None, by: str, holds: Callable[[], bool]
) -> None:
    if game.position is not found or game.facts.halted or not holds():
        return
    if choices is None:
        await _resign(game, log.Resigned(seat, game.now(), by), NO_REQUEST)
    else:
        await _move(game, log.Moved(seat, tuple(choices), game.now(), by), NO_REQUEST)


async def _move(game: LiveGame, entry: log.Moved, asked: Asked) -> int:
    try:
        with traces.section("rules"):
            step = move(game.program, game.position, entry)
        game.can_go_on(step)
    except Illegal as illegal:
        raise refused(illegal.refusal) from None
    except RulesFault as fault:
        raise game.fault(fault) from fault
    await game.keep(step, entry.seat, asked)
    return step.version


async def _resign(game: LiveGame, entry: log.Resigned, asked: Asked) -> int:
    try:
        step = resign(game.program, game.position, entry)
        game.can_go_on(step)
    except RulesFault as fault:
        raise game.fault(fault) from fault
    await game.keep(step, entry.seat, asked)
    return step.version


def _known(game: LiveGame, seat: str, generation: int, asked: Asked) -> Request | None:
    """The request, if it was carried out before. Raises Rejected if the token was revoked while this waited."""
    game.admit(seat, generation)
    return game.known(seat, asked)


def _played(game: LiveGame) -> None:
    """Raises Rejected unless the game is being played: it isn't over, halted or put away."""
    if game.facts.state == OVER:
        raise Rejected(Reason.GAME_OVER)
    game.on()


def _stands_at(game: LiveGame, version: int) -> None:
    _played(game)
    if version != game.position.version:
        raise Rejected(Reason.DECISION_STALE, metadata={"version": game.position.version})
