"""Amounts of tokens in words, and where they come from and go to."""

from __future__ import annotations

from collections.abc import Sequence

from referee.language.describe.describer import Describer, describes
from referee.language.describe.keys import humanized, pack_text
from referee.language.describe.phrases import listed, phrase
from referee.language.describe.sets import member, number
from referee.language.describe.values import operand, token_name
from referee.language.text import Text
from referee.language.tree import (
    AllOf,
    AmountOf,
    Arith,
    Builtin,
    Const,
    Count,
    Expr,
    Home,
    HomeAmount,
    Local,
    PlaceRef,
    SumOf,
    TermCall,
    ValueRead,
)

SUPPLY = "supply"


@describes(AmountOf)
def amount_of(d: Describer, node: AmountOf) -> Text:
    if node.bag is not None or node.token is None:
        return d.text(node.bag) if node.bag is not None else phrase("expr/nothing_at_all")
    what = d.such(node.token)
    if isinstance(node.number, HomeAmount) and node.number.token == node.token:
        return d.text(node.number)
    return _numbered(d, node.number or Const(1), what)


_BOUNDED = {"min": "expr/amount.at_most", "max": "expr/amount.at_least"}


def _numbered(d: Describer, n: Expr, what: Text) -> Text:
    """So many of a thing; a number that is counted out is told by what it is counted on."""
    known = number(d, n)
    if isinstance(known, int):
        return phrase("expr/amount", n=known, what=what)
    if isinstance(n, Builtin) and n.name in _BOUNDED and len(n.args) == 2:
        for limit, counted in (n.args, n.args[::-1]):
            bound = number(d, limit)
            if isinstance(bound, int) and not isinstance(number(d, counted), int):
                return phrase(_BOUNDED[n.name], amount=_numbered(d, counted, what), n=bound)
    times, each = _factors(d, n)
    amount = phrase("expr/amount", n=times, what=what)
    if isinstance(each, Count):
        return phrase("expr/amount.per", amount=amount, each=member(d, each.items))
    if isinstance(each, TermCall) and _is_counted(d, each):
        return phrase("expr/amount.per_of", amount=amount, each=d.text(each))
    have = _had(d, each)
    if have is not None:
        return phrase("expr/amount.per_have", amount=amount, have=have)
    if isinstance(each, Arith) and each.op == "/":
        have, every = _had(d, each.left), number(d, each.right)
        if have is not None and isinstance(every, int):
            return phrase("expr/amount.per_every", amount=amount, n=every, have=have)
    if isinstance(n, Local | ValueRead):
        return phrase("expr/amount.word", n=d.text(n), what=what)
    return phrase("expr/amount.each", n=operand(d, n, tight=True), what=what)


def _factors(d: Describer, n: Expr) -> tuple[int, Expr]:
    """`2 * n` apart; a number that is no product is once itself."""
    if isinstance(n, Arith) and n.op == "*":
        for times, each in ((n.left, n.right), (n.right, n.left)):
            known = number(d, times)
            if isinstance(known, int):
                return known, each
    return 1, n


def _is_counted(d: Describer, call: TermCall) -> bool:
    """Does a term count things, so that its text names them?"""
    term = d.terms[call.instance] if call.instance < len(d.terms) else None
    return term is not None and isinstance(term.value, Count | SumOf)


def _had(d: Describer, node: Expr) -> Text | None:
    """The token of which a number is what the reader has, if it is."""
    if isinstance(node, HomeAmount) and d.is_you(node.seat) and isinstance(node.token, Const):
        return d.text(node.token)
    return None


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
