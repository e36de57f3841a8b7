"""`referee texts extract|update|status`."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Translations: extract, update, status.\n\nWithout PACK the texts of the referee itself are meant.",
)

PacksArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[PACK]...", help="Ids or folders; none: the referee's own texts.")
]


@app.command()
def extract(packs: PacksArgument = None) -> None:
    """Print the template of all English texts, for a new language or a translation platform."""
    from referee.cli.translations import templates

    for template in templates(packs or ()):
        typer.echo(template.decode("utf-8"), nl=False)


@app.command()
def update(
    packs: PacksArgument = None,
    languages: Annotated[
        list[str] | None, typer.Option("--language", help="Start this language if it isn't there; repeatable.")
    ] = None,
) -> None:
    """Bring the files of all languages in step with the English texts.

    New texts come in empty, a changed one keeps its translation but fuzzy, and one that is gone is kept as obsolete.
    A sentence under `describes/` may stay empty: in every language it is then put together from the effect.
    """
    from referee.cli.translations import update_files

    changed = update_files(packs or (), languages or ())
    for path in changed:
        typer.echo(f"{path}: changed")
    if not changed:
        typer.echo("every file is in step already")


@app.command()
def status(packs: PacksArgument = None) -> None:
    """How far every language is. Exit code 1 if a translation can't be shown as it should be."""
    from referee.cli.translations import print_status

    if not print_status(packs or ()):
        raise typer.Exit(1)
