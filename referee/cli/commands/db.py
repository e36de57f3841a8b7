"""`referee db upgrade|downgrade|current`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import ModuleType
from typing import Annotated

import typer

from referee.cli.faults import Failed, WrongUse
from referee.cli.stores import STORE_VARIABLE, database_address

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="The tables of a PostgreSQL database: upgrade, downgrade, current.\n\nA data folder needs none of this: it is"
    " brought up to date when a server opens it.",
)

StoreOption = Annotated[
    str, typer.Option("--store", metavar="postgresql://…", help=f"The database; or set {STORE_VARIABLE}.")
]


@app.command()
def upgrade(store: StoreOption = "") -> None:
    """Bring the tables up to what this version needs. Back up first.

    Servers may run meanwhile: their moves wait for a moment.
    """
    with _database(store) as (address, schema):
        before = schema.current(address)
        schema.upgrade(address)
        _say(before, schema.current(address))


@app.command()
def downgrade(
    step: Annotated[int, typer.Argument(metavar="STEP", min=0, help="The step that an older version needs.")],
    store: StoreOption = "",
    and_all_games: Annotated[
        bool, typer.Option("--and-all-games", help="Go to step 0: remove every table and every game.")
    ] = False,
) -> None:
    """Take the tables back to an older step, for an older version. Back up first, and stop the servers."""
    with _database(store) as (address, schema):
        before = schema.current(address)
        if step >= before:
            raise WrongUse(f"the tables are at step {before}", "name an older one")
        if step == schema.EMPTY and not and_all_games:
            raise WrongUse("step 0 has no tables: every game would be gone", "if that is meant, say --and-all-games")
        schema.downgrade(address, step)
        _say(before, schema.current(address))


@app.command()
def current(store: StoreOption = "") -> None:
    """The step that the tables are at, and the one that this version needs. Exit code 1 if they differ."""
    with _database(store) as (address, schema):
        step = schema.current(address)
        typer.echo(f"the tables are at step {step}, this version needs {schema.NEEDED}")
        if step != schema.NEEDED:
            raise typer.Exit(1)


def _say(before: int, after: int) -> None:
    typer.echo(f"the tables are at step {after}" + ("" if before != after else ", as before"))


@contextlib.contextmanager
def _database(given: str) -> Iterator[tuple[str, ModuleType]]:
    """The address, and what works on its tables. What goes wrong there is told. Raises WrongUse, Failed."""
    from referee.store import StoreError, is_address
    from referee.store.opening import EXTRA

    address = database_address(given)
    if not address:
        raise WrongUse("no database is named", f"give --store postgresql://…, or set {STORE_VARIABLE}")
    if not is_address(address):
        raise WrongUse(
            "that is no address of a database",
            "write postgresql://USER@HOST/DATABASE; a data folder is brought up to date when a server opens it",
        )
    try:
        from referee.store.postgres import schema
    except ImportError:
        raise WrongUse(EXTRA) from None
    try:
        yield address, schema
    except StoreError as error:
        raise Failed(str(error)) from None
