"""A player program that looks one choice ahead: it takes what leaves it best by the declared score.

It knows no game, and no more than its seat may know: what the seat can't see is dealt anew before anything is tried.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence

from referee.engine import Illegal, Program, Raw, RulesFault, State
from referee.engine.core import answer, asks
from referee.engine.outcome import score
from referee.engine.records import Choice

_TRIED = 24  # choices looked at
_WON, _LOST = 1_000_000, -1_000_000  # beyond any score


class AheadBot:
    """Tries choices, and of those that come out best takes any."""

    def __init__(self, rng: random.Random | None = None) -> None:
        self._random = rng or random.Random(secrets.randbits(64))

    def choose(self, program: Program, state: State, seat: str) -> Sequence[Choice]:
        """A legal move of one choice."""
        own = int(seat) - 1
        raws = program.moves(state, own)
        tried = [program.raw_to_choice(state, self._filled(raw), seat) for raw in self._some(raws)]
        if len(tried) > 1:
            dealt = program.resample(state, seat, self._random.randbytes(16))
            worth = [self._worth(program, dealt, seat, choice) for choice in tried]
            best = max(worth)
            tried = [choice for choice, points in zip(tried, worth, strict=True) if points == best]
        return (self._random.choice(tried),)

    def _some(self, raws: list[Raw]) -> list[Raw]:
        return raws if len(raws) <= _TRIED else self._random.sample(raws, _TRIED)

    def _filled(self, raw: Raw) -> Raw:
        return (*raw[:-1], answer(raw[-1], self._random)) if asks(raw) else raw

    def _worth(self, program: Program, dealt: State, seat: str, choice: Choice) -> int:
        """How far ahead of the best of the others the seat is after a choice, as far as it can know."""
        own = int(seat) - 1
        try:
            after = program.apply(dealt, own, program.choice_to_raw(dealt, seat, choice))
        except (Illegal, RulesFault):
            return _LOST  # it goes wrong on what nobody could see; another choice is surer
        if program.over(after):
            outcome = program.outcome(after)
            winners = outcome.winners if outcome is not None else ()
            return _WON if seat in winners else _LOST if winners else 0
        points = [score(program, after, each).points for each in range(program.seats)]
        mine = points.pop(own)
        return mine - max(points, default=0)
