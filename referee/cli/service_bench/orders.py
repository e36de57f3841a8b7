"""What the client is to measure, and what it found: the words between two processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Orders:
    """`stack` as read here, `pack` as the server calls it. `ours`, `peer`: where they listen; an empty peer: none.

    `pids`: their processes. `seconds`: of each turn. `watchers`: of one game, to whom `events` moves are told; 0: that
    isn't measured.
    """

    stack: str
    pack: str
    players: int
    ours: str
    peer: str
    pids: Sequence[int]
    in_flight: Sequence[int]
    seconds: float
    turns: int
    watchers: int = 0
    events: int = 20

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


@dataclass
class Measured:
    """`moves`: by moves in flight, the rates of every turn: ours, the peer's, its echo's; and microseconds of processor
    time that the servers spent on a move (`ours_cpu`, `peer_cpu`). `spread`: milliseconds until the last watcher of
    many has an event. `view`: see `views`.
    """

    stack: str
    players: int
    moves: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    spread: dict[str, list[float]] = field(default_factory=dict)
    view: dict[str, float] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)
