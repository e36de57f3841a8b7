"""Clocks, seats that change hands or are given up, moves made again, games that are halted: at the page."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.api import Api
from tests.browser.clicker import REGION, begin, send
from tests.browser.conftest import Noise, Open
from tests.browser.test_reach import faults


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("region", name=REGION, exact=True).get_by_role("heading").first).to_contain_text(text)


def menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def test_the_last_move_is_made_again(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}])
    page = open_page(game.address("1"))
    panel = page.get_by_role("region", name=REGION, exact=True)
    again = panel.get_by_role("button", name="Make the last move again")
    panel.get_by_role("button", name="Mark board").first.click()
    send(page)
    heading(page, "Waiting for Ben")
    expect(again).to_have_count(0)
    panel.get_by_role("button", name="Take back the last move").click()
    heading(page, "Choose")
    again.click()
    heading(page, "Waiting for Ben")
    expect(page.get_by_role("log")).to_contain_text("Anna makes the move again")
    assert game.view()["version"] == 4


def test_a_seat_is_given_up_after_a_second_click(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}])
    anna, ben = open_page(game.address("1")), open_page(game.address("2"))
    heading(ben, "Waiting for Anna")
    menu(anna)
    anna.get_by_role("button", name="Give up").click()
    assert game.view()["version"] == 1
    anna.get_by_role("button", name="Yes, give up for good").click()
    for page in (anna, ben):
        heading(page, "The game is over")
        expect(page.get_by_text("Won by Ben")).to_be_visible()
        expect(page.get_by_text("All others have given up.")).to_be_visible()
        expect(page.get_by_role("button", name="Anna, has given up")).to_be_visible()
    menu(anna)
    expect(anna.get_by_role("button", name="Give up")).to_have_count(0)


def test_whoever_made_the_game_halts_it_and_lets_others_take_over(
    open_page: Open, quiet: Noise, tmp_path: Path
) -> None:
    page = open_page()
    begin(page, "Tic-tac-toe", ["at this screen", "program: at random"], ("Anna",))
    heading(page, "Choose")
    menu(page)
    page.get_by_role("button", name="Halt the game").click()
    status = page.get_by_text("The game is halted.").first
    expect(status).to_be_visible()
    expect(page.get_by_role("button", name="Mark board")).to_have_count(0)
    page.reload()
    expect(status).to_be_visible()
    menu(page)
    page.get_by_role("combobox", name="Who takes over from player 2").select_option("somebody with a link")
    page.get_by_role("button", name="Replace: player 2").click()
    invite = page.get_by_role("textbox", name="Invite for player 2").input_value()
    cleo = open_page(invite)
    cleo.get_by_role("textbox", name="Your name").fill("Cleo")
    cleo.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("button", name="Cleo")).to_be_visible()
    menu(cleo)
    expect(cleo.get_by_role("button", name="Let the game go on")).to_have_count(0)
    cleo.keyboard.press("Escape")
    menu(page)
    page.screenshot(path=tmp_path / "owner.png")
    page.get_by_role("button", name="Let the game go on").click()
    expect(status).to_be_hidden()
    page.get_by_role("button", name="Mark board").first.click()
    send(page)
    heading(cleo, "Choose")
    menu(page)
    page.get_by_role("combobox", name="Who takes over from Cleo").select_option("program: at random")
    page.get_by_role("button", name="Replace: Cleo").click()
    heading(page, "Choose")  # the program has answered
    heading(cleo, "Waiting for Anna")  # who watches only
    menu(page)
    page.get_by_role("button", name="Put the game away").click()
    expect(page.get_by_text("The game was put away").first).to_be_visible()
    quiet.heard.clear()  # a seat that was lost asks once more


def test_a_clock_counts_down_and_what_follows_is_told(open_page: Open, tmp_path: Path) -> None:
    page = open_page(bypass_csp=True)
    page.get_by_role("list").get_by_role("button", name="Tic-tac-toe").first.click()
    page.get_by_role("checkbox", name="Players have only so much time").check()
    page.get_by_role("spinbutton", name="minutes for each turn").fill("0.05")
    page.get_by_role("spinbutton", name="minutes in reserve for the game").fill("0.05")
    page.get_by_role("combobox", name="When time is up").select_option("the player has given up")
    page.get_by_role("checkbox", name="Only for those who play").check()
    assert faults(page) == []
    page.screenshot(path=tmp_path / "form.png")
    page.get_by_role("button", name="Begin", exact=True).click()
    clock = page.get_by_role("timer", name="Time left")
    expect(clock).to_be_visible()
    address = f"#{page.url.partition('#')[2]}"
    expect(clock).to_have_text(re.compile(r"^0:0[123] \+ 0:03$"))
    page.screenshot(path=tmp_path / "clock.png")
    assert faults(page) == []
    expect(clock).to_have_text(re.compile(r"^0:0[0123]$"))
    expect(page.get_by_role("log")).to_contain_text("has no time left")
    heading(page, "The game is over")
    expect(clock).to_have_count(0)
    page.get_by_role("link", name="All games").click()
    own = page.locator(f'a[href="{address}"]')  # a private game, listed in this browser only
    expect(own).to_contain_text("Tic-tac-toe")
    other = open_page()
    expect(other.get_by_role("list").last).to_be_visible()
    expect(other.locator(f'a[href="{address}"]')).to_have_count(0)


def test_a_private_game_is_shown_to_those_who_play_it(api: Api, open_page: Open, quiet: Noise) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}], private=True)
    anna = open_page(game.address("1"))
    heading(anna, "Choose")
    stranger = open_page(game.address("1").split("#")[0] + "#/" + game.name.replace("games/", "game/"))
    expect(stranger.get_by_role("alert")).to_contain_text("no such game")
    quiet.heard.clear()  # the refusals
