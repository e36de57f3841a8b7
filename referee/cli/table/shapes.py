"""How a place is drawn: by its shape, an unknown one as a heap."""

from __future__ import annotations

from collections.abc import Iterable

from rich.box import ROUNDED
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.cli.table.boards import Boards
from referee.cli.table.marks import Marks
from referee.cli.table.pieces import FILLED, FREE, Pieces, owner_of, seat_colour
from referee.cli.table.places import Spot, rows_of
from referee.cli.table.roles import Roles
from referee.cli.table.words import Words
from referee.engine.records import Value


class Drawer:
    """Draws the places of a view."""

    def __init__(self, words: Words, roles: Roles, marks: Marks) -> None:
        self.words, self.roles, self.marks = words, roles, marks
        self.pieces = Pieces(words, roles)

    def spot(self, spot: Spot) -> RenderableType:
        """A place, with its name."""
        shape, name = spot.info.shape, self._name(spot)
        if shape == "list":
            return self._list(spot, name)
        if not spot.parts:
            return self.line(spot, name)
        if is_track(spot):
            return self._track(spot, name)
        if shape == "track":
            return Group(name, self._rows(spot))
        boards = Boards(self.pieces, self.marks, self.printed)
        if shape == "grid":
            return Group(name, boards.grid(rows_of(spot), name.plain))
        if shape in ("line", "ring"):
            ring = Text(" ⟳" if shape == "ring" else "", style="dim")
            return Group(name + ring, boards.row(spot.parts, name.plain))
        return Group(name, *(self.line(part, Text("  ") + self._name(part)) for part in spot.parts))

    def _name(self, spot: Spot) -> Text:
        return Text(self.words.text(spot.info.label) or spot.info.id, style="bold")

    def line(self, spot: Spot, name: Text) -> Text:
        """`name: 3 bead, 1 coin`, with how much fits and what is printed on the place."""
        line = Text.assemble(name, ": ")
        if spot.place.pieces:
            line.append_text(self.pieces.line(spot.place, spot.info.kind, spot.info.seat))
        else:
            line.append("–", style="dim")
        if spot.place.uncounted:
            line.append(" ?", style="dim")
        if spot.info.capacity:
            line.append(f" /{spot.info.capacity}", style="dim")
        if printed := self.printed(spot):
            line.append(f"  {printed}", style="dim italic")
        if spot.info.id in self.marks.notes:
            line.append(f"  ({self.marks.notes[spot.info.id]})", style="dim")
        if spot.info.id in self.marks.options:
            line.stylize("reverse")
        return line

    def _rows(self, spot: Spot) -> RenderableType:
        """Tokens with room for so many each: where each space has a number, as `●6 ●5 ○4`."""
        table = Table.grid(padding=(0, 2, 0, 0))
        for part in spot.parts:
            spaces = next((v.value for v in part.info.values if _spaces(v, part.info.capacity)), None)
            count = sum(piece.count for piece in part.place.pieces)
            colour = self.roles.colour(part.info.id.rpartition("/")[2])
            if isinstance(spaces, tuple):
                drawn = Text(" ").join(
                    Text(f"{FILLED if at < count else FREE}{n}", style=colour if at < count else "dim")
                    for at, n in enumerate(spaces)
                )
            else:
                drawn = Text.assemble((str(count), colour), (f" /{part.info.capacity}", "dim"))
            name = Text("  " + self.words.plural(part.info.id.rpartition("/")[2]), style=colour)
            if part.info.id in self.marks.options:
                name.stylize("reverse")
            rest = [v for v in part.info.values if v.value and v.value is not spaces]
            told = "  ".join(f"{self.words.field(v.id)} {self.words.value(v)}" for v in rest)
            table.add_row(name, drawn, *([Text(told, style="dim italic")] if told else []))
        return table

    def _track(self, spot: Spot, name: Text) -> Text:
        """Spaces in one line, filled and free: `name: ● 2 points  ○ 1 point`."""
        return Text.assemble(name, ": ", Text("  ").join(self._space(part, name.plain) for part in spot.parts))

    def _space(self, part: Spot, whole: str) -> Text:
        label = self.words.text(part.info.label)
        text = Text(f" {label if label != whole else self.printed(part)}".rstrip())
        if part.place.pieces:
            piece = part.place.pieces[0]
            owner = owner_of(piece)
            sign = Text(FILLED, style=seat_colour(owner) if owner else "bold")
            if not self.roles.is_single(part.info.kind):
                text.append(" (").append_text(self.pieces.line(part.place, part.info.kind)).append(")")
            text = Text.assemble(sign, text)
        else:
            text = Text(FREE) + text
        if part.info.id in self.marks.options:
            text.stylize("reverse")
        return text

    def _list(self, spot: Spot, name: Text) -> RenderableType:
        """One below the other: spaces with what lies there and what it does; a pile with what its pieces cost."""
        if not spot.parts:
            if not spot.place.pieces:
                return self.line(spot, name)
            return Group(name, Columns(self._priced(spot), padding=(0, 3), column_first=True))
        table = Table.grid(padding=(0, 2, 0, 0))
        for part in spot.parts:
            label = Text("  " + self.words.text(part.info.label), style="dim")
            content = self.pieces.line(part.place, part.info.kind, part.info.seat)
            for piece in part.place.pieces:
                if rules := self.words.rules(f"{part.info.kind}/{piece.entry}"):
                    content.append(f": {rules}", style="dim")
            if part.info.id in self.marks.options:
                content.stylize("reverse")
            table.add_row(label, content if part.place.pieces else Text("–", style="dim"))
        return Group(name, table)

    def _priced(self, spot: Spot) -> list[Text]:
        found = []
        for piece in spot.place.pieces:
            text = self.pieces.piece(piece, " ", spot.info.kind, spot.info.seat)
            if costs := self.roles.costs(spot.info.kind, piece.entry):
                text.append("  ").append_text(self.pieces.amounts(costs))
            found.append(Text("  ") + text)
        return found

    def printed(self, spot: Spot) -> str:
        """What the board says is printed on a place; nothing for values that are none, nought or no."""
        shown = [_row(value) or self.words.value(value).replace(", ", " ") for value in spot.info.values if value.value]
        return " ".join(text for text in shown if text not in ("–", ""))


def is_track(spot: Spot) -> bool:
    """Whether a place is a row of cells that is told in a line: which are filled, which are free."""
    return spot.info.shape == "track" and bool(spot.parts) and all(part.info.kind for part in spot.parts)


def _spaces(value: Value, capacity: int) -> bool:
    return value.kind == "numbers" and isinstance(value.value, tuple) and len(value.value) == capacity


def _row(value: Value) -> str:
    """Several numbers of a track, such as prices: 6-5-4; "" for any other value."""
    content = value.value
    return "-".join(map(str, content)) if value.kind == "numbers" and isinstance(content, tuple) else ""


def framed(title: Text, colour: str, content: Iterable[RenderableType], *, strong: bool) -> RenderableType:
    """A panel; a strong one is of who is asked now."""
    return Panel(
        Group(*content),
        title=title,
        title_align="left",
        border_style=f"bold {colour}" if strong else "dim",
        box=ROUNDED,
    )
