"""Mutants that are no other rule: listed in equivalents.yaml, each with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.mutation.edits import Edit

FILE = Path(__file__).with_name("equivalents.yaml")
MOST = 10  # for a pack: more would say that the changes are chosen badly


@dataclass(frozen=True, slots=True)
class Equivalent:
    """One listing: the file, the entry, the line before and after, and why nobody can tell them apart."""

    file: str
    entry: str
    before: str
    after: str
    why: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.file, self.entry, self.before, self.after


class Equivalents:
    """The listings of some packs. Raises ValueError for a file that isn't as it should be."""

    def __init__(self, packs: Iterable[str], file: Path = FILE) -> None:
        data = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
        self.all = [Equivalent(**row) for pack in packs for row in data.get(pack, ())]
        self.keys = {one.key for one in self.all}
        for pack in packs:
            if len(data.get(pack, ())) > MOST:
                raise ValueError(f"{pack} has more than {MOST} equivalents")
        for one in self.all:
            if not one.why:
                raise ValueError(f"{one.file}, {one.entry}: why?")

    def lists(self, edit: Edit) -> bool:
        """Whether a mutant is listed."""
        return edit.key in self.keys

    def wrong(self, edits: Iterable[Edit]) -> Iterator[str]:
        """Listings that fit no mutant of these, or several."""
        there = Counter(edit.key for edit in edits)
        for one in self.all:
            if there[one.key] != 1:
                yield f"{one.file}, {one.entry}: fits {there[one.key]} mutants\n    - {one.before}\n    + {one.after}"
