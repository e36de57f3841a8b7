"""Any changes in one transaction of their own: for what is rarer than moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from psycopg import errors

from referee.store.contract import (
    Append,
    Change,
    ErasePerson,
    FactsChanged,
    ForgetRulesets,
    GameFacts,
    Newest,
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
from referee.store.postgres.connecting import Connection, Database
from referee.store.postgres.telling import tell

_ATTEMPTS = 5
# Whoever takes locks in one order waits for others, and never for somebody who waits for him.
_ORDER = (
    ErasePerson,
    GameFacts,
    Append,
    Request,
    Player,
    Snapshot,
    RulesetSource,
    RulesetUsed,
    ForgetRulesets,
)


async def commit(database: Database, changes: Sequence[Change]) -> None:
    """Keeps all changes or none. Raises StoreError and its kinds."""
    ordered = sorted(changes, key=lambda change: _ORDER.index(type(change)))
    for attempt in range(_ATTEMPTS):
        async with database.connection() as connection:
            try:
                async with connection.transaction():
                    await _rest(connection, changes)
                    news = [each for change in ordered for each in await _write(connection, change)]
                    await tell(connection, news)
                return
            except (errors.DeadlockDetected, errors.SerializationFailure):
                if attempt == _ATTEMPTS - 1:
                    raise


async def _rest(connection: Connection, changes: Sequence[Change]) -> None:
    """Raises FactsChanged unless the facts are those that the records rest on; they stay so up to the commit."""
    wanted = {
        change.game: change.revision for change in changes if isinstance(change, Append) and change.revision is not None
    }
    if not wanted:
        return
    hold = "SELECT name, revision FROM games WHERE name = ANY (%s) ORDER BY name FOR UPDATE"
    found: dict[str, int] = dict(await (await connection.execute(hold, (list(wanted),))).fetchall())
    for game, revision in wanted.items():
        if found.get(game, 0) != revision:
            raise FactsChanged(f"the facts of {game} have revision {found.get(game, 0)}, not {revision}")


async def _write(connection: Connection, change: Change) -> Iterable[tuple[str, Newest | None]]:
    """Writes one change. Gives what other processes should hear."""
    execute = connection.execute
    match change:
        case Append(game, version, payload):
            await _append(connection, change)
            return [(game, Newest(version))]
        case Request(game, seat, id, content, version):
            insert = "INSERT INTO requests VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
            if (await execute(insert, (game, seat, id, content, version))).rowcount != 1:
                raise RequestTaken(f"{game} seat {seat!r} has used the request id {id!r} before")
        case GameFacts():
            return [(change.name, Newest(-1, await _put_game(connection, change)))]
        case Player(game, seat, name, external_id):
            upsert = (
                "INSERT INTO players VALUES (%s, %s, %s, %s) ON CONFLICT (game, seat)"
                " DO UPDATE SET name = excluded.name, external_id = excluded.external_id"
            )
            await execute(upsert, (game, seat, name, external_id))
        case Snapshot(game, version, payload):
            upsert = (
                "INSERT INTO snapshots VALUES (%s, %s, %s) ON CONFLICT (game)"
                " DO UPDATE SET version = excluded.version, payload = excluded.payload"
            )
            await execute(upsert, (game, version, payload))
        case RulesetSource():
            await _put_ruleset(connection, change)
        case RulesetUsed(digest):
            used = "UPDATE rulesets SET until = NULL WHERE digest = %s"
            if (await execute(used, (digest,))).rowcount != 1:
                raise RulesetGone(f"the ruleset {digest} isn't kept any more")
        case ForgetRulesets(now):
            await execute("DELETE FROM rulesets WHERE until < %s", (now,))
        case ErasePerson(external_id):
            return await _erase(connection, external_id)
    return ()


async def _append(connection: Connection, append: Append) -> None:
    insert = (
        "INSERT INTO log SELECT %(game)s::text, %(version)s::bigint, %(payload)s::bytea WHERE %(version)s = 0 OR EXISTS"
        " (SELECT 1 FROM log WHERE game = %(game)s AND version = %(version)s - 1) ON CONFLICT DO NOTHING"
    )
    game, version = append.game, append.version
    done = await connection.execute(insert, {"game": game, "version": version, "payload": append.payload})
    if done.rowcount != 1:
        raise VersionTaken(f"version {version} isn't the next one of {game}")


async def _put_game(connection: Connection, game: GameFacts) -> int:
    """Gives the new revision."""
    labels = sorted(game.labels)
    while True:
        row = await (
            await connection.execute("SELECT revision FROM games WHERE name = %s FOR UPDATE", (game.name,))
        ).fetchone()
        revision = 0 if row is None else int(row[0])
        if game.revision not in (None, revision):
            raise FactsChanged(f"the facts of {game.name} have revision {revision}, not {game.revision}")
        if row is None:
            put = "INSERT INTO games (facts, labels, name) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
        else:
            put = "UPDATE games SET facts = %s, labels = %s, revision = revision + 1 WHERE name = %s"
        if (await connection.execute(put, (game.facts, labels, game.name))).rowcount == 1:
            return revision + 1


async def _put_ruleset(connection: Connection, ruleset: RulesetSource) -> None:
    digest, until, sender = ruleset.digest, ruleset.until, ruleset.sender
    execute = connection.execute
    if until is not None:
        await execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"rulesets/{sender}",))
        known = await (await execute("SELECT 1 FROM rulesets WHERE digest = %s", (digest,))).fetchone()
        count = "SELECT count(*) FROM rulesets WHERE sender = %s AND until IS NOT NULL"
        unused = await (await execute(count, (sender,))).fetchone()
        if known is None and unused is not None and unused[0] >= ruleset.most:
            raise TooManyRulesets(f"{sender or 'the sender'} has {ruleset.most} unused rulesets already")
    upsert = (
        "INSERT INTO rulesets (digest, source, until, sender) VALUES (%s, %s, %s, %s) ON CONFLICT (digest) DO UPDATE"
        " SET until = CASE WHEN rulesets.until IS NULL OR excluded.until IS NULL THEN NULL"
        " ELSE greatest(rulesets.until, excluded.until) END"
    )
    await execute(upsert, (digest, ruleset.source, until, sender))


async def _erase(connection: Connection, external_id: str) -> list[tuple[str, Newest | None]]:
    seated = "SELECT game FROM players WHERE external_id = %s"
    hold = f"SELECT name FROM games WHERE name IN ({seated}) ORDER BY name FOR UPDATE"
    games = [name for (name,) in await (await connection.execute(hold, (external_id,))).fetchall()]
    await connection.execute("UPDATE games SET revision = revision + 1 WHERE name = ANY (%s)", (games,))
    erase = "UPDATE players SET name = '', external_id = '' WHERE external_id = %s"
    await connection.execute(erase, (external_id,))
    return [(name, None) for name in games]
