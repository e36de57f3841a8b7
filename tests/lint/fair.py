"""A small fair for the checks of the language and the linter: a pack of a few lines, and what is found in it."""

from __future__ import annotations

import textwrap

from referee.language.build import Ruleset, build_ruleset, read_stack
from referee.packs import Stack, load_stack
from referee.packs.diagnostics import Diagnostic

HEAD = """\
id: fair
kind: game
version: 1
language: 1
title: The Fair
seats: [2, 4]
sources: none
tokens:
  coin: {unlimited: yes}
  bead: {supply: 18}
  ribbon: {supply: 12}
groups:
  goods: {of: [bead, ribbon], one: good}
kinds:
  stall:
    fields: {cost: bag of goods, size: {type: number, default: 1}}
    hooks: {use: {sort: effect, this: stall, me: owner}, demand: {sort: cost}}
  card: {fields: {worth: {type: number, default: 1}}, faces: [fresh, spent]}
stall:
  - {id: tea, cost: {bead: 1}, size: 2, use: gain 1 coin}
  - {id: toss, cost: {bead: 2}, use: gain 2 coin}
card:
  - {id: ace, n: 4, worth: 3}
  - {id: deuce, n: 4, worth: 2}
places:
  bag: {of: seat, tokens: [coin, goods], home: yes}
  ground: {of: seat, grid: [2, 3], holds: stall}
  row: {of: table, cells: 2, holds: stall}
  yard: {of: table, pile: stall}
  deck: {of: table, pile: card, seen_by: nobody}
  hand: {of: seat, pile: card, seen_by: owner}
  heap: {of: table, pile: card}
values:
  visits: {of: seat}
  secret: {of: seat, seen_by: owner}
  mood: {seen_by: nobody}
  rounds: {}
  active: {type: seat, initial: 1}
setup:
  - {place: yard, all: stall}
  - {place: deck, all: card}
"""


def pack(body: str, more: str = "", **procedures: str) -> str:
    """The fair with a procedure `main`, other procedures by name, and further sections."""
    text = HEAD + "procedures:\n"
    for name, code in {"main": body, **procedures}.items():
        text += f"  {name.replace('__', '(')}{')' if '__' in name else ''}: |\n"
        text += textwrap.indent(textwrap.dedent(code).strip("\n"), "    ") + "\n"
    return text + textwrap.dedent(more)


def stack(text: str, *others: str) -> Stack:
    """A stack of single-file packs: the fair, then packs on top, named by their order."""
    files = {"fair/pack.yaml": text.encode()}
    names = ["fair"]
    for number, other in enumerate(others, 2):
        name = f"pack{number}"
        head = f"id: {name}\nkind: house-rules\nversion: 1\nlanguage: 1\ntitle: More\nrequires: [fair]\n"
        files[f"{name}/pack.yaml"] = (head + textwrap.dedent(other)).encode()
        names.append(name)
    return load_stack(names, files=files)


def findings(text: str, *others: str) -> list[Diagnostic]:
    """Everything that loading finds, in the order of the files."""
    return read_stack(stack(text, *others))[1]


def codes(text: str, *others: str) -> list[str]:
    return [finding.code.code for finding in findings(text, *others)]


def errors(body: str, more: str = "", **procedures: str) -> list[str]:
    """The codes that a main procedure (and others by name; `name__parameters`) gets in the fair."""
    return codes(pack(body, more, **procedures))


def ruleset(text: str, *others: str) -> Ruleset:
    return build_ruleset(stack(text, *others))


__all__ = ["codes", "errors", "findings", "pack", "ruleset", "stack"]
