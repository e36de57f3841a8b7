"""What happened in random games, and what of a ruleset never did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.engine import Program, Raw, State
from referee.engine.records import Outcome

KINDS = ("hooks", "options", "ends")


class Coverage:
    """Notes the hooks that fired, the options that were chosen and the reasons why games ended.

    A modifier has fired when a piece with it lay where it is in force.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.inventory: dict[str, list[str]] = {kind: list(program.inventory()[kind]) for kind in KINDS}
        self.ends: Counter[str] = Counter()
        self._options: dict[tuple[int, int], str] = {}  # the decision, and the option in it
        self._causes: set[int] = set()
        self._hooks: set[str] = set()
        self._waiting = dict(_modifiers(program))  # those that haven't been in force yet

    def chosen(self, state: State, raw: Raw) -> None:
        """A seat makes this choice in this position."""
        key = (state[0][0], raw[0])
        if key not in self._options:
            choice = self.program.raw_to_choice(state, raw)
            self._options[key] = f"{choice.step}/{choice.option.partition('/')[0]}"

    def events(self, events: Iterable[Raw]) -> None:
        """These raw events happened; each names its cause."""
        for event in events:
            if event[0] == "hook":
                self._hooks.add(f"{self._entry(event[1])}/{event[2]}")
            elif type(event[1]) is int:
                self._causes.add(event[1])

    def reached(self, state: State) -> None:
        """This position came up."""
        for hook, (locations, slots) in list(self._waiting.items()):
            if any(state[location] in slots for location in locations):
                self._hooks.add(hook)
                del self._waiting[hook]

    def ended(self, outcome: Outcome) -> None:
        """A game is over."""
        self.ends.update(outcome.reasons)

    def seen(self) -> dict[str, set[str]]:
        """What happened, by kind."""
        causes = (self.program.code.causes[index] for index in self._causes if index >= 0)
        hooks = self._hooks | {f"{self._entry(cause.entry)}/{cause.hook}" for cause in causes if cause.entry >= 0}
        return {"hooks": hooks, "options": set(self._options.values()), "ends": set(self.ends)}

    def never(self) -> dict[str, list[str]]:
        """What the ruleset has and no game showed, by kind, in the order of the rules."""
        seen = self.seen()
        return {kind: [name for name in names if name not in seen[kind]] for kind, names in self.inventory.items()}

    def _entry(self, index: int) -> str:
        entry = self.program.ruleset.model.entries[index]
        return f"{entry.kind}/{entry.id}"


def _modifiers(program: Program) -> Iterable[tuple[str, tuple[list[int], frozenset[int]]]]:
    """Each modifier with the slots that tell where its pieces lie, and the slots where it is in force."""
    layout = program.layout
    for body in program.ruleset.context.hook_list:
        if body.hook.sort == "modifier":
            pieces = layout.kinds[body.entry.kind]
            numbers = range(pieces.first, pieces.first + pieces.count)
            areas = [layout.areas[place] for place in body.hook.while_in if place in layout.areas]
            yield (
                f"{body.entry.kind}/{body.entry.id}/{body.hook.id}",
                (
                    [layout.location + piece for piece in numbers if layout.entry_of[piece] == body.entry.index],
                    frozenset(slot for area in areas for slot in range(area.base, area.end)),
                ),
            )
