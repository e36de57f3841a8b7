"""The places and values of views as bytes, with a digest for clients that want to know whether they see the same.

The digest is made of those of places and values, added up, so that a move costs only what it changes; then come
modifiers, questions and options by their ids. Texts don't count.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from referee.engine import records
from referee.engine.snapshot import asked_text, view_digest
from referee.engine.touching import Difference
from referee.service.views.kept import Kept
from referee.service.views.sights import Sight
from referee.service.wire import written
from referee.service.wire.ready import Field
from referee.v1 import view_pb2

R = TypeVar("R")
_PLACES, _VALUES = Field(view_pb2.View, "places"), Field(view_pb2.View, "values")
_WRAP = (1 << 128) - 1
_ASKED_KEPT = 3  # what the mover is asked, what others are told of it, and what was before


class Written(NamedTuple):
    """A place or a value as a field of a View, and the digest of that."""

    data: bytes
    digest: int


def place(record: records.Place) -> Written:
    """A place, written."""
    return _written(_PLACES.of(written.place(record)))


def value(record: records.Value) -> Written:
    """A value, written."""
    return _written(_VALUES.of(written.value(record)))


def _written(data: bytes) -> Written:
    return Written(data, int.from_bytes(hashlib.sha256(data).digest()[:16], "big"))


@dataclass(slots=True, eq=False)
class Board:
    """What a viewer saw last: its places and values as they are written, and the sum of their digests."""

    view: records.View
    places: list[bytes]
    values: list[bytes]
    sum: int


class Boards:
    """The boards of the viewers of one game. `places`, `values`: writes what wasn't written before."""

    def __init__(self, places: Kept[records.Place, Written], values: Kept[records.Value, Written]) -> None:
        self._places, self._values = places, values
        self._boards: dict[str, Board] = {}
        self._modifiers: tuple[tuple[records.InForce, ...] | None, str] = (None, "")
        self._asked: deque[tuple[tuple[records.Decision, ...], str]] = deque(maxlen=_ASKED_KEPT)

    def data(self, sight: Sight) -> bytes:
        """All places and values of a view."""
        board = self._board(sight)
        return b"".join(board.places) + b"".join(board.values)

    def digest(self, sight: Sight) -> str:
        """The digest of a view."""
        view = sight.view
        if view.in_force is not self._modifiers[0]:
            self._modifiers = view.in_force, repr([(each.entry, each.rule, each.of) for each in view.in_force])
        board = f"{self._board(sight).sum & _WRAP:032x}\n{self._modifiers[1]}"
        return view_digest(view, board, self._questions(view))

    def _board(self, sight: Sight) -> Board:
        view, base = sight.view, sight.base
        board = self._boards.get(view.seat)
        if board is not None and _same(board.view, view):
            return board
        if board is None or base is None or not _same(board.view, base):
            places, values = self._places.all(view.places), self._values.all(view.values)
            total = sum([each.digest for each in places]) + sum([each.digest for each in values])
            board = Board(view, [each.data for each in places], [each.data for each in values], total)
            self._boards[view.seat] = board
        else:
            self._renew(board, sight)
        return board

    def _renew(self, board: Board, sight: Sight) -> None:
        """From the view that it was made from to this one: only what differs is looked at."""
        change, own = sight.change, sight.own
        if change is not None and own is not None:
            touched = change.touched
            board.sum += _put(board.places, touched.places.told or (), self._places)
            board.sum += _put(board.values, touched.values.told or (), self._values)
            board.sum += _put(board.places, own.places, self._places) + _put(board.values, own.values, self._values)
        board.view = sight.view

    def _questions(self, view: records.View) -> str:
        for decisions, text in self._asked:
            if decisions is view.decisions:
                return text
        text = asked_text(view)
        self._asked.append((view.decisions, text))
        return text


def _put(board: list[bytes], differences: Iterable[Difference[R]], written: Kept[R, Written]) -> int:
    """Writes what differs onto a board. What that adds to the sum of its digests."""
    added = 0
    for index, old, new in differences:
        now = written.one(new)
        board[index] = now.data
        added += now.digest - written.one(old).digest
    return added


def _same(one: records.View, other: records.View) -> bool:
    return one.places is other.places and one.values is other.values
