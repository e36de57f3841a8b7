"""Changes of who sits where in a live game, and how it begins."""

from __future__ import annotations

from dataclasses import replace

from referee.engine import RulesFault
from referee.service import log
from referee.service.asked import Asked
from referee.service.errors import Reason, Rejected
from referee.service.facts import OVER, RUNNING, Facts, SeatFacts
from referee.service.live import LiveGame, now
from referee.service.position import Step, begin
from referee.store import Append, Change, Player


async def join(game: LiveGame, seat: str, generation: int, asked: Asked, player: Player, entropy: str) -> None:
    """Takes a seat; with the last one the game begins."""
    await game.serial.do(lambda: _join(game, seat, generation, asked, player, entropy))


async def revoke(game: LiveGame, seat: str) -> int:
    """Frees a seat: its tokens and streams end, its person is forgotten. Gives the new generation."""
    return await game.serial.do(lambda: _revoke(game, seat))


def first_step(game: LiveGame, facts: Facts) -> Step:
    """The step from the open game to version 1. Raises Rejected (RULES_FAULT)."""
    entry = log.Begun(tuple(seat.entropy for seat in facts.seats), now())
    try:
        step = begin(game.program, game.name, game.created, entry)
        game.can_go_on(step)
    except RulesFault as fault:
        raise game.fault(fault) from fault
    return step


async def _join(game: LiveGame, seat: str, generation: int, asked: Asked, player: Player, entropy: str) -> None:
    facts = game.facts.seat(seat)
    if facts is None or facts.generation != generation:
        raise Rejected(Reason.TOKEN_INVALID)
    scope = f"join/{seat}/{generation}"
    if game.known(scope, asked) is not None:
        return
    if facts.taken or facts.bot:
        raise Rejected(Reason.SEAT_MISMATCH)
    running = game.position.state is not None
    entropy = facts.entropy if running else entropy  # the shuffle is fixed: a later player can't add to it
    new = game.facts.with_seat(seat, replace(facts, taken=True, entropy=entropy))
    changes: list[Change] = [player]
    step = None
    if not running and new.full:
        step = first_step(game, new)
        changes.append(Append(game.name, step.version, log.write(step.entry)))
        new = replace(new, state=OVER if game.program.over(step.after.running) else RUNNING)
    owes = game.program.pending(step.after.running) if step is not None else game.owes()
    changes.append(new.stored(game.name, owes))
    version = game.position.version if step is None else step.version
    await game.commit(changes, game.request(scope, asked, version))
    game.set_facts(new)
    game.meet({**game.players, seat: player})
    if step is not None:
        game.renderer.entropies = tuple(known.entropy for known in new.seats)
        game.history.push(step)
    game.changed()


async def _revoke(game: LiveGame, seat: str) -> int:
    facts = game.facts.seat(seat)
    if facts is None or facts.bot:
        raise Rejected(Reason.SEAT_MISMATCH)
    free = SeatFacts(generation=facts.generation + 1, entropy=facts.entropy)
    new = game.facts.with_seat(seat, free)
    nobody = Player(game.name, seat)
    await game.commit([new.stored(game.name, game.owes()), nobody])
    game.set_facts(new)
    game.meet({**game.players, seat: nobody})
    game.changed()
    return free.generation
