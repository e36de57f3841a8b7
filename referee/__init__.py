"""A referee for board games whose rules are data.

>>> import referee
>>> game = referee.new_game("tests/packs/tic_tac_toe", seats=2, seed="7")
>>> game.options()[:2]
['mark/r1c1', 'mark/r1c2']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.engine.game import Game
    from referee.language import Ruleset

__version__ = "0.1.0"
__all__ = ["load", "new_game"]


def load(stack: str, *, settings: Mapping[str, Sequence[str]] | None = None) -> Ruleset:
    """The ruleset of a stack of packs: ids of shipped packs or folders, joined with `+`.

    Args:
        settings: options as `pack.option` → values.

    Raises:
        PackInvalid: with every finding, if the packs have errors.
    """
    from referee.language import build_ruleset
    from referee.packs import load_stack

    return build_ruleset(load_stack(stack.split("+"), settings=settings))


def new_game(stack: str, *, seats: int, seed: str = "", settings: Mapping[str, Sequence[str]] | None = None) -> Game:
    """A game at its first decision. The same seed gives the same shuffles.

    Raises:
        PackInvalid: if the packs have errors.
        ValueError: if the game isn't for so many.
    """
    from hashlib import sha256

    from referee.engine import compile_ruleset
    from referee.engine.game import Game

    program = compile_ruleset(load(stack, settings=settings), seats)
    return Game(program, program.start(sha256(seed.encode()).digest()))
