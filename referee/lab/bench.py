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
from referee.engine.core import answer, asks
from referee.lab.randomness import game_key, player_random

SLICES = 7  # the rate is the median of so many slices, because machines are shared
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
    """Single steps, microseconds each: copying a position of `slots` slots, a plain list of as many ints, a check."""

    slots: int
    copy: float
    list_copy: float
    check: float


class PeerFailed(Exception):
    """A peer could not be measured; the message says why."""


def measure_games(
    program: Program, name: str, *, seconds: float, seed: int, done: Callable[[int], None] = lambda slices: None
) -> Rate:
    """Random games for about `seconds`. Raises AssertionError if an illegal choice is accepted."""
    rng = random.Random(seed)
    play_game(program, rng)
    rates: list[float] = []
    games = choices = 0
    begun = time.perf_counter()
    for number in range(SLICES):
        count, start = 0, time.perf_counter()
        now = start
        while now - start < seconds / SLICES or count == 0:
            games += 1
            count += play_game(program, rng)
            now = time.perf_counter()
        rates.append(count / (now - start))
        choices += count
        done(number + 1)
    return Rate(name, statistics.median(rates), games / (time.perf_counter() - begun), choices / games)


def play_game(program: Program, rng: random.Random) -> int:
    """One random game with a seed of its own, as a referee goes through it; the number of its choices."""
    state = program.start(rng.randbytes(32))
    pending, moves, apply = program.pending_seats, program.moves, program.apply
    choices = 0
    while seats := pending(state):
        raw = pick(moves(state), rng)
        if not choices:
            refuse_foreign(program, state, seats[0])
        state = apply(state, seats[0], raw)
        choices += 1
    return choices


def pick(moves: Sequence[Raw], rng: random.Random) -> Raw:
    """One of the listed moves, with an argument at random if it asks for one."""
    move = moves[int(rng.random() * len(moves))]
    return (*move[:-1], answer(move[-1], rng)) if asks(move) else move


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
    plain = [list(range(len(state))) for state in states]
    legal = program.legal

    def check() -> None:
        for state, seat, raw in cases:
            legal(state, seat, raw)

    def copy(lists: Sequence[State]) -> Callable[[], None]:
        def run() -> None:
            for each in lists:
                each.copy()

        return run

    each = [_best(work, seconds / 3) / len(cases) for work in (copy(states), copy(plain), check)]
    return Costs(len(states[0]), *(1e6 * cost for cost in each))


def _best(work: Callable[[], None], seconds: float) -> float:
    """The median time of one call."""
    timer = timeit.Timer(work)
    number = max(1, timer.autorange()[0] // 8)
    times: list[float] = []
    while sum(times) * number < seconds or len(times) < SLICES:
        times.append(timer.timeit(number) / number)
    return statistics.median(times)


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
