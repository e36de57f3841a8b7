"""The places of a view as a forest: a grid with its cells, a row with its spaces, and everything that stands alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from referee.engine.records import Board, Place, PlaceInfo, View
from referee.language.text import Text


@dataclass
class Spot:
    """A place with what the board says of it, what lies there, and its parts."""

    info: PlaceInfo
    place: Place
    parts: list[Spot] = field(default_factory=list)

    def is_bare(self) -> bool:
        """Whether nothing lies here or in its parts."""
        return not self.place.pieces and all(part.is_bare() for part in self.parts)


def forest(board: Board, view: View) -> list[Spot]:
    """The places that are part of no other, in the order of the board."""
    content = {place.id: place for place in view.places}
    spots = {info.id: Spot(info, content.get(info.id, Place(info.id))) for info in board.places}
    roots: list[Spot] = []
    for info in board.places:
        parent = spots.get(info.parent)
        if parent is None and info.parent:
            parent = spots[info.parent] = _whole(info)
            roots.append(parent)
        (parent.parts if parent is not None else roots).append(spots[info.id])
    for spot in roots:
        if spot.info.id not in content:
            spot.info = _named(spot)
    return roots


def _whole(part: PlaceInfo) -> Spot:
    """A parent that the board doesn't list as a place: it has parts only."""
    last = part.parent.rpartition("/")[2]
    label = Text(f"pack/place/{last}.name", (), last.replace("_", " "))
    info = PlaceInfo(part.parent, label, seat=part.seat, shape=part.shape)
    return Spot(info, Place(part.parent))


def _named(whole: Spot) -> PlaceInfo:
    """A place that has parts only is called as they are, where all are called the same."""
    labels = {part.info.label for part in whole.parts}
    return replace(whole.info, label=labels.pop()) if len(labels) == 1 else whole.info


def of_seat(spots: Iterable[Spot], seat: str) -> list[Spot]:
    """Those that belong to a seat, "" for those of the table."""
    return [spot for spot in spots if spot.info.seat == seat]


def rows_of(spot: Spot) -> list[list[Spot | None]]:
    """The parts of a grid by row and column; None where there is no part."""
    if not spot.parts:
        return []
    height = max(part.info.row for part in spot.parts)
    low = min(part.info.row for part in spot.parts)
    left, right = min(p.info.column for p in spot.parts), max(p.info.column for p in spot.parts)
    by_cell = {(part.info.row, part.info.column): part for part in spot.parts}
    return [[by_cell.get((row, column)) for column in range(left, right + 1)] for row in range(low, height + 1)]
