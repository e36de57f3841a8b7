"""Decisions of the typed tree: options, their needs, sealed answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.language.tree.amounts import AmountOf
from referee.language.tree.base import NOWHERE, Expr, Node, Statement
from referee.language.tree.sets import Orders, Range, Subsets
from referee.language.tree.statements import Do, DoHook, PayAny, Stop
from referee.language.tree.values import Me, PlaceRef
from referee.language.types import NUMBER, Type
from referee.packs.node import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Need(Node):
    """What must hold for the body of an option to be possible; `document` and `entry` say whose rule it is."""

    when: tuple[Expr, ...] = ()  # the conditions under which it counts


@dataclass(frozen=True, slots=True)
class Cost(Need):
    """Tokens that must be there: in the homes of `payer`, or in the pools of `sources` (in order)."""

    amount: AmountOf
    payer: Expr | None
    sources: tuple[PlaceRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Possible(Need):
    """A test that must hold (an allocation exists, a cell is free, a thing is there)."""

    test: Expr
    what: str = ""


@dataclass(frozen=True, slots=True)
class AnyCost(Need):
    """An allocation that must exist, after the other costs are reserved."""

    pay: PayAny


@dataclass(frozen=True, slots=True)
class HookNeed(Need):
    """The needs of whichever entry's hook will run."""

    call: DoHook


@dataclass(frozen=True, slots=True)
class CallNeed(Need):
    """The needs that a procedure exports."""

    call: Do


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`var` from a set; a derived parameter where `items` is None."""

    var: str
    word: str
    items: Expr | None
    value: Expr | None = None
    type: Type = NUMBER
    pieces: bool = False  # candidates are pieces of a pile: equal ones are offered once

    @property
    def argument(self) -> bool:
        """Does it become the argument of the option?"""
        return isinstance(self.items, Range | Subsets | Orders)


@dataclass(frozen=True, slots=True)
class Option(Node):
    """One option of a choice: header (binders, guard conjuncts) and body."""

    label: str
    binders: tuple[Binder, ...]
    guard: tuple[Expr, ...]
    body: tuple[Statement, ...]
    once: str = ""  # the local that remembers what was used
    unless: str = ""
    unless_at: Position = field(default=NOWHERE, compare=False, hash=False, repr=False)
    needs: list[Need] = field(default_factory=list, compare=False, hash=False, repr=False)  # filled by hoisting
    pack: str = ""

    @property
    def bare(self) -> bool:
        """Without parameters and body: taken silently when nothing else is left."""
        return not self.binders and (not self.body or self.label == "stop" and isinstance(self.body[0], Stop))


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """A decision of the acting seat. `step` is its stable name."""

    step: str
    options: tuple[Option, ...]
    otherwise: tuple[Statement, ...] = ()
    standing: bool = False
    seat: Expr = field(default_factory=Me)
    public: bool = True  # every guard reads only what everybody sees
    loop: tuple[str, Expr] | None = None  # counter and bound of the repeat around it


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    """Each seat commits a value of its own, unseen by the others until all are in."""

    seats: Expr
    me: str
    value: str
    items: Expr
    step: str


@dataclass(frozen=True, slots=True)
class SecretlyPut(Statement):
    """Each seat commits `low` to `high` pieces of its own, unseen by the others until all are in."""

    seats: Expr
    me: str
    low: Expr
    high: Expr
    source: PlaceRef
    target: PlaceRef
    step: str
