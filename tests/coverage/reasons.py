"""The reasons why a line is reached by one game only, or by none: `reasons*.yaml`, and what lacks one or is stale.

lines:
  - only: [cuba]                    # a game; or examples, tests, nobody
    why: …
    where:
      referee/engine/grid.py: Grid.cross*        # a pattern of files, and patterns of their functions
productions:
  - only: cuba
    names: [in_line]
    why: …
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from tests.coverage.by_pack import Measured
from tests.coverage.lines import Line

FILES = sorted(Path(__file__).parent.glob("reasons*.yaml"))
MODULE = "(module)"  # what stands in no function


@dataclass(frozen=True)
class Reason:
    """Why some lines are reached by these only. `where`: patterns of a file and of a function in it."""

    only: tuple[str, ...]
    where: tuple[tuple[str, str], ...]
    why: str

    def places(self, only: str, line: Line) -> list[tuple[str, str]]:
        """The patterns that a line fits."""
        if only not in self.only:
            return []
        function = line.function or MODULE
        return [w for w in self.where if fnmatchcase(line.file, w[0]) and fnmatchcase(function, w[1])]


@dataclass(frozen=True)
class Reasons:
    """All reasons; those of productions by name: who uses it alone, and why."""

    lines: tuple[Reason, ...]
    productions: dict[str, tuple[str, str]]

    def missing(self, found: Measured) -> Iterator[str]:
        """What has no reason, in words."""
        without: dict[tuple[str, str], list[Line]] = {}
        for only, line in found.lonely():
            if not any(reason.places(only, line) for reason in self.lines):
                without.setdefault((only, line.where), []).append(line)
        for (only, where), lines in without.items():
            yield f"only {only}: {where or MODULE} {', '.join(str(line.number) for line in lines)}"
        for name, only in found.constructs().items():
            if self.productions.get(name, ("", ""))[0] != only:
                yield f"only {only}: the production {name}"

    def stale(self, found: Measured) -> Iterator[str]:
        """The patterns and names that nothing fits any more."""
        used: set[tuple[int, tuple[str, str]]] = set()
        for only, line in found.lonely():
            for index, reason in enumerate(self.lines):
                used.update((index, place) for place in reason.places(only, line))
        for index, reason in enumerate(self.lines):
            for place in reason.where:
                if (index, place) not in used:
                    yield f"only {', '.join(reason.only)}: {place[0]}: {place[1]}"
        constructs = found.constructs()
        for name, (only, _) in self.productions.items():
            if constructs.get(name) != only:
                yield f"only {only}: the production {name}"


def read() -> Reasons:
    """The reasons as they are written down."""
    read = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in FILES]
    named = [each for data in read for each in data.get("productions", ())]
    productions = {name: (each["only"], each["why"]) for each in named for name in each["names"]}
    return Reasons(tuple(_reason(each) for data in read for each in data["lines"]), productions)


def _reason(data: dict[str, Any]) -> Reason:
    where = tuple((file, function) for file, names in data["where"].items() for function in names.split())
    return Reason(tuple(data["only"]), where, data["why"])
