"""The PostgreSQL store keeps the contract, and what is its own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

import psycopg
import pytest

from referee.store import (
    Append,
    Change,
    ErasePerson,
    FactsChanged,
    GameFacts,
    Newest,
    Player,
    Request,
    RequestTaken,
    Snapshot,
    Store,
    StoreError,
    VersionTaken,
)
from referee.store.postgres import PostgresStore, connecting
from referee.store.postgres import listening as listening_to
from referee.store.postgres.connecting import Database
from referee.store.postgres.schema import upgrade
from referee.store.postgres.telling import told
from tests.postgres import Postgres
from tests.store.store_contract import StoreContract

GAME = "games/a"


@pytest.fixture(scope="module")
def tables(postgres: Postgres) -> str:
    address = postgres.database()
    upgrade(address)
    return address


@pytest.fixture
def address(tables: str) -> str:
    """A database with empty tables."""
    with psycopg.connect(tables, autocommit=True) as connection:
        for table in ("log", "requests", "games", "players", "snapshots", "rulesets", "secrets"):
            connection.execute(f"DELETE FROM {table}")
    return tables


@pytest.fixture
async def store(address: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(Database(address))
    yield store
    await store.close()


class TestPostgres(StoreContract):
    async def test_moves_of_many_games_go_together(self, address: str, store: PostgresStore) -> None:
        await asyncio.gather(*(store.commit(Append(f"games/{n}", 0, b"")) for n in range(100)))
        with psycopg.connect(address) as connection:
            times = connection.execute("SELECT count(DISTINCT xmin::text) FROM log").fetchone()
        assert times is not None and times[0] < 20

    async def test_a_game_moves_on_once_in_a_batch(self, store: PostgresStore) -> None:
        """Two moves of one game that come together are committed one after the other."""
        await store.commit(Append(GAME, 0, b""))
        await asyncio.gather(*(store.commit(Append(GAME, n, b"%d" % n)) for n in range(1, 9)))
        assert [r.payload for r in await store.records(GAME, after=0)] == [b"%d" % n for n in range(1, 9)]

    async def test_one_that_does_not_fit_leaves_the_others_of_its_batch_alone(self, store: PostgresStore) -> None:
        a, b, c, d = games = [f"games/{n}" for n in range(4)]
        for game in games:
            await store.commit(Append(game, 0, b""), GameFacts(game, b"0"))
        done = await together(
            store,
            [Append(a, 1, b""), Request(a, "1", "new", b"x", 1), Snapshot(a, 1, b"s")],
            [Append(b, 7, b""), Request(b, "1", "new", b"x", 7)],
            [Append(c, 1, b""), GameFacts(c, b"1", frozenset({"x", "y"}), revision=1)],
            [Append(d, 1, b""), GameFacts(d, b"1", revision=4), Snapshot(d, 1, b"s")],
        )
        assert done == [None, VersionTaken, None, FactsChanged]
        assert await store.newest(games) == {a: Newest(1, 1), b: Newest(0, 1), c: Newest(1, 2), d: Newest(0, 1)}
        assert [len(await store.requests(game)) for game in games] == [1, 0, 0, 0]
        assert await store.snapshot(a, 1) == Snapshot(a, 1, b"s") and await store.snapshot(d, 1) is None
        found = await store.game(c)
        assert found is not None and (found.facts, found.labels) == (b"1", {"x", "y"})
        assert [found.name for found in await store.games(["y"])] == [c]

    async def test_a_batch_that_fails_as_a_whole_tells_each_its_own(self, store: PostgresStore) -> None:
        a, b, c = games = [f"games/{n}" for n in range(3)]
        for game in games:
            await store.commit(Append(game, 0, b""), Request(game, "1", "old", b"", 0))
        done = await together(
            store,
            [Append(a, 1, b""), Request(a, "1", "new", b"", 1)],
            [Append(b, 1, b""), Request(b, "1", "old", b"", 1)],
            [Append(c, 1, b""), Request(c, "1", "nul\0", b"", 1)],
        )
        assert done == [None, RequestTaken, StoreError]
        assert [await store.last_version(game) for game in games] == [1, 0, 0]

    async def test_a_name_that_cannot_be_is_not_there(self, store: PostgresStore) -> None:
        assert await store.game("games/\0") is None and await store.records("games/\0") == []

    async def test_names_are_any_text(self, store: PostgresStore) -> None:
        await store.commit(Append("games/é,:%s", 0, b""), Request("games/é,:%s", "", "☃", b"", 0))
        await store.commit(Append("games/é,:%s", 1, b""), Request("games/é,:%s", "", "☃☃", b"", 1))
        assert len(await store.requests("games/é,:%s")) == 2


class TestPooled(StoreContract):
    """With a pooler in front nothing may be kept on a connection."""

    @pytest.fixture
    async def store(self, address: str) -> AsyncIterator[PostgresStore]:
        store = PostgresStore(Database(address, pooled=True))
        yield store
        await store.close()


async def together(store: Store, *commits: Sequence[Change]) -> list[type[BaseException] | None]:
    """How each of several commits at once ended."""
    done = await asyncio.gather(*(store.commit(*changes) for changes in commits), return_exceptions=True)
    return [None if each is None else type(each) for each in done]


class Ears:
    """What a process hears of the others' changes."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Newest | None]] = []

    def __call__(self, game: str, newest: Newest | None) -> None:
        self.heard.append((game, newest))

    async def hear(self, count: int) -> list[tuple[str, Newest | None]]:
        async with asyncio.timeout(20):
            while len(self.heard) < count:
                await asyncio.sleep(0.01)
        found, self.heard = self.heard, []
        return found


async def listening(store: Store, another: Store) -> Ears:
    """Ears on a store; `another` speaks until it is heard."""
    ears = Ears()
    store.listen(ears)
    async with asyncio.timeout(20):
        while not ears.heard:
            await another.commit(GameFacts("games/noise", b""))
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.1)
    ears.heard.clear()
    return ears


async def test_other_processes_hear_of_changes(address: str, store: PostgresStore) -> None:
    other = PostgresStore(Database(address))
    ears = await listening(store, other)
    await other.commit(Append(GAME, 0, b""), GameFacts(GAME, b""), Player(GAME, "1", "Ada", "ada@x"))
    assert await ears.hear(2) == [(GAME, Newest(-1, 1)), (GAME, Newest(0, 0))]
    await other.commit(Append(GAME, 1, b""))
    assert await ears.hear(1) == [(GAME, Newest(1, 0))]
    await other.commit(ErasePerson("ada@x"))
    assert await ears.hear(1) == [(GAME, None)]
    await store.commit(Append(GAME, 2, b""))  # what this process did itself it need not hear
    await other.commit(Append(GAME, 3, b""))
    assert await ears.hear(1) == [(GAME, Newest(3, 0))]
    await other.close()


async def test_a_failed_commit_tells_nothing(address: str, store: PostgresStore) -> None:
    other = PostgresStore(Database(address))
    await other.commit(Append(GAME, 0, b""))
    ears = await listening(store, other)
    for changes in ([Append(GAME, 0, b"")], [Append(GAME, 5, b""), Player(GAME, "1")]):
        with pytest.raises(VersionTaken):
            await other.commit(*changes)
    await other.commit(Append(GAME, 1, b""))
    assert await ears.hear(1) == [(GAME, Newest(1, 0))]
    await other.close()


async def test_many_changes_at_once_are_heard(address: str, store: PostgresStore) -> None:
    other = PostgresStore(Database(address))
    ears = await listening(store, other)
    games = [f"games/{'x' * 24}{n}" for n in range(300)]
    await asyncio.gather(*(other.commit(Append(game, 0, b"")) for game in games))
    assert set(await ears.hear(300)) == {(game, Newest(0, 0)) for game in games}
    for game in games:
        await other.commit(Player(game, "1", "Ada", "ada@x"), GameFacts(game, b""))
    await ears.hear(300)
    await other.commit(ErasePerson("ada@x"))
    assert set(await ears.hear(300)) == {(game, None) for game in games}
    await other.close()


def test_what_cannot_be_read_is_not_heard() -> None:
    assert list(told("games/a:x:,games/b:1:,:,games/c")) == [("games/b", Newest(1, 0)), ("games/c", None)]


async def test_a_database_that_answers_before_its_disk_has_it_is_refused(postgres: Postgres) -> None:
    address = postgres.database()
    upgrade(address)
    name = address.partition("@/")[2].partition("?")[0]
    postgres.sql(f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = PostgresStore(Database(address))
    with pytest.raises(StoreError, match="synchronous_commit off"):
        await store.commit(Append(GAME, 0, b""))
    with pytest.raises(StoreError, match="synchronous_commit off"):
        await store.commit(Player(GAME, "1"))
    await store.close()


async def test_a_connection_that_cannot_be_set_up_is_closed(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(address)
    store = PostgresStore(database)
    monkeypatch.setattr(connecting, "_PLANS", "SET nonsense = on")
    with pytest.raises(StoreError, match="nonsense"):
        await store.records(GAME)
    assert database.numbers == [] and connections(address) == 0
    monkeypatch.undo()
    assert await store.records(GAME) == []
    await store.close()


async def test_a_database_that_will_not_be_listened_to_is_asked_now_and_then(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a standby, which takes no LISTEN: not again and again without a pause."""
    asked = 0

    class Counted(Database):
        async def connect(self) -> connecting.Connection:
            nonlocal asked
            asked += 1
            return await super().connect()

    database, other = Counted(address), PostgresStore(Database(address))
    store, ears = PostgresStore(database), Ears()
    monkeypatch.setattr(listening_to, "CHANNEL", "no name")
    store.listen(ears)
    await asyncio.sleep(1)
    assert 1 <= asked <= 4 and len(database.numbers) <= 1  # the one that is just being tried
    monkeypatch.undo()
    async with asyncio.timeout(20):
        while not ears.heard:
            await other.commit(GameFacts(GAME, b""))
            await asyncio.sleep(0.05)
    await other.close()
    await store.close()


def connections(address: str) -> int:
    """How many connections others have to the database."""
    with psycopg.connect(address) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert row is not None
    return int(row[0])


async def test_a_cut_connection_is_made_anew(address: str, store: PostgresStore) -> None:
    await store.commit(Append(GAME, 0, b""), Player(GAME, "1"))
    await store.commit(Append(GAME, 1, b""))
    other = PostgresStore(Database(address))
    ears = await listening(store, other)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND datname = current_database()"
        )
        assert [r.version for r in await store.records(GAME)] == [0, 1]
    await asyncio.sleep(0.1)
    await store.commit(Append(GAME, 2, b""))  # the connection was lost while nobody used it
    assert await store.last_version(GAME) == 2
    ears.heard.clear()
    async with asyncio.timeout(20):
        version = 2
        while not ears.heard:
            version += 1
            with contextlib.suppress(StoreError):  # its own first one is lost
                await other.commit(Append(GAME, version, b""))
            version = await store.last_version(GAME)
            await asyncio.sleep(0.1)
    await other.close()


async def test_a_host_that_takes_no_changes_any_more_is_left(store: PostgresStore) -> None:
    """As after a fail-over: a new connection finds the host that does."""
    await store.commit(Append(GAME, 0, b""))
    await store.commit(Player(GAME, "1"))
    for connection in store._database._idle:
        await connection.execute("SET default_transaction_read_only = on")
    with pytest.raises(StoreError, match="takes no changes"):
        await store.commit(Player(GAME, "1", "Ada"))
    await store.commit(Player(GAME, "1", "Ada"))
    assert (await store.players(GAME))["1"].name == "Ada"


async def test_a_database_that_is_away_is_told_without_the_password() -> None:
    store = PostgresStore(Database("postgresql://ada:hidden@localhost:1/games?sslpassword=hidden"))
    for work in (store.commit(Append(GAME, 0, b"")), store.commit(Player(GAME, "1")), store.records(GAME)):
        with pytest.raises(StoreError, match="can't be reached") as told:
            await work
        assert "postgresql://ada:…@localhost:1/games" in str(told.value) and "hidden" not in str(told.value)
    await store.close()


def test_what_is_no_address_is_told_without_the_password() -> None:
    with pytest.raises(StoreError) as told:
        Database("postgresql://ada:hidden@[localhost/games")
    assert "hidden" not in str(told.value)
    with pytest.raises(StoreError, match="is no address: write") as told:
        Database("postgresql://ada:hidden@localhost/games?shoesize=43")
    assert "hidden" not in str(told.value)
