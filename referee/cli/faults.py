"""Failures as messages: no traceback ever reaches a user."""

from __future__ import annotations

import os
import sys
import traceback

import typer

FINDINGS = 1
WRONG_USE = 2
INTERRUPTED = 130

DEBUG_VARIABLE = "REFEREE_DEBUG"


class WrongUse(Exception):
    """The user asked for something that can't be; `hint` says what would work. Ends with exit code 2."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


class Failed(Exception):
    """The work was done and the result is bad; the message says how. Ends with exit code 1."""


def complain(message: str, hint: str = "") -> None:
    """Print an error and, on a line of its own, what helps; both to stderr."""
    typer.echo(typer.style("error: ", fg="red", bold=True) + message, err=True)
    if hint:
        typer.echo(typer.style("  help: ", fg="cyan") + hint, err=True)


def report(problem: BaseException) -> int:
    """Say on stderr what went wrong; the answer is the exit code."""
    if isinstance(problem, KeyboardInterrupt | typer.Abort):
        typer.echo("\nstopped", err=True)
        return INTERRUPTED
    if isinstance(problem, typer.TyperException):
        problem.show()  # type: ignore[attr-defined]  # every error of the command line has it
        return int(getattr(problem, "exit_code", WRONG_USE))
    if isinstance(problem, WrongUse):
        complain(str(problem), problem.hint)
        return WRONG_USE
    if isinstance(problem, Failed):
        complain(str(problem))
        return FINDINGS
    if isinstance(problem, OSError):
        return _report_system(problem)
    return _report_domain(problem)


def _report_system(problem: OSError) -> int:
    what = problem.strerror or str(problem)
    complain(f"{problem.filename}: {what}" if problem.filename else what)
    wrong = isinstance(problem, FileNotFoundError | IsADirectoryError | NotADirectoryError | PermissionError)
    return WRONG_USE if wrong else FINDINGS


def _report_domain(problem: BaseException) -> int:
    """Errors of packs and rules. Imported here, because most runs never need them."""
    from referee.packs.diagnostics import PackInvalid

    if isinstance(problem, PackInvalid):
        from referee.cli.findings import print_findings

        print_findings(problem.diagnostics, err=True)
        return FINDINGS
    engine = sys.modules.get("referee.engine")  # what was never imported has raised nothing
    expected = tuple(getattr(engine, name, WrongUse) for name in ("Illegal", "RulesFault"))
    if isinstance(problem, expected):
        complain(str(problem))
        return FINDINGS
    if os.environ.get(DEBUG_VARIABLE):
        traceback.print_exception(problem, file=sys.stderr)
        return FINDINGS
    first = str(problem).strip().splitlines()[0] if str(problem).strip() else "no message"
    complain(
        f"this is a fault of the referee, not yours: {type(problem).__name__}: {first}",
        f"run it again with {DEBUG_VARIABLE}=1 to see where, and report it",
    )
    return FINDINGS
