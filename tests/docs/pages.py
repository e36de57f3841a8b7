"""Reads the pages of the documentation: their fenced blocks, and the examples that those make up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "referee" / "docs"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"`([\w./-]+)`:\n\n\Z")
FINDING = re.compile(r"#.*?\b([EW]\d{4})\b")
SCENARIO = re.compile(r"^(?:given|do|then|refused|seen|options|barrier):", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: what it is written in, its text, the line of the page where that begins.

    `file` is the name in front of it, written as `NAME`: and a blank line.
    """

    language: str
    text: str
    line: int
    file: str = ""
    heading: str = ""

    @property
    def scenario(self) -> bool:
        """Does it say what happens in a game, rather than what a pack holds?"""
        return self.language == "yaml" and SCENARIO.search(self.text) is not None

    @property
    def findings(self) -> list[tuple[str, int]]:
        """The findings that its comments announce: code and line of the block, from 1."""
        lines = self.text.splitlines()
        return [(code, n) for n, text in enumerate(lines, 1) for code in FINDING.findall(text)]


@dataclass
class Example:
    """Declarations and effects that belong together, and what happens with them."""

    name: str
    declared: list[Block] = field(default_factory=list)
    scenarios: list[Block] = field(default_factory=list)


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        before = text[: found.start()]
        named = NAMED.search(before)
        headings = re.findall(r"^#+ (.*)$", re.sub(FENCE, "", before), re.MULTILINE)
        line = before.count("\n") + 2
        yield Block(
            found.group(1), found.group(2), line, named.group(1) if named else "", headings[-1] if headings else ""
        )


def examples(page: str) -> list[Example]:
    """The examples of a page: declarations, then the scenarios that follow them under the same heading."""
    found: list[Example] = []
    heading = ""
    for block in blocks(page):
        if block.language not in ("yaml", "effect"):
            continue
        if not found or block.heading != heading or (not block.scenario and _complete(found[-1])):
            found.append(Example(f"{page}:{block.line} {block.heading}"))
        (found[-1].scenarios if block.scenario else found[-1].declared).append(block)
        heading = block.heading
    return found


def _complete(example: Example) -> bool:
    """Does another declaration belong to the next example?"""
    return bool(example.scenarios) or any(block.findings for block in example.declared)
