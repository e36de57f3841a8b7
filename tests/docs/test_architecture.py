"""The page about how the referee is built: its code runs, and the folders and files that it names are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.engine import layout
from tests.docs.pages import DOCS
from tests.docs.running import run_python
from tests.programs import referee

PAGE = "architecture.md"
ROOT = DOCS.parents[1]
TEXT = (DOCS / PAGE).read_text(encoding="utf-8")


def test_the_page_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    referee("new", "game", "beads", where=tmp_path)
    monkeypatch.chdir(tmp_path)
    run_python(PAGE)


def test_the_files_that_it_names_are_there() -> None:
    named = re.findall(r"`(referee/[\w/.]+)`", TEXT)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_it_names_every_slot_of_the_referee() -> None:
    own = {name for name in vars(layout) if name.isupper() and type(getattr(layout, name)) is int}
    slots = {name for name in own if 0 <= getattr(layout, name) < layout.FIRST} - {"EVERYONE", "OWNER", "NOBODY"}
    assert {name for name in slots if not re.search(rf"\b{name}\b", TEXT)} == set()
