"""Statements of the typed tree."""

from __future__ import annotations

from dataclasses import dataclass

from referee.language.tree.amounts import AmountOf, AnyAmount, Target
from referee.language.tree.base import Expr, Node, Statement
from referee.language.tree.values import PlaceRef, ValueRead


@dataclass(frozen=True, slots=True)
class Unread(Statement):
    """A statement that can't be read, which has been reported: what it does isn't known."""


@dataclass(frozen=True, slots=True)
class Gain(Statement):
    """A seat gets tokens from the places that they come from: as many as are there; `exactly` makes it a need."""

    amounts: tuple[AmountOf, ...]
    sources: tuple[PlaceRef, ...]
    target: Target
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Pay(Statement):
    """A seat pays just these tokens, into the targets."""

    amounts: tuple[AmountOf, ...]
    payer: Expr
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class PayAny(Statement):
    """A payment with a choice in it. `op`: any (low to high of the tokens), kind (of one kind), sparing."""

    op: str
    low: Expr
    high: Expr
    tokens: tuple[int, ...]
    group: str
    payer: Expr
    targets: tuple[Target, ...]
    bag: Expr | None = None
    step: str = ""


@dataclass(frozen=True, slots=True)
class GainAny(Statement):
    """A seat chooses which tokens of a group it gets, from `low` to `high` of them."""

    low: Expr
    high: Expr
    tokens: tuple[int, ...]
    group: str
    seat: Expr
    sources: tuple[PlaceRef, ...]
    step: str = ""


@dataclass(frozen=True, slots=True)
class Lose(Statement):
    """A seat loses tokens, as many of them as it has."""

    amounts: tuple[AmountOf, ...]
    payer: Expr


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """Tokens go from one place to others."""

    amounts: tuple[AnyAmount, ...]
    source: PlaceRef
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Put(Statement):
    """`prep` is on, in, under or over; the target a cell or a pile."""

    piece: Expr
    prep: str
    target: Expr
    proven: bool = False  # the cell is known to be free (on) or filled (over)


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """A name for a value, for the rest of the body."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class SetLocal(Statement):
    """A name that `let` has made gets another value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class SetValue(Statement):
    """`op` is set, add or take."""

    target: ValueRead
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """A call of a procedure; `instance` numbers it for these argument types."""

    procedure: str
    instance: int
    args: tuple[Expr, ...]
    me: Expr | None


@dataclass(frozen=True, slots=True)
class DoHook(Statement):
    """Carries out what the entry of a piece has for a hook; `me`: the seat that acts there."""

    kind: str
    hook: str
    piece: Expr
    me: Expr | None


@dataclass(frozen=True, slots=True)
class Block(Statement):
    """Statements one after another."""

    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(Statement):
    """One of two bodies, by a test."""

    test: Expr
    then: tuple[Statement, ...]
    other: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    """The body for each member of a set, as it was at the beginning."""

    var: str
    items: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class EachSeat(Statement):
    """For each seat of the set, as that seat. `me` is the unique name of the acting seat inside."""

    me: str
    items: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class As(Statement):
    """The body with another seat acting; `me` is its unique name inside."""

    me: str
    seat: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """Until `stop`. `counter` is the local that counts rounds, `limit` the bound if there is one."""

    counter: str
    body: tuple[Statement, ...]
    limit: Expr | None = None
    taken: tuple[str, ...] = ()  # locals that remember what `each once` has used


@dataclass(frozen=True, slots=True)
class LookAt(Statement):
    """The seat sees what lies in a place, as long as the body lasts."""

    place: PlaceRef
    seat: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    """So many pieces from the top of a pile, into another place."""

    number: Expr
    pile: PlaceRef
    target: PlaceRef


@dataclass(frozen=True, slots=True)
class Bins(Node):
    """Where tokens may be shared out: into that pool of each target."""

    var: str
    targets: Expr  # a set of owners of the pool
    pool: str
    room: Expr  # of one target


@dataclass(frozen=True, slots=True)
class ShareOut(Statement):
    """A seat shares tokens of a place out over bins."""

    tokens: tuple[int, ...]
    source: PlaceRef
    bins: tuple[Bins, ...]
    seat: Expr
    step: str = ""


@dataclass(frozen=True, slots=True)
class Modifier(Statement):
    """A rule value changed: while its entry is in force (in a modifier hook), or during the next span."""

    rule: str
    op: str  # is, adds, takes, at_least, at_most
    value: Expr
    scope: str = ""  # "", others, everyone
    condition: Expr | None = None
    span: str = ""


@dataclass(frozen=True, slots=True)
class CloseUp(Statement):
    """The pieces of a row move up, so that no cell between them is free."""

    row: PlaceRef


@dataclass(frozen=True, slots=True)
class Refill(Statement):
    """The free cells of a row are filled from a pile."""

    row: PlaceRef
    pile: PlaceRef


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    """A pile comes into an order that nobody knows."""

    pile: PlaceRef


@dataclass(frozen=True, slots=True)
class Roll(Statement):
    """Every die of a set gets a face value at random: `value` is the piece value, from 1 to `sides`."""

    dice: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    """Everybody sees what lies in a place."""

    place: PlaceRef


@dataclass(frozen=True, slots=True)
class Turn(Statement):
    """A piece shows another face: `face` is its number, `word` its name."""

    piece: Expr
    face: int
    word: str


@dataclass(frozen=True, slots=True)
class Swap(Statement):
    """The contents of two cells change places."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    """Leaves the innermost repeat."""


@dataclass(frozen=True, slots=True)
class Finish(Statement):
    """Leaves the procedure."""


@dataclass(frozen=True, slots=True)
class LastRound(Statement):
    """The game ends with the present round; `reason` names the end condition."""

    reason: str


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
    """The game ends now. `winner`: who wins, whatever the score; None: the score decides."""

    winner: Expr | None
    reason: str


@dataclass(frozen=True, slots=True)
class Span(Statement):
    """The stretch of a procedure that modifiers name (`during next …`)."""

    span: str
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Require(Statement):
    """A test that the rest of the effect relies on. In an option it is a need; elsewhere it must be proven."""

    test: Expr
    what: str = ""


@dataclass(frozen=True, slots=True)
class Remember(Statement):
    """Note that an option of `each once` has been used for a value."""

    taken: str
    value: Expr


@dataclass(frozen=True, slots=True)
class ForPieces(Statement):
    """For each piece of an entry that lies in some places, as its owner; only those of `owner` if it is given."""

    var: str
    me: str
    entry: int
    places: tuple[str, ...]
    body: tuple[Statement, ...]
    owner: Expr | None = None
