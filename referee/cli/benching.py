"""Measures stacks and peers in turns, and prints their ratios."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import typer

from referee.cli.progress import progress
from referee.cli.stacks import check_seats, read_ruleset
from referee.engine import Program, compile_ruleset
from referee.lab.bench import SLICES, Costs, PeerFailed, Rate, measure_games, measure_peer, measure_steps

USUAL_SEATS = 4


@dataclass
class Measured:
    """One stack: its rate, its single steps, and the peers measured just after it."""

    stack: str
    players: int
    rate: Rate
    costs: Costs
    peers: list[Rate] = field(default_factory=list)


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
    """Measure every stack, and after each of them every peer, so that ratios are of the same minute."""
    programs = [(stack, *_compiled(stack, players, settings)) for stack in stacks]
    result = BenchResult()
    steps = len(programs) * (SLICES + 1 + len(peers))
    with progress("bench", steps) as done:
        finished = 0
        for stack, program, seats in programs:
            rate = measure_games(program, stack, seconds=seconds, seed=seed, done=partial(_after, done, finished))
            measured = Measured(stack, seats, rate, measure_steps(program, seconds=seconds / 3, seed=seed))
            finished += SLICES + 1
            for peer in peers:
                try:
                    measured.peers.append(measure_peer(peer, seconds=seconds, seed=seed))
                except PeerFailed as problem:
                    result.not_run.append(str(problem))
                finished += 1
                done(finished)
            result.stacks.append(measured)
    return result


def _after(done: Callable[[int], None], finished: int, slices: int) -> None:
    done(finished + slices)


def _compiled(stack: str, players: int, settings: Sequence[str] | None) -> tuple[Program, int]:
    ruleset = read_ruleset(stack, settings)
    seats = players or min(ruleset.max_seats, max(USUAL_SEATS, ruleset.min_seats))
    check_seats(ruleset, seats)
    return compile_ruleset(ruleset, seats=seats), seats


def bench_json(result: BenchResult) -> dict[str, object]:
    """The result as data. `ratio` of a peer: our choices per second over its own."""
    return {
        "stacks": [
            {
                "stack": each.stack,
                "players": each.players,
                **_rate_json(each.rate),
                "slots": each.costs.slots,
                "us_per_copy": round(each.costs.copy, 4),
                "us_per_list_copy": round(each.costs.list_copy, 4),
                "us_per_check": round(each.costs.check, 4),
                "copy_ratio": round(each.costs.copy / each.costs.list_copy, 3),
                "check_ratio": round(each.costs.check / each.costs.copy, 3),
                "peers": [
                    {"peer": peer.name, **_rate_json(peer), "ratio": round(_ratio(each.rate, peer), 3)}
                    for peer in each.peers
                ],
            }
            for each in result.stacks
        ],
        "not_run": result.not_run,
    }


def _rate_json(rate: Rate) -> dict[str, float]:
    return {
        "choices_per_s": round(rate.choices_per_s, 1),
        "games_per_s": round(rate.games_per_s, 2),
        "choices_per_game": round(rate.choices_per_game, 2),
    }


def _ratio(ours: Rate, peer: Rate) -> float:
    return ours.choices_per_s / peer.choices_per_s


def print_bench(result: BenchResult) -> None:
    """The result as a table for people, then what could not be measured."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 2), header_style="bold")
    table.add_column("")
    for name in ("choices/s", "games/s", "choices a game", "ratio"):
        table.add_column(name, justify="right")
    for each in result.stacks:
        table.add_row(f"{each.stack}, {each.players} players", *_cells(each.rate), "", style="bold")
        for peer in each.peers:
            table.add_row(f"  peer {peer.name}", *_cells(peer), f"{_ratio(each.rate, peer):.2f} ×")
    console = Console()
    console.print(table)
    for each in result.stacks:
        costs = each.costs
        console.print(
            f"  {each.stack}: {costs.slots} slots; copy {costs.copy:.2f} µs = {costs.copy / costs.list_copy:.2f} × "
            f"list.copy(), check {costs.check:.2f} µs = {costs.check / costs.copy:.2f} × copy",
            highlight=False,
        )
    for line in result.not_run:
        typer.echo(f"  not run: {line.removeprefix('not run: ')}", err=True)


def _cells(rate: Rate) -> tuple[str, str, str]:
    return f"{rate.choices_per_s:,.0f}", f"{rate.games_per_s:,.1f}", f"{rate.choices_per_game:.1f}"
