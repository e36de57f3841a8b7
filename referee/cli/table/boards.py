"""Grids and rows of cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.box import SQUARE
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from referee.cli.table.marks import Marks
from referee.cli.table.pieces import Pieces, seat_colour
from referee.cli.table.places import Spot
from referee.engine.records import PlaceInfo

POINTER = "◆"
ROW_WIDTH = 8  # spaces of a long row in one line
CELL_WIDTH = 16
FEW_ROWS = 4  # up to which a bare grid has lines between its rows
CROSSED = "on grey23"


class Boards:
    """Draws cells with what lies in them, or what is printed there. `printed` gives the latter."""

    def __init__(self, pieces: Pieces, marks: Marks, printed: Callable[[Spot], str]) -> None:
        self.pieces, self.words, self.marks, self.printed = pieces, pieces.words, marks, printed

    def grid(self, rows: Sequence[Sequence[Spot | None]], whole: str) -> Table:
        """Rows and columns, numbered as the names of cells have them: r1, c2."""
        spots = [spot for row in rows for spot in row if spot is not None]
        here = next((spot.info for spot in spots if spot.info.id in self.marks.crosses), None)
        numbers = sorted({spot.info.column for spot in spots})
        table = self._table(len(numbers) + 1, lines=len(rows) <= FEW_ROWS and not any(map(self.printed, spots)))
        table.add_row("", *(self._heading(f"c{n}", here is not None and here.column == n) for n in numbers))
        for row in rows:
            at = next(spot.info.row for spot in row if spot is not None)
            crossed = here is not None and here.row == at
            table.add_row(
                self._heading(f"r{at}", crossed), *(self._in_grid(spot, whole, here, crossed) for spot in row)
            )
        return table

    def _in_grid(self, spot: Spot | None, whole: str, here: PlaceInfo | None, crossed: bool) -> RenderableType:
        if spot is None:
            return Text("")
        cell = self._cell(spot, whole, names=False)
        crossed = crossed or here is not None and here.column == spot.info.column
        return Padding(cell, 0, style=CROSSED, expand=True) if crossed else cell

    def row(self, parts: Sequence[Spot], whole: str) -> Table:
        """Spaces side by side, with their names if they have any."""
        ordered = sorted(parts, key=lambda part: (part.info.row, part.info.column))
        table = self._table(min(len(ordered), ROW_WIDTH))
        for start in range(0, len(ordered), ROW_WIDTH):
            table.add_row(*(self._cell(part, whole, names=True) for part in ordered[start : start + ROW_WIDTH]))
        return table

    @staticmethod
    def _table(columns: int, *, lines: bool = True) -> Table:
        table = Table(box=SQUARE, show_header=False, show_lines=lines, padding=(0, 1), border_style="dim")
        for _ in range(columns):
            table.add_column(justify="center", max_width=CELL_WIDTH)
        return table

    @staticmethod
    def _heading(text: str, pointed: bool) -> Text:
        return Text(text, style="bold" if pointed else "dim")

    def _cell(self, part: Spot, whole: str, *, names: bool) -> Text:
        """What lies in a part of `whole`, above it its own name, below what is printed."""
        label, printed = self.words.text(part.info.label), self.printed(part)
        named = label not in ("", whole)
        lines = []
        if named and names:
            lines.append(Text(label, style="dim"))
        if part.place.pieces:
            lines.append(self.pieces.lines(part.place, part.info.kind))
        elif not printed and not (named and names):
            lines.append(Text(label if named else "·", style="dim"))
        if printed and not named and not any(self.pieces.sign(piece) for piece in part.place.pieces):
            lines.append(self._ground(part, printed, covered=bool(part.place.pieces)))
        if part.info.id in self.marks.notes:
            lines.append(Text(f"({self.marks.notes[part.info.id]})", style="dim"))
        content = Text("\n").join(lines)
        if part.info.id in self.marks.options:
            content.stylize("reverse")
        if part.info.id in self.marks.pointers:
            content = Text.assemble((POINTER + " ", seat_colour(self.marks.pointers[part.info.id])), content)
        return content

    def _ground(self, part: Spot, printed: str, *, covered: bool) -> Text:
        """What is printed on a cell, in the colour of what it names."""
        if covered:
            return Text(printed, style="dim italic")
        named = next((str(value.value) for value in part.info.values if value.kind == "ref"), "")
        return Text(printed, style=self.pieces.roles.colour(named) if named else "dim italic")
