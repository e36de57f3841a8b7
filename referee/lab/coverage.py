"""What happened in random games, and what of a ruleset never did."""

from __future__ import annotations

from collections import Counter

from referee.engine import Program
from referee.engine.records import Choice, Event, Outcome

KINDS = ("hooks", "options", "ends")


class Coverage:
    """Counts the hooks that fired, the options that were chosen and the reasons why games ended."""

    def __init__(self, program: Program) -> None:
        self.inventory: dict[str, list[str]] = {kind: list(program.inventory()[kind]) for kind in KINDS}
        self.happened: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}

    def chosen(self, choice: Choice) -> None:
        """A seat made this choice."""
        self.happened["options"][f"{choice.step}/{choice.option.partition('/')[0]}"] += 1

    def events(self, events: tuple[Event, ...]) -> None:
        """These events happened, in the eyes of one who sees everything."""
        for event in events:
            if event.cause.entry and event.cause.hook:
                self.happened["hooks"][f"{event.cause.entry}/{event.cause.hook}"] += 1

    def ended(self, outcome: Outcome | None) -> None:
        """A game is over."""
        for reason in outcome.reasons if outcome is not None else ():
            self.happened["ends"][reason] += 1

    def never(self) -> dict[str, list[str]]:
        """What the ruleset has and no game showed, by kind, in the order of the rules."""
        return {
            kind: [name for name in names if not self.happened[kind][name]] for kind, names in self.inventory.items()
        }
