"""How fast a ruleset runs, measured so that it can be compared within one run: rates of whole random games and the
cost of single steps. A choice counts as a referee makes it: list everything that is legal, check the choice, copy the
position, apply it. Every game has its own seed; in every game an illegal choice is tried and must be refused.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.engine import Illegal, Program, Raw, State
from referee.engine.core import answer
from referee.lab.randomness import game_key, player_random

SLICES = 3  # of each turn; the rate is their median, because machines are shared
FOREIGN: Raw = (-1, -1)  # never legal
NOT_RUN = 3  # exit code of a peer that lacks what it needs


@dataclass(frozen=True, slots=True)
class Rate:
    """Whole games: rates per second and the mean number of choices in one."""

    name: str
    choices_per_s: float
    games_per_s: float
    choices_per_game: float


@dataclass(frozen=True, slots=True)
class Costs:
    """Single steps, microseconds each: copying a position of `slots` slots, `list.copy()` of the numbers 0, 1, 2 … and
    of the position's own numbers, equally many each, and checking a choice.

    The second yardstick is there because a processor copies some patterns of references slower than others.
    """

    slots: int
    copy: float
    list_copy: float
    same_copy: float
    check: float


class PeerFailed(Exception):
    """A peer could not be measured; the message says why."""


def measure_games(program: Program, name: str, *, seconds: float, rng: random.Random) -> Rate:
    """Random games for about `seconds`. Raises AssertionError if an illegal choice is accepted."""
    play_game(program, rng)
    rates: list[float] = []
    games = choices = 0
    begun = time.perf_counter()
    for _ in range(SLICES):
        count, start = 0, time.perf_counter()
        now = start
        while now - start < seconds / SLICES or count == 0:
            games += 1
            count += play_game(program, rng)
            now = time.perf_counter()
        rates.append(count / (now - start))
        choices += count
    return Rate(name, statistics.median(rates), games / (time.perf_counter() - begun), choices / games)


def play_game(program: Program, rng: random.Random) -> int:
    """One random game with a seed of its own, as a referee goes through it; the number of its choices."""
    state = program.start(rng.randbytes(32))
    pending, moves, apply = program.pending_seats, program.moves, program.apply
    rnd = rng.random
    choices = 0
    while seats := pending(state):
        offered = moves(state)
        raw = offered[int(rnd() * len(offered))]
        last = raw[-1]
        if type(last) is tuple and last and type(last[0]) is str:  # it asks for an argument
            raw = (*raw[:-1], answer(last, rng))
        if not choices:
            refuse_foreign(program, state, seats[0])
        state = apply(state, seats[0], raw)
        choices += 1
    return choices


def refuse_foreign(program: Program, state: State, seat: int) -> None:
    """Try an illegal choice. Raises AssertionError if it is accepted."""
    try:
        program.apply(state, seat, FOREIGN)
    except Illegal:
        return
    raise AssertionError("an illegal choice was accepted")


def measure_steps(program: Program, *, seconds: float, seed: int) -> Costs:
    """The cost of copying and checking, over positions of random games."""
    cases = _positions(program, seed)
    states = [state for state, _, _ in cases]
    legal = program.legal

    def check() -> None:
        for state, seat, raw in cases:
            legal(state, seat, raw)

    def copies(lists: Sequence[State]) -> Callable[[], None]:
        def run() -> None:
            for each in lists:
                each.copy()

        return run

    numbers = [list(range(len(state))) for state in states]
    same = [[slot if type(slot) is int else 0 for slot in state] for state in states]
    best = _best([copies(states), copies(numbers), copies(same), check], seconds)
    return Costs(len(states[0]), *(1e6 * cost / len(cases) for cost in best))


def _best(works: Sequence[Callable[[], None]], seconds: float) -> list[float]:
    """The shortest time of one call of each, measured in turns."""
    timers = [timeit.Timer(work) for work in works]
    best = [min(timer.repeat(3, 1)) for timer in timers]
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        best = [min(so_far, timer.timeit(1)) for so_far, timer in zip(best, timers, strict=True)]
    return best


def _positions(program: Program, seed: int) -> list[tuple[State, int, Raw]]:
    """Positions spread over some games, each with a legal choice."""
    cases: list[tuple[State, int, Raw]] = []
    for number in range(8):
        rng = player_random(seed, number)
        state = program.start(game_key(seed, number))
        while pending := program.pending(state):
            seat, raw = int(pending[0]) - 1, program.sample(state, rng)
            cases.append((state, seat, raw))
            state = program.apply(state, seat, raw)
    return cases[:: max(1, len(cases) // 200)]


def measure_peer(path: Path, *, seconds: float, seed: int) -> Rate:
    """Run a peer: a program that takes `--seconds` and `--seed` and prints one line of JSON. Raises PeerFailed."""
    command = [sys.executable, str(path), "--seconds", str(seconds), "--seed", str(seed)]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=60 + 10 * seconds)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise PeerFailed(f"{path.name}: {problem}") from problem
    lines = result.stdout.strip().splitlines()
    if result.returncode == NOT_RUN:
        raise PeerFailed((result.stderr.strip().splitlines() or [f"not run: {path.name}"])[-1])
    try:
        data = json.loads(lines[-1])
        return Rate(data["peer"], data["choices_per_s"], data["games_per_s"], data["choices_per_game"])
    except (IndexError, KeyError, TypeError, ValueError) as problem:
        last = (result.stderr.strip().splitlines() or ["it printed no line of JSON"])[-1]
        raise PeerFailed(f"{path.name} ended with code {result.returncode}: {last}") from problem
