"""`referee replay FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.faults import Failed

if TYPE_CHECKING:
    from referee.cli.table.words import Words
    from referee.engine import Program
    from referee.service.record.position import Step


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A game, as `referee export` or `referee play --log` writes it.")
    ],
    quiet: Annotated[bool, typer.Option("--quiet", help="Only whether it ends as written.")] = False,
) -> None:
    """Play a game again from its file and compare what it says. Exit code 1 if anything differs.

    The file of an export has its rules in it; a log of `referee play` names packs, which must be there.
    """
    from referee.service.copies.game_file import looks_like_one

    data = file.read_bytes()
    if looks_like_one(data):
        _replay_file(file, data, quiet)
    else:
        _replay_log(file, data, quiet)


def _replay_file(file: Path, data: bytes, quiet: bool) -> None:
    from referee.cli.game_files import tell
    from referee.cli.table.words import Words
    from referee.service.copies.game_file import FileInvalid, read_file
    from referee.service.copies.game_telling import check, compare, rules_of

    try:
        game = read_file(data)
        if quiet:
            program = check(game)
        else:
            program = rules_of(game)
            words = Words(program.ruleset)
            compare(game, program, lambda step: tell(step, words, _seen(program, step, words)))
    except FileInvalid as problem:
        raise Failed(f"{file}: {problem}") from None
    end, last = game.lines[-1], game.lines[-2]
    ending = "won by " + (", ".join(end["winners"]) or "nobody") if end["over"] else "the game goes on"
    typer.echo(f"{end['end']} versions, as written; {ending}; state {last.get('state', 'none yet')}")


def _seen(program: Program, step: Step, words: Words) -> tuple[str, ...]:
    """What everybody saw of a step."""
    events = program.events_for(step.applied, "") if step.applied is not None else ()
    return tuple(line for event in events if (line := words.text(event.text)))


def _replay_log(file: Path, data: bytes, quiet: bool) -> None:
    from referee.cli.stacks import read_program
    from referee.cli.table.words import Words
    from referee.engine import Applied
    from referee.lab.golden import LogInvalid, Move, read_log, replay

    try:
        log = read_log(data.decode().splitlines())
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
