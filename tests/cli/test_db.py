"""`referee db`: the tables up and down, and what is told where that can't be."""

from __future__ import annotations

import pytest

from referee.cli.program import run
from tests.postgres import Postgres


def test_up_down_and_where_they_are(postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    store = ["--store", postgres.database()]
    assert run(["db", "current", *store]) == 1
    assert run(["db", "upgrade", *store]) == 0
    assert run(["db", "current", *store]) == 0
    assert run(["db", "downgrade", "1", *store]) == 0
    assert run(["db", "downgrade", "1", *store]) == 2
    assert run(["db", "downgrade", "0", *store]) == 2
    assert run(["db", "downgrade", "0", "--and-all-games", *store]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        "the tables are at step 0, this version needs 2",
        "the tables are at step 2",
        "the tables are at step 2, this version needs 2",
        "the tables are at step 1",
        "the tables are at step 0",
    ]
    assert "the tables are at step 1" in told.err and "every game would be gone" in told.err


def test_the_address_may_stand_in_the_environment(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REFEREE_STORE", postgres.database())
    assert run(["db", "upgrade"]) == 0
    assert run(["db", "upgrade"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "the tables are at step 2, as before"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "no database is named"),
        (["--store", "referee-data"], 2, "a data folder is brought up to date when a server opens it"),
        (
            ["--store", "postgresql://ada:hidden@localhost:1/games"],
            1,
            "postgresql://ada:…@localhost:1/games: connection",
        ),
        (
            ["--store", "postgresql://ada:100%hidden@localhost/games"],
            1,
            "postgresql://ada:…@localhost/games is no address: write postgresql://USER@HOST/DATABASE",
        ),
    ],
)
def test_what_cannot_be_is_told(
    arguments: list[str], code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("REFEREE_STORE", raising=False)
    assert run(["db", "current", *arguments]) == code
    told = " ".join(capsys.readouterr().err.split())
    assert said in told and "hidden" not in told and "Traceback" not in told
