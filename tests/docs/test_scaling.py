"""The page about many processes says the numbers of the program."""

from __future__ import annotations

from referee.service.config import ServerConfig
from referee.service.games import bots
from referee.store.postgres import connecting, group, schema
from tests.docs.pages import DOCS


def test_the_numbers_are_those_of_the_program() -> None:
    page = " ".join((DOCS / "scaling.md").read_text(encoding="utf-8").split())
    config = ServerConfig()
    assert f"one flush, up to {group.MOST} of them" in page
    assert f"every {config.look_seconds} seconds each process compares" in page
    assert f"up to {config.look_seconds} seconds late" in page
    assert f"keeps up to {config.live_games} idle games" in page
    assert (connecting.MOST + 2, bots._TAKE_OVER) == (6, 2.0)
    assert "a process needs six at most" in page and "for two to four seconds" in page
    assert f"referee db downgrade {schema.NEEDED - 1} " in page
