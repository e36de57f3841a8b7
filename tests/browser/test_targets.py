"""What can be chosen is marked where it is, and nothing else is; what can't says why there."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.answers import answer
from tests.browser.api import Api, Game
from tests.browser.clicker import REGION
from tests.browser.conftest import Open

MOST = 400  # moves until a question comes


def reached(game: Game, step: str, option: str, without: str = "-") -> None:
    """Plays until seat 1 is asked this and has an option of this name; takes what leads there where it is offered.

    `without`: an option that isn't offered then.
    """
    rng = random.Random(1)
    wanted = step.partition("/")[0]
    for _ in range(MOST):
        seat = game.view()["decisions"][0]["seats"][0]
        decision = game.view(seat)["decisions"][0]
        options: list[dict[str, Any]] = decision["options"]
        ids = [each["id"] for each in options]
        if seat == "1" and decision["step"] == step and without not in ids and any(i.startswith(option) for i in ids):
            return
        led = [each for each in options if seat == "1" and each["id"].endswith(f"/{wanted}")]
        request = {"requestId": uuid.uuid4().hex, "game": game.name, "seat": seat, "decision": decision["id"]}
        choice = answer(rng, rng.choice(led or options))
        game.api.call("GameService/SubmitMove", {**request, "choices": [choice]}, game.tokens[seat])
    pytest.fail(f"{step} with {option} was never asked")


def marked(page: Page) -> Locator:
    """What can be clicked on the board to choose something."""
    return page.get_by_role("main").locator(".target")


def places(page: Page) -> set[str]:
    """The roots of the board in which something is marked."""
    found = marked(page).evaluate_all("all => all.map((each) => each.closest('section.place')?.dataset.root)")
    return {each.rpartition("/")[2] for each in found}


def asked(page: Page, text: str) -> Locator:
    panel = page.get_by_role("region", name=REGION, exact=True)
    expect(panel.get_by_role("button", name=text).first).to_be_visible()
    expect(marked(page).first).to_be_visible()
    return panel


def test_cards_on_offer_are_marked_and_those_that_cant_be_had_say_why(api: Api, open_page: Open) -> None:
    game = api.game("puerto-rico", [{"player": "Anna"}, {"player": "Ben"}, {"player": "Cleo"}])
    reached(game, "builder_turn/work", "build/", without="build/guild_hall")
    page = open_page(game.address("1"))
    panel = asked(page, "Build the Small indigo plant")
    offered = {
        option["id"] for option in game.view("1")["decisions"][0]["options"] if option["id"].startswith("build/")
    }
    assert places(page) == {"display"} and marked(page).count() == len(offered)
    dear = page.get_by_role("region", name="Buildings on offer").get_by_role("button", name="Guild hall")
    expect(dear).to_have_class("chip named barred")
    dear.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("tooltip")).to_contain_text("doubloons")
    page.mouse.move(0, 0)
    cheap = page.get_by_role("region", name="Buildings on offer").get_by_role("button", name="Small indigo plant")
    expect(cheap).to_have_class("chip named target")
    cheap.click()
    expect(panel.get_by_role("group", name="Steps of this move")).to_contain_text("Small indigo plant")


def test_a_row_of_the_market_is_marked_for_what_is_bought_there_alone(api: Api, open_page: Open) -> None:
    game = api.game("cuba", [{"player": "Anna"}, {"player": "Ben"}])
    reached(game, "tradeswoman/deal", "free_product/")
    page = open_page(game.address("1"))
    panel = asked(page, "Trade at the market")
    assert places(page) == {"supply", "trade_reward"}, "what is free comes from the supply"
    panel.get_by_role("button", name="Trade at the market").click()
    asked(page, "Buy")
    market = page.get_by_role("region", name="Market")
    assert "supply" not in places(page) and "market" in places(page)
    row = market.locator(".target-over").first
    label = row.get_attribute("aria-label") or ""
    assert label.startswith("Buy"), label
    row.click()
    expect(panel.get_by_role("group", name="Steps of this move")).to_contain_text(label)


def test_goods_to_load_are_marked_where_they_lie_with_the_ships_that_take_them(api: Api, open_page: Open) -> None:
    game = api.game("puerto-rico", [{"player": "Anna"}, {"player": "Ben"}, {"player": "Cleo"}])
    reached(game, "captain_turn/shipment", "load/")
    page = open_page(game.address("1"))
    asked(page, "Load")
    assert places(page) == {"windrose", "docks"}
    expect(page.locator("section.own .chip.target").first).to_be_visible()


def test_what_a_form_lists_is_marked(api: Api, open_page: Open) -> None:
    game = api.game("cuba", [{"player": "Anna"}, {"player": "Ben"}])
    reached(game, "take_start_products/gain", "gain")
    page = open_page(game.address("1"))
    panel = asked(page, "Choose")
    assert places(page) == {"supply"} and marked(page).count() == 3
    panel.get_by_role("button", name="More sugar").click()
    page.get_by_role("region", name="Supply").get_by_role("button", name="Citrus").click()
    expect(panel.get_by_role("status", name="citrus")).to_have_text("1")  # a click takes one of it
    expect(panel.get_by_role("status", name="sugar")).to_have_text("1")  # and leaves what was taken before


def test_what_is_in_force_is_told_with_whose_it_is(api: Api, open_page: Open) -> None:
    game = api.game("puerto-rico", [{"player": "Anna"}, {"player": "Ben"}])
    rng = random.Random(3)
    while not any(each.get("of") for each in game.view().get("inForce", [])):
        assert game.move(rng)
    held = game.view()["inForce"]
    crews = {place["id"]: place for place in game.view()["places"]}
    page = open_page(game.address("1"))
    told = page.get_by_role("list", name="In force").get_by_role("button")
    expect(told).to_have_count(len({each["entry"] for each in held}))
    names = {"seat/1": "Anna", "seat/2": "Ben"}
    for each in held:
        building = next(
            piece for piece in crews[f"{each['of']}/city"]["pieces"] if f"building/{piece['entry']}" == each["entry"]
        )
        assert building["inside"][0]["pieces"], "a building without workers does nothing"
        name = each["entry"].partition("/")[2].replace("_", " ").capitalize()
        expect(told.filter(has_text=name)).to_have_accessible_name(re.compile(f"^{name}, .*{names[each['of']]}"))
