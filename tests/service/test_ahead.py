"""The player program that looks ahead: it takes what wins, beats chance, and sees no more than its seat."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from referee.engine import Program, State, compile_ruleset
from referee.engine.records import Choice
from referee.language import build_ruleset
from referee.packs import load_stack
from referee.service.games.ahead import AheadBot

PACKS = Path(__file__).resolve().parents[1] / "packs"


def program(pack: str, seats: int) -> Program:
    return compile_ruleset(build_ruleset(load_stack([str(PACKS / pack)])), seats=seats)


def start(game: Program, seed: int) -> State:
    return game.start(f"{seed}".encode())


def after(game: Program, state: State, *options: str) -> State:
    for option in options:
        state = game.submit(state, game.pending(state)[0], (Choice(option),)).state
    return state


def test_it_takes_the_choice_that_wins() -> None:
    game = program("tic_tac_toe", 2)
    state = after(game, start(game, 1), "mark/r1c1", "mark/r2c1", "mark/r1c2", "mark/r2c2")
    for seed in range(20):
        assert AheadBot(random.Random(seed)).choose(game, state, "1")[0].option == "mark/r1c3"


def test_it_wins_more_often_than_chance() -> None:
    game = program("connect_four", 2)
    won = 0
    for seed in range(20):
        rng, bot, state = random.Random(seed), AheadBot(random.Random(seed)), start(game, seed)
        seat = str(1 + seed % 2)
        while not game.over(state):
            asked = game.pending(state)[0]
            if asked == seat:
                state = game.submit(state, asked, bot.choose(game, state, asked)).state
            else:
                state = game.apply(state, int(asked) - 1, game.sample(state, rng))
        outcome = game.outcome(state)
        won += outcome is not None and outcome.winners == (seat,)
    assert won >= 13  # of 20; chance alone gives as many once in eight runs


def test_what_it_tries_is_dealt_anew_for_its_seat() -> None:
    game = program("auction", 3)
    rng, state, bot = random.Random(3), start(game, 3), AheadBot(random.Random(3))
    dealt: list[tuple[str, State]] = []
    tried: list[State] = []
    trials = 0

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(game, name)

        def resample(self, state: State, seat: str, key: bytes) -> State:
            dealt.append((seat, game.resample(state, seat, key)))
            return dealt[-1][1]

        def apply(self, state: State, seat: int, raw: Any) -> State:
            tried.append(state)
            return game.apply(state, seat, raw)

    for _ in range(60):
        seat = game.pending(state)[0]
        dealt.clear()
        tried.clear()
        bot.choose(Watched(), state, seat)  # type: ignore[arg-type]  # it has what a program has
        assert all(known == seat for known, _ in dealt)
        assert all(any(each is known for _, known in dealt) for each in tried)
        trials += len(tried)
        state = game.apply(state, int(seat) - 1, game.sample(state, rng, int(seat) - 1))
    assert trials > 60
