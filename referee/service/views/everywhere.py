"""What is written alike in every game with the same rules, in one language: made once for all of them."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from referee.service.views.kept import Kept
from referee.service.wire.words import Words
from referee.texts import Catalog

R = TypeVar("R")
T = TypeVar("T")


class Everywhere(Generic[R, T]):
    """What was made of records, by the catalog of their texts; it goes with the catalog. `make` names no player."""

    def __init__(self, make: Callable[[R, Words], T], most: int) -> None:
        self._make, self._most = make, most
        self._kept: weakref.WeakKeyDictionary[Catalog, Kept[R, T]] = weakref.WeakKeyDictionary()

    def of(self, catalog: Catalog) -> Kept[R, T]:
        """For the games with these texts."""
        kept = self._kept.get(catalog)
        if kept is None:
            known = weakref.ref(catalog)  # what is kept must not keep the catalog

            def make(record: R) -> T:
                texts = known()
                assert texts is not None  # whoever asks has it
                return self._make(record, Words(texts, {}))

            kept = self._kept[catalog] = Kept(make, self._most)
        return kept
