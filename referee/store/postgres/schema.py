"""Whether the database's tables are those that this version works with, and the way there."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import psycopg
from psycopg import errors

from referee.store.address import shown
from referee.store.contract import StoreError
from referee.store.postgres.connecting import Database, parameters, plain

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

NEEDED = 2  # the newest step in `referee/store/migrations/versions`
EMPTY = 0
_ATTEMPTS = 10
_alembic = threading.Lock()  # its context belongs to the whole process


class _Busy(Exception):
    """Running servers hold the tables; nothing was changed."""


async def found(database: Database) -> int:
    """The step that the database is at; 0: it has no tables of ours."""
    if await database.rows("SELECT to_regclass('schema_version')") == [(None,)]:
        return EMPTY
    rows = await database.rows("SELECT version_num FROM schema_version")
    return int(rows[0][0]) if rows else EMPTY


async def must_fit(database: Database) -> None:
    """Raises StoreError, with what to do, unless the tables are those that this version works with."""
    step = await found(database)
    if step > NEEDED:
        raise StoreError(
            f"the tables of {database.name} are at step {step}, this version knows up to {NEEDED}: use a newer version"
        )
    if step < NEEDED:
        raise StoreError(
            f"the tables of {database.name} are at step {step}, this version needs {NEEDED}: run `referee db upgrade`"
            " (back up first), or start with --upgrade"
        )


def current(address: str) -> int:
    """The step that the database is at. Blocks. Raises StoreError."""
    from alembic.migration import MigrationContext

    with _connected(address) as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "schema_version"})
        return int(context.get_current_revision() or EMPTY)


def upgrade(address: str, to: int = NEEDED) -> None:
    """Brings the tables up to this step; does nothing if they are there already. Blocks. Raises StoreError."""
    from alembic import command

    _go(address, lambda config: command.upgrade(config, str(to)))


def downgrade(address: str, to: int) -> None:
    """Takes the tables back to this step; 0 removes them, and every game. Blocks. Raises StoreError."""
    from alembic import command

    _go(address, lambda config: command.downgrade(config, str(to) if to else "base"))


def _go(address: str, go: Callable[[Config], None]) -> None:
    from alembic.config import Config

    for left in reversed(range(_ATTEMPTS)):
        try:
            with _alembic, _connected(address) as connection:
                config = Config()
                config.set_main_option("script_location", "referee.store:migrations")
                config.attributes["connection"] = connection
                go(config)
            return
        except _Busy as busy:
            if not left:
                raise StoreError(f"the tables of {shown(address)} are in use: {busy}") from None


@contextlib.contextmanager
def _connected(address: str) -> Iterator[Connection]:
    """A connection as Alembic wants it: SQLAlchemy's, over the same driver."""
    from alembic.util import CommandError
    from sqlalchemy import create_engine
    from sqlalchemy.exc import SQLAlchemyError

    given = parameters(address)
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(**given))
    try:
        with engine.connect() as connection:
            yield connection
    except (psycopg.Error, SQLAlchemyError) as error:
        problem = getattr(error, "orig", None) or error
        if isinstance(problem, errors.DeadlockDetected | errors.LockNotAvailable):
            raise _Busy(plain(problem)) from None
        raise StoreError(f"{shown(address)}: {plain(problem)}") from None
    except CommandError as error:
        raise StoreError(f"the tables of {shown(address)}: {plain(error)}") from None
    finally:
        engine.dispose()
