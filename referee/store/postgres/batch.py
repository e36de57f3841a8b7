"""Moves of many games in one statement, which is its own transaction: one way to the database, one flush.

The answer lists the rows that were kept, numbered from 1. A move whose version or facts were taken by another process
is left out and leaves the others alone; nothing is undone, and nothing is written to the database's log. Facts that a
move only rests on are read without a lock: what is put while the batch is under way comes after its moves.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from referee.store.contract import Append, Change, GameFacts, Request, Snapshot
from referee.store.postgres.telling import CHANNEL

_TEXT, _BIGINT, _BYTEA = 25, 20, 17
_NULL = b"\xff\xff\xff\xff"
_ARRAY_OF = {_TEXT: 1009, _BIGINT: 1016, _BYTEA: 1001}  # PostgreSQL's numbers of types
COLUMNS = (_TEXT, _BIGINT, _BYTEA, _BIGINT, _TEXT, _TEXT, _BYTEA, _BYTEA, _TEXT, _BIGINT, _BYTEA)
ARRAYS = [_ARRAY_OF[column] for column in COLUMNS]

SQL = f"""
WITH batch AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::text[], $6::text[], $7::bytea[],
        $8::bytea[], $9::text[], $10::bigint[], $11::bytea[]) WITH ORDINALITY
    AS row (game, version, payload, rests_on, seat, id, content, facts, labels, revision, snapshot, number)
), held AS (
    SELECT g.name FROM batch b JOIN games g ON g.name = b.game
    WHERE b.facts IS NOT NULL AND g.revision = b.revision ORDER BY g.name FOR UPDATE OF g
), appended AS (
    INSERT INTO log (game, version, payload)
    SELECT game, version, payload FROM batch b
    WHERE (version = 0 OR (SELECT true FROM log l WHERE l.game = b.game AND l.version = b.version - 1))
        AND (facts IS NULL OR game IN (SELECT name FROM held))
        AND (rests_on IS NULL OR rests_on = coalesce((SELECT g.revision FROM games g WHERE g.name = b.game), 0))
    ORDER BY game
    ON CONFLICT DO NOTHING RETURNING game, version
), kept AS (
    INSERT INTO requests SELECT b.game, seat, id, content, b.version FROM appended JOIN batch b USING (game)
    WHERE id IS NOT NULL
), changed AS (
    UPDATE games g SET facts = b.facts, labels = string_to_array(b.labels, E'\\n'), revision = g.revision + 1
    FROM appended JOIN batch b USING (game) WHERE g.name = b.game AND b.facts IS NOT NULL
), snapped AS (
    INSERT INTO snapshots SELECT b.game, b.version, b.snapshot FROM appended JOIN batch b USING (game)
    WHERE b.snapshot IS NOT NULL
    ON CONFLICT (game) DO UPDATE SET version = excluded.version, payload = excluded.payload
)
SELECT string_agg(number::text, ','),
    CASE WHEN count(*) > 0 THEN pg_notify('{CHANNEL}', string_agg(game || ':' || b.version || ':', ',')) END
FROM appended JOIN batch b USING (game)
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A move: the next record of a game, and what comes with it. At most one of each game in a batch."""

    append: Append
    request: Request | None = None
    facts: GameFacts | None = None
    snapshot: Snapshot | None = None


def row(changes: Sequence[Change]) -> Row | None:
    """The changes as a row; None if they are more than a move."""
    append: Append | None = None
    request: Request | None = None
    facts: GameFacts | None = None
    snapshot: Snapshot | None = None
    for change in changes:
        match change:
            case Append() if append is None:
                append = change
            case Request() if request is None:
                request = change
            case GameFacts() if facts is None and change.revision:
                facts = change
            case Snapshot() if snapshot is None:
                snapshot = change
            case _:
                return None
    if append is None:
        return None
    here = (append.game, append.version)
    fits = (
        (request is None or (request.game, request.version) == here)
        and (facts is None or facts.name == append.game)
        and (snapshot is None or (snapshot.game, snapshot.version) == here)
    )
    return Row(append, request, facts, snapshot) if fits else None


def parameters(rows: Sequence[Row]) -> list[bytes]:
    """The batch as arrays, in PostgreSQL's binary form."""
    columns: list[list[bytes | None]] = [[] for _ in COLUMNS]
    game, version, payload, rests_on, seat, id, content, facts, labels, revision, snapshot = columns
    for each in rows:
        game.append(each.append.game.encode())
        version.append(_bigint(each.append.version))
        payload.append(each.append.payload)
        rests_on.append(None if each.append.revision is None else _bigint(each.append.revision))
        request, put, kept = each.request, each.facts, each.snapshot
        seat.append(None if request is None else request.seat.encode())
        id.append(None if request is None else request.id.encode())
        content.append(None if request is None else request.content)
        facts.append(None if put is None else put.facts)
        labels.append(None if put is None else "\n".join(sorted(put.labels)).encode())
        revision.append(None if put is None else _bigint(put.revision or 0))
        snapshot.append(None if kept is None else kept.payload)
    return [_array(kind, column) for kind, column in zip(COLUMNS, columns, strict=True)]


def _bigint(number: int) -> bytes:
    return number.to_bytes(8, "big")


def _array(kind: int, items: Sequence[bytes | None]) -> bytes:
    parts = [struct.pack("!iiiii", 1, 1, kind, len(items), 1)]
    for item in items:
        if item is None:
            parts.append(_NULL)
        else:
            parts.append(len(item).to_bytes(4, "big"))
            parts.append(item)
    return b"".join(parts)
