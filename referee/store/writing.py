"""How each kind of change is written, inside a transaction that somebody else begins and ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from referee.store.contract import (
    Append,
    Change,
    ErasePerson,
    FactsChanged,
    ForgetRulesets,
    GameFacts,
    Player,
    Request,
    RequestTaken,
    RulesetGone,
    RulesetSource,
    RulesetUsed,
    Snapshot,
    TooManyRulesets,
    VersionTaken,
)


def write_all(connection: sqlite3.Connection, changes: Sequence[Change]) -> None:
    """Writes the changes of a commit. Raises a kind of Conflict or sqlite3.Error; the caller then rolls back."""
    for change in changes:  # before facts are put: their revision grows with that
        if isinstance(change, Append) and change.revision is not None:
            _rest(connection, change.game, change.revision)
    for change in changes:
        _write(connection, change)


def _rest(connection: sqlite3.Connection, game: str, revision: int) -> None:
    row = connection.execute("SELECT revision FROM games WHERE name = ?", (game,)).fetchone()
    found = 0 if row is None else row[0]
    if found != revision:
        raise FactsChanged(f"the facts of {game} have revision {found}, not {revision}")


def _write(connection: sqlite3.Connection, change: Change) -> None:
    execute = connection.execute
    match change:
        case Append(game, version, payload):
            _append(connection, game, version, payload)
        case Request(game, seat, id, content, version):
            try:
                execute("INSERT INTO requests VALUES (?, ?, ?, ?, ?)", (game, seat, id, content, version))
            except sqlite3.IntegrityError:
                raise RequestTaken(f"{game} seat {seat!r} has used the request id {id!r} before") from None
        case GameFacts():
            _put_game(connection, change)
        case Player(game, seat, name, external_id):
            execute("INSERT OR REPLACE INTO players VALUES (?, ?, ?, ?)", (game, seat, name, external_id))
        case Snapshot(game, version, payload):
            execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", (game, version, payload))
        case RulesetSource():
            _put_ruleset(connection, change)
        case RulesetUsed(digest):
            if execute("UPDATE rulesets SET until = NULL WHERE digest = ?", (digest,)).rowcount != 1:
                raise RulesetGone(f"the ruleset {digest} isn't kept any more")
        case ForgetRulesets(now):
            execute("DELETE FROM rulesets WHERE until < ?", (now,))
        case ErasePerson(external_id):
            seated = "SELECT game FROM players WHERE external_id = ?"
            execute(f"UPDATE games SET revision = revision + 1 WHERE name IN ({seated})", (external_id,))
            execute("UPDATE players SET name = '', external_id = '' WHERE external_id = ?", (external_id,))


def _append(connection: sqlite3.Connection, game: str, version: int, payload: bytes) -> None:
    try:
        done = connection.execute(
            "INSERT INTO log SELECT ?1, ?2, ?3 WHERE ?2 = 0 OR EXISTS"
            " (SELECT 1 FROM log WHERE game = ?1 AND version = ?2 - 1)",
            (game, version, payload),
        )
    except sqlite3.IntegrityError:
        raise VersionTaken(f"{game} has a version {version} already") from None
    if done.rowcount != 1:
        raise VersionTaken(f"{game} has no version {version - 1} that version {version} could follow")


def _put_game(connection: sqlite3.Connection, game: GameFacts) -> None:
    row = connection.execute("SELECT number, revision FROM games WHERE name = ?", (game.name,)).fetchone()
    number, revision = row or (None, 0)
    if game.revision not in (None, revision):
        raise FactsChanged(f"the facts of {game.name} have revision {revision}, not {game.revision}")
    if number is None:
        insert = "INSERT INTO games (name, facts, revision) VALUES (?, ?, 1)"
        number, old = connection.execute(insert, (game.name, game.facts)).lastrowid, frozenset[str]()
    else:
        update = "UPDATE games SET facts = ?, revision = revision + 1 WHERE number = ?"
        connection.execute(update, (game.facts, number))
        labels = connection.execute("SELECT label FROM labels WHERE number = ?", (number,))
        old = frozenset(label for (label,) in labels)
    gone, new = sorted(old - game.labels), sorted(game.labels - old)
    connection.executemany("DELETE FROM labels WHERE label = ? AND number = ?", [(x, number) for x in gone])
    connection.executemany("INSERT INTO labels VALUES (?, ?)", [(x, number) for x in new])


def _put_ruleset(connection: sqlite3.Connection, ruleset: RulesetSource) -> None:
    digest, until, sender = ruleset.digest, ruleset.until, ruleset.sender
    row = connection.execute("SELECT until FROM rulesets WHERE digest = ?", (digest,)).fetchone()
    if row is not None:
        if row[0] is not None:
            later = None if until is None else max(until, row[0])
            connection.execute("UPDATE rulesets SET until = ? WHERE digest = ?", (later, digest))
        return
    if until is not None:
        unused = "SELECT count(*) FROM rulesets WHERE sender = ? AND until IS NOT NULL"
        if connection.execute(unused, (sender,)).fetchone()[0] >= ruleset.most:
            raise TooManyRulesets(f"{sender or 'the sender'} has {ruleset.most} unused rulesets already")
    insert = "INSERT INTO rulesets (digest, source, until, sender) VALUES (?, ?, ?, ?)"
    connection.execute(insert, (digest, ruleset.source, until, sender))
