"""`referee explain CODE`."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.faults import WrongUse


def command(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Like E0203, as a finding shows it.")] = "",
) -> None:
    """The page of a finding's code. Without a code: all of them."""
    from referee.cli.codes import all_codes
    from referee.packs.spelling import did_you_mean

    codes = all_codes()
    if not code:
        for each in codes.values():
            typer.echo(f"{typer.style(each.code, bold=True)}  {each.title}")
        return
    found = codes.get(code.strip("[]").upper())
    if found is None:
        raise WrongUse(f"there is no code `{code}`", did_you_mean(code.upper(), codes) or "`referee explain` lists all")
    typer.echo(typer.style(f"{found.code}: {found.title}", bold=True))
    typer.echo(f"\n  {found.severity}: {found.message}\n")
    typer.echo(found.page.strip())
