"""Games that several processes move: what others have stored meanwhile is read and played on from where we stand.

The store decides who was first. Whoever was not reads on, and asks again whether what he was about to do still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from referee.service.errors import Reason, Rejected
from referee.service.record import log
from referee.service.record.facts import read_facts
from referee.service.telemetry.journal import Journal, mark
from referee.store import StoreError

if TYPE_CHECKING:
    from referee.service.games.live import LiveGame

T = TypeVar("T")
_journal = Journal("games")
_ATTEMPTS = 20  # each is lost only to somebody who won


class Overtaken(Exception):
    """Another process has changed the game first; nothing of ours was stored."""


async def abreast(game: LiveGame, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Does the work on the newest position, anew if another process was faster. For `game.serial`.

    What was refused may have been refused because we lie behind: that is looked up before it is told. A change whose
    fate isn't known, since the store didn't answer, is found in the same way: the next one doesn't fit.
    """
    for _ in range(_ATTEMPTS):
        try:
            return await work()
        except Overtaken:
            await catch_up(game)
        except Rejected as error:
            lies_behind = game.shared and error.refusal is None and error.reason is not Reason.LIMIT
            if not lies_behind or not await catch_up(game):
                raise
    raise Rejected(Reason.DECISION_STALE, metadata={"version": game.position.version})


async def follow(game: LiveGame) -> bool:
    """Reads what others have done, once no change is under way. Whether there was something."""
    return await game.serial.do(lambda: catch_up(game))


async def looked_up(game: LiveGame, ask: Callable[[], T]) -> T:
    """The answer to a question about the game; where it is refused, once more after reading what others have done."""
    try:
        return ask()
    except Rejected:
        if not game.shared:
            raise
        await follow(game)  # if it finds nothing, somebody else has read it meanwhile: the answer may still be another
        return ask()


async def catch_up(game: LiveGame) -> bool:
    """Reads what others have done. Only inside `game.serial`. Raises StoreError, LogDamaged."""
    store, name = game.store, game.name
    found = False
    while (newest := (await store.newest([name]))[name]) != game.newest:
        if newest.version < game.newest.version or newest.revision < game.newest.revision:
            _leave(game)
            _journal.error("the store has lost what it had acknowledged", game=mark(name))
            raise StoreError(f"the store has less of {name} than it had acknowledged")
        found = True
        try:
            steps = await game.history.ahead(newest.version)
        except log.LogDamaged:
            _leave(game)  # written by a newer version, maybe
            raise
        changed = newest.revision != game.newest.revision
        stored = await store.game(name) if changed else None
        players = await store.players(name) if changed else None
        requests = await store.requests(name, since=game.looked_at)
        # From here on nothing waits: all of it is seen at once.
        for step in steps:
            if isinstance(step.entry, log.Begun):
                game.renderer.entropies = step.entry.entropies
            game.history.push(step)
        if stored is not None and players is not None:
            game.revision = stored.revision or 0
            game.set_facts(read_facts(stored))
            game.meet(players)
        game.remember(requests)
        game.looked_at = game.position.version
        game.followed()
    return found


def _leave(game: LiveGame) -> None:
    """We can't go on from where we stand: whoever asks next loads the game anew, and is told what is wrong with it."""
    game.stale = True
    game.bell.ring()
