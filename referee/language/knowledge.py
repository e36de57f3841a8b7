"""What is known at one point of an effect: which seats names stand for, what locals rest on, what is open to whom."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from referee.language import tree as t
from referee.packs.node import Position

EVERYONE = "everyone"
OWNER = "owner"
UNKNOWN = ""  # a seat that can't be told
ALL = "*"  # the places of all seats


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that not everybody sees: what it is in words, the seat that sees it (UNKNOWN: none that is known)."""

    what: str
    owner: str
    place: str = ""
    at: Position = field(default=t.NOWHERE, compare=False)


Secrets = frozenset[Secret]
NONE: Secrets = frozenset()


@dataclass(slots=True)
class Knowledge:
    """What is known at one point: which seats names stand for, whose the things are, what locals rest on."""

    seats: dict[str, str] = field(default_factory=dict)  # a local of a seat → the name of the seat
    holders: dict[str, str] = field(default_factory=dict)  # a local of a cell or piece → the seat that owns its place
    loose: set[str] = field(default_factory=set)  # locals of pieces that may lie anywhere
    secrets: dict[str, Secrets] = field(default_factory=dict)
    existence: dict[str, Secrets] = field(default_factory=dict)  # what tells whether a local is none
    under: Secrets = NONE  # what the conditions around rest on
    seen: frozenset[tuple[str, str, str]] = frozenset()  # (place, owner, seat): looked at
    shown: frozenset[tuple[str, str]] = frozenset()  # (place, owner): revealed

    def copy(self) -> Knowledge:
        return replace(
            self,
            seats=dict(self.seats),
            holders=dict(self.holders),
            loose=set(self.loose),
            secrets=dict(self.secrets),
            existence=dict(self.existence),
        )

    def open_to(self, secret: Secret, seat: str) -> bool:
        """Does a seat see it after all?"""
        if seat and secret.owner == seat:
            return True
        if (secret.place, ALL) in self.shown or (secret.place, secret.owner) in self.shown:
            return True
        return any(
            place == secret.place and who == seat and owner in (secret.owner, ALL) for place, owner, who in self.seen
        )


def renamed(secrets: Secrets, names: dict[str, str]) -> Secrets:
    return frozenset(replace(s, owner=names.get(s.owner, UNKNOWN)) for s in secrets)


def key_of(know: Knowledge) -> object:
    """What tells two calls apart."""
    return (
        frozenset(know.seats.items()),
        frozenset(know.holders.items()),
        frozenset(know.loose),
        frozenset(know.secrets.items()),
        frozenset(know.existence.items()),
        know.under,
        know.seen,
        know.shown,
    )
