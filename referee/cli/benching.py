"""Measures stacks and peers in turns, and prints their ratios."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import typer

from referee.cli.progress import progress
from referee.cli.stacks import check_seats, read_ruleset
from referee.engine import Program, compile_ruleset
from referee.lab.bench import Costs, PeerFailed, Rate, measure_games, measure_peer, measure_steps
from referee.language import Ruleset

USUAL_SEATS = 4
TURNS = 3  # stack, peers, stack, peers …: a ratio is the median of the turns, so that both meet the same noise


@dataclass
class Measured:
    """One stack: its rate in every turn, its single steps, and in every turn the peers measured just after it."""

    stack: str
    players: int
    rates: list[Rate] = field(default_factory=list)
    peers: dict[str, list[tuple[Rate, float]]] = field(default_factory=dict)  # with our rate over its own
    costs: Costs | None = None


@dataclass
class BenchResult:
    """Everything of one run; `not_run` says why a peer is missing."""

    stacks: list[Measured] = field(default_factory=list)
    not_run: list[str] = field(default_factory=list)


def bench(
    stacks: Sequence[str],
    peers: Sequence[Path],
    *,
    players: int,
    seconds: float,
    seed: int,
    settings: Sequence[str] | None,
) -> BenchResult:
    """Measure stacks and peers in turns."""
    programs = [(stack, *_compiled(stack, players, settings)) for stack in stacks]
    result = BenchResult()
    running = list(peers)
    with progress("bench", len(programs) * TURNS) as done:
        for number, (stack, program, seats) in enumerate(programs):
            measured = Measured(stack, seats)
            result.stacks.append(measured)
            rng = random.Random(seed)
            for turn in range(TURNS):
                rate = measure_games(program, stack, seconds=seconds / TURNS, rng=rng)
                measured.rates.append(rate)
                for peer in tuple(running):
                    try:
                        found = measure_peer(peer, seconds=seconds / TURNS, seed=seed + turn)
                    except PeerFailed as problem:
                        result.not_run.append(str(problem))
                        running.remove(peer)
                        continue
                    ratio = rate.choices_per_s / found.choices_per_s
                    measured.peers.setdefault(found.name, []).append((found, ratio))
                done(number * TURNS + turn + 1)
            measured.costs = measure_steps(program, seconds=seconds / TURNS, seed=seed)
    return result


def median_rate(rates: Sequence[Rate]) -> Rate:
    """The turn in the middle, by choices per second."""
    return sorted(rates, key=lambda rate: rate.choices_per_s)[len(rates) // 2]


def _compiled(stack: str, players: int, settings: Sequence[str] | None) -> tuple[Program, int]:
    ruleset = read_ruleset(stack, settings)
    seats = seats_of(ruleset, players)
    return compile_ruleset(ruleset, seats=seats), seats


def seats_of(ruleset: Ruleset, players: int) -> int:
    """The seats that are meant by a number of players; 0: as many as the game allows, at most the usual."""
    seats = players or min(ruleset.max_seats, max(USUAL_SEATS, ruleset.min_seats))
    check_seats(ruleset, seats)
    return seats


def bench_json(result: BenchResult) -> dict[str, object]:
    """The result as data. `ratio` of a peer: our choices per second over its own, in one turn; the median of them."""
    return {"stacks": [_stack_json(each) for each in result.stacks], "not_run": result.not_run}


def _stack_json(each: Measured) -> dict[str, object]:
    data: dict[str, object] = {"stack": each.stack, "players": each.players, **_rate_json(median_rate(each.rates))}
    if each.costs is not None:
        costs = each.costs
        data |= {
            "slots": costs.slots,
            "us_per_copy": round(costs.copy, 4),
            "us_per_list_copy": round(costs.list_copy, 4),
            "us_per_same_copy": round(costs.same_copy, 4),
            "us_per_check": round(costs.check, 4),
            "copy_ratio": round(costs.copy / costs.list_copy, 3),
            "same_copy_ratio": round(costs.copy / costs.same_copy, 3),
            "check_ratio": round(costs.check / costs.copy, 3),
        }
    data["peers"] = [
        {"peer": name, **_rate_json(median_rate([rate for rate, _ in turns])), "ratio": round(_ratio(turns), 3)}
        for name, turns in each.peers.items()
    ]
    return data


def _rate_json(rate: Rate) -> dict[str, float]:
    return {
        "choices_per_s": round(rate.choices_per_s, 1),
        "games_per_s": round(rate.games_per_s, 2),
        "choices_per_game": round(rate.choices_per_game, 2),
    }


def _ratio(turns: Sequence[tuple[Rate, float]]) -> float:
    return statistics.median(ratio for _, ratio in turns)


def print_bench(result: BenchResult) -> None:
    """The result as a table for people, then what could not be measured."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 2), header_style="bold")
    table.add_column("", overflow="fold")
    for name in ("choices/s", "games/s", "choices a game", "ratio"):
        table.add_column(name, justify="right", no_wrap=True)
    for each in result.stacks:
        name = Path(each.stack).name if Path(each.stack).is_dir() else each.stack
        table.add_row(f"{name}, {each.players} players", *_cells(median_rate(each.rates)), "", style="bold")
        for peer, turns in each.peers.items():
            rate = median_rate([rate for rate, _ in turns])
            table.add_row(f"  peer {peer}", *_cells(rate), f"{_ratio(turns):.2f} ×")
    console = Console()
    console.print(table)
    for each in result.stacks:
        if each.costs is not None:
            console.print(_costs_text(each.stack, each.costs), highlight=False)
    for line in result.not_run:
        typer.echo(f"  not run: {line.removeprefix('not run: ')}", err=True)


def _cells(rate: Rate) -> tuple[str, str, str]:
    return f"{rate.choices_per_s:,.0f}", f"{rate.games_per_s:,.1f}", f"{rate.choices_per_game:.1f}"


def _costs_text(stack: str, costs: Costs) -> str:
    return (
        f"  {stack}: {costs.slots} slots\n"
        f"    copy {costs.copy:.2f} µs = {costs.copy / costs.list_copy:.2f} × list.copy() of the numbers 0, 1, 2 …, "
        f"{costs.copy / costs.same_copy:.2f} × of its own numbers\n"
        f"    check {costs.check:.2f} µs = {costs.check / costs.copy:.2f} × copy"
    )
