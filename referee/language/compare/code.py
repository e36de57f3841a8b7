"""Code as text without layout and comments: whether somebody wrote something else, where no word tells it."""

from __future__ import annotations

from referee.language.format import lay_out
from referee.packs.node import Position, Scalar


def bare(*codes: Scalar | None) -> tuple[str, ...]:
    """The lines of codes in the one layout, without comments and empty lines."""
    lines = (line.partition("#")[0].rstrip() for code in codes if code is not None for line in lay_out(code.text))
    return tuple(line for line in lines if line)


def inside(scalar: Scalar, at: Position) -> bool:
    """Whether a place in a file is one of the text of a scalar."""
    lines = scalar.lines or (scalar.at,)
    if not lines or at.file != scalar.at.file:
        return False
    if len(set(lines)) == 1:
        start = lines[0]
        return at.line == start.line and start.column <= at.column <= start.column + len(scalar.text)
    return lines[0].line <= at.line <= lines[-1].line
