"""`referee bench STACK…`, `referee bench service STACK…`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.stacks import SetOption

SERVICE = "service"


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
    in_flight: Annotated[
        str, typer.Option("--in-flight", metavar="N,N", help="service: moves under way at a time.")
    ] = "16,64",
    turns: Annotated[int, typer.Option("--turns", min=1, help="service: of ours and of the peer.")] = 3,
    watchers: Annotated[
        int, typer.Option("--watchers", min=0, max=1000, help="service: of one game; 0: not measured.")
    ] = 1000,
    store: Annotated[
        str, typer.Option("--store", metavar="URL", help="service: a database; else a new SQLite file.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """How fast a stack runs, as ratios within one run.

    With `service` in front of the stacks: how fast they are served.

    A choice counts as a referee makes it: everything legal is listed, the choice checked, the position copied, the
    choice applied. In every game an illegal choice is tried and must be refused.

    Of a service: every move is stored and told to a watcher for each seat. The client is a process of its own, and so
    is the peer (tests/bench/bare_grpc.py): it sends ready bytes of the same sizes to the same streams, and stores
    nothing.

    Another peer takes --seconds S --seed N and prints one line of JSON with peer, choices_per_s, games_per_s and
    choices_per_game. Microseconds are for orientation; only ratios of one run can be compared.
    """
    if stacks[0] == SERVICE:
        _service(stacks[1:], peers, players, seconds, in_flight, turns, watchers, store, as_json)
        return
    from referee.cli.benching import bench, bench_json, print_bench

    result = bench(stacks, peers or (), players=players, seconds=seconds, seed=seed, settings=settings)
    if as_json:
        typer.echo(json.dumps(bench_json(result), indent=2))
    else:
        print_bench(result)


def _service(
    stacks: list[str],
    peers: list[Path] | None,
    players: int,
    seconds: float,
    in_flight: str,
    turns: int,
    watchers: int,
    store: str,
    as_json: bool,
) -> None:
    from referee.cli.benching import seats_of
    from referee.cli.faults import WrongUse
    from referee.cli.service_bench.report import as_data, print_table
    from referee.cli.service_bench.running import Plan, run
    from referee.cli.stacks import read_ruleset

    if not stacks:
        raise WrongUse("no stack is named", "write: referee bench service STACK")
    if len(peers or ()) > 1:
        raise WrongUse("a service is compared with one peer", "give --peer once")
    if not all(each.strip().isdecimal() and int(each) for each in in_flight.split(",")):
        raise WrongUse(f"--in-flight {in_flight} is no list of numbers", "such as 16,64")
    found = run(
        Plan(
            stacks=[(stack, seats_of(read_ruleset(stack, None), players)) for stack in stacks],
            peer=peers[0] if peers else None,
            in_flight=[int(each) for each in in_flight.split(",")],
            seconds=seconds,
            turns=turns,
            watchers=watchers,
            store=store,
        )
    )
    if as_json:
        typer.echo(json.dumps(as_data(found), indent=2))
    else:
        print_table(found)
