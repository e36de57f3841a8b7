"""Random games with everything checked: how fast, how they end, and what never happened."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from referee.engine import Illegal, InvariantBroken, Program, Raw, RulesFault, State
from referee.lab.checks import ROUND_TRIP_EVERY, check_foreign, check_forms, check_offer, check_secrets, check_wire
from referee.lab.coverage import Coverage
from referee.lab.naming import check_decision, check_places
from referee.lab.players import Player, RandomPlayer
from referee.lab.randomness import game_key, player_random

LONGEST_GAME = 100_000  # choices; a game of random players that is longer never ends


class BrokenGame(Exception):
    """A random game broke an invariant. `number` is the game within its run, `choice` the choices made before."""

    def __init__(self, number: int, choice: int, reason: str) -> None:
        self.number, self.choice, self.reason = number, choice, reason
        super().__init__(f"game {number}, choice {choice}: {reason}")


@dataclass
class Report:
    """The result of a run. `seconds` is the time of everything, checks included.

    `came` has what happened, by kind, with the number of games after which it had; `never` what didn't happen.
    """

    games: int = 0
    choices: int = 0
    seconds: float = 0.0
    ends: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    came: dict[str, dict[str, int]] = field(default_factory=dict)
    never: dict[str, list[str]] = field(default_factory=dict)
    longest: int = 0

    @property
    def choices_per_game(self) -> float:
        return self.choices / self.games if self.games else 0.0

    @property
    def games_per_s(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def choices_per_s(self) -> float:
        return self.choices / self.seconds if self.seconds else 0.0


def simulate(
    program: Program,
    *,
    games: int,
    seed: int,
    first: int = 0,
    player: Player | None = None,
    done: Callable[[int], None] = lambda games: None,
) -> Report:
    """Play `games` random games, the ones numbered from `first` of the run that `seed` names.

    All invariants are checked at every step. `done` is called with the number of games played.
    Raises BrokenGame at the first one that doesn't hold.
    """
    report, coverage = Report(), Coverage(program)
    chooser = player or RandomPlayer()
    begun = time.perf_counter()
    for number in range(first, first + games):
        choices = _play(program, number, seed, chooser, coverage, report)
        report.games += 1
        report.choices += choices
        report.longest = max(report.longest, choices)
        for kind, names in coverage.seen().items():
            came = report.came.setdefault(kind, {})
            for name in sorted(names - came.keys()):
                came[name] = report.games
        done(report.games)
    report.seconds = time.perf_counter() - begun
    report.ends.update(coverage.ends)
    report.never = coverage.never()
    return report


def _play(program: Program, number: int, seed: int, chooser: Player, coverage: Coverage, report: Report) -> int:
    """One game; gives the number of its choices."""
    rng = player_random(seed, number)
    choices = 0
    try:
        state = program.start(game_key(seed, number))
        program.check_invariants(state)
        coverage.reached(state)
        while waiting := program.pending(state):
            state = _step(program, state, waiting[0], choices, rng, chooser, coverage)
            choices += 1
            if choices > LONGEST_GAME:
                raise InvariantBroken(f"the game doesn't end within {LONGEST_GAME} choices")
        outcome = program.outcome(state)
        if outcome is None:
            raise InvariantBroken("nobody is asked, but the game has no outcome")
    except (InvariantBroken, RulesFault, Illegal) as problem:
        raise BrokenGame(number, choices, str(problem)) from problem
    coverage.ended(outcome)
    report.winners.update(outcome.winners)
    return choices


def _step(
    program: Program,
    state: State,
    seat: str,
    choices: int,
    rng: random.Random,
    chooser: Player,
    coverage: Coverage,
) -> State:
    """One choice of a game, with all checks around it; gives the next position."""
    index = int(seat) - 1
    moves = program.moves(state)
    check_offer(program, state, index, moves)
    check_decision(program, state, index, moves)
    check_places(program, state, seat)
    raw = chooser.choose(program, state, rng)
    check_foreign(program, state, index, moves, raw, rng)
    thorough = choices % ROUND_TRIP_EVERY == 0
    if thorough:
        check_forms(program, state, seat, raw)
        check_secrets(program, state, rng)
    before = state.copy()
    coverage.chosen(state, raw)
    events: list[Raw] = []
    after = program.apply(state, index, raw, events)
    coverage.events(events)
    coverage.reached(after)
    if state != before:
        raise InvariantBroken("a choice changed the position that it was made in, not only its copy")
    program.check_invariants(after)
    if thorough:
        check_wire(program, state, seat, raw, after)
    return after
