"""Moves that are written by one statement: all are there, and one that can't be written takes none with it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from referee.store import Append, GameFacts, Request, SqliteStore, VersionTaken
from referee.store import moves_together as together
from referee.store.schema import connect, prepare


def move(game: str, version: int, id: str = "") -> tuple[Append, Request]:
    """A record of a log with its request; everything in it is different."""
    return (
        Append(game, version, f"{game} {version}".encode()),
        Request(game, "1", id or f"m{version}", bytes([version]), version),
    )


def connection(path: Path) -> sqlite3.Connection:
    made = connect(str(path / "games.sqlite"))
    prepare(made)
    together.prepare(made)
    return made


def rows(made: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    return sorted(made.execute(f"SELECT * FROM {table}").fetchall())


@pytest.mark.parametrize("count", [1, 2, 256])
def test_one_statement_writes_all_moves(tmp_path: Path, count: int) -> None:
    made = connection(tmp_path)
    said: list[str] = []
    made.set_trace_callback(said.append)
    assert together.write(made, [move(f"game {n}", 0) for n in range(count)])
    assert not made.in_transaction
    assert len(set(said)) == 1  # told again for each part of the trigger
    assert rows(made, "log") == sorted((f"game {n}", 0, f"game {n} 0".encode()) for n in range(count))
    assert rows(made, "requests") == sorted((f"game {n}", "1", "m0", b"\0", 0) for n in range(count))


@pytest.mark.parametrize(
    "wrong",
    [
        move("a", 0),
        move("a", 2),
        move("b", 1),
        (Append("a", 1, b"x"), Request("a", "1", "m0", b"\0", 1)),
        (Append("a", 1, b"x", revision=1), Request("a", "1", "m1", b"", 1)),
    ],
    ids=["taken", "gap", "no game", "request taken", "other facts"],
)
def test_a_move_that_cannot_be_written_leaves_nothing(tmp_path: Path, wrong: tuple[Append, Request]) -> None:
    made = connection(tmp_path)
    assert together.write(made, [move("a", 0)])
    assert not together.write(made, [move("c", 0), wrong, move("d", 0)])
    assert not made.in_transaction
    assert rows(made, "log") == [("a", 0, b"a 0")]
    assert rows(made, "requests") == [("a", "1", "m0", b"\0", 0)]


async def test_only_the_caller_in_the_wrong_is_refused(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.sqlite")
    await store.commit(*move("a", 0))
    facts = (Append("d", 0, b"created"), GameFacts("d", b"{}", frozenset({"open"})))
    given = [move("a", 1), move("a", 1, "other"), move("b", 0), facts, move("c", 1)]
    told = await asyncio.gather(*(store.commit(*changes) for changes in given), return_exceptions=True)
    assert [type(each) for each in told] == [type(None), VersionTaken, type(None), type(None), VersionTaken]
    assert [record.payload for record in await store.records("a")] == [b"a 0", b"a 1"]
    assert [request.id for request in await store.requests("a")] == ["m0", "m1"]
    assert await store.last_version("b") == 0 and await store.last_version("c") == -1
    assert await store.game("d") is not None
    await store.close()


def test_only_a_record_with_its_own_request_is_a_move() -> None:
    append, request = move("a", 3)
    assert together.is_move((append, request))
    other = Request("b", "1", "m", b"", 3)
    for changes in [(append,), (request, append), (append, other), (append, request, request), (append, append)]:
        assert not together.is_move(changes)
