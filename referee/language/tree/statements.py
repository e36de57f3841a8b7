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
    amounts: tuple[AmountOf, ...]
    sources: tuple[PlaceRef, ...]
    target: Target
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Pay(Statement):
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
    low: Expr
    high: Expr
    tokens: tuple[int, ...]
    group: str
    seat: Expr
    sources: tuple[PlaceRef, ...]
    step: str = ""


@dataclass(frozen=True, slots=True)
class Lose(Statement):
    amounts: tuple[AmountOf, ...]
    payer: Expr


@dataclass(frozen=True, slots=True)
class Move(Statement):
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
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class SetLocal(Statement):
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
    kind: str
    hook: str
    piece: Expr
    me: Expr | None


@dataclass(frozen=True, slots=True)
class Block(Statement):
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(Statement):
    test: Expr
    then: tuple[Statement, ...]
    other: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
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
    place: PlaceRef
    seat: Expr
    body: tuple[Statement, ...]
    looking: str = ""


@dataclass(frozen=True, slots=True)
class Draw(Statement):
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
    row: PlaceRef


@dataclass(frozen=True, slots=True)
class Refill(Statement):
    row: PlaceRef
    pile: PlaceRef


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    pile: PlaceRef


@dataclass(frozen=True, slots=True)
class Roll(Statement):
    """Every die of a set gets a face value at random: `value` is the piece value, from 1 to `sides`."""

    dice: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    place: PlaceRef


@dataclass(frozen=True, slots=True)
class Turn(Statement):
    piece: Expr
    face: int
    word: str


@dataclass(frozen=True, slots=True)
class Swap(Statement):
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
    reason: str


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
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
