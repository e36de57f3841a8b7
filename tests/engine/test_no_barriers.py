"""Games in which nothing is hidden, random or answered in secret: no option is tried out for a barrier."""

from __future__ import annotations

import ast
import inspect
import random

import pytest

from referee.engine.core import RulesFault
from referee.engine.layout import BARRIER
from referee.engine.offering.barriers import TELLS, ends
from referee.engine.program import Program
from referee.engine.runtime import piles
from tests.engine.programs import CONTENT, program
from tests.engine.walk import key

OPEN = [("tic_tac_toe", 2), ("connect_four", 2), ("othello", 2)]
HIDING = [("auction", 3), ("cuba", 3), ("puerto-rico", 3), ("urban-sketchers", 3)]


def tried(game: Program, state: list[object], seat: int) -> list[bool]:
    """Whether each option is a barrier, by trying it out."""
    found = []
    for _, raw in game.options_of.listed(state, seat):
        try:
            found.append(any(game.advance(state, seat, one)[BARRIER] != 0 for one in ends(raw)))
        except RulesFault:
            found.append(True)
    return found


@pytest.mark.parametrize(("pack", "seats"), OPEN)
def test_nothing_is_a_barrier_where_all_is_seen(pack: str, seats: int) -> None:
    game, dice = program(pack, seats), random.Random(pack)
    assert not game.options_of.barriers._any
    state = game.start(key(1))
    while not game.over(state):
        seat = game.pending_seats(state)[0]
        assert not any(tried(game, state, seat))
        state = game.advance(state, seat, game.sample(state, dice, seat))


@pytest.mark.parametrize(("pack", "seats"), HIDING)
def test_games_that_hide_or_draw_are_tried_out(pack: str, seats: int) -> None:
    assert pack in CONTENT or pack == "auction"
    assert program(pack, seats).options_of.barriers._any


def test_functions_that_are_barriers_by_themselves_are_known_by_name() -> None:
    own = {
        name: ast.dump(ast.parse(inspect.getsource(function)))
        for name, function in inspect.getmembers(piles, inspect.isfunction)
        if function.__module__ == piles.__name__
    }
    telling = {name for name, tree in own.items() if "'BARRIER'" in tree}
    for _ in own:
        telling |= {name for name, tree in own.items() if any(f"id='{other}'" in tree for other in telling)}
    assert {name for name in own if TELLS.search(f"{name}(S)")} == telling
