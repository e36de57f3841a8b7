"""The first screen for whoever writes packs or has never seen it: findings, several packs at once, small words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.api import Api
from tests.browser.conftest import Noise, Open
from tests.clients.server import Server, serving

PACK = "id: golf-day\nkind: house-rules\nversion: 1\nlanguage: 1\ntitle: Golf day\nrequires: [cuba]\nsources: none\n"
CALM = 30_000  # milliseconds until a server has read rules or noticed an edit, on a machine that does other things too


def written(folder: Path, ware: str) -> None:
    change = f"changes:\n  - {{entry: building/golf_course, field: use, is: exchange up to 6 {ware} for 2 vp each}}\n"
    (folder / "pack.yaml").write_text(PACK + change, encoding="utf-8")


@pytest.fixture
def packs(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """A server that watches a folder with a pack that can be edited."""
    folder = tmp_path / "packs" / "golf-day"
    folder.mkdir(parents=True)
    written(folder, "water")
    with serving(tmp_path / "data", tmp_path / "packs") as running:
        yield running, folder


def card(page: Page) -> Locator:
    return page.get_by_role("listitem").filter(has_text="Golf day")


def looked_again(page: Page, text: str, there: bool) -> None:
    """Comes back to the page until it says so, or no longer says so."""
    for _ in range(CALM // 500):
        page.evaluate("() => window.dispatchEvent(new Event('focus'))")
        page.wait_for_timeout(500)
        if bool(card(page).get_by_text(text).count()) == there:
            return
    raise AssertionError(card(page).inner_text())


def test_a_slip_is_told_in_the_card_until_it_is_mended(packs: tuple[Server, Path], open_page: Open) -> None:
    server, folder = packs
    page = open_page(f"http://127.0.0.1:{server.web_port}/")
    expect(card(page)).to_be_visible(timeout=CALM)
    written(folder, "watr")
    looked_again(page, "nothing is called `watr` here", True)
    expect(card(page)).to_contain_text("did you mean `water`")
    below = page.get_by_role("heading", name="Games").bounding_box()
    lines = card(page).get_by_role("listitem").last.bounding_box()
    assert below and lines and lines["y"] + lines["height"] <= below["y"], "nothing is written over the next heading"
    written(folder, "water")
    looked_again(page, "Its files have errors", False)


@pytest.mark.parametrize("first", ["The Nobles", "The New Buildings"])
def test_expansions_may_be_ticked_in_any_order(open_page: Open, first: str) -> None:
    page = open_page()
    page.get_by_role("button", name=f"Puerto Rico: {first}").click()
    form = page.get_by_role("region", name="New game")
    ready = form.get_by_role("button", name="Begin", exact=True)
    expect(ready).to_be_enabled(timeout=CALM)
    other = {"The Nobles": "The New Buildings", "The New Buildings": "The Nobles"}[first]
    form.get_by_role("checkbox", name=f"Puerto Rico: {other}").check()
    expect(form.get_by_text("Options of the rules (8)")).to_be_visible(timeout=CALM)
    expect(ready).to_be_enabled(timeout=CALM)
    ready.click()
    expect(page.get_by_role("heading", name="Puerto Rico: The New Buildings + Puerto Rico: The Nobles")).to_be_visible(
        timeout=CALM
    )


def test_packs_that_do_not_fit_say_why(open_page: Open, quiet: Noise) -> None:
    page = open_page()
    page.route("**/CreateRuleset", lambda route: route.continue_(post_data=swapped(route.request.post_data or "")))
    page.get_by_role("button", name="Puerto Rico: The Nobles").click()
    form = page.get_by_role("region", name="New game")
    expect(form.get_by_role("button", name="Begin", exact=True)).to_be_enabled(timeout=CALM)
    form.get_by_role("checkbox", name="Puerto Rico: The New Buildings").check()
    expect(form.get_by_role("alert")).to_contain_text("comes later in the stack", timeout=CALM)
    quiet.heard.clear()  # the refusal is what is tested


def swapped(body: str) -> str:
    new, nobles = '"puerto-rico-new-buildings"', '"puerto-rico-nobles"'
    return body.replace(f"{new},{nobles}", f"{nobles},{new}")


def test_an_invite_says_which_game_it_is(api: Api, server: Server, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben", "free": True}])
    page = open_page(f"http://127.0.0.1:{server.web_port}/#/join/{game.invites[2]}")
    expect(page.get_by_role("main")).to_contain_text("Tic-tac-toe · Anna")


def test_a_game_is_begun_without_scrolling(open_page: Open) -> None:
    page = open_page(viewport={"width": 1366, "height": 768})  # a small notebook
    page.get_by_role("list").get_by_role("button", name="Cuba").first.click()
    begin = page.get_by_role("region", name="New game").get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_enabled(timeout=CALM)
    expect(begin).to_be_in_viewport(ratio=1)
