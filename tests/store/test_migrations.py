"""The steps of the database's tables, up and down, with games in them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg
import pytest

from referee.store import Append, GameFacts, Player, Request, Store, StoreError, migrations, open_database
from referee.store.postgres import schema
from tests.postgres import Postgres

GAME = "games/a"


def tables(address: str) -> dict[str, list[str]]:
    """Every table with its columns, as the database describes them."""
    with psycopg.connect(address) as connection:
        rows = connection.execute(
            "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns"
            " WHERE table_schema = 'public' ORDER BY 1, 2"
        ).fetchall()
        indexes = connection.execute(
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
        ).fetchall()
    found: dict[str, list[str]] = {"indexes": [str(index) for (index,) in indexes]}
    for name, *column in rows:
        found.setdefault(name, []).append(str(column))
    return found


async def contents(store: Store) -> object:
    found = await store.game(GAME)
    assert found is not None
    return (
        await store.records(GAME),
        await store.requests(GAME),
        await store.players(GAME),
        (found.facts, found.labels, found.order),
    )


def test_the_newest_step_is_the_one_that_is_needed() -> None:
    steps = sorted(int(path.stem[1:].partition("_")[0]) for path in Path(migrations.__path__[0]).glob("versions/v*.py"))
    assert steps == list(range(1, schema.NEEDED + 1))


def test_up_down_and_up_again_is_the_same(postgres: Postgres) -> None:
    address = postgres.database()
    seen: dict[int, object] = {0: {"indexes": []}}
    for step in range(1, schema.NEEDED + 1):
        schema.upgrade(address, step)
        seen[step] = tables(address)
        assert schema.current(address) == step
    for step in reversed(range(schema.NEEDED)):
        schema.downgrade(address, step)
        left = tables(address)
        if step == 0:
            left.pop("schema_version")
            left["indexes"] = [index for index in left["indexes"] if "schema_version" not in index]
        assert left == seen[step], f"step {step + 1} leaves something behind"
    schema.upgrade(address)
    assert tables(address) == seen[schema.NEEDED]


async def test_games_outlive_every_step(postgres: Postgres) -> None:
    address = postgres.database()
    kept = await open_database(address)
    changes = [Append(GAME, 0, b"0"), GameFacts(GAME, b"f", frozenset({"x"})), Player(GAME, "1", "Ada", "ada@x")]
    await kept.store.commit(*changes, Request(GAME, "1", "id", b"c", 0))
    before = await contents(kept.store)
    for step in (1, schema.NEEDED):
        move = schema.downgrade if step == 1 else schema.upgrade
        await asyncio.to_thread(move, address, step)
    assert await contents(kept.store) == before
    await kept.store.commit(Append(GAME, 1, b"1"), Request(GAME, "1", "id1", b"c", 1))
    assert [record.version for record in await kept.store.records(GAME)] == [0, 1]
    await kept.close()


async def test_a_server_goes_on_while_tables_are_brought_up_to_date(postgres: Postgres) -> None:
    """What waits for the tables waits a moment; nothing that was acknowledged is lost."""
    address = postgres.database()
    kept = await open_database(address)
    acknowledged, done = -1, False

    async def play() -> None:
        nonlocal acknowledged
        while not done:
            try:
                await kept.store.commit(
                    Append(GAME, acknowledged + 1, b""), Request(GAME, "1", str(acknowledged), b"", acknowledged + 1)
                )
                acknowledged += 1
            except StoreError:
                acknowledged = (await kept.store.records(GAME, limit=1_000_000))[-1].version
            await asyncio.sleep(0)

    playing = asyncio.create_task(play())
    for _ in range(2):
        await asyncio.sleep(0.1)
        await asyncio.to_thread(schema.downgrade, address, 1)
        await asyncio.to_thread(schema.upgrade, address)
    await asyncio.sleep(0.1)
    done = True
    await playing
    records = await kept.store.records(GAME, limit=1_000_000)
    assert [record.version for record in records] == list(range(acknowledged + 1)) and acknowledged > 10
    await kept.close()


def test_a_step_that_is_not_there_is_told(postgres: Postgres) -> None:
    address = postgres.database()
    schema.upgrade(address)
    with pytest.raises(StoreError, match="7"):
        schema.downgrade(address, 7)
    with pytest.raises(StoreError, match="does not exist"):
        schema.current(address.replace("@/", "@/no"))
