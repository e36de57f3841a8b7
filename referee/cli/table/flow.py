"""Pictures of different widths side by side, as many in a row as fit."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table

GAP = 3  # columns between two pictures


class Flow:
    """Fills rows from left to right, each picture as wide as it needs to be."""

    def __init__(self, pictures: Sequence[RenderableType]) -> None:
        self.pictures = list(pictures)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [Measurement.get(console, options, each) for each in self.pictures]
        least = max((width.minimum for width in widths), default=0)
        most = sum(width.maximum + GAP for width in widths) - GAP if widths else 0
        return Measurement(least, max(least, min(most, options.max_width)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        row: list[RenderableType] = []
        used = 0
        for picture in self.pictures:
            width = min(Measurement.get(console, options, picture).maximum, options.max_width)
            if row and used + GAP + width > options.max_width:
                yield _row(row)
                row, used = [], 0
            used += width + (GAP if row else 0)
            row.append(picture)
        if row:
            yield _row(row)


LINES = 30  # columns that lines need beside a board


class Beside:
    """Lines on the left of a picture where there is room for them, broken if need be; else above it."""

    def __init__(self, lines: RenderableType, picture: RenderableType) -> None:
        self.lines, self.picture = lines, picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        left = options.max_width - GAP - Measurement.get(console, options, self.picture).maximum
        if left < LINES:
            yield self.lines
            yield self.picture
            return
        table = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        table.add_column(max_width=left)
        table.add_column()
        table.add_row(self.lines, self.picture)
        yield table


WIDE = 56  # columns that a panel needs beside another


class SideBySide:
    """Panels in as many columns as the terminal has room for."""

    def __init__(self, panels: list[RenderableType]) -> None:
        self.panels = panels

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = min(len(self.panels), options.max_width // WIDE)
        if columns < 2:
            yield from self.panels
            return
        table = Table.grid(expand=True)
        for _ in range(columns):
            table.add_column(ratio=1)
        for start in range(0, len(self.panels), columns):
            table.add_row(*self.panels[start : start + columns])
        yield table


def _row(pictures: Sequence[RenderableType]) -> RenderableType:
    if len(pictures) == 1:
        return pictures[0]
    table = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
    for _ in pictures:
        table.add_column()
    table.add_row(*pictures)
    return table
