"""The files of a pack that has just been started: small, complete, and made to be changed."""

from __future__ import annotations

from referee.cli.faults import WrongUse
from referee.cli.stacks import read_stack
from referee.packs import Stack
from referee.packs.diagnostics import PackInvalid
from referee.packs.node import Mapping, Node, Scalar

GAME = """\
id: {name}
kind: game
version: 1
language: 1
title: {title}
seats: 2
sources: none
tokens:
  bead: {{supply: 15, name: bead, plural: beads}}
places:
  heap: {{of: table, tokens: bead, name: heap}}
  bag: {{of: seat, tokens: bead, home: true, name: bag}}
rules:
  beads_a_turn: {{base: 3, says: Most beads in one turn}}
setup:
  - {{place: heap, tokens: {{bead: 15}}}}
procedures:
  main: |
    repeat:
      each seat:
        choose take n from 1 to min(rule beads_a_turn, number of bead in heap):
          move n bead from heap to my.bag
        if number of bead in heap = 0: end game won by me because last_bead
says:
  main: Take the last bead
  main/take: Take beads from the heap
  ends/last_bead: The last bead is taken
"""

GAME_SCENARIOS = """\
- id: three_beads_are_taken
  seats: 2
  do: ["1 take": 3]
  then:
    places: {heap: {bead: 12}, seat/1/bag: {bead: 3}}

- id: who_takes_the_last_bead_wins
  seats: 2
  given: {places: {heap: {bead: 2}, seat/1/bag: {bead: 13}}}
  do: ["1 take": 2]
  then: {step: over}

- id: four_are_too_many
  seats: 2
  refused:
    - {choice: {"1 take": 4}, reason: ANSWER_OUTSIDE_FORM}
"""

OVERLAY = """\
id: {name}
kind: {kind}
version: 1
language: 1
title: {title}
requires: [{requires}]
{sources}
# Everything that can be changed, and by whom it is: referee hooks {on}
changes:
{changes}
"""

NO_RULE = "  []  # nothing yet\n"


def game_files(name: str) -> dict[str, str]:
    """A game for two that fits on a page, with scenarios."""
    return {
        "pack.yaml": GAME.format(name=name, title=_title(name)),
        "scenarios/taking.yaml": GAME_SCENARIOS,
    }


def overlay_files(kind: str, name: str, on: str) -> dict[str, str]:
    """A pack that changes a stack: one rule value is set anew, to what it is already.

    Raises PackInvalid if the stack has errors, WrongUse if it isn't there.
    """
    stack = read_stack(on)
    if not stack.ok:
        raise PackInvalid(stack.diagnostics)
    if not stack.packs:
        raise WrongUse(f"`{on}` is no stack")
    text = OVERLAY.format(
        name=name,
        kind=kind,
        title=_title(name),
        requires=", ".join(pack.id for pack in stack.packs),
        sources="sources: none",
        on=on,
        changes=_changes(stack),
    )
    return {"pack.yaml": text}


def _title(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def _changes(stack: Stack) -> str:
    rules = stack.sections.get("rules")
    for name, node in rules.items() if isinstance(rules, Mapping) else ():
        base = _base(node)
        if base is not None:
            return f"  - {{rule: {name}, is: {base}}}  # it is {base} already: try another number"
    return NO_RULE.rstrip("\n")


def _base(node: Node) -> int | None:
    """The number that a rule value starts with, if it is one."""
    value = node.get("base") if isinstance(node, Mapping) else node
    return value.value if isinstance(value, Scalar) and type(value.value) is int else None
