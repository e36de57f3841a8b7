"""Plays at the page as somebody who can't see it: by the roles and names that it gives, knowing no game."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

SEND, CHOOSE, MORE = "Send the move", "Choose", "More"
AT_ONCE = "Send a finished move at once"
HELPS = (  # buttons that choose nothing
    *("About ", "Take back", "Make the last move again", "Send as it is"),
    *("← ", "Less", "Not possible"),
)
NEXT = "is next"  # another player of this screen has to come
_LINE = re.compile(r'(\w+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]+\])*)')
_QUOTED = re.compile(r"'((?:[^']|'')*)'")
REGION = "What you can do"


@dataclass(frozen=True)
class Thing:
    """Something on the page: its role, its name, how many of the same came before, what it says of itself."""

    role: str
    name: str
    before: int
    flags: str

    @property
    def ready(self) -> bool:
        return "[disabled]" not in self.flags


def things(snapshot: str) -> list[Thing]:
    """What a snapshot of roles lists, in order."""
    found: list[Thing] = []
    for line in snapshot.splitlines():
        text = line.strip().removeprefix("- ")
        quoted = _QUOTED.match(text)
        match = _LINE.match(quoted.group(1).replace("''", "'") if quoted else text)
        if match:
            role, name = match.group(1), json.loads(match.group(2) or '""')
            before = sum(each.role == role and each.name == name for each in found)
            found.append(Thing(role, name, before, match.group(3)))
    return found


@dataclass
class Clicker:
    """One player at one page."""

    page: Page
    rng: random.Random
    clicks: int = 0
    said: list[str] = field(default_factory=list)

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("region", name=REGION, exact=True)

    def look(self) -> list[Thing]:
        """What the player is told now, once the page has done what it was asked to."""
        self.panel.and_(self.page.locator(":not([aria-busy])")).wait_for()
        return things(self.panel.aria_snapshot())

    def step(self) -> str:
        """One click that brings the move on, or one press inside a form: `clicked`, `waits` or `over`."""
        seen = self.look()
        buttons = [each for each in seen if each.role == "button" and each.ready]
        send = [each for each in buttons if each.name == SEND]
        if not send and any(each.role == "heading" and each.name == "The game is over" for each in seen):
            return "over"
        at_once = [each for each in seen if each.name == AT_ONCE and "[checked]" not in each.flags]
        if send and at_once:
            self.panel.get_by_role("checkbox", name=AT_ONCE).check()  # as somebody does who plays longer
        choice = send[0] if send else self._in_form(seen, buttons)
        if choice is None:
            options = [each for each in buttons if not each.name.startswith((*HELPS, MORE)) and NEXT not in each.name]
            if not options:
                return "waits"
            choice = self.rng.choice(options)
        self.said.append(choice.name)
        self.panel.get_by_role(choice.role, name=choice.name, exact=True).nth(choice.before).click()  # type: ignore[arg-type]  # a role that the page has
        self.clicks += choice.role == "button" and not choice.name.startswith(MORE)
        return "clicked"

    def _in_form(self, seen: list[Thing], buttons: list[Thing]) -> Thing | None:
        """What to press in an open form: something in it while the answer isn't allowed, then what sends it."""
        choose = [each for each in seen if each.role == "button" and each.name == CHOOSE]
        if not choose:
            return None
        open_boxes = [each for each in seen if each.role == "checkbox" and each.ready and "[checked]" not in each.flags]
        inside = [*open_boxes, *(each for each in buttons if each.name.startswith(MORE))]
        if choose[0].ready and (not inside or self.rng.random() < 0.6):
            return choose[0]
        return self.rng.choice(inside) if inside else None

    def play(self, most: int = 10_000, seconds: float = 600) -> str:
        """Steps until the game is over, or the page has been clicked so often: `over` or `enough`."""
        waited = 0.0
        while self.clicks < most:
            state = self.step()
            if state == "over":
                return state
            if state == "waits":
                self.page.wait_for_timeout(15)  # the others think
                waited += 0.015
                assert waited < seconds, self.said[-5:]
        return "enough"

    def turn(self) -> None:
        """Steps until the page waits for somebody else or the game is over."""
        while self.step() == "clicked":
            pass


def send(page: Page) -> None:
    """Sends the move that is complete."""
    page.get_by_role("region", name=REGION, exact=True).get_by_role("button", name=SEND, exact=True).click()


def begin(page: Page, pack: str, seats: list[str], names: tuple[str, ...] = ("Anna",)) -> None:
    """Begins a game in the lobby; `seats`: what to choose for each (`at this screen`, `program: at random` …)."""
    page.get_by_role("list").get_by_role("button", name=pack).first.click()
    form = page.get_by_role("region", name="New game")
    start = form.get_by_role("button", name="Begin", exact=True)
    expect(start).to_be_enabled(timeout=30_000)
    who = form.get_by_role("combobox", name="Who plays as player")
    while who.count() < len(seats):
        form.get_by_role("button", name="One more").click()
    while who.count() > len(seats):
        form.get_by_role("button", name="One fewer").click()
    for number, kind in enumerate(seats):
        who.nth(number).select_option(label=kind)
    for number, name in enumerate(names, 1):
        form.get_by_role("textbox", name=f"Name of player {number}").fill(name)
    start.click()
    expect(page.get_by_role("region", name=REGION, exact=True)).to_be_visible(timeout=30_000)
