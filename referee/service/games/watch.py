"""Following a game: ordered, unique, reliable, atomic, resumable, with bookmarks.

A watcher asks for what it hasn't sent yet, whenever the game's bell rings. So nothing is queued for it: one that reads
slowly costs no memory and holds up nobody, and is dropped once it lies too far behind.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from referee.service.errors import Reason, Rejected, over_limit
from referee.service.games.catching_up import follow
from referee.service.games.live import LiveGame
from referee.service.limits import SPECTATORS
from referee.service.record.position import Step
from referee.service.wire.ready import Field, Ready
from referee.v1 import game_service_pb2 as api

_VIEW, _UPDATE = Field(api.WatchGameResponse, "view"), Field(api.WatchGameResponse, "update")
_TOGETHER = 16  # steps that a watcher who lies behind asks for


@dataclass(frozen=True, slots=True)
class WatchLimits:
    """`window`: versions that a watcher may lie behind at first; `backlog`: later. `bookmark`: seconds.

    `spectators`: streams of one game at a time beyond which only players are let in.
    """

    window: int
    backlog: int
    bookmark: float
    spectators: int = SPECTATORS


@dataclass(frozen=True, slots=True)
class Watching:
    """Who watches, as which seat (empty: a spectator). `after`: the last version known, 0: none.

    `shown`: the seat whose token the stream hangs on, if any; `generation`: of that token, else -1.
    """

    viewer: str
    generation: int
    accept_language: str
    with_blocked: bool
    after: int
    shown: str = ""


class Draining:
    """Whether the server is going away."""

    def __init__(self) -> None:
        self.begun = False


async def watch(
    game: LiveGame, who: Watching, limits: WatchLimits, draining: Draining
) -> AsyncGenerator[Ready[api.WatchGameResponse]]:
    """The messages of a stream, until the caller goes away, the server does, or the token is revoked."""
    if who.after > game.position.version and game.shared:  # another process may have gone that far
        await follow(game)
    newest = game.position.version
    if who.after > newest:
        raise Rejected(
            Reason.FIELD_INVALID,
            field="after_version",
            problem="the game hasn't got that far",
            metadata={"field": "after_version", "version": newest},
        )
    if who.after and newest - who.after > limits.window:
        raise Rejected(Reason.VERSION_TOO_OLD, metadata={"oldest": newest - limits.window})
    if not who.viewer and game.watchers >= limits.spectators:  # players always find room
        raise over_limit("spectators", limits.spectators)
    game.watchers += 1
    try:
        async with aclosing(_follow(game, who, limits, draining)) as messages:
            async for message in messages:
                yield message
    finally:
        game.watchers -= 1


async def _follow(
    game: LiveGame, who: Watching, limits: WatchLimits, draining: Draining
) -> AsyncGenerator[Ready[api.WatchGameResponse]]:
    sent, allowed = who.after, limits.backlog
    steps: deque[Step] = deque()
    facts_sent = game.facts_version
    yield _public(game)
    shown = game.shown  # only now: while the facts were on their way, the game may have gone on
    if who.after:
        allowed += shown.version - sent
    else:
        sent = shown.version
        yield _ready(_VIEW.of(game.renderer.view(shown, who.viewer, who.accept_language, who.with_blocked)))
    while True:
        _may_go_on(game, who, draining, sent)
        behind = game.position.version - sent
        if behind > allowed:
            raise Rejected(Reason.SLOW_READER, metadata={"version": sent})
        if behind > 0:
            if not steps:  # several at a time: old ones are played again together
                steps.extend(await game.history.after(sent, _TOGETHER))
            step = game.told(steps.popleft())
            update = game.renderer.update(step, who.viewer, who.accept_language, who.with_blocked)
            sent += 1
            yield _ready(_UPDATE.of(update))
        elif facts_sent != game.facts_version:
            facts_sent = game.facts_version
            yield _public(game)
        else:
            allowed = limits.backlog
            if not await game.bell.wait(limits.bookmark):
                yield _ready(api.WatchGameResponse(bookmark=sent).SerializeToString())


def _public(game: LiveGame) -> Ready[api.WatchGameResponse]:
    return _ready(api.WatchGameResponse(game=game.public()).SerializeToString())


def _ready(data: bytes) -> Ready[api.WatchGameResponse]:
    return Ready(api.WatchGameResponse, data)


def _may_go_on(game: LiveGame, who: Watching, draining: Draining, sent: int) -> None:
    if draining.begun or game.stale:
        raise Rejected(Reason.DRAINING, metadata={"version": sent}, retry_after=1)
    if who.shown:
        game.admit(who.shown, who.generation)
