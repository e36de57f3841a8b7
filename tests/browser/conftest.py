"""A real Chromium and a real referee for the tests of the page. Without Chromium they say `not run: chromium`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect, sync_playwright

from tests.browser.api import Api
from tests.clients.server import Server, serving
from tests.programs import need

HERE = Path(__file__).resolve().parent
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --js-flags=--expose-gc --enable-precise-memory-info""".split()
PATIENCE = 30_000  # milliseconds for one step, on a machine that does other things too

expect.set_options(timeout=PATIENCE / 2)

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = need("chromium")
    os.environ.setdefault("NODE_OPTIONS", "")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    need("chromium")
    data = tmp_path_factory.mktemp("page") / "data"
    with serving(data, HERE.parent / "packs", HERE / "packs") as running:
        yield running


@pytest.fixture(scope="session")
def api(server: Server) -> Api:
    """The same server, asked without the page."""
    return Api(server.web_port)


class Noise:
    """What the page must not say: errors, and whatever the policy has blocked."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.heard.append(str(error)))
        page.on("console", lambda said: self.heard.append(said.text) if said.type in ("error", "warning") else None)
        page.on("response", lambda got: self.heard.append(refused(got)) if got.status >= 400 else None)
        page.on("dialog", lambda dialog: self.heard.append(dialog.message))


def refused(response: Response) -> str:
    """A refused call, with what it asked."""
    return f"{response.status} {response.url}: {response.request.post_data}"


@pytest.fixture
def quiet() -> Iterator[Noise]:
    """Nothing may be said by the end of the test, unless the test takes it out of `heard`."""
    noise = Noise()
    yield noise
    assert not noise.heard, "\n".join(noise.heard)


@pytest.fixture
def open_page(browser: Browser, server: Server, quiet: Noise) -> Iterator[Open]:
    """Opens a page in a browser profile of its own, at the lobby or at an address. `options` go to the profile."""
    contexts: list[BrowserContext] = []

    def opened(address: str = "", **options: object) -> Page:
        given = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options}
        contexts.append(browser.new_context(**given))  # type: ignore[arg-type]  # names of Playwright's own
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        quiet.listen(page)
        page.goto(address or f"http://127.0.0.1:{server.web_port}/")
        return page

    yield opened
    for context in contexts:
        context.close()
