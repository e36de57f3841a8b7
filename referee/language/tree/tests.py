"""Tests (yes/no expressions) of the typed tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.language.tree.amounts import AmountOf
from referee.language.tree.base import Expr
from referee.language.types import YES, Type


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """`op` is one of == != < <= > >=."""

    op: str
    left: Expr
    right: Expr
    type: Type = field(default=YES, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Among(Expr):
    """Membership; `word` is how the set was written."""

    item: Expr
    items: Expr
    negated: bool = False
    type: Type = field(default=YES, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Empty(Expr):
    """A cell without a piece, or a pile or pool without content."""

    of: Expr
    negated: bool = False
    type: Type = field(default=YES, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Full(Expr):
    """Whether a place holds all that it can."""

    of: Expr
    type: Type = field(default=YES, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Both(Expr):
    """Two tests that must hold; the second isn't looked at where the first doesn't."""

    left: Expr
    right: Expr
    type: Type = field(default=YES, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Either(Expr):
    """Two tests of which one must hold; the second isn't looked at where the first does."""

    left: Expr
    right: Expr
    type: Type = field(default=YES, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """The opposite of a test."""

    test: Expr
    type: Type = field(default=YES, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Quantified(Expr):
    """`op` is any, every or no."""

    op: str
    var: str
    items: Expr
    test: Expr
    type: Type = field(default=YES, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class CanPay(Expr):
    """Whether a seat has what an amount asks for."""

    seat: Expr
    amount: AmountOf
    type: Type = field(default=YES, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class CanDo(Expr):
    """Is the first decision of a procedure not empty?"""

    procedure: int
    args: tuple[Expr, ...]
    seat: Expr
    type: Type = field(default=YES, kw_only=True, compare=False)
