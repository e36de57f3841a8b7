"""The page that says what other packs build on says what is there, and who uses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rules.ledgers import CONTENT

DOCS = Path(__file__).parents[2] / "referee" / "docs"
PAGE = DOCS / "games" / "cuba.md"
ROW = re.compile(r"^\| `(\w+)` \|[^|]*\|[^|]*\| ([^|]*) \|$", re.MULTILINE)
TUTORIAL = {"busy-harvest": DOCS / "tutorial" / "house-rules.md"}
ROWS = [(name, packs.split(", ")) for name, packs in ROW.findall(PAGE.read_text(encoding="utf-8"))]


def text_of(pack: str) -> str:
    """All that a pack says, without its comments and its scenarios."""
    files = [TUTORIAL[pack]] if pack in TUTORIAL else sorted((CONTENT / pack).glob("*.yaml"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return "\n".join(line.partition(" #")[0] for line in lines if not line.startswith("#"))


def test_the_page_has_rows() -> None:
    assert len(ROWS) >= 6


@pytest.mark.parametrize(("name", "packs"), ROWS)
def test_what_is_listed_is_there_and_two_packs_use_it(name: str, packs: list[str]) -> None:
    declared = text_of("cuba") + text_of("cuba-secret-delegate")
    assert re.search(rf"^ *{name}:", declared, re.MULTILINE)
    assert len(packs) >= 2
    assert [pack for pack in packs if not re.search(rf"\b{name}\b", text_of(pack))] == []
