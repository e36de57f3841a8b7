"""What an examination found, as data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from referee.service.record.facts import OPEN, OVER, RUNNING
from referee.service.record.log import LANGUAGE


@dataclass(slots=True)
class Need:
    """A ruleset that games were created with. `problem`: why this version can't go on with it; empty: it can."""

    name: str
    packs: tuple[str, ...]
    language: int
    problem: str = ""
    states: Counter[str] = field(default_factory=Counter)

    @property
    def pressing(self) -> bool:
        """Whether games that aren't over need it."""
        return bool(self.states[OPEN] or self.states[RUNNING])


@dataclass(slots=True)
class Report:
    """`found`, `known`: the format of the store, and that of this version. `of_games`: name, and what is wrong."""

    where: str
    found: int
    known: int
    looked: int = 0
    records: int = 0
    states: Counter[str] = field(default_factory=Counter)
    needs: dict[str, Need] = field(default_factory=dict)
    of_store: list[str] = field(default_factory=list)
    of_games: list[tuple[str, str]] = field(default_factory=list)

    @property
    def problems(self) -> list[str]:
        """Everything that is wrong, in words; empty: all is well."""
        rulesets = [f"ruleset {need.name[:12]}: {need.problem}" for need in self.needs.values() if need.problem]
        return [*self.of_store, *rulesets, *(f"{name}: {problem}" for name, problem in self.of_games)]

    @property
    def upgrade(self) -> list[str]:
        """What would become of the store if this version served it."""
        told = []
        if self.found < self.known:
            told.append(f"the store goes from format {self.found} to {self.known} when it is opened: back it up first")
        older = sorted({need.language for need in self.needs.values()} - {LANGUAGE})
        if older:
            told.append(f"games of language version {', '.join(map(str, older))} can't go on: this is {LANGUAGE}")
        stuck = sum(need.states[OPEN] + need.states[RUNNING] for need in self.needs.values() if need.problem)
        if stuck:
            told.append(
                f"{stuck} games that aren't over can't go on" if stuck > 1 else "a game that isn't over can't go on"
            )
        return told

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "store": self.where,
            "format": {"found": self.found, "known": self.known},
            "language": LANGUAGE,
            "records": self.records,
            "games": {state: self.states[state] for state in (OPEN, RUNNING, OVER)},
            "rulesets": [
                {
                    "name": need.name,
                    "packs": list(need.packs),
                    "language": need.language,
                    "games": {state: need.states[state] for state in (OPEN, RUNNING, OVER)},
                    "needed": need.pressing,
                    "problem": need.problem,
                }
                for need in self.needs.values()
            ],
            "upgrade": self.upgrade,
            "problems": self.problems,
            "sound": not self.problems,
        }
