"""`referee check PACK…`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from referee.cli.stacks import SetOption


def command(
    packs: Annotated[list[str], typer.Argument(metavar="PACK...", help="Ids or folders, or stacks of them.")],
    settings: SetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of sentences.")] = False,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Also what no source has, with its reason, and what was set right.")
    ] = False,
) -> None:
    """Check packs: every finding of every file, with its place.

    Each pack is checked on top of what it requires. Exit code 1 if there is an error; warnings alone are fine.
    """
    from referee.cli.checking import check_packs, checked_json, print_checked

    checked = check_packs(packs, settings)
    if as_json:
        typer.echo(json.dumps(checked_json(checked, provenance=provenance), indent=2, ensure_ascii=False))
    else:
        print_checked(checked, provenance=provenance)
    if not checked.ok:
        raise typer.Exit(1)
