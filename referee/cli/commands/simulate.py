"""`referee simulate STACK`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.faults import Failed, WrongUse
from referee.cli.progress import progress
from referee.cli.stacks import SetOption, StackArgument, read_program

if TYPE_CHECKING:
    from referee.engine import Program
    from referee.lab.simulate import Report


def command(
    stack: StackArgument,
    players: Annotated[int, typer.Option("--players", min=1, help="Seats.")] = 2,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 1,
    settings: SetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of sentences.")] = False,
    first: Annotated[int, typer.Option("--first", min=0, help="Begin with this game of the run.")] = 0,
    bots: Annotated[str, typer.Option("--bots", help="random, or rare: they prefer what was chosen least.")] = "random",
) -> None:
    """Random games with all invariants on; what happened and what never did.

    Exit code 1 if an invariant breaks; the message names the game, so that it can be looked at alone.
    """
    from referee.lab.players import BOTS, player_named
    from referee.lab.simulate import BrokenGame, simulate

    if bots not in BOTS:
        raise WrongUse(f"there are no {bots} bots", f"--bots {' or --bots '.join(BOTS)}")
    program = read_program(stack, players, settings)
    player = player_named(bots)
    with progress(f"{stack}, {players} players", games) as done:
        try:
            report = simulate(program, games=games, seed=seed, first=first, player=player, done=done)
        except BrokenGame as problem:
            again = again_command(stack, players, seed, settings, bots, first, problem.number)
            raise Failed(f"{problem}\n  again: {again}") from problem
    if as_json:
        typer.echo(json.dumps(report_json(stack, program, report), indent=2))
    else:
        print_report(stack, players, report)


def again_command(
    stack: str, players: int, seed: int, settings: list[str] | None, bots: str, first: int, broken: int
) -> str:
    """The command that comes to the broken game again: alone, or after those that its bots remember."""
    begin = broken if bots == "random" else first
    options = [f"--players {players}", f"--seed {seed}", f"--first {begin}", f"--games {broken - begin + 1}"]
    options += [f"--bots {bots}"] if bots != "random" else []
    options += [f"--set {setting}" for setting in settings or ()]
    return f"referee simulate {stack} {' '.join(options)}"


def report_json(stack: str, program: Program, report: Report) -> dict[str, object]:
    """The report under the names that others rely on."""
    return {
        "stack": stack,
        "rules_digest": program.ruleset.rules_digest,
        "games": report.games,
        "choices": report.choices,
        "choices_per_game": round(report.choices_per_game, 2),
        "games_per_s": round(report.games_per_s, 2),
        "choices_per_s": round(report.choices_per_s, 1),
        "ends": dict(sorted(report.ends.items())),
        "never": report.never,
    }


def print_report(stack: str, players: int, report: Report) -> None:
    """The report as sentences."""
    typer.echo(
        typer.style(f"{stack}, {players} players: {report.games} games, every invariant held", bold=True)
        + f"\n  {report.games_per_s:,.1f} games/s, {report.choices_per_s:,.0f} choices/s with all checks"
        + f"\n  {report.choices_per_game:.1f} choices a game, {report.longest} at most"
    )
    for title, counts in (("ends", report.ends), ("won by seat", report.winners)):
        parts = [f"{name} {count} ({100 * count / report.games:.0f} %)" for name, count in sorted(counts.items())]
        typer.echo(f"  {title}: {', '.join(parts) or 'none'}")
    for kind, names in report.never.items():
        if names:
            typer.echo(typer.style(f"  never, {kind}: ", fg="yellow") + ", ".join(names))
    if not any(report.never.values()):
        needed, last = max((games, name) for names in report.came.values() for name, games in names.items())
        told = f"  nothing was left out: every hook, option and end came up, the last in game {needed}: {last}"
        typer.echo(typer.style(told, fg="green"))
