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
class Swap:
    """A number of an expectation that became another, and where it stands."""

    at: Position
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """A scenario with one number changed."""

    scenario: Scenario
    swap: Swap

    def __str__(self) -> str:
        return f"{self.swap.at}: {self.scenario.id} stays green with {self.swap.after} instead of {self.swap.before}"


def wrong_ones(scenario: Scenario, steps: Steps = BOTH) -> Iterator[Wrong]:
    """The scenario with each number of its `then` one less and one more, or only one of them.

    Numbers are counts, values, and those in names of places and seats that a value has; not those in ids of pieces and
    options, which are names.
    """
    for expected, swap in _of_all(scenario.then, steps):
        yield Wrong(replace(scenario, then=expected), swap)


def _of_all(then: Expected, steps: Steps) -> Iterator[tuple[Expected, Swap]]:
    for nodes, swap in _of_nodes(then.values, steps):
        yield replace(then, values=nodes), swap
    for nodes, swap in _of_nodes(then.places, steps):
        yield replace(then, places=nodes), swap
    for number, seen in enumerate(then.seen):
        for other, swap in _of_view(seen, steps):
            yield replace(then, seen=(*then.seen[:number], other, *then.seen[number + 1 :])), swap
    winners = then.winners or ()
    for number, (seat, at) in enumerate(winners):
        for after in (str(int(seat) + step) for step in steps):
            changed = (*winners[:number], (after, at), *winners[number + 1 :])
            yield replace(then, winners=changed), Swap(at, seat, after)


def _of_view(seen: Seen, steps: Steps) -> Iterator[tuple[Seen, Swap]]:
    for nodes, swap in _of_nodes(seen.values, steps):
        yield replace(seen, values=nodes), swap
    for nodes, swap in _of_nodes(seen.places, steps):
        yield replace(seen, places=nodes), swap


def _of_nodes(nodes: dict[str, Node], steps: Steps) -> Iterator[tuple[dict[str, Node], Swap]]:
    for key, node in nodes.items():
        for other, swap in _of_node(node, steps):
            yield nodes | {key: other}, swap


def _of_node(node: Node, steps: Steps) -> Iterator[tuple[Node, Swap]]:
    if isinstance(node, Mapping):
        for entries, swap in _of_nodes(node.entries, steps):
            yield replace(node, entries=entries), swap
    elif isinstance(node, Sequence):
        for place, item in enumerate(node.items):
            for other, swap in _of_node(item, steps):
                yield replace(node, items=(*node.items[:place], other, *node.items[place + 1 :])), swap
    elif type(node.value) is int:
        for number in (node.value + step for step in steps):
            if number >= 0 or node.value < 0:
                yield replace(node, value=number), Swap(node.at, node.text, str(number))
    elif isinstance(node.value, str) and ("/" in node.value or node.value.isdigit()):
        for found in _DIGITS.finditer(node.value):
            for number in (int(found.group()) + step for step in steps):
                text = f"{node.value[: found.start()]}{number}{node.value[found.end() :]}"
                yield replace(node, value=text), Swap(node.at, node.value, text)


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
