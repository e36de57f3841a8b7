"""After the end: the same game once more."""

from __future__ import annotations

import json
import random

from playwright.sync_api import Page, expect

from tests.browser.api import Api
from tests.browser.clicker import REGION, Clicker, begin
from tests.browser.conftest import Open
from tests.browser.test_together import heading


def name_of(page: Page) -> str:
    return "games/" + page.url.rpartition("/")[2]


def test_the_same_game_begins_again_with_one_click(api: Api, open_page: Open) -> None:
    page = open_page()
    begin(page, "Tic-tac-toe", ["at this screen", "program: at random"], ("Anna",))
    first = name_of(page)
    assert Clicker(page, random.Random(1)).play() == "over"
    page.get_by_role("button", name="Play again").click()
    heading(page, "Choose")
    second = name_of(page)
    assert second != first
    games = [api.call("GameService/GetGame", {"name": name})["game"] for name in (first, second)]
    alike = [{key: game.get(key) for key in ("ruleset", "unlisted", "private", "clock")} for game in games]
    assert alike[0] == alike[1]
    seats = [[(seat["id"], seat.get("player"), seat.get("bot")) for seat in game["seats"]] for game in games]
    assert seats[0] == seats[1] == [("1", "Anna", None), ("2", None, "random")]


def test_who_plays_elsewhere_is_invited_anew_and_who_watches_begins_nothing(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}], unlisted=True)
    rng = random.Random(2)
    while game.move(rng):
        pass
    watcher = open_page(game.address())
    heading(watcher, "The game is over")
    expect(watcher.get_by_role("button", name="Play again")).to_have_count(0)
    page = open_page(game.address("1"))
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("textbox", name="Invite for")).to_have_count(1)
    made = api.call("GameService/GetGame", {"name": name_of(page)})["game"]
    assert made["unlisted"] and [seat.get("taken", False) for seat in made["seats"]] == [True, False]
    assert json.dumps(made["seats"]).count("Anna") == 1
    expect(page.get_by_role("region", name=REGION, exact=True)).to_contain_text("Waiting for players")
