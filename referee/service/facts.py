"""What can change about a game beside its log: who sits where, and where the game is in its life."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace

from referee.store import GameFacts, Player
from referee.v1 import game_pb2

OPEN, RUNNING, OVER = "open", "running", "over"
LISTED = "listed"
_STATES = {
    OPEN: game_pb2.GAME_STATE_OPEN,
    RUNNING: game_pb2.GAME_STATE_RUNNING,
    OVER: game_pb2.GAME_STATE_OVER,
}


def state_label(state: game_pb2.GameState) -> str:
    """The label of games in this state of the API; empty for any."""
    return next((f"state/{name}" for name, number in _STATES.items() if number == state), "")


def pack_label(pack: str) -> str:
    """The label of games with this pack."""
    return f"pack/{pack}"


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat. `generation` counts how often its tokens were revoked; `entropy` is what its player gave."""

    bot: str = ""
    taken: bool = False
    generation: int = 0
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """A game's facts. `seats` in order; `packs` are the ids of the ruleset's."""

    ruleset: str
    packs: tuple[str, ...]
    seats: tuple[SeatFacts, ...]
    commitment: str
    seed_chosen: bool
    unlisted: bool
    state: str = OPEN

    @property
    def full(self) -> bool:
        """Whether every seat is taken or a bot's."""
        return all(seat.taken or seat.bot for seat in self.seats)

    def seat(self, id: str) -> SeatFacts | None:
        """The seat with this id; None if there is none."""
        return self.seats[int(id) - 1] if id in self.ids() else None

    def ids(self) -> tuple[str, ...]:
        """The ids of the seats, in order."""
        return tuple(str(number) for number in range(1, len(self.seats) + 1))

    def with_seat(self, id: str, seat: SeatFacts) -> Facts:
        """The facts with one seat replaced."""
        seats = list(self.seats)
        seats[int(id) - 1] = seat
        return replace(self, seats=tuple(seats))

    def stored(self, name: str, owes: Iterable[str] = ()) -> GameFacts:
        """For the store, with labels to find the game by. `owes`: the seats that are asked now."""
        labels = {f"state/{self.state}", *map(pack_label, self.packs), *(f"owes/{seat}" for seat in owes)}
        if not self.unlisted:
            labels.add(LISTED)
        data = json.dumps(asdict(self), separators=(",", ":")).encode()
        return GameFacts(name, data, frozenset(labels))

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
                    taken=seat.taken or bool(seat.bot),
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
        )


def read_facts(stored: GameFacts) -> Facts:
    """The facts that `Facts.stored` wrote."""
    data = json.loads(stored.facts)
    data["packs"] = tuple(data["packs"])
    data["seats"] = tuple(SeatFacts(**seat) for seat in data["seats"])
    return Facts(**data)
