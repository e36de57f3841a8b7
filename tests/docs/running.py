"""Runs the Python blocks of a page in one name space, and writes down the files that it prints."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

from tests.docs.pages import Block, blocks


def write_files(page: str, folder: Path) -> list[str]:
    """The files that a page prints under their names."""
    named = [block for block in blocks(page) if block.file]
    for block in named:
        path = folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
    return [block.file for block in named]


def run_python(page: str) -> dict[str, Any]:
    """Runs every Python block; what a prompt (`>>>`) prints must be as printed. Gives the names that they define."""
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(page):
        if block.language == "python":
            _run(page, block, names)
    return names


def _run(page: str, block: Block, names: dict[str, Any]) -> None:
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, page, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, f"{page}:{block.line}", page, block.line - 1)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append, clear_globs=False)
    assert not said, "".join(said)
    names.update(test.globs)
