"""`referee fmt PACK…`."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    packs: Annotated[list[str], typer.Argument(metavar="PACK...", help="Ids or folders.")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit code 1 if a file would change.")] = False,
) -> None:
    """Bring the effects of packs into the one layout.

    Blanks at the ends of lines go, comments and the meaning stay. The YAML around the effects stays as it is written,
    and so does an effect that can't be read: `referee check` shows those.
    """
    from referee.cli.formatting import format_packs

    changed = format_packs(packs, write=not check)
    for path in changed:
        typer.echo(f"{path}: {'would change' if check else 'changed'}")
    if not changed:
        typer.echo("every effect is in the one layout already")
    if check and changed:
        raise typer.Exit(1)
