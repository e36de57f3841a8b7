"""The doctor: reads a store, plays everything again, says what an upgrade would do, and changes nothing."""

from __future__ import annotations

import base64
import json
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from referee.cli.doctoring import print_report
from referee.cli.program import run
from referee.service.operation.doctor import examine
from referee.service.operation.reported import Report
from referee.service.packs.sources import read_source
from referee.service.record import history, log
from referee.store import Append, Snapshot, SqliteStore, StoreError
from referee.store.folder import GAMES_FILE
from referee.store.schema import CHANGES, FORMAT, TABLES
from tests.service.table import House, Table


def database(house: House) -> Path:
    return house.folder / "games.sqlite"


def sql(house: House, statement: str, *values: object) -> None:
    """Writes past the store, as an accident does."""
    with closing(sqlite3.connect(database(house))) as connection:
        connection.execute(statement, values)
        connection.commit()


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [*connection.iterdump(), str(connection.execute("PRAGMA user_version").fetchone())]


async def some_games(house: House) -> list[Table]:
    """An open game, a running one and one that is over; two packs."""
    await house.create("tic_tac_toe")
    over, running = await house.table("tic_tac_toe"), await house.table("auction")
    await over.play(random.Random(1))
    await running.play(random.Random(1), 30)
    return [over, running]


def page(report: Report, width: int = 100) -> str:
    console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: SIM115  # ends with the test
    print_report(report, replayed=True, console=console)
    return console.export_text()


async def test_a_sound_folder(house: House) -> None:
    await some_games(house)
    looked: list[int] = []
    before = content(database(house))
    report = await examine(house.folder, looked.append)  # while its server is running
    assert looked == [1, 2, 3] and report.problems == report.upgrade == []
    assert dict(report.states) == {"open": 1, "running": 1, "over": 1}
    assert report.found == report.known == FORMAT
    assert sorted((need.packs, need.pressing) for need in report.needs.values()) == [
        (("auction",), True),
        (("tic_tac_toe",), True),
    ]
    told = report.as_json()
    assert told["sound"] and told["games"] == {"open": 1, "running": 1, "over": 1}
    shown = page(report)
    assert "1 open · 1 running · 1 over; each played again from its log" in shown
    assert "the same rules" in shown and "Sound. This version goes on with all of it." in shown
    assert max(map(len, shown.splitlines())) <= 100
    await house.close()
    assert content(database(house)) == before
    await house.open()


async def test_a_log_that_cannot_be_played_and_facts_that_lie(house: House) -> None:
    one, two = await house.table("tic_tac_toe"), await house.table("tic_tac_toe")
    game = await house.service._games.get(two.game)
    await house.store.commit(Append(one.game, 2, log.write(log.Undone("1", 7, 0))))
    await house.store.commit(replace(game.facts, state="over").stored(two.game))
    report = await examine(house.folder)
    assert len(report.problems) == 2
    assert any(one.game in each and "version 2" in each for each in report.problems)
    assert any(two.game in each and "by its log it is running" in each for each in report.problems)
    assert not report.as_json()["sound"] and one.game in page(report)
    assert (await examine(house.folder, replay=False)).problems == []


async def test_a_snapshot_that_says_something_else_than_the_log(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_SNAPSHOT", 5)
    one, two = await house.table("auction", seed="a"), await house.table("auction", seed="b")
    for table in (one, two):
        await table.play(random.Random(1), 12)
    kept = await house.store.snapshot(one.game, 100)
    assert kept is not None and (await examine(house.folder)).problems == []
    await house.store.commit(Snapshot(two.game, kept.version, kept.payload))
    [problem] = (await examine(house.folder)).problems
    assert two.game in problem and f"version {kept.version} isn't what its snapshot says" in problem
    await house.store.commit(Snapshot(two.game, kept.version, b"{}"))  # a cache that can't be read is thrown away
    assert (await examine(house.folder)).problems == []


@pytest.mark.parametrize("facts", [b"no JSON", b"{}", b'{"packs": [], "seats": [], "shoe_size": 43}'])
async def test_facts_that_cannot_be_read_are_told_of_their_game(house: House, facts: bytes) -> None:
    spoilt, fine = await house.table("tic_tac_toe"), await house.table("tic_tac_toe")
    sql(house, "UPDATE games SET facts = ? WHERE name = ?", facts, spoilt.game)
    report = await examine(house.folder)
    assert report.problems == [f"{spoilt.game}: its facts can't be read"]
    assert report.looked == 2 and dict(report.states) == {"running": 1} and fine.game


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("gone", "its source isn't in the store"),
        ("broken", "this version finds errors in it"),
        ("other", "its rules digest was"),
    ],
)
async def test_rulesets_that_games_need(house: House, damage: str, words: str) -> None:
    _, running = await some_games(house)
    name = await house.ruleset("auction")
    await house.close()
    if damage == "gone":
        sql(house, "DELETE FROM rulesets WHERE digest = ?", name)
    else:
        store = SqliteStore(database(house))
        source = await store.ruleset(name)
        await store.close()
        assert source is not None
        text = read_source(source).files["auction/pack.yaml"].decode()
        before, after = ("pay 1 crown", "pay 1 crwn") if damage == "broken" else ("base: 12", "base: 13")
        assert before in text
        data = json.loads(source)
        data["files"]["auction/pack.yaml"] = base64.b85encode(text.replace(before, after).encode()).decode()
        sql(house, "UPDATE rulesets SET source = ? WHERE digest = ?", json.dumps(data).encode(), name)
    report = await examine(house.folder)
    [problem] = report.problems
    assert name[:12] in problem and words in problem
    assert report.upgrade == ["a game that isn't over can't go on"]
    shown = page(report)
    assert words[:20] in " ".join(shown.split()) and "Sound" not in shown
    assert running.game  # it wasn't played again: there is nothing to play it with
    await house.open()


async def test_an_older_store_is_looked_at_in_a_copy(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        for step in (TABLES, *(CHANGES[number] for number in range(2, FORMAT))):
            connection.executescript(step)
        connection.execute(f"PRAGMA user_version = {FORMAT - 1}")
        connection.commit()
    before = content(tmp_path / "games.sqlite")
    report = await examine(tmp_path)
    assert (report.found, report.known, report.problems) == (FORMAT - 1, FORMAT, [])
    assert [f"from format {FORMAT - 1} to {FORMAT}" in each for each in report.upgrade] == [True]
    assert "back it up first" in page(report) and "Sound" not in page(report)
    assert content(tmp_path / "games.sqlite") == before
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite"]


async def test_a_store_of_a_newer_version_and_none_at_all(house: House, tmp_path: Path) -> None:
    await house.close()
    with pytest.raises(StoreError, match="no data folder"):
        await examine(tmp_path / "elsewhere")
    sql(house, f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(StoreError, match="use a newer version"):
        await examine(house.folder)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / GAMES_FILE).write_bytes(b"no database" * 100)
    with pytest.raises(StoreError, match="can't be read"):
        await examine(tmp_path / "b")
    sql(house, f"PRAGMA user_version = {FORMAT}")
    await house.open()


async def test_exit_codes(house: House, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import asyncio

    await some_games(house)
    await house.close()
    where = ["doctor", "--data", str(house.folder)]
    assert await asyncio.to_thread(run, [*where, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sound"]
    sql(house, "DELETE FROM log WHERE version = 3")
    assert await asyncio.to_thread(run, where) == 1
    assert "records where the last version" in " ".join(capsys.readouterr().out.split())
    assert await asyncio.to_thread(run, ["doctor", "--data", str(tmp_path / "none")]) == 2
    assert "no data folder" in capsys.readouterr().err
    await house.open()


async def test_a_database_that_no_server_has_used_stays_empty() -> None:
    pytest.importorskip("psycopg", reason="not run: psycopg")
    from tests.postgres import Postgres, programs

    postgres = Postgres(programs())
    try:
        address = postgres.database()
        with pytest.raises(StoreError, match="no server has used it yet"):
            await examine(address)
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        assert postgres.sql(tables, address.partition("@/")[2].partition("?")[0]).strip() == "0"
    finally:
        postgres.remove()
