"""Where each line of a text value starts in its file, for every way YAML has to write a text."""

from __future__ import annotations

import re

from referee.packs.node import Position

_AHEAD = 50  # file lines to search for the next text line: more blank lines than that are not looked through
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


def split_lines(text: str) -> list[str]:
    """The lines of a file as the YAML reader counts them."""
    return _BREAK.split(text)


def text_lines(
    value: str, style: str, start: tuple[int, int], end: tuple[int, int], file: str, source: list[str]
) -> tuple[Position, ...]:
    """The position of the first character of each line of `value`.

    `start` and `end` are the (line, column) of the scalar in the file, from 0. Lines of block scalars are exact. A
    plain or quoted scalar that goes on over several file lines is one text line (YAML folds it), found at its start.
    """
    line, column = start
    if style == "|":
        return _block(value, line, file, source)
    if style in ("'", '"'):
        column += 1
    if start[0] == end[0] and style != ">":
        first = (Position(file, line + 1, column + 1),)
        return first if "\n" not in value else first * (value.count("\n") + 1)
    return _folded(value, style, line, column, end[0], file, source)


def _block(value: str, line: int, file: str, source: list[str]) -> tuple[Position, ...]:
    texts = value.split("\n")
    if len(texts) > 1 and not texts[-1]:
        texts.pop()
    indent = 0
    for number, text in enumerate(texts):
        if text and line + 1 + number < len(source):
            # The header may say how deep the text is indented; the file itself tells in every case.
            indent = len(source[line + 1 + number]) - len(text)
            break
    return tuple([Position(file, line + 2 + number, indent + 1) for number in range(len(texts))])


def _folded(
    value: str, style: str, line: int, column: int, last: int, file: str, source: list[str]
) -> tuple[Position, ...]:
    texts = value.split("\n")
    if len(texts) > 1 and not texts[-1]:
        texts.pop()
    spots: list[Position] = []
    row = line + 1 if style == ">" else line
    for number, text in enumerate(texts):
        word = text.split(" ", 1)[0] if text else ""
        here = row
        while here <= min(last, len(source) - 1, row + _AHEAD):
            begin = column if here == line and style != ">" else len(source[here]) - len(source[here].lstrip(" "))
            if word and source[here].startswith(word, begin):
                spots.append(Position(file, here + 1, begin + 1))
                row = here + 1
                break
            here += 1
        else:
            known = spots[-1] if spots else Position(file, row + 1, (column if number == 0 and row == line else 0) + 1)
            spots.append(known)
    return tuple(spots)
