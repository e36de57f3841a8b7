"""Sets of the typed tree."""

from __future__ import annotations

from dataclasses import dataclass

from referee.language.tree.base import Expr
from referee.language.tree.values import PlaceRef


@dataclass(frozen=True, slots=True)
class ConstSet(Expr):
    """The tokens of a group, the entries of a kind, the members of an enumeration."""

    members: tuple[int, ...]
    word: str = ""


@dataclass(frozen=True, slots=True)
class CellsOf(Expr):
    """All cells of a place, in order."""

    place: PlaceRef


@dataclass(frozen=True, slots=True)
class PileOf(Expr):
    """The pieces of a pile, the top first."""

    place: PlaceRef


@dataclass(frozen=True, slots=True)
class PiecesOf(Expr):
    """The seat's pieces of a kind (`my.pawns`): a constant set for each seat."""

    kind: str
    seat: Expr | None


@dataclass(frozen=True, slots=True)
class Seats(Expr):
    """Every seat (`others`: but the acting one), from `start` in order round the table."""

    start: Expr | None = None
    without: Expr | None = None


@dataclass(frozen=True, slots=True)
class Where(Expr):
    """The members for which a test holds; `var` stands for one of them."""

    items: Expr
    var: str
    test: Expr


@dataclass(frozen=True, slots=True)
class Best(Expr):
    """All members with the most (or least) of something, ties kept."""

    items: Expr
    var: str
    op: str
    score: Expr


@dataclass(frozen=True, slots=True)
class FirstIn(Expr):
    """A set of at most one: the first member."""

    items: Expr


@dataclass(frozen=True, slots=True)
class Range(Expr):
    """The numbers from `low` to `high`, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Subsets(Expr):
    """Subsets of `low` to `high` members; only as the last binder of an option."""

    low: Expr
    high: Expr
    items: Expr


@dataclass(frozen=True, slots=True)
class Orders(Expr):
    """All orders of a set; only as the last binder of an option."""

    items: Expr


@dataclass(frozen=True, slots=True)
class Lines(Expr):
    """Cells by the grid, from static tables. `op`: cross, between, neighbours, columns, rows, lines, rays."""

    op: str
    args: tuple[Expr, ...]
    place: str = ""
    length: int = 0
