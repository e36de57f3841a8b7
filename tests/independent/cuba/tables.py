"""The tables that are played: every mixture of options, two to five seats, plain and odd beginnings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import referee
from referee.engine import Program, State, compile_ruleset
from referee.engine.position import set_up_position
from tests.independent.cuba.facts import GOODS, PIECES, PRODUCTS, WARES, slots
from tests.independent.cuba.picture import picture
from tests.independent.cuba.play import Bot, Tally, play

Settings = tuple[tuple[str, str], ...]

CONTENT = Path(__file__).parents[3] / "content"
OPTIONS = {
    "estate_side": ("common", "individual"),
    "goods_track": ("four_spaces", "six_spaces"),
    "large_branch_loads": ("any", "5"),
    "harbour_law_small_branch": ("no", "yes"),
    "secret_delegate": ("", "yes"),  # the pack of that name lies on top
}
BRANCHES, OTHERS = ("small_branch", "large_branch"), ("church", "town_hall", "warehouse")
IN_SIGHT = ("r1c2", "r1c4", "r2c1")  # of the pawn, where it stands at first
OUT = dict.fromkeys(PRODUCTS, 12) | dict.fromkeys(GOODS, 10)  # at most in the market and on ships, at first
MIXTURES = [tuple(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]


def _pairs() -> Iterator[Settings]:
    """Eight mixtures in which every two options have every pair of values."""
    for a, b, c in product((0, 1), repeat=3):
        values = [OPTIONS[name][bit] for name, bit in zip(OPTIONS, (a, b, c, a ^ b ^ c, a ^ b), strict=True)]
        yield tuple(zip(OPTIONS, values, strict=True))


FEW = list(_pairs())


@cache
def program(settings: Settings, seats: int, cuba: Path = CONTENT / "cuba") -> Program:
    """The program of one mixture of options. `cuba` is the folder of the pack, or of a copy of it."""
    return compile_ruleset(_ruleset(settings, cuba), seats)


@cache
def _ruleset(settings: Settings, cuba: Path) -> Any:
    chosen = dict(settings)
    stack = str(cuba) + (f"+{CONTENT / 'cuba-secret-delegate'}" if chosen.pop("secret_delegate") else "")
    return referee.load(stack, settings={f"cuba.{name}": [value] for name, value in chosen.items()})


def beginning(game: Program, dice: random.Random) -> State:
    """The start of a game; every second time one with a law, buildings, and much or little of everything."""
    key = dice.randbytes(32)
    start = game.start(key)
    if dice.random() < 0.5:
        return start
    harbour = picture(game, start, {})["harbour"]
    most = dice.choice((0, 4, 6, 6))
    hoarded = dice.choice(("rum", "cigars", None, None))  # nothing of it in the market or the supply
    values: dict[str, Any] = {}
    places: dict[str, Any] = {f"market/{k}": {k: dice.randint(0, most)} for k in PRODUCTS}
    places |= {f"market/{k}": {k: dice.randint(0, min(most, 4))} for k in GOODS}
    for cell in (2, 3):
        space = [k for k in WARES for _ in range(slots(harbour[cell]["ship"], k)) if k != hoarded]
        loaded = dice.sample(space, dice.choice((0, 2, len(space) - 1, len(space) - 1)))
        places[f"lane/{cell}/hold"] = {k: loaded.count(k) for k in loaded}
    if hoarded:
        places[f"market/{hoarded}"] = {}
    tiles = [*dice.sample(OTHERS, 3), *dice.sample(BRANCHES, 2)]  # one a seat
    for seat in range(1, game.seats + 1):
        shares = {k: (n - OUT.get(k, 0)) // game.seats for k, n in PIECES.items()}
        yard = {k: dice.randint(n // 2, n) for k, n in shares.items()}
        if hoarded:
            yard[hoarded] = PIECES[hoarded] // game.seats + (PIECES[hoarded] % game.seats if seat == 1 else 0)
        values[f"seat/{seat}/peso"] = dice.choice((0, 3, 20, 40))
        places[f"seat/{seat}/yard"] = yard
        places[f"seat/{seat}/estate/{dice.choice(IN_SIGHT)}"] = [tiles.pop()]
    places["statutes/4"] = [dice.choice(("harbour", "harbour", "drought", "construction", "anti_corruption"))]
    return set_up_position(game, key, values=values, places=places)


def compare(number: int, settings: Settings, bot: Bot, tally: Tally, cuba: Path = CONTENT / "cuba") -> None:
    """Plays the game of that number with these options. Raises Disagreement."""
    game = program(settings, 2 + (number + number // 8 + number // 32) % 4, cuba)
    dice = random.Random(number)
    play(game, beginning(game, dice), dict(settings), number, bot, tally)
