"""A move grows step by step, can be taken back, and goes as one; what can't be chosen says why."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.api import Api
from tests.browser.clicker import send
from tests.browser.conftest import Open

SEEDED = {"seed": "7"}


def panel(page: Page):  # type: ignore[no-untyped-def]  # Playwright's own type
    return page.get_by_role("region", name="What you can do", exact=True)


def test_steps_are_collected_and_taken_back_and_sent_as_one_move(api: Api, open_page: Open) -> None:
    game = api.game("markup", [{"player": "Anna"}, {"player": "Ben"}], **SEEDED)
    page = open_page(game.address("1"))
    ask = panel(page)
    ask.get_by_role("spinbutton").fill("2")
    ask.get_by_role("button", name="Choose", exact=True).click()
    expect(ask).to_contain_text("Once sent, it can't be taken back")
    assert "answered" not in game.view("1")["decisions"][0], "one step waits as several do"
    send(page)
    expect(ask.get_by_role("heading")).to_contain_text("You have answered")
    decision = game.view("2")["decisions"][0]
    request = {"requestId": "ben", "game": game.name, "seat": "2", "decision": decision["id"]}
    choices = [{"option": decision["options"][0]["id"], "number": 0}]
    api.call("GameService/SubmitMove", {**request, "choices": choices}, game.tokens["2"])
    before = game.view()["version"]

    ask.get_by_role("button", name="trade", exact=False).first.click()
    steps = ask.get_by_role("group", name="Steps of this move")
    expect(steps.get_by_role("listitem")).to_have_count(1)
    more = ask.get_by_role("button", name="More", exact=False)
    more.first.click()
    more.last.click()
    ask.get_by_role("button", name="Choose", exact=True).click()
    expect(steps.get_by_role("listitem")).to_have_count(2)
    assert game.view()["version"] == before, "nothing is sent before the player says so"
    steps.get_by_role("button", name="Take back a step").click()
    expect(steps.get_by_role("listitem")).to_have_count(1)
    more.first.click()
    more.first.click()
    ask.get_by_role("button", name="Choose", exact=True).click()
    steps.get_by_role("button", name="Send the move").click()
    expect(ask.get_by_role("heading")).to_contain_text("Waiting for")
    assert game.view()["version"] == before + 1, "all steps are one move"


def test_what_is_blocked_says_why_to_mouse_and_keyboard(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}])
    for seat, option in (("1", "mark/r1c1"), ("2", "mark/r2c2")):
        decision = game.view(seat)["decisions"][0]["id"]
        request = {"requestId": option, "game": game.name, "seat": seat, "decision": decision}
        api.call("GameService/SubmitMove", {**request, "choices": [{"option": option}]}, game.tokens[seat])
    page = open_page(game.address("1"))
    panel(page).get_by_text("Not possible now (2)").click()
    blocked = panel(page).get_by_role("button", name="Mark mark", disabled=True).first
    expect(blocked).to_contain_text("Only possible if")
    blocked.focus()
    expect(blocked).to_be_focused()
    expect(page.get_by_role("group", name="r1c1")).to_have_class("cell filled barred pointed")
    page.get_by_role("group", name="r2c2").get_by_role("button").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("tooltip")).to_contain_text("Mark, Ben")
    expect(page.get_by_role("tooltip")).to_contain_text("Only possible if")


def test_a_click_on_the_board_chooses(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}])
    page = open_page(game.address("1"))
    page.get_by_role("group", name="r3c1").get_by_role("button", name="Mark board, row 3, column 1").click()
    send(page)
    expect(panel(page).get_by_role("heading")).to_have_text("Waiting for Ben")
    expect(page.get_by_role("group", name="r3c1").get_by_role("button", name="Mark, Anna")).to_be_visible()
    panel(page).get_by_role("button", name="Take back the last move").click()
    expect(
        page.get_by_role("group", name="r3c1").get_by_role("button", name="Mark board, row 3, column 1")
    ).to_be_visible()


def test_moves_go_at_once_for_who_wants_that(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}])
    page = open_page(game.address("1"))
    ask = panel(page)
    ask.get_by_role("button", name="Mark board").first.click()
    ask.get_by_role("checkbox", name="Send a finished move at once").check()
    send(page)
    expect(ask.get_by_role("heading")).to_have_text("Waiting for Ben")
    ask.get_by_role("button", name="Take back the last move").click()
    ask.get_by_role("button", name="Mark board").first.click()
    expect(ask.get_by_role("heading")).to_have_text("Waiting for Ben")


def test_steps_outlive_a_reload_while_the_question_stands(api: Api, open_page: Open) -> None:
    game = api.game("tic_tac_toe", [{"player": "Anna"}, {"player": "Ben"}])
    page = open_page(game.address("1"))
    steps = panel(page).get_by_role("group", name="Steps of this move")
    panel(page).get_by_role("button", name="Mark board, row 2, column 2").click()
    expect(steps).to_be_visible()
    page.reload()
    expect(steps.get_by_role("listitem")).to_have_text(["Mark board, row 2, column 2×"])
    expect(page.get_by_role("group", name="r2c2").get_by_role("button", name="Mark, Anna")).to_be_visible()
    assert game.view()["version"] == 1, "a reload sends nothing"
    page.goto("about:blank")
    decision = game.view("1")["decisions"][0]["id"]
    request = {"requestId": "elsewhere", "game": game.name, "seat": "1", "decision": decision}
    api.call("GameService/SubmitMove", {**request, "choices": [{"option": "mark/r1c1"}]}, game.tokens["1"])
    page.goto(game.address())
    expect(panel(page).get_by_role("heading")).to_have_text("Waiting for Ben")
    expect(steps).to_have_count(0)
    panel(page).get_by_role("button", name="Take back the last move").click()
    expect(panel(page).get_by_role("button", name="Mark board, row 2, column 2")).to_be_visible()
    page.reload()
    expect(panel(page).get_by_role("button", name="Mark board, row 2, column 2")).to_be_visible()
    page.wait_for_timeout(400)  # in which kept steps would be tried
    expect(steps).to_have_count(0)  # another question, though it reads the same
