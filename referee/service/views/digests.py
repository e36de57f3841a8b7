"""The digest of a view, for clients that want to know whether they see the same as before or as others.

It is made of the digests of its places and values, added up, so that a move costs only what it changes; then come
modifiers, questions and options by their ids. Texts don't count.
"""

from __future__ import annotations

import hashlib
from itertools import compress
from operator import is_not
from typing import Generic, TypeVar

from referee.engine import records
from referee.engine.snapshot import asked_text, view_digest
from referee.service.views.kept import Kept

R = TypeVar("R")
_WRAP = (1 << 128) - 1


def of_record(record: object) -> int:
    """The digest of a place or a value."""
    return int.from_bytes(hashlib.sha256(repr(record).encode()).digest()[:16], "big")


class Sum(Generic[R]):
    """The digests of a viewer's places or values, added up; what is the same object isn't looked at again."""

    def __init__(self, digests: Kept[R, int]) -> None:
        self._digests = digests
        self._records: tuple[R, ...] = ()
        self._sum = 0

    def of(self, records: tuple[R, ...]) -> int:
        """The sum of these."""
        old, one = self._records, self._digests.one
        if len(old) != len(records):
            self._sum = sum(self._digests.all(records)) & _WRAP
        elif old is not records:
            for index in compress(range(len(records)), map(is_not, records, old)):
                self._sum = (self._sum + one(records[index]) - one(old[index])) & _WRAP
        self._records = records
        return self._sum


class Digests:
    """The digests of the views of one game."""

    def __init__(self, most: int) -> None:
        self._places: Kept[records.Place, int] = Kept(of_record, most)
        self._values: Kept[records.Value, int] = Kept(of_record, most)
        self._sums: dict[str, tuple[Sum[records.Place], Sum[records.Value]]] = {}  # by viewer
        self._modifiers: tuple[tuple[records.InForce, ...] | None, str] = (None, "")
        self._asked: tuple[tuple[records.Decision, ...] | None, str] = (None, "")

    def of(self, view: records.View) -> str:
        """The digest of a view."""
        sums = self._sums.get(view.seat)
        if sums is None:
            sums = self._sums[view.seat] = Sum(self._places), Sum(self._values)
        if view.in_force is not self._modifiers[0]:
            self._modifiers = view.in_force, repr([(each.entry, each.rule, each.of) for each in view.in_force])
        if view.decisions is not self._asked[0]:
            self._asked = view.decisions, asked_text(view)
        board = f"{sums[0].of(view.places):032x}\n{sums[1].of(view.values):032x}\n{self._modifiers[1]}"
        return view_digest(view, board, self._asked[1])


def digest(view: records.View) -> str:
    """The digest of a view that is of no game."""
    return Digests(len(view.places) + len(view.values)).of(view)
