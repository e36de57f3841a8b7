"""`referee bench STACK…`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.stacks import SetOption


def command(
    stacks: Annotated[list[str], typer.Argument(metavar="STACK...", help="Packs joined with `+`: ids or folders.")],
    peers: Annotated[
        list[Path] | None,
        typer.Option("--peer", metavar="PROGRAM", help="A program to compare with; repeatable. See below."),
    ] = None,
    players: Annotated[
        int, typer.Option("--players", min=0, help="Seats; 0: as many as the game allows, at most 4.")
    ] = 0,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="For each stack and each peer.")] = 3.0,
    seed: Annotated[int, typer.Option("--seed", help="Every game has its own, made of this one.")] = 1,
    settings: SetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """How fast a stack runs, as ratios within one run.

    A choice counts as a referee makes it: everything legal is listed, the choice checked, the position copied, the
    choice applied. In every game an illegal choice is tried and must be refused.

    A peer takes --seconds S --seed N and prints one line of JSON with peer, choices_per_s, games_per_s and
    choices_per_game. Microseconds are for orientation; only ratios of one run can be compared.
    """
    from referee.cli.benching import bench, bench_json, print_bench

    result = bench(stacks, peers or (), players=players, seconds=seconds, seed=seed, settings=settings)
    if as_json:
        typer.echo(json.dumps(bench_json(result), indent=2))
    else:
        print_bench(result)
