"""Random games: the same seed gives the same games, everything is counted, a broken game is named."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine import InvariantBroken, Program, Raw, State, compile_ruleset
from referee.lab.checks import check_foreign, check_offer
from referee.lab.players import RarePlayer
from referee.lab.randomness import game_key
from referee.lab.simulate import BrokenGame, simulate
from referee.language import build_ruleset
from referee.packs import load_stack

PACKS = Path(__file__).resolve().parent.parent / "packs"
SMALL = ("tic_tac_toe", "connect_four", "othello", "auction")


def program(pack: str, seats: int = 2) -> Program:
    return compile_ruleset(build_ruleset(load_stack([str(PACKS / pack)])), seats=seats)


@pytest.mark.parametrize("pack", SMALL)
def test_games_end_and_everything_holds(pack: str) -> None:
    report = simulate(program(pack), games=5, seed=3)
    assert report.games == 5
    assert report.ends.total() == 5
    assert report.longest <= report.choices <= 5 * report.longest
    assert set(report.never) == {"hooks", "options", "ends"}


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (simulate(program("auction", 3), games=4, seed=9) for _ in range(2))
    assert (one.choices, one.ends, one.winners, one.never) == (other.choices, other.ends, other.winners, other.never)


def test_games_of_a_run_can_be_played_one_by_one() -> None:
    whole = simulate(program("connect_four"), games=4, seed=5)
    parts = [simulate(program("connect_four"), games=1, seed=5, first=number) for number in range(4)]
    assert whole.choices == sum(part.choices for part in parts)


def test_what_never_happened_is_told() -> None:
    report = simulate(program("tic_tac_toe"), games=1, seed=1)
    assert report.never == {
        "hooks": [],
        "options": [],
        "ends": [name for name in ("line", "full") if name not in report.ends],
    }


def test_a_rare_player_plays_legal_games() -> None:
    report = simulate(program("auction", 4), games=3, seed=2, player=RarePlayer())
    assert report.games == 3


class Stuck:
    """A player that makes an illegal choice after a while."""

    def __init__(self, after: int) -> None:
        self.left = after

    def choose(self, program: Program, state: State, rng: random.Random) -> Raw:
        self.left -= 1
        return program.sample(state, rng) if self.left >= 0 else (99,)


def test_a_broken_game_is_named_with_its_number_and_choice() -> None:
    with pytest.raises(BrokenGame) as caught:
        simulate(program("tic_tac_toe"), games=10, seed=1, player=Stuck(6), first=40)
    assert (caught.value.number, caught.value.choice) in {(40, 6), (41, 1), (41, 0)}
    assert str(caught.value).startswith(f"game {caught.value.number}, choice {caught.value.choice}: ")


def test_a_list_that_the_validator_contradicts_is_found() -> None:
    game = program("tic_tac_toe")
    state = game.start(game_key(1, 0))
    moves = game.moves(state)
    check_offer(game, state, 0, moves)
    with pytest.raises(InvariantBroken, match="offered, but not legal"):
        check_offer(game, state, 0, [*moves, (0, 10**6)])
    with pytest.raises(InvariantBroken, match="nothing is offered"):
        check_offer(game, state, 0, [])
    with pytest.raises(InvariantBroken, match="not offered, but legal"):
        for seed in range(100):
            check_foreign(game, state, 0, [], moves[4], random.Random(seed))
