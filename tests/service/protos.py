"""The protos as text, for tests that compare the code with what they say."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "protos" / "referee" / "v1"


def enum_comments(file: str) -> dict[str, str]:
    """Value of an enum → its comment, in one line."""
    found: dict[str, str] = {}
    comment: list[str] = []
    for line in (FOLDER / file).read_text().splitlines():
        line = line.strip()
        if line.startswith("//"):
            comment.append(line.removeprefix("//").strip())
            continue
        value = re.match(r"([A-Z][A-Z0-9_]+) = \d+;", line)
        if value:
            found[value[1]] = " ".join(comment)
        comment = []
    return found
