"""A live game: one change at a time, stored before it is shown.

What changes there are stands by topic in `moving`, `seating` and `halting`; here is what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from referee.engine import Program, RulesFault
from referee.engine.resigned import outcome
from referee.service.errors import Reason, Rejected
from referee.service.games.asked import Asked
from referee.service.games.bell import Bell
from referee.service.games.catching_up import Overtaken, abreast
from referee.service.games.serial import Serial
from referee.service.record import log
from referee.service.record.facts import Facts
from referee.service.record.following import after_step
from referee.service.record.history import History
from referee.service.record.position import Position, Step, owing
from referee.service.record.timing import SteadyTime
from referee.service.telemetry.journal import Journal, mark
from referee.service.views.render import Renderer
from referee.store import (
    Append,
    Change,
    FactsChanged,
    GameFacts,
    Newest,
    Player,
    Request,
    RequestTaken,
    Store,
    VersionTaken,
)
from referee.v1 import game_pb2

_journal = Journal("games")


def owner_scope(generation: int = 0) -> str:
    """The scope of the request ids of a game's owner: where a seat was replaced, with its new generation."""
    return f"owner/{generation}"


@dataclass(frozen=True, slots=True)
class OwnersRequest:
    """A request of the game's owner that was carried out. `generation`: of the seat that it replaced."""

    generation: int


class LiveGame:
    """One game in memory. Changes go through `serial`, which no cancelled call can interrupt half-way."""

    def __init__(
        self,
        name: str,
        store: Store,
        program: Program,
        created: log.Created,
        facts: Facts,
        history: History,
        renderer: Renderer,
        time: SteadyTime,
    ) -> None:
        self.name, self.program, self.created = name, program, created
        self.facts, self.history, self.renderer = facts, history, renderer
        renderer.set_clock(facts.clock)
        self.players: dict[str, Player] = {}
        self.facts_version = 0  # grows with every change of seats or state
        self.bell = Bell()
        self.serial = Serial(lambda work: abreast(self, work))
        self.watchers = 0
        self.moved: Callable[[LiveGame], None] = lambda game: None  # told after every change
        self.stale = False  # it can't be followed any more: load the game anew
        self.store, self._time = store, time
        self.shared = store.shared
        self.revision = 0  # of the facts, as the store counts them
        self.looked_at = 0  # the version at which the store was last asked for what others did
        self.elsewhere = self.shared  # whether the last change that we know of was made by another process
        self._requests: dict[tuple[str, str], Request] = {}

    @property
    def position(self) -> Position:
        return self.history.position

    @property
    def shown(self) -> Position:
        """The position with the clocks as they stand now: since its version the game may have been halted."""
        position, hands = self.position, self.facts.hands
        return position if hands == position.hands else replace(position, hands=hands)

    def told(self, step: Step) -> Step:
        """A step as it is told now: the newest one with the clocks as they stand since."""
        hands = self.facts.hands
        if hands is step.after.hands or step.version != self.position.version or hands == step.after.hands:
            return step
        return replace(step, after=self.shown)

    @property
    def idle(self) -> bool:
        """Whether nobody is using the game now."""
        return not self.watchers and self.serial.idle

    def owes(self) -> tuple[str, ...]:
        """The seats that owe an answer."""
        return owing(self.program, self.position)

    def now(self) -> int:
        """Milliseconds since 1970; never before anything that is known of the game."""
        hands = self.facts.hands
        return max(self.position.at, 0 if hands is None else hands.at, self._time.now())

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
        self.remember(requests)
        self.facts_version += 1

    def remember(self, requests: Sequence[Request]) -> None:
        """What was asked before, as the store knows it."""
        self._requests.update({(request.seat, request.id): request for request in requests})

    @property
    def newest(self) -> Newest:
        """How far the game has got, as far as we know."""
        return Newest(self.position.version, self.revision)

    async def finish(self) -> None:
        """Waits for the changes that are under way."""
        await self.serial.finish()

    # ---- for changes, inside `serial`

    def in_use(self) -> None:
        """Raises Rejected if the game was put away."""
        if self.facts.archived:
            raise Rejected(Reason.GAME_ARCHIVED)

    def on(self) -> None:
        """Raises Rejected if nobody can move now: the game was put away, or is halted."""
        self.in_use()
        if self.facts.paused:
            raise Rejected(Reason.GAME_PAUSED)

    def known(self, scope: str, asked: Asked) -> Request | None:
        """The request carried out under this id before. Raises Rejected if it asked something else."""
        known = self._requests.get((scope, asked.id)) if asked.id else None
        if known is not None and known.content != asked.content:
            raise Rejected(Reason.REQUEST_ID_REUSED)
        return known

    def known_by_owner(self, asked: Asked) -> OwnersRequest | None:
        """The owner's request carried out under this id before. Raises Rejected if it asked something else."""
        for generation in range(1 + max(seat.generation for seat in self.facts.seats)):
            if self.known(owner_scope(generation), asked) is not None:
                return OwnersRequest(generation)
        return None

    def request(self, scope: str, asked: Asked, version: int) -> Request | None:
        """The request to keep for its retries; None where it has no id."""
        return Request(self.name, scope, asked.id, asked.content, version) if asked.id else None

    def can_go_on(self, step: Step) -> None:
        """Raises RulesFault if nobody could be told what is asked next, or how it ended: better no step than a game
        that is stuck.
        """
        state, options = step.after.running, self.program.options_of
        options.settle(state)
        for seat in owing(self.program, step.after):
            options.options(state, int(seat) - 1)
        if step.after.over:
            outcome(self.program, state, step.after.resigned)

    def fault(self, fault: RulesFault) -> Rejected:
        """What the caller is told of a fault of the rules."""
        _journal.error("the rules are at fault", fault, game=mark(self.name), ruleset=self.created.ruleset)
        return Rejected(Reason.RULES_FAULT, details=())

    async def keep(self, step: Step, seat: str, asked: Asked) -> None:
        """Stores a step that the seat asked for, durably, and only then lets it be seen."""
        facts, step = after_step(self.program, self.facts, step)
        changes: list[Change] = [Append(self.name, step.version, log.write(step.entry), self.revision)]
        if facts != self.facts or any(player.external_id for player in self.players.values()):
            changes.append(facts.stored(self.name, owing(self.program, step.after)))
        snapshot = self.history.snapshot(step.after)
        if snapshot is not None:
            changes.append(snapshot)
        await self.commit(changes, self.request(seat, asked, step.version))
        if facts != self.facts:
            self.set_facts(facts)
        self.history.push(step)
        self.changed()

    async def commit(self, changes: Sequence[Change], request: Request | None = None) -> None:
        """Stores changes, and the request that asked for them. Raises Overtaken where another process was faster."""
        facts = any(isinstance(change, GameFacts) for change in changes)
        if facts:  # they replace those that we know
            changes = [
                replace(change, revision=self.revision) if isinstance(change, GameFacts) else change
                for change in changes
            ]
        try:
            await self.store.commit(*changes, *((request,) if request else ()))
        except (VersionTaken, FactsChanged, RequestTaken):
            raise Overtaken from None
        self.revision += facts
        if request is not None:
            self._requests[request.seat, request.id] = request

    def set_facts(self, facts: Facts) -> None:
        """Other facts; watchers are told with the next `changed`."""
        told = _told(self.facts) != _told(facts)
        self.facts = facts
        if told:  # where else the hands stand is told by the view
            self.facts_version += 1

    def changed(self) -> None:
        """Lets everybody see what has been stored."""
        self.elsewhere = False
        self.bell.ring()
        self.moved(self)

    def followed(self) -> None:
        """Lets everybody see what others have stored."""
        self.elsewhere = True
        self.bell.ring()
        self.moved(self)


def _told(facts: Facts) -> tuple[Facts, tuple[int, ...]]:
    """What watchers are told of the facts: of the clocks only what is left of the reserves."""
    return replace(facts, hands=None), () if facts.hands is None else facts.hands.reserve
