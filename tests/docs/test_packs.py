"""The page about the format of packs: its files are packs without a finding, they play, and no key is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.engine import compile_ruleset
from referee.lab.simulate import simulate
from referee.language import build_ruleset
from referee.language.build import read_stack
from referee.packs import load_stack
from referee.packs.schema import PACK, SECTIONS, shipped_schema
from tests.docs.pages import DOCS, blocks
from tests.docs.running import write_files

PAGE = "packs.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(PAGE, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("stack", ["little-fair", "rainy-days"])
def test_nothing_is_wrong_with_the_packs_of_the_page(folder: Path, stack: str) -> None:
    _, findings = read_stack(load_stack([stack], search=[folder]))
    assert [str(finding) for finding in findings if finding.severity == "error"] == []


@pytest.mark.parametrize("settings", [{}, {"weather": ["rain"], "left_out": ["puppets"]}, {"hard": ["yes"]}])
def test_they_play(folder: Path, settings: dict[str, list[str]]) -> None:
    names = ["rainy-days"] if "hard" in settings else ["little-fair"]
    ruleset = build_ruleset(load_stack(names, search=[folder], settings=settings))
    for seats in (2, 3, 4):
        assert simulate(compile_ruleset(ruleset, seats), games=5, seed=seats).games == 5


def keys(schema: Any) -> Iterator[str]:
    """Every key that a schema names."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from keys(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from keys(part)


def test_every_section_and_key_stands_on_the_page() -> None:
    text = (DOCS / PAGE).read_text(encoding="utf-8")
    known = {*keys(shipped_schema(PACK)), *keys(shipped_schema(SECTIONS))}
    assert sorted(key for key in known if not re.search(rf"\b{key}\b", text)) == []


def test_blocks_without_a_name_are_read_too() -> None:
    """They stand for themselves: at least their YAML and sections are right."""
    for block in blocks(PAGE):
        if block.language == "yaml" and not block.file:
            head = "id: page\nkind: game\nversion: 1\nlanguage: 1\ntitle: Page\nseats: 2\nsources: none\n"
            declared = "" if "tokens:" in block.text else "tokens: {coin: {unlimited: yes}, bead: {unlimited: yes}}\n"
            stack = load_stack(["page"], files={"page/pack.yaml": (head + declared + block.text).encode()})
            assert [str(each) for each in stack.diagnostics] == [], block.text
