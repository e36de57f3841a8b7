"""Many moves written by one statement: it is one transaction, and lets go of the interpreter once.

A thread that writes row by row has to wait for its turn after each row while the event loop is busy. Most commits are
one record of a log and the request that it answers; these go together.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from referee.store.contract import UNWRITABLE, Append, Change, Request

_DOOR = """
CREATE TEMP VIEW moves AS SELECT
    '' AS game, 0 AS version, x'' AS payload, 0 AS revision, '' AS seat, '' AS id, x'' AS content;
CREATE TEMP TRIGGER moves_in INSTEAD OF INSERT ON moves BEGIN
    SELECT RAISE(ABORT, 'no version before') WHERE NEW.version > 0
        AND NOT EXISTS (SELECT 1 FROM log WHERE game = NEW.game AND version = NEW.version - 1);
    SELECT RAISE(ABORT, 'other facts') WHERE NEW.revision IS NOT NULL
        AND NEW.revision <> coalesce((SELECT revision FROM games WHERE name = NEW.game), 0);
    INSERT INTO log VALUES (NEW.game, NEW.version, NEW.payload);
    INSERT INTO requests VALUES (NEW.game, NEW.seat, NEW.id, NEW.content, NEW.version);
END;
"""
_ROW = "(?, ?, ?, ?, ?, ?, ?)"


def prepare(connection: sqlite3.Connection) -> None:
    """Makes a connection ready for `write`."""
    connection.executescript(_DOOR)


def is_move(changes: Sequence[Change]) -> bool:
    """Whether a commit is a record of a log with the request that it answers, and nothing else."""
    if len(changes) != 2:
        return False
    first, second = changes
    return (
        isinstance(first, Append)
        and isinstance(second, Request)
        and (first.game, first.version) == (second.game, second.version)
    )


def write(connection: sqlite3.Connection, commits: Sequence[Sequence[Change]]) -> bool:
    """Writes the moves, durably; False if one of them can't be written, and then none of them is.

    Raises sqlite3.Error if the file can't be written.
    """
    values: list[object] = []
    for append, request in commits:
        assert isinstance(append, Append) and isinstance(request, Request)
        values += (append.game, append.version, append.payload, append.revision)
        values += (request.seat, request.id, request.content)
    try:
        connection.execute(f"INSERT INTO temp.moves VALUES {', '.join([_ROW] * len(commits))}", values)
    except (sqlite3.IntegrityError, *UNWRITABLE):
        return False
    return True
