"""Whole games at the page, by a clicker that knows roles and no rules; and the beginning of every other pack."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from tests.browser.api import Api
from tests.browser.clicker import Clicker, begin
from tests.browser.conftest import PATIENCE, Noise, Open
from tests.clients.server import Server

ROOT = Path(__file__).resolve().parents[2]
WHOLE = "cuba"  # played to its end in every run
FEW = 10  # clicks in each other pack


def packs() -> Iterator[Any]:
    """Every pack that the server of these tests has; house rules, which look like their game, with `--full`."""
    folders = ("content/*", "tests/packs/*", "tests/browser/packs/*")
    for file in sorted(file for folder in folders for file in ROOT.glob(f"{folder}/pack.yaml")):
        pack = yaml.safe_load(file.read_text(encoding="utf-8"))
        yield pytest.param(pack["id"], marks=[pytest.mark.full] if pack.get("kind") == "house-rules" else [])


@pytest.fixture(scope="module")
def table(browser: Browser, server: Server) -> Iterator[Page]:
    """One page that goes from table to table, as a person's does."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://127.0.0.1:{server.web_port}/")
    yield page
    context.close()


def play(api: Api, page: Page, pack: str, most: int) -> Clicker:
    """A game of two seats, one of them a program's, up to its end or to so many clicks."""
    game = api.game(pack, [{"player": "Anna"}, {"bot": "random"}])
    page.goto(game.address("1"))
    page.wait_for_url(game.address())  # the token is gone from it as soon as the page sits down there
    expect(page.get_by_role("region", name="What you can do", exact=True)).to_be_visible()
    player = Clicker(page, random.Random(pack))
    state = player.play(most)
    view = game.view()
    assert ("outcome" in view) == (state == "over")
    assert view["version"] > 1
    return player


@pytest.mark.parametrize("pack", packs())
def test_the_clicker_plays(api: Api, table: Page, quiet: Noise, pack: str, full: bool) -> None:
    whole = full or pack == WHOLE
    quiet.listen(table)
    table.emulate_media(reduced_motion="reduce" if whole else "no-preference")  # a long game in half the time
    player = play(api, table, pack, 3000 if whole else FEW)
    assert player.clicks >= (FEW if pack == WHOLE else 1)  # small games end after a few
    if whole:
        assert player.step() == "over", f"no end after {player.clicks} clicks: {player.said[-5:]}"


def test_a_game_is_begun_in_the_lobby(open_page: Open) -> None:
    page = open_page()
    begin(page, "Tic-tac-toe", ["at this screen", "program: looks one choice ahead"])
    expect(page.get_by_role("button", name="Anna").first).to_be_visible()
    assert Clicker(page, random.Random(1)).play() == "over"
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("link", name="you play")).to_contain_text("over")


def test_one_screen_for_two_hides_hands_between_them(open_page: Open) -> None:
    page = open_page()
    begin(page, "Auction of paintings", ["at this screen", "at this screen"], ("Anna", "Ben"))
    own = page.get_by_role("button", name="Ben is next")
    player = Clicker(page, random.Random(2))
    for _ in range(20):
        if own.is_visible():
            break
        player.step()
    expect(own).to_be_visible()
    own.click()
    curtain = page.get_by_role("dialog", name="Ben is next")
    expect(curtain).to_be_visible()
    expect(page.get_by_role("region", name="Hand")).to_have_count(0)  # nothing of a hand can be read beneath
    curtain.get_by_role("button", name="I am Ben").click()
    expect(page.get_by_role("heading", name="Prepare for the auction")).to_be_visible()
    expect(page.get_by_role("region", name="Hand").first).not_to_contain_text("face down")
