"""Places and values as bytes and as text, made once: most stay as they are from one version to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

R = TypeVar("R")
T = TypeVar("T")


class Kept(Generic[R, T]):
    """What was made of records, known again by the very object. At least `most` are kept, and up to twice as many.

    Records can't be changed, and what is made depends on nothing else: so it is the same for whoever sees the record.
    """

    def __init__(self, make: Callable[[R], T], most: int) -> None:
        self._make, self._most = make, most
        self._new: dict[int, tuple[R, T]] = {}  # by the number of the object, which is kept so that it stays its own
        self._old: dict[int, tuple[R, T]] = {}

    def one(self, record: R) -> T:
        """What the record was made into."""
        known = self._new.get(id(record))
        return known[1] if known else self._make_one(record)

    def all(self, records: Iterable[R]) -> list[T]:
        """What each of the records was made into."""
        return [known[1] if (known := self._new.get(id(each))) else self._make_one(each) for each in records]

    def _make_one(self, record: R) -> T:
        known = self._old.get(id(record)) or (record, self._make(record))
        if len(self._new) >= self._most:
            self._old, self._new = self._new, {}
        self._new[id(record)] = known
        return known[1]
