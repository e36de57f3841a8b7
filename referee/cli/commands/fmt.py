"""`referee fmt PACK…`."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    packs: Annotated[list[str], typer.Argument(metavar="PACK...", help="Ids or folders.")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit code 1 if a file would change.")] = False,
) -> None:
    """Bring packs into the one layout. Comments stay, the meaning too."""
    from referee.cli.formatting import format_packs

    changed = format_packs(packs, write=not check)
    for path in changed:
        typer.echo(f"{path}: {'would change' if check else 'changed'}")
    if not changed:
        typer.echo("every file is in the one layout already")
    if check and changed:
        raise typer.Exit(1)
