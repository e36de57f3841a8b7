"""Options of the rules in the lobby: what is in force is shown, and what somebody has chosen stays."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open

TRACK = "Market rows of rum and cigars"


def form_of(page: Page, game: str) -> Locator:
    page.get_by_role("list").get_by_role("button", name=game).first.click()
    form = page.get_by_role("region", name="New game")
    expect(form.get_by_role("button", name="Begin", exact=True)).to_be_enabled(timeout=30_000)
    form.get_by_text("Options of the rules").click()
    return form


def test_the_default_that_a_pack_gives_is_shown_and_may_be_changed(open_page: Open) -> None:
    form = form_of(open_page(), "Cuba")
    expect(form.get_by_role("combobox", name=TRACK)).to_have_value("four_spaces")
    form.get_by_role("checkbox", name="Long track").check()
    form.get_by_text("Options of the rules").click()
    track = form.get_by_role("combobox", name=TRACK)
    expect(track).to_have_value("six_spaces", timeout=30_000)
    track.select_option("four_spaces")
    expect(form.get_by_role("button", name="Begin", exact=True)).to_be_enabled(timeout=30_000)
    expect(track).to_have_value("four_spaces")
    with form.page.expect_request(lambda sent: sent.url.endswith("/CreateRuleset")) as sent:
        form.get_by_role("combobox", name="Small branch").first.select_option("yes")
    asked = sent.value.post_data_json
    assert {each["option"]: each["values"] for each in asked["options"]}["goods_track"] == ["four_spaces"]
