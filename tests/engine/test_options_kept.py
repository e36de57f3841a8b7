"""Options and labels that were made before are those that would be made now: for every viewer, over several games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine import Program, compile_ruleset
from referee.engine.core import State
from referee.engine.offering.options import Options
from referee.engine.offering.shapes import Shapes
from referee.language import build_ruleset
from referee.packs import load_stack
from tests.engine.inline import pack
from tests.engine.inline import program as program_of
from tests.engine.walk import key

ROOT = Path(__file__).resolve().parents[2]
TABLES = [("auction", 4), ("othello", 2), ("cuba-el-presidente", 4), ("puerto-rico-nobles", 3), ("urban-sketchers", 3)]


class Never(Shapes):
    """Nothing can be told of what an option depends on: each is made anew."""

    def key(self, S: State, *rest: object) -> None:
        return None


def anew(game: Program) -> Options:
    made = Options(game)
    made._shapes = Never(game)
    return made


def compare(game: Program, seeds: range, steps: int) -> int:
    plain, same = anew(game), 0
    seen: dict[int, object] = {}
    for seed in seeds:
        dice, state = random.Random(seed), game.start(key(seed))
        for _ in range(steps):
            if game.over(state):
                break
            seat = dice.choice(game.pending_seats(state))
            kept = game.options_of.options(state, seat)
            assert kept == plain.options(state, seat)
            same += sum(id(option) in seen for option in kept)
            seen.update((id(option), option) for option in kept)
            decision = game.decisions[state[0][0]]
            for raw in game.moves(state, seat):
                for viewer in range(-1, game.seats):
                    label = game.options_of.label(state, decision, raw, seat, viewer)
                    assert label == plain.label(state, decision, raw, seat, viewer)
            state = game.apply(state, seat, game.sample(state, dice, seat))
    return same


@pytest.mark.parametrize(("stack", "seats"), TABLES)
def test_kept_options_are_those_made_anew(stack: str, seats: int) -> None:
    small = ROOT / "tests" / "packs" / stack
    game = compile_ruleset(build_ruleset(load_stack([str(small) if small.is_dir() else stack])), seats=seats)
    assert compare(game, range(3), 60)


FAIR = pack(
    """
    tokens: {coin: {unlimited: true}}
    kinds:
      card: {}
    card:
      - {id: ace, n: 3}
      - {id: deuce, n: 3}
    places:
      purse: {of: seat, tokens: coin, home: true}
      deck: {of: table, pile: card, seen_by: nobody}
      mine: {of: seat, cells: 2, holds: card, seen_by: owner}
    setup:
      - {place: deck, all: card}
    says:
      main/point: "Point at {x}"
    """,
    main="""
    shuffle deck
    each seat: draw 1 from deck to my.mine
    each seat:
      choose point x from my.mine: gain 1 coin
    each seat: draw 1 from deck to my.mine
    each seat:
      choose point x from my.mine: gain 1 coin
    """,
)


def test_what_a_label_names_is_what_its_reader_sees_now() -> None:
    """A hidden card is named to its owner only, a free space by its place: of one choice there are several texts."""
    assert compare(program_of(FAIR, 3), range(8), 20)
