"""The tables of the SQLite store."""

from __future__ import annotations

import sqlite3

from referee.store.contract import StoreError

FORMAT = 3  # kept in the file's user_version; a file of a newer format is refused

TABLES = """
CREATE TABLE log (
    game TEXT NOT NULL, version INTEGER NOT NULL, payload BLOB NOT NULL,
    PRIMARY KEY (game, version)
) WITHOUT ROWID;
CREATE TABLE requests (
    game TEXT NOT NULL, seat TEXT NOT NULL, id TEXT NOT NULL, content BLOB NOT NULL, version INTEGER NOT NULL,
    PRIMARY KEY (game, seat, id)
) WITHOUT ROWID;
CREATE TABLE games (
    number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, facts BLOB NOT NULL
);
CREATE TABLE labels (
    label TEXT NOT NULL, number INTEGER NOT NULL REFERENCES games (number),
    PRIMARY KEY (label, number)
) WITHOUT ROWID;
CREATE INDEX labels_of_game ON labels (number);
CREATE TABLE players (
    game TEXT NOT NULL, seat TEXT NOT NULL, name TEXT NOT NULL, external_id TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX players_by_person ON players (external_id) WHERE external_id <> '';
CREATE TABLE snapshots (game TEXT PRIMARY KEY, version INTEGER NOT NULL, payload BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE rulesets (digest TEXT PRIMARY KEY, source BLOB NOT NULL) WITHOUT ROWID;
"""

# 2: until when a ruleset is kept (NULL: for ever, a game uses it), and whom it counts for until then.
# 3: how often the facts of a game were put.
CHANGES = {
    2: """
ALTER TABLE rulesets ADD COLUMN until INTEGER;
ALTER TABLE rulesets ADD COLUMN sender TEXT NOT NULL DEFAULT '';
CREATE INDEX rulesets_unused ON rulesets (sender, until) WHERE until IS NOT NULL;
""",
    3: """
ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
""",
}
"""What each later format changes, so that an older file is brought up to date when it is opened."""


def connect(path: str, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection with the settings that durability rests on: WAL, and a flush to disk at every commit.

    Raises sqlite3.Error if the file can't be opened.
    """
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    try:
        connection.execute("PRAGMA busy_timeout = 10000")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA secure_delete = ON")  # an erased name leaves the file, too
        if read_only:
            connection.execute("PRAGMA query_only = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Makes the tables of a new file, brings those of an older one up to date.

    Raises StoreError for a file of a newer format.
    """
    connection.execute("BEGIN IMMEDIATE")
    found = int(connection.execute("PRAGMA user_version").fetchone()[0])
    scripts = {1: TABLES, **CHANGES}
    for number in range(found + 1, FORMAT + 1):
        for statement in scripts[number].split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
    connection.execute("COMMIT")
    if found > FORMAT:
        raise StoreError(f"the store has format {found}, this version reads up to {FORMAT}: use a newer version")
