"""Changes of a live game by its owner: halting it, and putting it away."""

from __future__ import annotations

from dataclasses import replace

from referee.service.errors import Reason, Rejected, field_invalid
from referee.service.games.asked import Asked
from referee.service.games.live import LiveGame, owner_scope
from referee.service.record.facts import OPEN, OVER, Facts
from referee.service.record.following import after_change


async def pause(game: LiveGame, asked: Asked, paused: bool) -> None:
    """Halts a game that is being played, or lets it go on."""
    await game.serial.do(lambda: _pause(game, asked, paused))


async def archive(game: LiveGame, asked: Asked, archived: bool) -> None:
    """Puts a game away, or fetches it back."""
    await game.serial.do(lambda: _archive(game, asked, archived))


async def _pause(game: LiveGame, asked: Asked, paused: bool) -> None:
    if game.known_by_owner(asked) is not None:
        return
    game.in_use()
    if game.facts.state == OPEN:
        raise field_invalid("game", "the game hasn't begun")
    if game.facts.state == OVER:
        raise Rejected(Reason.GAME_OVER)
    await _put(game, replace(game.facts, paused=paused), asked)


async def _archive(game: LiveGame, asked: Asked, archived: bool) -> None:
    if game.known_by_owner(asked) is None:
        await _put(game, replace(game.facts, archived=archived), asked)


async def _put(game: LiveGame, facts: Facts, asked: Asked) -> None:
    facts = after_change(game.program, facts, game.position, game.now())
    request = game.request(owner_scope(), asked, game.position.version)
    await game.commit([facts.stored(game.name, game.owes())], request)
    game.set_facts(facts)
    game.changed()
