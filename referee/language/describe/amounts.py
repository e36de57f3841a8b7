"""Amounts of tokens in words, and where they come from and go to."""

from __future__ import annotations

from collections.abc import Sequence

from referee.language.describe.describer import Describer, describes
from referee.language.describe.keys import humanized, pack_text
from referee.language.describe.phrases import listed, phrase
from referee.language.describe.sets import member, number
from referee.language.describe.values import operand, token_name
from referee.language.text import Text
from referee.language.tree import AllOf, AmountOf, Const, Count, Expr, Home, HomeAmount, Local, PlaceRef, ValueRead

SUPPLY = "supply"


@describes(AmountOf)
def amount_of(d: Describer, node: AmountOf) -> Text:
    if node.bag is not None or node.token is None:
        return d.text(node.bag) if node.bag is not None else phrase("expr/nothing_at_all")
    what = d.such(node.token)
    if node.number is None:
        return phrase("expr/amount", n=1, what=what)
    n = number(d, node.number)
    if isinstance(n, int):
        return phrase("expr/amount", n=n, what=what)
    if isinstance(node.number, Count):
        return phrase("expr/amount.per", what=what, each=member(d, node.number.items))
    if isinstance(node.number, Local | ValueRead):
        return phrase("expr/amount.word", n=n, what=what)
    if isinstance(node.number, HomeAmount) and node.number.token == node.token:
        return n
    return phrase("expr/amount.each", n=operand(d, node.number, tight=True), what=what)


@describes(AllOf)
def all_of(d: Describer, node: AllOf) -> Text:
    if node.token is not None:
        return phrase("expr/amount.all", what=d.such(node.token))
    if not node.tokens or len(node.tokens) == len(d.model.tokens):
        return phrase("expr/amount.everything")
    return phrase("expr/amount.all", what=tokens(d, node.tokens))


def tokens(d: Describer, indices: Sequence[int], group: str = "") -> Text:
    """A set of tokens by the name of their group if they are one, else one by one."""
    if group in d.model.tokens:
        return token_name(d, d.model.tokens[group].index)
    for known in d.model.groups.values():
        if known.id == group or (not group and known.tokens == tuple(indices)):
            return pack_text(f"group/{known.id}.name", humanized(known.one or known.id))
    return listed([token_name(d, index) for index in indices], "expr/list.or") if indices else phrase("expr/token")


@describes(Home)
def home(d: Describer, node: Home) -> Text:
    return d.text(node.seat)


def listed_amounts(d: Describer, amounts: Sequence[AmountOf | AllOf]) -> Text:
    """`2 coins and 1 bead`."""
    return listed([d.text(amount) for amount in amounts])


def sources(d: Describer, places: Sequence[PlaceRef]) -> Text | None:
    """Where tokens come from; None if it is the supply, which goes without saying."""
    if not places or (len(places) == 1 and places[0].place == SUPPLY):
        return None
    return listed([d.text(place) for place in places], "expr/list.or")


def targets(d: Describer, places: Sequence[PlaceRef | Home]) -> Text | None:
    """Where tokens go; None if it is the supply."""
    if not places or (len(places) == 1 and isinstance(places[0], PlaceRef) and places[0].place == SUPPLY):
        return None
    return listed([d.text(place) for place in places], "expr/list.or")


def is_zero(node: Expr) -> bool:
    return isinstance(node, Const) and node.value == 0
