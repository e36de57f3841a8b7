"""Amounts of tokens and where they come from and go to."""

from __future__ import annotations

from dataclasses import dataclass

from referee.language.tree.base import Expr, Node
from referee.language.tree.values import PlaceRef


@dataclass(frozen=True, slots=True)
class AmountOf(Node):
    """`number` of a token, or a whole bag."""

    number: Expr | None
    token: Expr | None
    bag: Expr | None = None


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """Everything in a place: all of it, all of some tokens, or all of one token."""

    tokens: tuple[int, ...] = ()
    token: Expr | None = None


@dataclass(frozen=True, slots=True)
class Home(Node):
    """The homes of a seat as a target or source of tokens."""

    seat: Expr


Target = PlaceRef | Home
AnyAmount = AmountOf | AllOf
