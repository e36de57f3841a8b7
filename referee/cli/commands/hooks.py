"""`referee hooks STACK`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from referee.cli.stacks import SetOption, StackArgument


def command(
    stack: StackArgument,
    settings: SetOption = None,
    only: Annotated[str, typer.Option("--only", help="Only what has this in its name.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON list instead of sentences.")] = False,
) -> None:
    """What can be changed in a stack, and who changes it.

    Every name listed is one that house rules may name under `changes:`.
    """
    from referee.cli.changeable import changeable, changeable_json, print_changeable

    points = [point for point in changeable(stack, settings) if only in point.name]
    if as_json:
        typer.echo(json.dumps(changeable_json(points), indent=2))
    else:
        print_changeable(points)
