"""`referee replay FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.faults import Failed


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log, as `referee play --log` writes it.")],
    quiet: Annotated[bool, typer.Option("--quiet", help="Only whether it ends as written.")] = False,
) -> None:
    """Play a game's log again and compare how it ends. Exit code 1 if anything differs."""
    from referee.cli.stacks import read_program
    from referee.cli.table.words import Words
    from referee.engine import Applied
    from referee.lab.golden import LogInvalid, Move, read_log, replay

    try:
        log = read_log(file.read_text(encoding="utf-8").splitlines())
    except (LogInvalid, UnicodeDecodeError) as problem:
        raise Failed(f"{file}: {problem}") from None
    head = log.header
    settings = [f"{name}={','.join(values)}" for name, values in head.settings.items()]
    program = read_program("+".join(head.stack), head.seats, settings)
    words = Words(program.ruleset)

    def show(move: Move, applied: Applied) -> None:
        typer.echo(typer.style(words.seat(move.seat), bold=True) + "  " + ", ".join(c.option for c in move.choices))
        for event in program.events_for(applied, ""):
            line = words.text(event.text)
            if line:
                typer.echo(f"    {line}")

    try:
        state = replay(program, log, (lambda move, applied: None) if quiet else show)
    except LogInvalid as problem:
        raise Failed(f"{file}: {problem}") from None
    outcome = program.outcome(state)
    ending = "the game goes on" if outcome is None else "won by " + (", ".join(outcome.winners) or "nobody")
    typer.echo(f"{len(log.moves)} moves, as written; {ending}; state {program.digest(state)}")
