"""`referee hooks STACK`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from referee.cli.faults import WrongUse
from referee.cli.stacks import SetOption, StackArgument, read_ruleset


def command(
    stack: StackArgument,
    word: Annotated[
        str, typer.Argument(metavar="WORD", help="Only what has this in its name or in what is said of it.")
    ] = "",
    settings: SetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON list instead of a table.")] = False,
) -> None:
    """What can be changed in a stack, and who changes it.

    Every name listed is one that house rules may name under `changes:`, in the way shown beside the heading: with what
    stands there now, what players read of it, what the file says beside it, and where.
    """
    from referee.cli.changeable import Changeable

    found = Changeable(read_ruleset(stack, settings), word)
    if word and not found.points:
        raise WrongUse(f"nothing in {stack} has `{word}` in its name or text", f"`referee hooks {stack}` lists all")
    if as_json:
        typer.echo(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        found.print()
