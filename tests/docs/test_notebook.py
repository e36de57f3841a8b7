"""The page for notebooks runs as printed, with the pack that `referee new` writes and the one on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.running import run_python, write_files
from tests.programs import referee

PAGE = "notebook.md"


def test_the_page_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    referee("new", "game", "beads", where=tmp_path)
    assert write_files(PAGE, tmp_path) == ["cards/pack.yaml"]
    monkeypatch.chdir(tmp_path)
    assert "chances" in run_python(PAGE)
