"""Every finding about packs (E01xx), by its code."""

from __future__ import annotations

from referee.packs.codes_reading import READING
from referee.packs.codes_stack import STACK
from referee.packs.diagnostics import Code

CODES: dict[str, Code] = {each.code: each for each in (*READING, *STACK)}


def code(number: str) -> Code:
    """The code by its number ("E0101"). Raises KeyError for a number that isn't in the table."""
    return CODES[number]
