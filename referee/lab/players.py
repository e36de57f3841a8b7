"""Players that know no rules: they pick among what the engine offers."""

from __future__ import annotations

import random
from collections import Counter
from typing import Protocol

from referee.engine import Program, Raw, State


class Player(Protocol):
    """Chooses for the seat that is asked first."""

    def choose(self, program: Program, state: State, rng: random.Random) -> Raw:
        """One legal raw choice."""


class RandomPlayer:
    """Any legal choice, as the engine samples them."""

    def choose(self, program: Program, state: State, rng: random.Random) -> Raw:
        return program.sample(state, rng)


class CuriousPlayer:
    """Prefers what was rarely chosen before, so that seldom seen rules come up; remembers across games.

    Of a few samples it takes the one whose option has been chosen least. Now and then it takes the first, so that
    no game is led round and round for ever.
    """

    def __init__(self, samples: int = 4, calm: float = 0.2) -> None:
        self.seen: Counter[tuple[str, str]] = Counter()
        self.samples, self.calm = samples, calm

    def choose(self, program: Program, state: State, rng: random.Random) -> Raw:
        best = program.sample(state, rng)
        best_name = option_name(program, state, best)
        if rng.random() >= self.calm:
            for _ in range(self.samples - 1):
                raw = program.sample(state, rng)
                name = option_name(program, state, raw)
                if self.seen[name] < self.seen[best_name]:
                    best, best_name = raw, name
        self.seen[best_name] += 1
        return best


def option_name(program: Program, state: State, raw: Raw) -> tuple[str, str]:
    """What a choice is called for counting: its step, and the label of its option without what it is about."""
    choice = program.raw_to_choice(state, raw)
    return choice.step, choice.option.partition("/")[0]
