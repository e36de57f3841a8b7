"""How a place is drawn: by its shape, an unknown one as a heap."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rich.box import ROUNDED, SQUARE
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.cli.table.places import Spot, rows_of
from referee.cli.table.words import Words
from referee.engine.records import Piece, Value

SEAT_COLOURS = ("bright_cyan", "bright_magenta", "bright_yellow", "bright_green", "bright_red", "bright_blue")
PALETTE = ("cyan", "magenta", "yellow", "green", "red", "blue", "bright_white", "bright_cyan", "bright_magenta")
HIDDEN = "▒"
POINTER = "◆"
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
ROW_WIDTH = 8  # spaces of a long row in one line
CELL_WIDTH = 16


def seat_colour(seat: str) -> str:
    """The colour of a seat, the same in every picture."""
    return SEAT_COLOURS[(int(seat) - 1) % len(SEAT_COLOURS)] if seat.isdigit() else "white"


def entry_colour(entry: str) -> str:
    """The colour of an entry, the same in every picture and process."""
    return PALETTE[zlib.crc32(entry.encode()) % len(PALETTE)]


class Drawer:
    """Draws places for a viewer.

    `marked` are those to show in reverse, `pointers` those that a seat's value names, `notes` what holds of some.
    """

    def __init__(
        self,
        words: Words,
        marked: frozenset[str] = frozenset(),
        pointers: Mapping[str, str] = MappingProxyType({}),
        notes: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.words, self.marked, self.pointers, self.notes = words, marked, pointers, notes

    def spot(self, spot: Spot) -> RenderableType:
        """A place, with its name."""
        name = Text(self.words.text(spot.info.label) or spot.info.id, style="bold")
        if not spot.parts:
            return self._line(spot, name)
        if spot.info.shape == "grid":
            return Group(name, self._grid(rows_of(spot), name.plain))
        if spot.info.shape in ("line", "ring", "track"):
            parts = sorted(spot.parts, key=lambda part: (part.info.row, part.info.column))
            rows: list[list[Spot | None]] = []
            for start in range(0, len(parts), ROW_WIDTH):
                rows.append(list(parts[start : start + ROW_WIDTH]))
            return Group(
                name + Text(" ⟳" if spot.info.shape == "ring" else "", style="dim"), self._grid(rows, name.plain)
            )
        return Group(name, *(self._line(part, self._part_name(part)) for part in spot.parts))

    def _part_name(self, part: Spot) -> Text:
        return Text("  " + (self.words.text(part.info.label) or part.info.id))

    def _line(self, spot: Spot, name: Text) -> Text:
        """`name: 3 bead, 1 coin`, with how much fits and what is printed on the place."""
        line = Text.assemble(name, ": ")
        line.append_text(self._content(spot, ", ") if spot.place.pieces else Text("–", style="dim"))
        if spot.place.uncounted:
            line.append(" ?", style="dim")
        if spot.info.capacity:
            line.append(f" /{spot.info.capacity}", style="dim")
        printed = self._printed(spot)
        if printed:
            line.append(f"  {printed}", style="dim italic")
        if spot.info.id in self.notes:
            line.append(f"  ({self.notes[spot.info.id]})", style="dim")
        if spot.info.id in self.marked:
            line.stylize("reverse")
        return line

    def _grid(self, rows: list[list[Spot | None]], whole: str) -> Table:
        table = Table(box=SQUARE, show_header=False, show_lines=True, padding=(0, 1), border_style="dim")
        for _ in range(max(map(len, rows), default=0)):
            table.add_column(justify="center", max_width=CELL_WIDTH)
        for row in rows:
            table.add_row(*(self._cell(part, whole) if part is not None else Text("") for part in row))
        return table

    def _cell(self, part: Spot, whole: str) -> Text:
        """A part of `whole`; an empty one shows its own name if it has one."""
        name = self.words.text(part.info.label)
        content = self._content(part, "\n") if part.place.pieces else Text("·" if name == whole else name, style="dim")
        printed = self._printed(part)
        if printed:
            content = Text.assemble(content, "\n", (printed, "dim italic"))
        if part.info.id in self.notes:
            content = Text.assemble(content, "\n", (f"({self.notes[part.info.id]})", "dim"))
        if part.info.id in self.marked:
            content.stylize("reverse")
        if part.info.id in self.pointers:
            content = Text.assemble((POINTER + " ", seat_colour(self.pointers[part.info.id])), content)
        return content

    def _printed(self, spot: Spot) -> str:
        """What the board says is printed on a place; nothing for values that are none, nought or no."""
        shown = [_row(value) or self.words.value(value).replace(", ", " ") for value in spot.info.values if value.value]
        return " ".join(text for text in shown if text not in ("–", ""))

    def _content(self, spot: Spot, joint: str) -> Text:
        """Pieces in a list by name; in a cell one that is nothing but its owner's by a sign."""
        if joint != "\n":
            return Text(joint).join(self.piece(piece, " ", spot.info.seat) for piece in spot.place.pieces)
        return Text(joint).join(_sign(piece) or self.piece(piece, joint) for piece in spot.place.pieces)

    def piece(self, piece: Piece, joint: str = " ", at_home: str = "") -> Text:
        """A piece or some tokens: how many, what, whose (unless it lies at its owner's), its state, what is inside."""
        if not piece.entry:
            return Text(HIDDEN if piece.count == 1 else f"{HIDDEN} {piece.count}", style="dim")
        owner = _owner(piece)
        colour = seat_colour(owner) if owner else entry_colour(piece.entry)
        text = Text(self.words.amount(piece.count, piece.entry), style=colour)
        if owner and owner != at_home:
            text.append(f" {owner}", style=seat_colour(owner))
        states = [f"{value.id} {self.words.value(value)}" for value in self._told(piece)]
        if piece.face:
            states.insert(0, piece.face)
        if states:
            text.append(f"{joint}({', '.join(states)})", style="dim")
        for place in piece.inside:
            if place.pieces:
                text.append(f"{joint}[", style="dim")
                text.append_text(Text(", ").join(self.piece(each) for each in place.pieces))
                text.append("]", style="dim")
        return text

    @staticmethod
    def _told(piece: Piece) -> list[Value]:
        return [v for v in piece.values if v.id != "owner" and v.kind not in ("none", "hidden") and v.value]


def _row(value: Value) -> str:
    """Several numbers of a track, such as prices: 6-5-4; "" for any other value."""
    content = value.value
    return "-".join(map(str, content)) if value.kind == "numbers" and isinstance(content, tuple) else ""


def _sign(piece: Piece) -> Text | None:
    """A piece that is nothing but its owner's: a dot in the owner's colour with the owner's number."""
    owner = _owner(piece)
    if not owner or "/" in piece.entry or piece.count > 1 or piece.face or piece.inside or len(piece.values) > 1:
        return None
    return Text("●" + owner.translate(SMALL), seat_colour(owner))


def _owner(piece: Piece) -> str:
    return next((str(v.value).removeprefix("seat/") for v in piece.values if v.id == "owner"), "")


def framed(title: Text, colour: str, content: Iterable[RenderableType], *, strong: bool) -> RenderableType:
    """A panel; a strong one is of who is asked now."""
    return Panel(
        Group(*content),
        title=title,
        title_align="left",
        border_style=f"bold {colour}" if strong else "dim",
        box=ROUNDED,
    )
