"""Several browsers at one game: invites, spectators, tabs, and a connection that breaks."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.browser.api import Api
from tests.browser.clicker import REGION, Clicker, begin
from tests.browser.conftest import Noise, Open
from tests.browser.proxy import between
from tests.clients.server import Server


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("region", name=REGION, exact=True).get_by_role("heading").first).to_contain_text(text)


def test_two_browsers_play_by_an_invite_and_a_third_watches(open_page: Open) -> None:
    anna = open_page()
    begin(anna, "Tic-tac-toe", ["at this screen", "invited by a link"])
    invite = anna.get_by_role("textbox", name="Invite for player 2").input_value()
    heading(anna, "Waiting for players")
    ben = open_page(invite)
    ben.get_by_role("textbox", name="Your name").fill("Ben")
    ben.get_by_role("button", name="Take the seat").click()
    heading(ben, "Waiting for Anna")
    watcher = open_page(anna.url)
    heading(watcher, "Waiting for Anna")
    players = [Clicker(anna, random.Random(1)), Clicker(ben, random.Random(2))]
    heading(anna, "Choose")
    assert "Your turn" in anna.title() and "Your turn" not in ben.title()
    for _ in range(9):
        for player in players:
            player.turn()
            marks = [page.get_by_role("button", name="Mark, ").count() for page in (anna, ben)]
            if marks[0] != marks[1]:
                players[0].page.wait_for_timeout(300)
    for page in (anna, ben, watcher):
        heading(page, "The game is over")
    winner = anna.get_by_text("Won by").or_(anna.get_by_text("Nobody has won."))
    assert winner.first.inner_text() == ben.get_by_text(winner.first.inner_text()).first.inner_text()
    expect(watcher.get_by_role("button", name="Mark board")).to_have_count(0)


def test_the_name_of_who_takes_a_seat_is_at_the_seat(open_page: Open) -> None:
    anna = open_page()
    begin(anna, "Cuba", ["at this screen", "invited by a link"])
    expect(anna.get_by_role("heading", name="player 2")).to_be_visible(timeout=30_000)
    ben = open_page(anna.get_by_role("textbox", name="Invite for player 2").input_value())
    ben.get_by_role("textbox", name="Your name").fill("Ben")
    ben.get_by_role("button", name="Take the seat").click()
    expect(anna.get_by_role("heading", name="Ben", exact=True)).to_be_visible(timeout=30_000)


def test_another_tab_of_the_same_browser_shows_the_same_seat(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}])
    page = open_page(game.address("1"))
    heading(page, "Choose")
    tab = page.context.new_page()
    tab.goto(game.address())
    heading(tab, "Choose")
    Clicker(tab, random.Random(1)).turn()
    heading(tab, "Waiting for Ben")
    heading(page, "Waiting for Ben")


def test_a_broken_connection_is_shown_and_resumed(api: Api, server: Server, open_page: Open, quiet: Noise) -> None:
    game = api.game("markup", [{"player": "Anna"}, {"player": "Ben"}], seed="3")
    with between(server.web_port) as wire:
        address = game.address("1").replace(f":{server.web_port}", f":{wire.port}")
        page = open_page(address)
        heading(page, "Choose")
        wire.cut()
        offline = page.get_by_text("No connection. Trying again")
        expect(offline).to_be_visible()
        rng = random.Random(4)
        while game.view()["version"] < 12:
            assert game.move(rng)
        wire.mend()
        expect(offline).to_be_hidden(timeout=20_000)
        told = page.get_by_role("log").get_by_role("listitem")
        expect(told.nth(10)).to_be_attached()  # what was missed is told
        values = {value["id"]: value for value in game.view("1")["values"]}
        expect(page.get_by_role("main")).to_contain_text(f"<b>round</b> {values['round']['number']}")
        page.close()
    quiet.heard.clear()  # the browser complains of every call that found nobody


def test_after_a_return_the_page_says_what_happened(api: Api, open_page: Open) -> None:
    game = api.game("markup", [{"player": "Anna"}, {"player": "Ben"}], seed="3")
    page = open_page(game.address("1"))
    heading(page, "Choose")
    page.wait_for_timeout(600)
    page.goto("about:blank")
    rng = random.Random(4)
    while game.view()["version"] < 10:
        assert game.move(rng)
    page.goto(game.address())
    since = page.get_by_role("region", name="Since you were last here")
    expect(since).to_be_visible()
    expect(since).to_contain_text("Ben")
    since.get_by_role("button", name="OK").click()
    expect(since).to_be_hidden()


def test_a_seat_moves_to_another_device(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}])
    page = open_page(game.address("1"))
    page.get_by_role("button", name="Menu").click()
    link = page.get_by_role("textbox", name="To play this seat on another device").input_value()
    other = open_page(link)
    heading(other, "Choose")
    Clicker(other, random.Random(1)).turn()
    heading(page, "Waiting for Ben")
