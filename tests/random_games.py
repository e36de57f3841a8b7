"""Random games of every pack and of packs together, all invariants checked at every step.

Half are played by random bots, half by bots that try what is rare.

`--seconds S` plays at every number of seats as many games as fit, at least one each. `--games N` plays so many games of
each stack, at every number of seats and with every setting of its options, and asks that over all of them everything
happened: every hook of every entry, every option, every end.

Where settings and seats make more than MOST_TABLES tables, only so many are set up that every two values of two options
meet at one of them, and every value meets every number of seats: what needs three to go wrong is left to scenarios.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod
from pathlib import Path

from referee.engine import Program, compile_ruleset
from referee.lab.players import Player, RandomPlayer, RarePlayer
from referee.lab.simulate import BrokenGame, Report, simulate
from referee.language import Ruleset, build_ruleset
from referee.packs import Stack, load_stack
from referee.packs.header import written

ROOT = Path(__file__).resolve().parent.parent
MOST_TABLES = 64
TOGETHER = (
    ("cuba-el-presidente", "cuba-secret-delegate", "cuba-published"),
    ("puerto-rico-new-buildings", "puerto-rico-nobles"),
    ("puerto-rico-new-buildings", "puerto-rico-nobles", "puerto-rico-published"),
)
Setting = tuple[str, ...]
Settings = dict[str, Setting]
Packs = tuple[str, ...]  # folders, in the order of the stack


def stacks() -> dict[str, Packs]:
    """By name every pack on what it requires, the small ones first (what they leave over of a time goes to the big
    ones), then those that are played together."""
    files = [file for place in ("tests/packs", "content") for file in sorted(ROOT.glob(f"{place}/*/pack.yaml"))]
    alone = {file.parent.name: (str(file.parent),) for file in files}
    return alone | {"+".join(names): tuple(str(ROOT / "content" / name) for name in names) for names in TOGETHER}


def values_of(stack: Stack) -> dict[str, list[Setting]]:
    """The options of a stack with their values. Of a pick of entries: none, and so many that each is among one."""
    found: dict[str, list[Setting]] = {}
    for option in (option for each in stack.packs for option in each.options.values()):
        if option.pick:
            among = [str(value) for value in option.values] or list(stack.entries[option.of])
            picks = [(among * 2)[first : first + option.pick] for first in range(0, len(among), option.pick)]
            found[f"{option.pack}.{option.id}"] = [("none",), *map(tuple, picks)]
        else:
            found[f"{option.pack}.{option.id}"] = [(written(value),) for value in option.values]
    return found


def tables_of(packs: Packs) -> list[tuple[Settings, int]]:
    """Settings and numbers of seats at which a stack is played: all of them, or pairs of them."""
    stack = load_stack(packs)
    options = values_of(stack)
    seats = list(range(stack.min_seats, stack.max_seats + 1))
    sizes = [*map(len, options.values()), len(seats)]
    rows = product(*map(range, sizes)) if prod(sizes) <= MOST_TABLES else covering(sizes)
    return [
        (
            dict(zip(options, (values[at] for values, at in zip(options.values(), row, strict=False)), strict=True)),
            seats[row[-1]],
        )
        for row in rows
    ]


def covering(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Rows with a number below each size, few of them, in which every two numbers of two columns meet."""
    if len(sizes) < 2:
        return list(product(*map(range, sizes)))
    columns = sorted(range(len(sizes)), key=lambda column: -sizes[column])
    pairs = {
        (one, two, first, second)
        for one, two in combinations(range(len(sizes)), 2)
        for first in range(sizes[one])
        for second in range(sizes[two])
    }
    rows: list[tuple[int, ...]] = []
    while pairs:
        one, two, first, second = min(pairs)
        row = {one: first, two: second}
        for column in columns:
            if column not in row:
                row[column] = max(range(sizes[column]), key=lambda number: len(_meet({**row, column: number}) & pairs))
        pairs -= _meet(row)
        rows.append(tuple(row[column] for column in range(len(sizes))))
    return rows


def _meet(row: dict[int, int]) -> set[tuple[int, int, int, int]]:
    """The pairs of a row, or of a part of it."""
    return {(one, two, row[one], row[two]) for one, two in combinations(sorted(row), 2)}


def ruleset_of(packs: Packs, settings: Settings) -> Ruleset:
    """The packs on top of what they require."""
    return build_ruleset(load_stack(packs, settings=settings))


@dataclass
class Seen:
    """What happened in the games of one stack, with the number of games after which it had, of all that could."""

    games: int = 0
    could: list[str] = field(default_factory=list)
    came: dict[str, int] = field(default_factory=dict)
    rare: RarePlayer = field(default_factory=RarePlayer)  # one for all: it remembers

    def add(self, program: Program, report: Report) -> None:
        """The games of one table. Things are named with their kind: `hooks stall/tea/open`."""
        could = [f"{kind} {name}" for kind, names in program.inventory().items() for name in names]
        self.could.extend(name for name in could if name not in self.could)
        for kind, names in report.came.items():
            for name, games in names.items():
                self.came.setdefault(f"{kind} {name}", self.games + games)
        self.games += report.games

    def never(self) -> list[str]:
        """What no game showed."""
        return [name for name in self.could if name not in self.came]

    def told(self) -> str:
        """How many games there were, what they showed, and what came up last."""
        last = max(self.came, key=lambda name: self.came[name])
        came = f"{len(self.came)} things happened, the last in game {self.came[last]}: {last}"
        return f"{self.games} games; {came}; {len(self.never())} never"


def play(program: Program, games: int, seed: int, seen: Seen, first: int = 0) -> Report:
    """Games at one table, the first half by random bots. Raises BrokenGame."""
    halves: list[tuple[Player, int]] = [(RandomPlayer(), (games + 1) // 2), (seen.rare, games // 2)]
    whole = Report()
    for player, number in halves:
        if number:
            report = simulate(program, games=number, seed=seed, first=first, player=player)
            seen.add(program, report)
            whole.games, whole.seconds = whole.games + report.games, whole.seconds + report.seconds
            first += number
    return whole


def by_games(packs: Packs, games: int, seed: int) -> Seen:
    """So many games of a stack, or a few more, over all its tables."""
    seen, tables = Seen(), tables_of(packs)
    for settings, seats in tables:
        program = compile_ruleset(ruleset_of(packs, settings), seats=seats)
        play(program, -(-games // len(tables)), seed, seen)
    return seen


def by_time(seconds: float, seed: int) -> Iterator[tuple[str, Seen]]:
    """Every stack at every number of seats, in about so many seconds."""
    tables: list[tuple[str, Ruleset, int]] = []
    for name, packs in stacks().items():
        ruleset = ruleset_of(packs, {})
        tables += [(name, ruleset, seats) for seats in range(ruleset.min_seats, ruleset.max_seats + 1)]
    ends, seen = time.monotonic() + seconds, {name: Seen() for name, _, _ in tables}
    for index, (name, ruleset, seats) in enumerate(tables):
        share = (ends - time.monotonic()) / (len(tables) - index)
        began = time.monotonic()
        program = compile_ruleset(ruleset, seats=seats)
        first = play(program, 2, seed, seen[name])
        left = share - (time.monotonic() - began)
        if (more := int(left * first.games / first.seconds)) > 0:
            play(program, more, seed, seen[name], first.games)
    yield from seen.items()


def main() -> None:
    """Plays, and prints a line for each stack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "stacks", nargs="*", metavar="STACK", help="only those of these names (PACK, PACK+PACK), with --games"
    )
    amount = parser.add_mutually_exclusive_group(required=True)
    amount.add_argument("--games", type=int, help="games of each stack")
    amount.add_argument("--seconds", type=float, help="time for all")
    parser.add_argument(
        "--share", default="1/1", metavar="K/N", help="with --games only each N-th stack, from the K-th on"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    total, missing = 0, []
    first, every = map(int, asked.share.split("/"))
    wanted = [stack for stack in stacks().items() if not asked.stacks or stack[0] in asked.stacks][first - 1 :: every]
    played = (
        ((name, by_games(packs, asked.games, asked.seed)) for name, packs in wanted)
        if asked.games
        else by_time(asked.seconds, asked.seed)
    )
    try:
        for name, seen in played:
            total += seen.games
            missing += [f"{name}: {what}" for what in seen.never()]
            print(f"{name}: {seen.told()}", flush=True)
    except BrokenGame as broken:
        sys.exit(str(broken))
    print(f"{total} random games, every invariant held")
    if asked.games and missing:
        sys.exit("never happened:\n  " + "\n  ".join(missing))


if __name__ == "__main__":
    main()
