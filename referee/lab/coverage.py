"""What happened in random games, and what of a ruleset never did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.engine import Program, Raw, State
from referee.engine.records import Outcome

KINDS = ("hooks", "options", "ends")


class Coverage:
    """Counts the hooks that fired, the options that were chosen and the reasons why games ended."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.inventory: dict[str, list[str]] = {kind: list(program.inventory()[kind]) for kind in KINDS}
        self.ends: Counter[str] = Counter()
        self._options: Counter[tuple[int, int]] = Counter()
        self._names: dict[tuple[int, int], str] = {}
        self._causes: set[int] = set()
        self._hooks: set[str] = set()

    def chosen(self, state: State, raw: Raw) -> None:
        """A seat makes this choice in this position."""
        key = (state[0][0], raw[0])  # the decision, and the option in it
        self._options[key] += 1
        if key not in self._names:
            choice = self.program.raw_to_choice(state, raw)
            self._names[key] = f"{choice.step}/{choice.option.partition('/')[0]}"

    def events(self, events: Iterable[Raw]) -> None:
        """These raw events happened; each names its cause."""
        for event in events:
            if event[0] == "hook":
                self._hooks.add(f"{self._entry(event[1])}/{event[2]}")
            elif type(event[1]) is int:
                self._causes.add(event[1])

    def ended(self, outcome: Outcome) -> None:
        """A game is over."""
        self.ends.update(outcome.reasons)

    def never(self) -> dict[str, list[str]]:
        """What the ruleset has and no game showed, by kind, in the order of the rules."""
        causes = (self.program.code.causes[index] for index in self._causes if index >= 0)
        hooks = self._hooks | {f"{self._entry(cause.entry)}/{cause.hook}" for cause in causes if cause.entry >= 0}
        happened = {"hooks": hooks, "options": set(self._names.values()), "ends": set(self.ends)}
        return {kind: [name for name in names if name not in happened[kind]] for kind, names in self.inventory.items()}

    def _entry(self, index: int) -> str:
        entry = self.program.ruleset.model.entries[index]
        return f"{entry.kind}/{entry.id}"
