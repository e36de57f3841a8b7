"""`referee simulate STACK`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.faults import Failed
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
    curious: Annotated[bool, typer.Option("--curious", help="Players prefer what was rarely chosen.")] = False,
) -> None:
    """Random games with all invariants on; what happened and what never did.

    Exit code 1 if an invariant breaks; the message names the game, so that it can be looked at alone.
    """
    from referee.lab.players import CuriousPlayer, RandomPlayer
    from referee.lab.simulate import BrokenGame, simulate

    program = read_program(stack, players, settings)
    player = CuriousPlayer() if curious else RandomPlayer()
    with progress(f"{stack}, {players} players", games) as done:
        try:
            report = simulate(program, games=games, seed=seed, first=first, player=player, done=done)
        except BrokenGame as problem:
            again = f"referee simulate {stack} --players {players} --seed {seed} --first {problem.number} --games 1"
            raise Failed(f"{problem}\n  again: {again}") from problem
    if as_json:
        typer.echo(json.dumps(report_json(stack, program, report), indent=2))
    else:
        print_report(stack, players, report)


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
        typer.echo(typer.style("  nothing was left out: every hook, option and end came up", fg="green"))
