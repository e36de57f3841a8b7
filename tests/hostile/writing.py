"""How hostile packs are written: a small game, and ways to say a thing very often."""

from __future__ import annotations

import textwrap

HEAD = "id: fair\nkind: game\nversion: 1\nlanguage: 1\ntitle: Fair\nseats: [2, 4]\nsources: none\n"
COIN = "tokens: {coin: {unlimited: yes}, bead: {supply: 20}}\n"
BOARD = "kinds: {stall: {per_seat: unlimited}}\nplaces: {board: {of: table, grid: [40, 50], holds: stall}}\n"
CARDS = "kinds: {card: {}}\ncard: [{id: ace, n: 3}]\n"
OVER = "end game because over"


def game(main: str, more: str = "", **procedures: str) -> str:
    """A game with a main procedure, other procedures, and further sections."""
    text = HEAD + COIN + more + "procedures:\n"
    for name, code in {"main": main, **procedures}.items():
        text += f"  {name}: |\n" + textwrap.indent(code.strip("\n"), "    ") + "\n"
    return text


def turn(code: str, more: str = "", **procedures: str) -> str:
    """A game in which each seat does something once."""
    return game("each seat:\n" + textwrap.indent(code, "  "), more, **procedures)


def chain(count: int, step: str, first: str) -> str:
    """Terms that each use the one before: `step` has {last} for its name."""
    lines = [f"  t0: {first}"]
    lines += [f"  t{n}: " + step.replace("{last}", f"t{n - 1}") for n in range(1, count + 1)]
    return "terms:\n" + "\n".join(lines) + "\n"


def calls(count: int, step: str, first: str) -> dict[str, str]:
    """Procedures that each call the one before."""
    found = {"p0": first}
    for n in range(1, count + 1):
        found[f"p{n}"] = step.replace("{last}", f"p{n - 1}")
    return found


def nested(count: int, line: str, last: str) -> str:
    """A line inside itself, each time further in; {n} is its number."""
    lines = ["  " * n + line.replace("{n}", str(n)) for n in range(count)]
    return "\n".join([*lines, "  " * count + last])


def many(count: int, line: str) -> str:
    """A line again and again; {n} is its number."""
    return "".join(line.replace("{n}", str(n)) + "\n" for n in range(count))
