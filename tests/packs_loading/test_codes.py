"""The table of findings: complete, explained, and every one of them tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.packs import CODES

TESTS = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))


@pytest.mark.parametrize("number", sorted(CODES))
def test_a_finding_is_explained_and_tested(number: str) -> None:
    code = CODES[number]
    assert code.code == number
    assert re.fullmatch(r"[EW]01[0-9]{2}", number)
    assert code.title
    assert "Avoid:" in code.page
    assert "Prefer:" in code.page
    assert all(len(line) <= 120 for line in code.page.splitlines())
    assert number in TESTS
