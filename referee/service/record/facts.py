"""What can change about a game beside its log: who sits where, and where the game is in its life."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from referee.service.record.clock import BOT, DEFAULT, FORFEIT, Clock, Hands
from referee.service.record.timing import timestamp
from referee.store import GameFacts, Player
from referee.v1 import game_pb2

OPEN, RUNNING, OVER = "open", "running", "over"
LISTED, PUT_AWAY = "listed", "archived"
"""Labels of the games that everybody may find: those in use, those put away."""
CLOCK = "clock"
"""The label of the games in which somebody's time runs."""
_DUE = 60_000  # milliseconds that one label of due games is for
_STATES = {
    OPEN: game_pb2.GAME_STATE_OPEN,
    RUNNING: game_pb2.GAME_STATE_RUNNING,
    OVER: game_pb2.GAME_STATE_OVER,
}
_ACTIONS = {
    DEFAULT: game_pb2.TIMEOUT_ACTION_DEFAULT,
    BOT: game_pb2.TIMEOUT_ACTION_BOT,
    FORFEIT: game_pb2.TIMEOUT_ACTION_FORFEIT,
}


@cache
def _ids(seats: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, seats + 1))


def state_label(state: game_pb2.GameState) -> str:
    """The label of games in this state of the API; empty for any."""
    return next((f"state/{name}" for name, number in _STATES.items() if number == state), "")


def pack_label(pack: str) -> str:
    """The label of games with this pack."""
    return f"pack/{pack}"


def due_label(at: int) -> str:
    """The label of games in which somebody's time is up at about this time, milliseconds since 1970."""
    return f"due/{at // _DUE}"


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat. `generation` counts how often its tokens were revoked; `entropy` is what its player gave.

    `resigned` is what the log says.
    """

    bot: str = ""
    taken: bool = False
    generation: int = 0
    entropy: str = ""
    resigned: bool = False

    @property
    def free(self) -> bool:
        """Whether nobody sits here, and no program."""
        return not (self.taken or self.bot)


@dataclass(frozen=True, slots=True)
class Facts:
    """A game's facts. `seats` in order; `packs` are the ids of the ruleset's.

    `private`: only its seats and its owner see it. `hands`: where the clocks stand now, in a game that has one.
    `origin`: of a copy, the name of the game that it was copied from.
    """

    ruleset: str
    packs: tuple[str, ...]
    seats: tuple[SeatFacts, ...]
    commitment: str
    seed_chosen: bool
    unlisted: bool
    state: str = OPEN
    private: bool = False
    clock: Clock | None = None
    hands: Hands | None = None
    paused: bool = False
    archived: bool = False
    origin: str = ""

    @property
    def full(self) -> bool:
        """Whether every seat is taken or a bot's."""
        return not any(seat.free for seat in self.seats)

    @property
    def halted(self) -> bool:
        """Whether nobody can move now, and no clock runs."""
        return self.paused or self.archived

    def still(self) -> tuple[str, ...]:
        """The seats whose clocks stand even if they owe an answer."""
        pairs = zip(self.ids(), self.seats, strict=True)
        return tuple(id for id, seat in pairs if self.halted or seat.free or seat.resigned)

    def seat(self, id: str) -> SeatFacts | None:
        """The seat with this id; None if there is none."""
        return self.seats[int(id) - 1] if id in self.ids() else None

    def ids(self) -> tuple[str, ...]:
        """The ids of the seats, in order."""
        return _ids(len(self.seats))

    def with_seat(self, id: str, seat: SeatFacts) -> Facts:
        """The facts with one seat replaced."""
        seats = list(self.seats)
        seats[int(id) - 1] = seat
        return replace(self, seats=tuple(seats))

    def stored(self, name: str, owes: Iterable[str] = ()) -> GameFacts:
        """For the store, with labels to find the game by. `owes`: the seats that are asked now."""
        labels = {f"state/{self.state}", *map(pack_label, self.packs)}
        if not self.halted and self.state != OVER:  # else nobody waits for anybody
            resigned = {id for id, seat in zip(self.ids(), self.seats, strict=True) if seat.resigned}
            labels |= {f"owes/{seat}" for seat in owes if seat not in resigned}
        if not (self.unlisted or self.private):
            labels.add(PUT_AWAY if self.archived else LISTED)
        due = self.due
        if due is not None:
            labels |= {CLOCK, due_label(due)}
        data = json.dumps(asdict(self), separators=(",", ":")).encode()
        return GameFacts(name, data, frozenset(labels))

    @property
    def due(self) -> int | None:
        """When the first seat's time will be up, milliseconds since 1970; None if none runs."""
        return None if self.clock is None or self.hands is None else self.hands.due(self.clock)

    def message(self, name: str, version: int, players: Mapping[str, Player], show_ids: bool) -> game_pb2.Game:
        """The public facts. `show_ids`: the external ids of the players, too."""
        seats = []
        for id, seat in zip(self.ids(), self.seats, strict=True):
            player = players.get(id)
            seats.append(
                game_pb2.Seat(
                    id=id,
                    player=player.name if player else "",
                    external_id=player.external_id if player and show_ids else "",
                    bot=seat.bot,
                    taken=not seat.free,
                    resigned=seat.resigned,
                    reserve_ms=self._reserve(int(id) - 1),
                    deadline=self._deadline(id),
                )
            )
        return game_pb2.Game(
            name=name,
            ruleset=self.ruleset,
            seats=seats,
            version=version,
            state=_STATES[self.state],
            shuffle_commitment=self.commitment,
            seed_chosen=self.seed_chosen,
            unlisted=self.unlisted,
            private=self.private,
            clock=_clock_message(self.clock),
            paused=self.paused,
            archived=self.archived,
            origin=self.origin,
        )

    def _deadline(self, id: str) -> Timestamp | None:
        if self.clock is None or self.hands is None:
            return None
        at = self.hands.deadline(self.clock, id)
        return None if at is None else timestamp(at)

    def _reserve(self, index: int) -> int:
        if self.hands is not None:
            return self.hands.reserve[index]
        return 0 if self.clock is None else self.clock.reserve


def _clock_message(clock: Clock | None) -> game_pb2.Clock | None:
    if clock is None:
        return None
    return game_pb2.Clock(
        turn_seconds=clock.turn // 1000,
        reserve_seconds=clock.reserve // 1000,
        on_timeout=_ACTIONS[clock.on_timeout],
        bot=clock.bot,
    )


def read_facts(stored: GameFacts) -> Facts:
    """The facts that `Facts.stored` wrote."""
    data: dict[str, Any] = json.loads(stored.facts)
    data["packs"] = tuple(data["packs"])
    data["seats"] = tuple(SeatFacts(**seat) for seat in data["seats"])
    if data.get("clock"):
        data["clock"] = Clock(**data["clock"])
    if data.get("hands"):
        data["hands"] = Hands(**{name: _tuple(value) for name, value in data["hands"].items()})
    return Facts(**data)


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
