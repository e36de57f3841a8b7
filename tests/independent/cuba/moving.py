"""Moving counted pieces about a plain table."""

from __future__ import annotations

from tests.independent.cuba.facts import Picture


def add(bag: dict[str, int], piece: str, count: int) -> None:
    """Put pieces into a bag, or take them out; a bag names no piece that it lacks."""
    bag[piece] = bag.get(piece, 0) + count
    if not bag[piece]:
        del bag[piece]


def take(picture: Picture, seat: int, piece: str, count: int) -> None:
    """Pieces from the supply into the seat's yard, as many as there are."""
    there = min(count, picture["supply"].get(piece, 0))
    add(picture["supply"], piece, -there)
    add(picture["seats"][seat]["yard"], piece, there)


def give(picture: Picture, seat: int, piece: str, count: int, to: dict[str, int]) -> None:
    """A seat's pieces into a bag: what would spoil first, then what is stored."""
    for home in ("yard", "store"):
        bag = picture["seats"][seat][home]
        part = min(count, bag.get(piece, 0))
        add(bag, piece, -part)
        add(to, piece, part)
        count -= part
    assert not count, f"seat {seat} lacks {count} {piece}"
