"""A live game: one change at a time, stored before it is shown."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from referee.engine import Illegal, Preview, Program, RulesFault
from referee.engine.records import Choice
from referee.service import log
from referee.service.errors import Reason, Rejected, refused
from referee.service.facts import OVER, RUNNING, Facts, SeatFacts
from referee.service.history import History
from referee.service.position import Position, Step, begin, move, undo
from referee.service.render import Renderer, decision_id
from referee.store import Append, Change, Player, Request, Store, VersionTaken
from referee.v1 import game_pb2

T = TypeVar("T")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request with its id: `content` is a hash of all that it asks. An empty id: retries aren't recognised."""

    id: str
    content: bytes

    @classmethod
    def of(cls, id: str, content: bytes) -> Asked:
        return cls(id, hashlib.sha256(content).digest())


class Bell:
    """Wakes everybody who waits for it."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def ring(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, seconds: float) -> bool:
        """Waits for the next ring; False if none came in time."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return False
        return True


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class LiveGame:
    """One game in memory. Changes go through `_serial`, which no cancelled call can interrupt half-way."""

    def __init__(
        self,
        name: str,
        store: Store,
        program: Program,
        created: log.Created,
        facts: Facts,
        history: History,
        renderer: Renderer,
    ) -> None:
        self.name, self.program, self.created = name, program, created
        self.facts, self.history, self.renderer = facts, history, renderer
        self.players: dict[str, Player] = {}
        self.facts_version = 0  # grows with every change of seats or state
        self.bell = Bell()
        self.watchers = 0
        self.moved: Callable[[LiveGame], None] = lambda game: None  # told after every change
        self.stale = False  # the log has gone on without this process: load the game anew
        self._store = store
        self._requests: dict[tuple[str, str], Request] = {}
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def position(self) -> Position:
        return self.history.position

    @property
    def idle(self) -> bool:
        """Whether nobody is using the game now."""
        return not (self.watchers or self._tasks or self._lock.locked())

    def owes(self) -> tuple[str, ...]:
        """The seats that owe an answer."""
        state = self.position.state
        return () if state is None else self.program.pending(state)

    def public(self, show_ids: bool = False) -> game_pb2.Game:
        """The public facts; `show_ids`: the players' external ids, too."""
        return self.facts.message(self.name, self.position.version, self.players, show_ids)

    def admit(self, seat: str, generation: int) -> None:
        """Raises Rejected unless a token of this generation is in force for the seat."""
        facts = self.facts.seat(seat)
        if facts is None or facts.generation != generation or not facts.taken:
            raise Rejected(Reason.TOKEN_INVALID)

    def meet(self, players: dict[str, Player], requests: Sequence[Request] = ()) -> None:
        """Who sits here, and what was asked before, as the store knows it."""
        self.players = players
        self.renderer.set_names({seat: player.name for seat, player in players.items() if player.name})
        self._requests.update({(request.seat, request.id): request for request in requests})
        self.facts_version += 1

    # ---- changes

    async def submit(self, seat: str, asked: Asked, decision: str, choices: Sequence[Choice]) -> int:
        """Makes a move. Gives the version at which its answer stands: an old one for a retry."""
        return await self._serial(lambda: self._submit(seat, asked, decision, tuple(choices)))

    async def undo(self, seat: str, asked: Asked, version: int, to: int) -> int:
        """Takes back everything after version `to`. Gives the version, as `submit`."""
        return await self._serial(lambda: self._undo(seat, asked, version, to))

    async def join(self, seat: str, generation: int, asked: Asked, player: Player, entropy: str) -> None:
        """Takes a seat; with the last one the game begins."""
        await self._serial(lambda: self._join(seat, generation, asked, player, entropy))

    async def revoke(self, seat: str) -> int:
        """Frees a seat: its tokens and streams end, its person is forgotten. Gives the new generation."""
        return await self._serial(lambda: self._revoke(seat))

    async def _submit(self, seat: str, asked: Asked, decision: str, choices: tuple[Choice, ...]) -> int:
        known = self._known(seat, asked)
        if known is not None:
            return known.version
        position = self.position
        self._ready(seat, decision)
        entry = log.Moved(seat, choices, now())
        try:
            step = move(self.program, position, entry)
            self._can_go_on(step)
        except Illegal as illegal:
            raise refused(illegal.refusal) from None
        except RulesFault as fault:
            raise self._fault(fault) from fault
        await self._keep(step, seat, asked)
        return step.version

    def _ready(self, seat: str, decision: str) -> None:
        """Raises Rejected unless the seat can answer the decision now."""
        position = self.position
        if self.facts.state == OVER:
            raise Rejected(Reason.GAME_OVER)
        if position.state is None or decision != decision_id(position.asked):
            raise Rejected(Reason.DECISION_STALE, metadata={"version": position.version})
        if seat not in self.owes():
            raise Rejected(Reason.NOT_YOUR_TURN, metadata={"version": position.version})

    def ready(self, seat: str, decision: str) -> Position:
        """The position in which the seat can answer the decision. Raises Rejected, as a move would."""
        self._ready(seat, decision)
        return self.position

    def preview(self, seat: str, choices: Sequence[Choice]) -> Preview:
        """What the choices would do, up to the first that can't be made; nothing changes."""
        try:
            return self.program.preview(self.position.running, seat, choices)
        except RulesFault as fault:
            raise self._fault(fault) from fault

    async def _undo(self, seat: str, asked: Asked, version: int, to: int) -> int:
        known = self._known(seat, asked)
        if known is not None:
            return known.version
        position = self.position
        if self.facts.state == OVER:
            raise Rejected(Reason.GAME_OVER)
        if version != position.version:
            raise Rejected(Reason.DECISION_STALE, metadata={"version": position.version})
        step = undo(position, log.Undone(seat, to, now()))
        await self._keep(step, seat, asked)
        return step.version

    async def _keep(self, step: Step, seat: str, asked: Asked) -> None:
        """Stores a step, durably, and only then lets it be seen."""
        state = step.after.running
        over = self.program.over(state)
        changes: list[Change] = [Append(self.name, step.version, log.write(step.entry))]
        request = None
        if asked.id:
            request = Request(self.name, seat, asked.id, asked.content, step.version)
            changes.append(request)
        facts = replace(self.facts, state=OVER) if over else self.facts
        if over or any(player.external_id for player in self.players.values()):
            changes.append(facts.stored(self.name, self.program.pending(state)))
        snapshot = self.history.snapshot(step.after)
        if snapshot is not None:
            changes.append(snapshot)
        await self._commit(changes)
        if request is not None:
            self._requests[seat, asked.id] = request
        if facts is not self.facts:
            self._set_facts(facts)
        self.history.push(step)
        self._changed()

    async def _join(self, seat: str, generation: int, asked: Asked, player: Player, entropy: str) -> None:
        facts = self.facts.seat(seat)
        if facts is None or facts.generation != generation:
            raise Rejected(Reason.TOKEN_INVALID)
        scope = f"join/{seat}/{generation}"
        if self._known(scope, asked) is not None:
            return
        if facts.taken or facts.bot:
            raise Rejected(Reason.SEAT_MISMATCH)
        running = self.position.state is not None
        entropy = facts.entropy if running else entropy  # the shuffle is fixed: a later player can't add to it
        new = self.facts.with_seat(seat, replace(facts, taken=True, entropy=entropy))
        changes: list[Change] = [player]
        step = None
        if not running and new.full:
            step = self.begin(new)
            changes.append(Append(self.name, step.version, log.write(step.entry)))
            new = replace(new, state=OVER if self.program.over(step.after.running) else RUNNING)
        owes = self.program.pending(step.after.running) if step is not None else self.owes()
        changes.append(new.stored(self.name, owes))
        request = None
        if asked.id:
            version = self.position.version if step is None else step.version
            request = Request(self.name, scope, asked.id, asked.content, version)
            changes.append(request)
        await self._commit(changes)
        if request is not None:
            self._requests[scope, asked.id] = request
        self._set_facts(new)
        self.meet({**self.players, seat: player})
        if step is not None:
            self.renderer.entropies = tuple(known.entropy for known in new.seats)
            self.history.push(step)
        self._changed()

    def begin(self, facts: Facts) -> Step:
        """The step from the open game to version 1. Raises Rejected (RULES_FAULT)."""
        entry = log.Begun(tuple(seat.entropy for seat in facts.seats), now())
        try:
            step = begin(self.program, self.name, self.created, entry)
            self._can_go_on(step)
        except RulesFault as fault:
            raise self._fault(fault) from fault
        return step

    def _can_go_on(self, step: Step) -> None:
        """Raises RulesFault if nobody could be told what is asked next: better no step than a game that is stuck."""
        state = step.after.running
        for seat in self.program.pending(state):
            self.program.moves(state, int(seat) - 1)

    async def _revoke(self, seat: str) -> int:
        facts = self.facts.seat(seat)
        if facts is None or facts.bot:
            raise Rejected(Reason.SEAT_MISMATCH)
        free = SeatFacts(generation=facts.generation + 1, entropy=facts.entropy)
        new = self.facts.with_seat(seat, free)
        nobody = Player(self.name, seat)
        await self._commit([new.stored(self.name, self.owes()), nobody])
        self._set_facts(new)
        self.meet({**self.players, seat: nobody})
        self._changed()
        return free.generation

    async def finish(self) -> None:
        """Waits for the changes that are under way."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    # ---- how changes are made

    def _known(self, scope: str, asked: Asked) -> Request | None:
        """The request carried out under this id before. Raises Rejected if it asked something else."""
        known = self._requests.get((scope, asked.id)) if asked.id else None
        if known is not None and known.content != asked.content:
            raise Rejected(Reason.REQUEST_ID_REUSED)
        return known

    def _fault(self, fault: RulesFault) -> Rejected:
        _log.error("%s: the rules are at fault: %s", self.name, fault)
        return Rejected(Reason.RULES_FAULT, details=())

    async def _commit(self, changes: Sequence[Change]) -> None:
        try:
            await self._store.commit(*changes)
        except VersionTaken:
            self.stale = True
            self.bell.ring()
            raise Rejected(Reason.DECISION_STALE, metadata={"version": self.position.version}) from None

    def _set_facts(self, facts: Facts) -> None:
        self.facts = facts
        self.facts_version += 1

    def _changed(self) -> None:
        self.bell.ring()
        self.moved(self)

    async def _serial(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Does the work alone, and to its end even if the caller goes away: store and memory must agree."""

        async def alone() -> T:
            async with self._lock:
                return await work()

        task = asyncio.create_task(alone())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await _to_the_end(task)


async def _to_the_end(task: asyncio.Task[T]) -> T:
    waiting: Awaitable[T] = asyncio.shield(task)
    try:
        return await waiting
    except asyncio.CancelledError:
        if not task.done():
            task.add_done_callback(_take_error)
        raise


def _take_error(task: asyncio.Task[Any]) -> None:
    """Nobody is there to be told."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, Rejected):
        _log.error("a change whose caller had gone away failed", exc_info=error)
