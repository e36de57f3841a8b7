"""Names, texts and options stay text, whatever markup a pack or a player writes into them."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.browser.api import Api
from tests.browser.clicker import REGION, Clicker, begin
from tests.browser.conftest import Open

PLAYER = "<img src=x onerror=\"document.title='hit'\">"
FOREIGN = "script:not([src]), img, iframe, object, embed, u, s, i, em, hr, a[href^='javascript']"


def untouched(page: Page) -> None:
    """Nothing that was text has become an element, nothing has run."""
    assert page.evaluate(f'() => [...document.body.querySelectorAll("{FOREIGN}")].map((e) => e.outerHTML)') == []
    assert page.evaluate("() => [...document.body.querySelectorAll('b')].some((e) => e.children.length)") is False
    assert page.title() != "hit"


def test_markup_stays_text_in_the_lobby_and_at_the_table(open_page: Open) -> None:
    page = open_page()
    title = page.get_by_role("button", name="<b>Shapes</b> & <img src=x")
    expect(title).to_be_visible(timeout=30_000)
    untouched(page)
    begin(page, "<b>Shapes</b>", ["at this screen", "program: at random"], (PLAYER,))
    expect(page.get_by_role("button", name=PLAYER).first).to_be_visible()
    expect(page.get_by_role("region", name="<b>road</b>")).to_be_visible()
    expect(page.get_by_role("button", name="<script>document.title='hit'</script>Small cart").first).to_be_visible()
    player = Clicker(page, random.Random(1))
    for _ in range(25):
        player.step()
        untouched(page)
    page.get_by_role("button", name="Large & <em>wide</em> cart").first.click()
    expect(page.get_by_role("dialog", name="Large & <em>wide</em> cart")).to_be_visible()
    untouched(page)
    page.keyboard.press("Escape")
    for name in ("Points", "Rules", "Menu"):
        page.get_by_role("button", name=name, exact=True).click()
        untouched(page)
        page.keyboard.press("Escape")


def test_an_invite_with_markup_stays_text(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": PLAYER}, {"free": True}])
    page = open_page(game.address("1").split("#")[0] + f"#/join/{game.invites[2]}")
    expect(page.get_by_role("main")).to_contain_text("onerror")
    page.get_by_role("textbox", name="Your name").fill("<b>Ben</b>")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("region", name=REGION, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="<b>Ben</b>").first).to_be_visible()
    untouched(page)


def test_every_shape_is_drawn(api: Api, open_page: Open) -> None:
    game = api.game("markup", [{"player": "Anna"}, {"player": "Ben"}], seed="2")
    page = open_page(game.address("1"))
    for name in ("<b>road</b>", "Circle", "Shelf", "Ladder", "Deck", "Waste", "Cup", "Field", "Hand"):
        expect(page.get_by_role("region", name=name).first).to_be_visible()
    expect(page.get_by_role("group", name="Load <s>of</s> it").first).to_be_visible()
    expect(page.get_by_role("region", name="Deck")).to_contain_text("number hidden")
