"""Catanatron 3.2.1 with four random players: a full game of that size, by hand in plain Python.

Another game, so its rate is an order of magnitude. Its players choose from a list that the game has made; the
game takes their word for it, so nothing is checked and nothing copied: kinder to it than to us.
"""

from __future__ import annotations

import random
import sys

from measure import report

try:
    from catanatron import Color, Game, RandomPlayer
except ImportError:
    sys.stderr.write("not run: catanatron (pip install catanatron==3.2.1)\n")
    raise SystemExit(3) from None

COLOURS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def play(rng: random.Random) -> int:
    """One game, its seed drawn from `rng`; the number of choices made."""
    seed = rng.randrange(2**31)
    random.seed(seed)  # its players draw from the module's own generator
    game = Game([RandomPlayer(colour) for colour in COLOURS], seed=seed)
    game.play()
    return len(game.state.actions)


if __name__ == "__main__":
    report("catanatron", play)
