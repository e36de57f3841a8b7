"""`referee test PACK…`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from referee.cli.progress import progress


def command(
    packs: Annotated[list[str], typer.Argument(metavar="PACK...", help="Ids or folders, or stacks of them.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of sentences.")] = False,
    only: Annotated[str, typer.Option("--only", help="Only scenarios with this in their id.")] = "",
) -> None:
    """Run the scenarios of packs. Exit code 1 if one fails or can't be read."""
    from referee.cli.scenario_run import ScenarioRun

    run = ScenarioRun(packs, only)
    with progress("scenarios", run.total) as done:
        run.run(done)
    if as_json:
        typer.echo(json.dumps(run.as_json(), indent=2))
    else:
        run.print()
    if not run.ok:
        raise typer.Exit(1)
