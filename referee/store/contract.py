"""What a store promises: an append-only log by game and version, and small facts beside it.

A store knows names, versions and bytes; what the bytes say is the service's business. Every implementation passes
`tests/store/store_contract.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


class StoreError(Exception):
    """The store can't do its work: the disk is full, the file is damaged, it was closed."""


UNWRITABLE = (UnicodeError, OverflowError)
"""What drivers raise, beside errors of their own, for half a character or a number of more than 64 bits."""


class Conflict(StoreError):
    """A change doesn't fit what is kept. Nothing of its commit was kept."""


class VersionTaken(Conflict):
    """An append names a version that isn't the next one of its game."""


class RequestTaken(Conflict):
    """A request id was used before in its game and seat."""


class FactsChanged(Conflict):
    """Facts were put that replace others than those that are kept, or a record rests on others."""


class RulesetGone(Conflict):
    """The ruleset that a game is to use isn't kept any more."""


class TooManyRulesets(Conflict):
    """The sender has as many unused rulesets as it may have."""


@dataclass(frozen=True, slots=True)
class Record:
    """One version of a game's log."""

    version: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Append:
    """The next record of a game: versions begin at 0 and have no gaps. Records are never changed.

    `revision`: of the facts that it rests on, as they were before this commit (0: there are none); None: whichever.
    """

    game: str
    version: int
    payload: bytes
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A request that was carried out: `content` is a hash of what it asked, `version` where its answer stands."""

    game: str
    seat: str
    id: str
    content: bytes
    version: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What can change about a game beside its log. `labels` are words to find it by. Put whole, replaces by name.

    `order` of creation is set by the store. `revision` grows by one with every put, and when a person is erased; a put
    names the one that it replaces (0: there are no facts yet), or None: whichever.
    """

    name: str
    facts: bytes
    labels: frozenset[str] = frozenset()
    order: int = 0
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Newest:
    """How far a game has got: the version of its log (-1: there is none), the revision of its facts (0: none)."""

    version: int = -1
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """A person in a seat. Kept apart from the log so that it can be erased; both empty: nobody is known."""

    game: str
    seat: str
    name: str = ""
    external_id: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position that can be made again from the log: a cache."""

    game: str
    version: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class RulesetSource:
    """Everything that a ruleset is made from, under its content digest.

    `until`: milliseconds since 1970 up to which it is kept if no game uses it; None: for ever. Put again, it stays for
    the longer of both. `sender`: whom it counts for while no game uses it; `most`: how many those may be.
    """

    digest: str
    source: bytes
    until: int | None = None
    sender: str = ""
    most: int = 1_000_000


@dataclass(frozen=True, slots=True)
class RulesetUsed:
    """A game uses the ruleset: it is kept for ever. Raises RulesetGone if it isn't there."""

    digest: str


@dataclass(frozen=True, slots=True)
class ForgetRulesets:
    """Drop the rulesets that no game uses and whose time was over before `now` (milliseconds since 1970)."""

    now: int


@dataclass(frozen=True, slots=True)
class ErasePerson:
    """Forget a person: every seat under this external id loses name and id."""

    external_id: str


Change = Append | Request | GameFacts | Player | Snapshot | RulesetSource | RulesetUsed | ForgetRulesets | ErasePerson


Heard = Callable[[str, Newest | None], None]
"""Told that a game has changed; how far it has got, where that is known."""


class Store(ABC):
    """The contract. Every method may raise StoreError; `commit` also the kinds of Conflict.

    `shared`: whether other processes may write to the store at the same time.
    """

    shared = False

    @abstractmethod
    async def commit(self, *changes: Change) -> None:
        """Keeps all changes or none. When it returns they survive the death of the process and of the machine.

        Raises a kind of Conflict where a change doesn't fit; then nothing was kept. After any other StoreError it isn't
        known whether they were: whoever goes on looks first.
        """

    @abstractmethod
    async def records(self, game: str, after: int = -1, limit: int = 1000) -> list[Record]:
        """Up to `limit` records of a game with versions greater than `after`, in order."""

    @abstractmethod
    async def last_version(self, game: str) -> int:
        """The newest version of a game, -1 if there is no such game."""

    @abstractmethod
    async def newest(self, games: Iterable[str]) -> dict[str, Newest]:
        """How far each of these games has got."""

    @abstractmethod
    async def requests(self, game: str, since: int = 0) -> list[Request]:
        """The requests of a game that were carried out and whose answers stand at version `since` or later."""

    @abstractmethod
    async def game(self, name: str) -> GameFacts | None:
        """The facts of a game."""

    @abstractmethod
    async def games(
        self, labels: Sequence[str] = (), waiting_for: str = "", before: int = 0, limit: int = 50
    ) -> list[GameFacts]:
        """Games that have all the labels, newest first.

        `before`: only games made before the one with this `order` (0: all). `waiting_for`: only games with a seat S
        of the person with this external id and the label `owes/S`.
        """

    @abstractmethod
    async def players(self, game: str) -> dict[str, Player]:
        """The persons in the seats of a game, by seat."""

    @abstractmethod
    async def snapshot(self, game: str, at_most: int) -> Snapshot | None:
        """The newest snapshot of a game up to this version."""

    @abstractmethod
    async def ruleset(self, digest: str) -> bytes | None:
        """The source of a ruleset."""

    @abstractmethod
    def listen(self, heard: Heard) -> None:
        """From now on `heard` is called, in this loop, soon after another process has changed a game.

        A call may come late or twice, or be lost: whoever must know looks at `newest` now and then. A store that isn't
        shared calls nobody.
        """

    @abstractmethod
    async def check(self) -> list[str]:
        """What is wrong with the store, in words; empty: it is sound."""

    @abstractmethod
    async def close(self) -> None:
        """Finishes what was begun and lets go of the files. Later calls raise StoreError."""
