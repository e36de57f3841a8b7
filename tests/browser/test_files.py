"""The files of the page: what they are served with, and what none of them has."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from referee.web.files import FIRST, POLICY, STATIC, TYPES
from referee.web.join import NotJoined, join
from tests.clients.server import serving

MODULES = sorted(STATIC.rglob("*.js"))
IMPORT = re.compile(r'^import (?:\{([^}]*)\}|(\w+)) from "([^"]+)";', re.MULTILINE)
MARKUP = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser")
LONGEST = 200  # lines


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("files") / "data") as server:
        yield f"http://127.0.0.1:{server.web_port}"


def fetch(address: str, **headers: str) -> tuple[int, Message, str]:
    """Status, headers and body."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, refused.read().decode()


def test_every_file_is_served_with_its_type_and_the_policy(address: str) -> None:
    status, headers, page = fetch(f"{address}/")
    assert status == 200 and headers["content-security-policy"] == POLICY
    parts = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert [Path(part).suffix for part in parts] == [".svg", ".css", ".js"]
    base = parts[0].rpartition("/")[0]
    apart = [f"{base}/{path.relative_to(STATIC).as_posix()}" for path in STATIC.rglob("*.*") if path.suffix != ".html"]
    for part in parts + apart:
        status, headers, _ = fetch(f"{address}/{part}")
        assert status == 200 and headers["content-type"] == TYPES[Path(part).suffix]
        assert headers["content-security-policy"] == POLICY and headers["x-content-type-options"] == "nosniff"
        assert "immutable" in headers["cache-control"]


def test_a_page_that_is_known_is_not_sent_again(address: str) -> None:
    _, headers, _ = fetch(f"{address}/")
    status, _, body = fetch(f"{address}/", **{"if-none-match": headers["etag"]})
    assert (status, body) == (304, "")


def test_each_module_can_be_had_by_itself(address: str) -> None:
    _, headers, page = fetch(f"{address}/?modules")
    assert f"/{FIRST}" in page and "page.js" not in page
    assert headers["etag"] != fetch(f"{address}/")[1]["etag"]


def test_joined_modules_are_those_that_are_needed_each_once_and_in_order() -> None:
    modules = {
        "a/main.js": 'import { b, c as d } from "../b.js";\nimport words from "../w.js";\nexport const x = b + d;\n',
        "b.js": 'import { c } from "./c.js";\nexport function b() {}\nexport { c };\n',
        "c.js": "export async function c() {}\n",
        "w.js": "export default {};\n",
        "unused.js": "export const u = 1;\n",
    }
    with pytest.raises(NotJoined, match=r"b.js: export \{ c \};"):
        join(modules, "a/main.js")
    modules["b.js"] = modules["b.js"].replace("export { c };", "export const { c } = 1;".replace("{ c }", "c"))
    made = join(modules, "a/main.js")
    assert [made.index(f"// {path}") for path in ("c.js", "b.js", "w.js", "a/main.js")] == sorted(
        made.index(f"// {path}") for path in modules if path != "unused.js"
    )
    assert "const { b, c: d } = module1;" in made and "const words = module2.default;" in made and "unused" not in made
    modules["c.js"] = 'import { b } from "./b.js";\n' + modules["c.js"]
    with pytest.raises(NotJoined, match="imports"):
        join(modules, "a/main.js")


@pytest.mark.parametrize("path", ["nothing", "page/0/app/main.js", "..%2f..%2fetc/passwd", "page/../index.html"])
def test_what_isnt_there_is_told(address: str, path: str) -> None:
    status, headers, _ = fetch(f"{address}/{path}")
    assert status == 404 and headers["content-security-policy"] == POLICY


def test_nothing_runs_from_the_page_itself() -> None:
    for forbidden in ("unsafe", "http:", "https:", "*", "data:"):
        assert forbidden not in POLICY
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|style=|javascript:", html)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_a_module_is_small_and_makes_no_markup(module: Path) -> None:
    source = module.read_text(encoding="utf-8")
    assert source.startswith("// "), "a first line says what it is for"
    assert source.count("\n") <= LONGEST
    assert not MARKUP.search(source)
    for names, _, target in IMPORT.findall(source):
        file = (module.parent / target).resolve()
        assert file.is_file(), target
        for name in filter(None, (each.strip().split(" ")[0] for each in names.split(","))):
            assert re.search(rf"export (?:async )?(?:function\*?|const|class) {name}\b", file.read_text("utf-8")), name
            assert len(re.findall(rf"\b{name}\b", source)) > 1, f"{name} is imported and not used"


def test_every_language_says_everything_and_nothing_else() -> None:
    key = re.compile(r"^  (\w+): \"(.+)\",$", re.MULTILINE)
    said = {
        path.stem: dict(key.findall(path.read_text(encoding="utf-8"))) for path in (STATIC / "app/words").glob("*.js")
    }
    assert len(said) == 4 and len(said["en"]) > 100
    for language, words in said.items():
        assert words.keys() == said["en"].keys(), language
        for name, text in words.items():
            slots = sorted(re.findall(r"\{\w+\}", said["en"][name]))
            assert sorted(re.findall(r"\{\w+\}", text)) == slots, f"{language}: {name}"


def test_every_word_is_used() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in MODULES if "words" not in path.parts)
    english = (STATIC / "app/words/en.js").read_text(encoding="utf-8")
    made = ("kind_", "status_", "who_", "game_state_")  # put together from what the API says
    unused = [
        name
        for name in re.findall(r"^  (\w+):", english, re.MULTILINE)
        if not name.startswith(made) and f'"{name}"' not in sources
    ]
    assert unused == []
