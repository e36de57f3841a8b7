"""What a game is, as far as the promises say it: a small model, written from the pages and not from the service.

It knows no rules. Of a move it is told who made it and whether it may be taken back; all else follows here.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace

from referee.service.errors import Reason
from referee.v1 import view_pb2 as v

Content = tuple[object, ...]
_REFUSED_WHEN = {
    "over": Reason.GAME_OVER,
    "archived": Reason.GAME_ARCHIVED,
    "paused": Reason.GAME_PAUSED,
}


@dataclass(frozen=True)
class Back:
    """What can be undone and made again at a version.

    `chain`: the versions to which `mover` can return, the nearest last; None as the last: that isn't known yet.
    `ahead`: who took moves back, and the versions in which they had been made, the next to make again first.
    """

    mover: str = ""
    chain: tuple[int, ...] = ()
    ahead: tuple[tuple[str, int], ...] = ()


@dataclass
class SeatModel:
    """Who sits here. `invites`, `tokens`: by generation; a token only if somebody came with the invite."""

    taken: bool = False
    generation: int = 0
    name: str = ""
    person: str = ""
    resigned: int = 0  # the version in which it gave up
    invites: list[str] = field(default_factory=list)
    tokens: dict[int, str] = field(default_factory=dict)

    @property
    def token(self) -> str:
        """The token in force; empty if nobody sits here."""
        return self.tokens.get(self.generation, "") if self.taken else ""

    @property
    def dead(self) -> list[str]:
        """The tokens of those who sat here before."""
        return [token for generation, token in self.tokens.items() if generation < self.generation]


@dataclass
class GameModel:
    """A game. `source`: the name under which it was made first; `origin`: of what it is a copy.

    `content`: what a viewer was shown at a version; `names`: counts how often a name changed, for texts tell names.
    """

    name: str
    pack: str
    owner: str
    seats: dict[str, SeatModel]
    chosen: bool = False
    private: bool = False
    unlisted: bool = False
    origin: str = ""
    source: str = ""
    version: int = 0
    over: int = 0  # the version in which it ended
    paused: bool = False
    archived: bool = False
    asked: tuple[str, ...] = ()
    backs: dict[int, Back] = field(default_factory=lambda: {0: Back()})
    content: dict[tuple[int, str], Content] = field(default_factory=dict)
    names: int = 0

    @property
    def resigned(self) -> list[str]:
        return [id for id, seat in self.seats.items() if seat.resigned]

    @property
    def halted(self) -> bool:
        return self.paused or self.archived

    @property
    def back(self) -> Back:
        return self.backs[self.version]

    @property
    def listed(self) -> bool:
        """Whether everybody may find it, in one of the two lists."""
        return not (self.private or self.unlisted)

    def waits_for(self, seat: str) -> bool:
        """Whether the person on this seat can move now."""
        return not (self.halted or self.over) and seat in self.asked and not self.seats[seat].resigned

    # ---- which refusals are right; none: the call has to be carried out

    def played(self) -> set[Reason]:
        """Reasons against any move."""
        flags = {"over": bool(self.over), "archived": self.archived, "paused": self.paused}
        return {_REFUSED_WHEN[flag] for flag, is_so in flags.items() if is_so}

    def against_join(self, seat: str, generation: int) -> set[Reason]:
        known = self.seats[seat]
        if generation != known.generation:
            return {Reason.TOKEN_INVALID}
        reasons = {Reason.SEAT_MISMATCH} if known.taken else set()
        return reasons | ({Reason.GAME_ARCHIVED} if self.archived else set())

    def against_undo(self, seat: str, version: int, to: int) -> set[Reason]:
        reasons = self.played()
        if version != self.version:
            reasons.add(Reason.DECISION_STALE)
        if self.back.mover != seat or to not in self.back.chain:
            reasons.add(Reason.UNDO_BARRIER)
        return reasons

    def against_redo(self, seat: str, version: int) -> set[Reason]:
        reasons = self.played()
        if version != self.version:
            reasons.add(Reason.DECISION_STALE)
        if not self.back.ahead or self.back.ahead[0][0] != seat:
            reasons.add(Reason.NOTHING_TO_REDO)
        return reasons

    def against_resigning(self, seat: str) -> set[Reason]:
        reasons = self.played()
        if not self.version:
            reasons.add(Reason.DECISION_STALE)
        if self.seats[seat].resigned:
            reasons.add(Reason.NOT_YOUR_TURN)
        return reasons

    def against_replacing(self, seat: str) -> set[Reason]:
        reasons = {Reason.GAME_ARCHIVED} if self.archived else set()
        return reasons | ({Reason.FIELD_INVALID} if self.seats[seat].resigned else set())

    def against_pausing(self) -> set[Reason]:
        reasons = self.played() - {Reason.GAME_PAUSED}
        return reasons | ({Reason.FIELD_INVALID} if not self.version else set())

    def against_export(self) -> set[Reason]:
        return set() if self.over or self.chosen else {Reason.FAIR_GAME}

    def against_fork(self, version: int) -> set[Reason]:
        reasons = set()
        at = version or self.version
        if not self.version or version > self.version:
            reasons.add(Reason.FIELD_INVALID)
        if any(0 < seat.resigned <= at for seat in self.seats.values()):
            reasons.add(Reason.FIELD_INVALID)
        if self.over and at >= self.over:
            reasons.add(Reason.GAME_OVER)
        return reasons

    # ---- what a change does

    def _next(self, back: Back) -> int:
        self.version += 1
        self.backs[self.version] = back
        return self.version

    def joined(self, seat: str, token: str, name: str) -> None:
        known = self.seats[seat]
        known.taken, known.tokens[known.generation] = True, token
        known.name = name or known.name
        self.names += 1
        if not self.version and all(each.taken for each in self.seats.values()):
            self._next(Back())

    def moved(self, seat: str, returns: bool) -> int:
        """A move; `returns`: whether it may be taken back."""
        before = self.back
        earlier = before.chain if before.mover in ("", seat) else ()
        return self._next(Back(seat, (*earlier, self.version) if returns else ()))

    def undone(self, to: int) -> int:
        """Back to the position at version `to`, in a new version."""
        now = self.back
        made = (*now.chain[now.chain.index(to) + 1 :], self.version)
        kept = now.ahead if now.ahead and now.ahead[0][0] == now.mover else ()
        before = self.backs[to]
        chain = now.chain[: now.chain.index(to)]
        return self._next(Back(before.mover, chain, (*((now.mover, each) for each in made), *kept)))

    def redone(self, seat: str) -> int:
        before = self.back
        earlier = before.chain if before.mover in ("", seat) else ()
        return self._next(Back(seat, (*earlier, self.version), before.ahead[1:]))

    def gave_up(self, seat: str) -> int:
        self._next(Back(seat))
        self.seats[seat].resigned = self.version
        if len(self.resigned) >= len(self.seats) - 1:
            self.over = self.version
        return self.version

    def stood_in(self, seat: str) -> int:
        """Something was answered for a seat that gave up: that is final."""
        assert seat in self.resigned, f"{self.name}: a version of seat {seat}, which nobody asked for"
        return self._next(Back(seat))

    def ended(self) -> None:
        """The rules have ended the game with the newest version."""
        self.over = self.version
        self.backs[self.version] = Back(self.back.mover)

    def replaced(self, seat: str, invite: str) -> None:
        known = self.seats[seat]
        known.taken, known.generation, known.name, known.person = False, known.generation + 1, "", ""
        known.invites.append(invite)
        self.names += 1

    def erased(self, seat: str) -> None:
        self.seats[seat].name = ""
        self.names += 1

    def copied(
        self, name: str, owner: str, invites: list[str], first: GameModel, private: bool, unlisted: bool
    ) -> GameModel:
        """The game in a file of this one. `first`: the one whose name is in the file, and is told as the origin."""
        seats = {
            id: SeatModel(resigned=seat.resigned, invites=[invite])
            for (id, seat), invite in zip(self.seats.items(), invites, strict=True)
        }
        return replace(
            deepcopy(self),
            name=name,
            owner=owner,
            seats=seats,
            chosen=self.chosen or not self.over,
            private=private or first.private,
            unlisted=unlisted or first.unlisted,
            origin=self.source,
            paused=False,
            archived=False,
            names=0,
        )


def content(view: v.View) -> Content:
    """What a view shows of the position, whatever game and version it is of."""
    values = [value.SerializeToString(deterministic=True) for value in view.values]
    places = [place.SerializeToString(deterministic=True) for place in view.places]
    asked = [
        (each.step, tuple(each.seats), each.sealed, tuple(option.id for option in each.options))
        for each in view.decisions
    ]
    return tuple(places), tuple(values), tuple(asked)
