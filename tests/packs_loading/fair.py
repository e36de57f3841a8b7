"""A small pack for tests of loading: a fair with stalls, and ways to load it with more files."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from referee.packs import Stack, load_stack

HEAD = "id: fair\nkind: game\nversion: 1\nlanguage: 1\ntitle: The Fair\nseats: [2, 4]\nsources: none\n"

FAIR = (
    HEAD
    + """\
tokens: {coin: {unlimited: yes}, bead: {supply: 18, prices: [3, 2, 1]}}
groups: {goods: {of: [bead], one: good}}
symbols: {colours: [red, blue]}
options:
  weather: {values: [sun, rain], default: sun}
  entry_price: {values: [3, 4], default: 3}
  left_out: {pick: 2, of: stall, default: none}
kinds:
  stall:
    fields: {cost: bag of goods, size: {type: number, default: 1}, wet: yes/no}
    hooks: {use: {sort: effect, this: stall, me: owner}, in_force: {sort: modifier}}
  card: {name: Card, plural: Cards, per_seat: 1}
stall:
  - {id: ^shop, cost: {bead: 1}, name: Shop}
  - {id: tea, like: ^shop, use: gain 1 coin}
  - {id: toss, cost: {bead: 2}, size: 2}
  - {id: ring, cost: {bead: 2}, use: gain 2 coin}
places:
  yard: {of: seat, tokens: [coin, bead], home: yes}
  row: {of: table, cells: 2, holds: stall, data: {worth: [2, 1]}}
values: {visits: {of: seat}}
rules: {prizes: 3, shares: {type: list of number, base: [3, 1]}}
terms: {price(bead k): 1, busy(f): f is empty}
procedures: {main: do fair_day, fair_day: "each seat: gain 1 coin"}
windows: {guests: {before: [fair_day], for: seats, choose: "wave: gain 1 coin"}}
standing: {rest: "rest: gain 1 coin"}
triggers: ["after fair_day: gain 1 coin"]
setup: [{id: beads, place: yard, tokens: {bead: {2: 3, 3: 4}}}, {place: row, all: stall}]
scoring: {lines: [{id: coins, says: Coins, points: my.coin}], tie_breaks: [{id: beads, points: my.bead}]}
says: {fair_day: A day at the fair}
"""
)


def night(body: str, pack: str = "night", kind: str = "house-rules", requires: str = "fair") -> str:
    """A pack.yaml on top of the fair; its body starts in line 7."""
    head = f"id: {pack}\nkind: {kind}\nversion: 1\nlanguage: 1\ntitle: Night\nrequires: [{requires}]\n"
    return head + textwrap.dedent(body)


def load(*names: str, settings: Mapping[str, list[str]] | None = None, **packs: str | bytes) -> Stack:
    """A stack of packs given as the text of their pack.yaml; `fair` is there unless given otherwise."""
    texts: dict[str, str | bytes] = {"fair": FAIR, **packs}
    files = {f"{name}/pack.yaml": text.encode() if isinstance(text, str) else text for name, text in texts.items()}
    return load_stack(names or list(texts), files=files, settings=settings)


def found(stack: Stack) -> list[str]:
    """The findings as "CODE file:line:column"."""
    return [f"{each.code.code} {each.at}" for each in stack.diagnostics]


def hints(stack: Stack) -> list[str]:
    return [each.hint for each in stack.diagnostics]
