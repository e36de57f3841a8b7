"""For everybody: by keyboard alone, by screen reader, on a phone, without motion, in one's own language."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.api import Api
from tests.browser.clicker import REGION, SEND, Clicker, begin
from tests.browser.conftest import Open
from tests.programs import need

AXE = Path(__file__).resolve().parent / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def faults(page: Page) -> list[str]:
    """What axe finds serious or critical on the page as it is."""
    if not AXE.exists():
        need("npm")
        pytest.fail("axe-core isn't installed: run `npm ci` in tests/browser")
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run(document)).violations")
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    return [f"{each['id']}: {node['html'][:160]}" for each in serious for node in each["nodes"][:3]]


@pytest.mark.parametrize(
    ("scheme", "size"),
    [
        pytest.param("light", {}, id="light-desktop"),
        pytest.param("dark", PHONE, id="dark-phone"),
        pytest.param("dark", {}, id="dark-desktop", marks=pytest.mark.full),
        pytest.param("light", PHONE, id="light-phone", marks=pytest.mark.full),
    ],
)
def test_axe_finds_nothing_serious(api: Api, open_page: Open, size: dict[str, object], scheme: str) -> None:
    page = open_page(bypass_csp=True, color_scheme=scheme, **size)  # axe comes from outside the page
    expect(page.get_by_role("button", name="Cuba").first).to_be_visible(timeout=30_000)
    assert faults(page) == []
    page.get_by_role("list").get_by_role("button", name="Cuba").first.click()
    expect(page.get_by_role("button", name="Begin", exact=True)).to_be_enabled(timeout=30_000)
    assert faults(page) == []
    game = api.game("cuba", [{"player": "Anna"}, {"bot": "random"}, {"bot": "random"}], seed="5")
    page.goto(game.address("1"))
    player = Clicker(page, random.Random(5))
    player.play(6)
    page.wait_for_timeout(1500)  # reasons have come, nothing moves any more
    assert faults(page) == []
    page.get_by_role("button", name="Menu").click()
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("region", name="Hand").get_by_role("button").first.click()


def test_a_whole_game_by_keyboard_alone(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"bot": "random"}])
    page = open_page(game.address("1"))
    panel = page.get_by_role("region", name=REGION, exact=True)
    expect(panel.get_by_role("group", name="Options")).to_be_visible()
    page.keyboard.press("Tab")
    for _ in range(40):
        if "Mark board" in focused(page):
            break
        page.keyboard.press("Tab")
    for _ in range(9):
        if "outcome" in game.view():
            break
        expect(page.locator("button:focus")).to_contain_text("Mark board")  # where the next move is made
        version = game.view()["version"]
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=SEND, exact=True)).to_be_focused()
        page.keyboard.press("Enter")
        for _ in range(100):
            view = game.view()
            mine = any("1" in each["seats"] for each in view.get("decisions", []))
            if view["version"] > version and (mine or "outcome" in view):
                break
            page.wait_for_timeout(20)
    assert "outcome" in game.view()


def focused(page: Page) -> str:
    text: str = page.evaluate(
        "() => document.activeElement.tagName === 'BUTTON' ? document.activeElement.innerText : ''"
    )
    return text


def test_a_phone_shows_everything_in_its_width(api: Api, open_page: Open) -> None:
    game = api.game("cuba", [{"player": "Anna"}, {"bot": "random"}, {"bot": "random"}], seed="5")
    page = open_page(game.address("1"), **PHONE)
    Clicker(page, random.Random(6)).play(4)
    page.wait_for_timeout(700)
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels too wide"
    panel = page.get_by_role("region", name=REGION, exact=True).bounding_box()
    assert panel is not None and panel["y"] < 400, "what can be done is at the top"
    small = page.evaluate(
        """() => [...document.querySelectorAll('.choices button:not([hidden])')].filter((b) =>
        b.getBoundingClientRect().height < 24).map((b) => b.textContent)"""
    )
    assert small == [], "big enough for a finger"


def test_a_phone_shows_what_others_did_below_what_can_be_done(api: Api, open_page: Open) -> None:
    game = api.game("cuba", [{"player": "Anna"}, {"bot": "random"}], seed="5")
    page = open_page(game.address("1"), **PHONE)
    panel = page.get_by_role("region", name=REGION, exact=True)
    expect(panel.get_by_role("heading").first).to_be_visible(timeout=30_000)
    parts = (panel, page.get_by_role("region", name="What has happened"), page.get_by_role("main"))
    tops = [part.bounding_box() or {"y": -1.0} for part in parts]
    assert tops[0]["y"] < tops[1]["y"] < tops[2]["y"]
    tools = [page.get_by_role("button", name=name, exact=True).bounding_box() for name in ("Points", "Rules", "Menu")]
    assert len({tool and tool["y"] for tool in tools}) == 1, "side by side: the top of a phone is for the game"


def test_who_wants_no_motion_gets_none(api: Api, open_page: Open) -> None:
    game = api.game("cuba", [{"player": "Anna"}, {"bot": "random"}], seed="5")
    for motion, flies in (("reduce", False), ("no-preference", True)):
        page = open_page(game.address("1"), reduced_motion=motion)
        expect(page.get_by_role("region", name=REGION, exact=True)).to_be_visible()
        page.evaluate(
            """() => { window.flown = 0; new MutationObserver((all) => { for (const one of all) for (const node of
            one.addedNodes) if (node.classList?.contains('flyer')) window.flown++; })
            .observe(document.body, { childList: true }); }"""
        )
        Clicker(page, random.Random(3)).play(4)
        page.wait_for_timeout(500)
        assert (page.evaluate("() => window.flown") > 0) == flies
        page.close()


def test_the_language_can_be_switched(api: Api, open_page: Open) -> None:
    game = api.game("cuba", [{"player": "Anna"}, {"bot": "random"}], seed="5")
    page = open_page(game.address("1"), locale="es-ES")
    expect(page.get_by_role("region", name="Qué puedes hacer")).to_be_visible()
    expect(page.get_by_role("button", name="Menú")).to_be_visible()
    expect(page.get_by_role("region", name="Mercado")).to_be_visible()
    page.get_by_role("button", name="Menú").click()
    page.get_by_role("combobox", name="Idioma").select_option("en")
    expect(page.get_by_role("region", name=REGION, exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    assert page.evaluate("() => document.documentElement.lang") == "en"


def test_an_entry_page_tells_text_data_and_ground(api: Api, open_page: Open) -> None:
    game = api.game("cuba", [{"player": "Anna"}, {"bot": "random"}], seed="5")
    page = open_page(game.address("1"))
    page.get_by_role("region", name="Buildings on offer").get_by_role("button", name="Cement factory").click()
    card = page.get_by_role("dialog", name="Cement factory")
    for text in ("Exchange up to 4 stone", "Cost", "wood", "stated"):
        expect(card).to_contain_text(text)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_the_lobby_begins_with_what_can_be_played(open_page: Open) -> None:
    page = open_page()
    begin(page, "Othello", ["at this screen", "program: at random"], ("Anna",))
    expect(page.get_by_role("heading", name="Othello")).to_be_visible()
