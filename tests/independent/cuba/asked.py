"""What a predicate says of a decision: what may be chosen, what not and why, and what comes of it. Plain data only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.independent.cuba.facts import Picture

Answer = Any  # None, a number, a frozenset of items, or a sorted tuple of (piece, amount) without zeros
Mind = dict[str, Any]  # what the predicates remember of the action that is going on
RULE, COST = "CONDITION_FAILED", "CANNOT_PAY"


@dataclass(frozen=True)
class No:
    """A reason against an option: a rule, or a price with what is missing as (piece, needed, there)."""

    reason: str
    short: frozenset[tuple[str, int, int]] = frozenset()


def lacks(*short: tuple[str, int, int]) -> list[No]:
    """A price that can't be paid, if anything is missing."""
    missing = frozenset(one for one in short if one[1] > one[2])
    return [No(COST, missing)] if missing else []


def barred(holds: bool) -> list[No]:
    """A rule against it, if it holds."""
    return [No(RULE)] if holds else []


@dataclass(frozen=True)
class May:
    """One candidate. `against`: nothing if it is legal; `answers`: legal arguments; `shown`: what its label tells."""

    against: tuple[No, ...] = ()
    answers: frozenset[Answer] = frozenset({None})
    shown: dict[str, Any] = field(default_factory=dict)


def may(*against: list[No], answers: frozenset[Answer] = frozenset({None}), **shown: Any) -> May:
    return May(tuple(no for some in against for no in some), answers, shown)


@dataclass(frozen=True)
class Question:
    """The next decision: its step and the seats that owe an answer."""

    step: str
    seats: tuple[int, ...]


@dataclass
class Then:
    """What comes of a choice: the table, the next question (None: the game is over), what to remember."""

    picture: Picture
    question: Question | None
    mind: Mind = field(default_factory=dict)


@dataclass(frozen=True)
class Decision:
    """The predicates of one decision; `mind` is what the choice before left."""

    options: Callable[[Picture, int, Mind], dict[str, May]]
    after: Callable[[Picture, int, Mind, str, Answer], Then]


def open_ones(options: dict[str, May]) -> list[str]:
    """The legal options beside declining: a question is put where there is any."""
    return [name for name, one in options.items() if not one.against and name not in ("pass", "stop")]
