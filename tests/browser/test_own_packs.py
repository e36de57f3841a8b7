"""Somebody's own packs at the table: a rule edited between two games, and a game made by `referee new` a minute ago."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.clicker import Clicker, begin
from tests.browser.conftest import Open
from tests.clients.server import serving
from tests.prepared import run

PACK = """\
id: rich-start
kind: house-rules
version: 1
language: 1
title: Rich start
requires: [cuba]
sources: none
changes:
  - {rule: start_money, is: %d}
"""
CALM = 60_000  # milliseconds until a server has noticed an edit, on a machine that does other things too


@pytest.fixture
def own(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server of its own, where its lobby is, and the folder of packs that it watches."""
    packs = tmp_path / "packs"
    (packs / "rich-start").mkdir(parents=True)
    (packs / "rich-start" / "pack.yaml").write_text(PACK % 21, encoding="utf-8")
    code, _, err = run(["new", "game", "marbles"], packs, dict(os.environ))
    assert code == 0, err
    with serving(tmp_path / "data", packs) as server:
        yield f"http://127.0.0.1:{server.web_port}/", packs


def begins_with(page: Page, pesos: int) -> bool:
    """Whether somebody has so many at the start of a new game."""
    begin(page, "Rich start", ["at this screen", "program: at random"])
    return re.search(rf"peso\s+{pesos}\b", page.get_by_role("main").inner_text()) is not None


def test_an_edited_rule_counts_in_the_next_game(own: tuple[str, Path], open_page: Open) -> None:
    address, packs = own
    page = open_page(address)
    assert begins_with(page, 21)
    (packs / "rich-start" / "pack.yaml").write_text(PACK % 34, encoding="utf-8")
    for _ in range(CALM // 1000):
        page.wait_for_timeout(1000)
        page.goto(address)
        if begins_with(page, 34):
            return
    raise AssertionError("the edit came to no game")


def test_a_new_game_is_played_at_once(own: tuple[str, Path], open_page: Open) -> None:
    address, _ = own
    page = open_page(address)
    begin(page, "Marbles", ["at this screen", "program: looks one choice ahead"])
    assert Clicker(page, random.Random(1)).play(500) == "over"
