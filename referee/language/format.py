"""The one layout of an effect: two blanks for each level, one between words. Lines and comments stay where they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.language.parse import STARTS, parse
from referee.packs.node import Scalar

STEP = 2
_TOKEN = re.compile(r"[a-z_][a-z0-9_]*|[0-9]+|<=|>=|!=|[<>=()*+,./:-]|#.*|\S")
_TIGHT_BEFORE = frozenset(",:.)")
_TIGHT_AFTER = frozenset(".(")
_OPERATORS = frozenset(("+", "-", "*", "/", "<", ">", "=", "<=", ">=", "!=", "(", ","))


def lay_out(text: str) -> list[str]:
    """The lines of an effect in the one layout; as many as the text has. What it means is not looked at."""
    lines = text.splitlines()
    levels = [0]
    result = []
    for number, line in enumerate(lines):
        content = line.strip()
        if not content:
            result.append("")
            continue
        if content.startswith("#"):
            content_line = next((each for each in lines[number:] if each.strip() and each.lstrip()[0] != "#"), line)
            levels_there = _levels(levels, content_line)
        else:
            levels = levels_there = _levels(levels, line)
        result.append(" " * (STEP * (len(levels_there) - 1)) + _spaced(content))
    return result


def _levels(levels: list[int], line: str) -> list[int]:
    """The indentations of the blocks that are open in a line, given those of the line before."""
    indent = len(line) - len(line.lstrip())
    still_open = [level for level in levels if level <= indent]
    return still_open if still_open[-1] == indent else [*still_open, indent]


def _spaced(content: str) -> str:
    """One line with one blank between words, none inside of paths and parentheses."""
    parts: list[str] = []
    before = ""
    end = 0
    for match in _TOKEN.finditer(content):
        token = match.group()
        if token.startswith("#"):
            parts.append(("  " if parts else "") + token.rstrip())
            break
        parts.append(" " * _gap(parts, before, token, match.start() > end) + token)
        before, end = token, match.end()
        if token == "-" and _is_sign(parts):
            before = "."  # a sign stands close to its number
    return "".join(parts)


def _gap(parts: list[str], before: str, token: str, was_apart: bool) -> int:
    """Blanks between a token and the one before it."""
    if not parts or token in _TIGHT_BEFORE or before in _TIGHT_AFTER:
        return 0
    if token == "(" and before[-1:].isalnum():
        return int(was_apart)  # `room(x)` is a call, `count (…)` is not: only its writer knows
    return 1


def _is_sign(parts: list[str]) -> bool:
    """Whether the minus just written has no number in front of it."""
    return len(parts) < 2 or parts[-2].strip() in _OPERATORS


def same_meaning(scalar: Scalar, new: Sequence[str]) -> bool:
    """Whether lines have the syntax tree of an effect as it is written; no for what is no effect."""
    for start in STARTS:
        before = parse(scalar, start, [])
        if before is not None:
            return bool(before == parse(Scalar("\n".join(new), scalar.at), start, []))
    return False
