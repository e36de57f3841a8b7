"""Values of the typed tree."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.language.tree.base import Expr, Node, parts_of


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A constant. Tokens, entries, symbols and faces are indices; -1 is none; bags and lists are tuples.

    `word` is how it was written (an id), for texts.
    """

    value: int | tuple[int, ...]
    word: str = ""


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A name bound by a binder, a parameter, `let` or a loop. `name` is unique within its procedure."""

    name: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Me(Expr):
    """The acting seat."""

    name: str = "me"


@dataclass(frozen=True, slots=True)
class OptionConst(Expr):
    """A constant of the ruleset."""

    option: str
    value: int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ValueRead(Expr):
    """A value; `owner`: whose, where it isn't the table's."""

    value: str
    owner: Expr | None = None


@dataclass(frozen=True, slots=True)
class RuleRead(Expr):
    """A rule value as it is now; `owner`: whose, where seats or pieces have their own."""

    rule: str
    owner: Expr | None = None


@dataclass(frozen=True, slots=True)
class DataRead(Expr):
    """A printed datum. `of` is a token, piece, entry or cell; `field` its name."""

    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Content(Expr):
    """The piece in a cell, or none."""

    cell: Expr


@dataclass(frozen=True, slots=True)
class EntryOf(Expr):
    """The entry of a piece."""

    piece: Expr


@dataclass(frozen=True, slots=True)
class FaceIs(Expr):
    """Whether a piece shows a face."""

    piece: Expr
    face: str


@dataclass(frozen=True, slots=True)
class SeatPiece(Expr):
    """The seat's own piece of a kind (`my.mark`)."""

    kind: str
    seat: Expr


@dataclass(frozen=True, slots=True)
class PlaceRef(Expr):
    """A place, with the seat, piece or cell that owns it."""

    place: str
    owner: Expr | None = None


@dataclass(frozen=True, slots=True)
class Amount(Expr):
    """How many of a token lie in a place."""

    place: PlaceRef
    token: Expr


@dataclass(frozen=True, slots=True)
class HomeAmount(Expr):
    """How many of a token a seat could pay with: the sum over its homes."""

    seat: Expr
    token: Expr


@dataclass(frozen=True, slots=True)
class HomeBag(Expr):
    """All tokens that a seat could pay with: its homes together."""

    seat: Expr


@dataclass(frozen=True, slots=True)
class Total(Expr):
    """How many tokens lie in a place."""

    place: PlaceRef
    tokens: tuple[int, ...] = ()  # empty: all


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    """`op` is one of + - * / on numbers."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class BagArith(Expr):
    """`op` is + or less, on two bags of one group; a number on the right of less is spread over no token."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Builtin(Expr):
    """A built-in function: min, max, difference."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TermCall(Expr):
    """A call of a term; `instance` numbers the term for these argument types."""

    term: str
    instance: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    """One of two values, by a test."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Item(Expr):
    """The nth member of a list or set, counted from 1, else the default."""

    index: Expr
    items: Expr
    default: Expr


@dataclass(frozen=True, slots=True)
class FirstOf(Expr):
    """The first member of a set or pile, or none."""

    items: Expr


@dataclass(frozen=True, slots=True)
class LastOf(Expr):
    """The last member of a set or pile, or none."""

    items: Expr


@dataclass(frozen=True, slots=True)
class OwnerOf(Expr):
    """The seat that owns the place of a cell or piece, or none."""

    of: Expr


@dataclass(frozen=True, slots=True)
class CellOf(Expr):
    """The cell in which a piece lies, or none."""

    piece: Expr


@dataclass(frozen=True, slots=True)
class Step(Expr):
    """The next or previous cell (`op`) of a row or ring; none at the end of a row."""

    op: str
    cell: Expr


@dataclass(frozen=True, slots=True)
class Times(Expr):
    """Rounds finished in the repeat whose counter is `counter`."""

    counter: str


@dataclass(frozen=True, slots=True)
class Count(Expr):
    """How many members a set has."""

    items: Expr


@dataclass(frozen=True, slots=True)
class SumOf(Expr):
    """A sum of numbers or bags over a set."""

    item: Expr
    var: str
    items: Expr


def substitute(node: Expr, names: dict[str, Expr]) -> Expr:
    """The expression with locals replaced."""
    result = _replaced(node, names)
    assert isinstance(result, Expr)
    return result


def _replaced(node: Node, names: dict[str, Expr]) -> Node:
    if isinstance(node, Local | Me):
        return names.get(node.name, node)
    changes: dict[str, object] = {}
    for part in parts_of(node):
        value = getattr(node, part)
        if isinstance(value, Node):
            new = _replaced(value, names)
            if new is not value:
                changes[part] = new
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            several = tuple(_replaced(v, names) for v in value)
            if any(a is not b for a, b in zip(several, value, strict=True)):
                changes[part] = several
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]  # field types are kept by construction
