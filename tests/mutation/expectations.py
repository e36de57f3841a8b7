"""Every number that a scenario expects, off by one: `python tests/mutation/expectations.py [PACK…]`.

A number that may be another one without the scenario turning red says nothing. Exit code 1 if there is one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from referee.lab.scenario import Expected, Scenario, Seen
from referee.packs.node import Mapping, Node, Position, Sequence
from tests.mutation.judge import Judge, passes

ROOT = Path(__file__).parents[2]
_DIGITS = re.compile(r"[0-9]+")
Steps = tuple[int, ...]
BOTH: Steps = (-1, 1)


@dataclass(frozen=True, slots=True)
class Wrong:
    """A scenario with one number changed, and where that number stands."""

    scenario: Scenario
    at: Position
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.at}: {self.scenario.id} stays green with {self.after} instead of {self.before}"


def wrong_ones(scenario: Scenario, steps: Steps = BOTH) -> Iterator[Wrong]:
    """The scenario with each number of its `then` one less and one more, or only one of them.

    Numbers are counts, values, and those in names of places and seats that a value has; not those in ids of pieces and
    options, which are names.
    """
    then = scenario.then
    for expected, at, before, after in _wrong_expectations(then, steps):
        yield Wrong(replace(scenario, then=expected), at, before, after)


def _wrong_expectations(then: Expected, steps: Steps) -> Iterator[tuple[Expected, Position, str, str]]:
    for part in ("values", "places"):
        for changed, *where in _wrong_nodes(getattr(then, part), steps):
            yield replace(then, **{part: changed}), *where
    for number, seen in enumerate(then.seen):
        for other, *where in _wrong_views(seen, steps):
            yield replace(then, seen=(*then.seen[:number], other, *then.seen[number + 1 :])), *where
    for number, (seat, at) in enumerate(then.winners or ()):
        for after in (int(seat) + step for step in steps):
            others = list(then.winners or ())
            others[number] = (str(after), at)
            yield replace(then, winners=tuple(others)), at, seat, str(after)


def _wrong_views(seen: Seen, steps: Steps) -> Iterator[tuple[Seen, Position, str, str]]:
    for part in ("values", "places"):
        for changed, *where in _wrong_nodes(getattr(seen, part), steps):
            yield replace(seen, **{part: changed}), *where


def _wrong_nodes(nodes: dict[str, Node], steps: Steps) -> Iterator[tuple[dict[str, Node], Position, str, str]]:
    for key, node in nodes.items():
        for other, *where in _wrong_node(node, steps):
            yield nodes | {key: other}, *where


def _wrong_node(node: Node, steps: Steps) -> Iterator[tuple[Node, Position, str, str]]:
    if isinstance(node, Mapping):
        for entries, *where in _wrong_nodes(node.entries, steps):
            yield replace(node, entries=entries), *where
    elif isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            for other, *where in _wrong_node(item, steps):
                yield replace(node, items=(*node.items[:number], other, *node.items[number + 1 :])), *where
    elif type(node.value) is int:
        for number in (node.value + step for step in steps):
            if number >= 0 or node.value < 0:
                yield replace(node, value=number), node.at, str(node.value), str(number)
    elif isinstance(node.value, str) and ("/" in node.value or node.value.isdigit()):
        for found in _DIGITS.finditer(node.value):
            for number in (int(found.group()) + step for step in steps):
                text = f"{node.value[: found.start()]}{number}{node.value[found.end() :]}"
                yield replace(node, value=text), node.at, node.value, text


def idle_numbers(judge: Judge, steps: Steps = BOTH) -> Iterator[Wrong | None]:
    """For every number of the scenarios: what is wrong and isn't noticed, or None."""
    for scenario, program in judge.programs():
        for wrong in wrong_ones(scenario, steps):
            yield wrong if passes(wrong.scenario, program) else None


def packs_with_scenarios() -> list[str]:
    """Every pack of the project that has scenarios, by its folder."""
    folders = [*(ROOT / "content").iterdir(), *(ROOT / "tests" / "packs").iterdir()]
    return sorted(folder.as_posix() for folder in folders if (folder / "scenarios").is_dir())


def main() -> int:
    count, idle = 0, []
    for pack in sys.argv[1:] or packs_with_scenarios():
        for wrong in idle_numbers(Judge(pack)):
            count += 1
            if wrong is not None:
                idle.append(wrong)
                print(wrong)
    print(f"{count} numbers off by one, {len(idle)} not noticed")
    return 1 if idle else 0


if __name__ == "__main__":
    sys.exit(main())
