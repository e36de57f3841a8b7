"""The program `referee`: reads the command line, runs one command, turns every failure into a message.

Exit codes: 0 fine, 1 findings or failures, 2 wrong use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from typer.main import get_command

from referee.cli.lazy import LazyGroup

INTERRUPTED = 130  # what the shell says of a program ended by Ctrl-C

app = typer.Typer(
    cls=LazyGroup,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            typer.echo(f"referee {version('referee')}")
        except PackageNotFoundError:
            typer.echo("referee, not installed: run from its sources")
        raise typer.Exit


@app.callback(no_args_is_help=True)
def referee(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """A referee for board games whose rules are data.

    STACK is the id of a shipped pack or a folder, several of them joined with `+`: `fair+fair-rain`.
    """


def run(arguments: Sequence[str]) -> int:
    """Run `referee ARGUMENTS`; the answer is the exit code. Prints, never raises but for a debug run."""
    try:
        result = get_command(app).main(list(arguments), prog_name="referee", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as problem:  # the one place where failures become messages
        from referee.cli.faults import report

        return report(problem)
    if result == INTERRUPTED:
        typer.echo("\nstopped", err=True)
    return result if isinstance(result, int) else 0
