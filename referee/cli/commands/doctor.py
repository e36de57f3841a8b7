"""`referee doctor`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.faults import FINDINGS, WrongUse
from referee.cli.stores import FOLDER, STORE_VARIABLE, database_address


def command(
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="What `serve` was started with: referee-data, if not said."),
    ] = None,
    store: Annotated[
        str,
        typer.Option("--store", metavar="postgresql://…", help=f"A database instead; or set {STORE_VARIABLE}."),
    ] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Don't play the games again.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a page.")] = False,
) -> None:
    """Is a store sound, and would this version go on with its games?

    Reads everything and changes nothing; its server may be running. Tells what the store's format and the rulesets of
    its games are, whether this version has them and reads the same rules in them, and plays every game again from its
    log. Exit code 1 if anything is wrong, 2 if there is no store.
    """
    import asyncio

    from referee.cli.doctoring import print_report
    from referee.cli.progress import progress
    from referee.service.operation.doctor import count, examine
    from referee.store import StoreError

    where = database_address(store, data) or str(data or FOLDER)
    try:
        with progress("games", asyncio.run(count(where))) as advance:
            report = asyncio.run(examine(where, advance, replay=not quick))
    except StoreError as problem:
        raise WrongUse(str(problem), "--data DIR or --store URL is what `serve` was started with") from None
    if as_json:
        typer.echo(json.dumps(report.as_json(), indent=2))
    else:
        print_report(report, replayed=not quick)
    if report.problems:
        raise typer.Exit(FINDINGS)
