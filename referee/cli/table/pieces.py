"""Pieces and tokens as text: names, numbers, owners, states, contents, slots."""

from __future__ import annotations

from rich.text import Text

from referee.cli.table.roles import Amounts, Roles
from referee.cli.table.words import Words
from referee.engine.records import Piece, Place, Value

SEAT_COLOURS = ("bright_cyan", "bright_magenta", "bright_yellow", "bright_green", "bright_red", "bright_blue")
HIDDEN = "▒"
FILLED, FREE = "●", "○"
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def seat_colour(seat: str) -> str:
    """The colour of a seat, the same in every picture."""
    return SEAT_COLOURS[(int(seat) - 1) % len(SEAT_COLOURS)] if seat.isdigit() else "white"


def owner_of(piece: Piece) -> str:
    """The seat whose piece it is; "" if it is nobody's."""
    return next((str(v.value).removeprefix("seat/") for v in piece.values if v.id == "owner"), "")


class Pieces:
    """Writes the pieces of one game."""

    def __init__(self, words: Words, roles: Roles) -> None:
        self.words, self.roles = words, roles

    def line(self, place: Place, kind: str = "", at_home: str = "") -> Text:
        """All that lies in a place, in one line."""
        return Text(", ").join(self.piece(piece, " ", kind, at_home) for piece in place.pieces)

    def lines(self, place: Place, kind: str = "") -> Text:
        """The same for a cell, one below the other; a piece that is nothing but its owner's as a sign."""
        return Text("\n").join(self.sign(piece) or self.piece(piece, "\n", kind) for piece in place.pieces)

    def piece(self, piece: Piece, joint: str = " ", kind: str = "", at_home: str = "") -> Text:
        """How many, what, whose (unless it lies at its owner's), its state, what is inside."""
        if not piece.entry:
            return Text(HIDDEN if piece.count == 1 else f"{HIDDEN} {piece.count}", style="dim")
        owner = owner_of(piece)
        colour = seat_colour(owner) if owner else self.roles.colour(piece.entry)
        slotted = {
            place.id: slots
            for place in piece.inside
            if (slots := self.roles.slots(kind, piece.entry, place.id.rpartition("/")[2]))
        }
        text = Text()
        last = next(iter(slotted), "").rpartition("/")[2]
        if joint != "\n" or not slotted or not self.roles.is_told_by_slots(kind, piece.entry, last):
            text.append(self.words.amount(piece.count, piece.entry), style=colour)
        if owner and owner != at_home:
            text.append(f" {owner}", style=seat_colour(owner))
        states = [f"{value.id} {self.words.value(value)}" for value in _told(piece)]
        if piece.face:
            states.insert(0, piece.face)
        if states:
            text.append(f"{joint if text else ''}({', '.join(states)})", style="dim")
        for place in piece.inside:
            if place.id in slotted:
                text.append(joint if text else "")
                text.append_text(self.slots(slotted[place.id], place, joint))
            elif place.pieces:
                text.append(f"{joint}[", style="dim")
                text.append_text(self.line(place))
                text.append("]", style="dim")
        return text

    def slots(self, slots: Amounts, place: Place, joint: str) -> Text:
        """Each token with its slots, the filled ones first: `bead ●●○`."""
        there = {piece.entry: piece.count for piece in place.pieces}
        parts = []
        for token, number in slots:
            full = min(there.get(token, 0), number)
            name = self.words.plural(token)
            parts.append(Text(f"{name} {FILLED * full}{FREE * (number - full)}", style=self.roles.colour(token)))
        return Text(joint if joint == "\n" else "  ").join(parts)

    def amounts(self, amounts: Amounts) -> Text:
        """Several tokens with their numbers: `2 beads, silk`."""
        return Text(", ").join(
            Text(self.words.amount(number, token), style=self.roles.colour(token)) for token, number in amounts
        )

    def sign(self, piece: Piece) -> Text | None:
        """A piece that is nothing but its owner's: a dot in the owner's colour with the owner's number."""
        owner = owner_of(piece)
        if not owner or "/" in piece.entry or piece.count > 1 or piece.face or piece.inside or len(piece.values) > 1:
            return None
        return Text(FILLED + owner.translate(SMALL), seat_colour(owner))


def _told(piece: Piece) -> list[Value]:
    return [v for v in piece.values if v.id != "owner" and v.kind not in ("none", "hidden") and v.value]
