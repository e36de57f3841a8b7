"""Lines for a terminal that stand in, and go on below their beginning where they are too long."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text


def print_hanging(console: Console, text: Text, indent: int, sign: str = "", style: str = "") -> None:
    """Prints a text `indent` blanks in, `sign` in front of its first line; no line ends in blanks."""
    blank = " " * (indent + len(sign))
    lines = text.wrap(console, max(console.width - len(blank), 20), overflow="fold")
    for number, line in enumerate(lines):
        line.rstrip()
        front = (" " * indent, (sign, style)) if number == 0 else (blank,)
        console.print(Text.assemble(*front, line), soft_wrap=True)
