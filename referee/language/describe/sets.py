"""Sets in words: all members ("spaces of your field (empty)"), or one of them ("space of your field (empty)")."""

from __future__ import annotations

from referee.language.describe.describer import Describer, describes
from referee.language.describe.keys import humanized, pack_text
from referee.language.describe.phrases import phrase
from referee.language.describe.values import place_name
from referee.language.text import Text
from referee.language.tree import (
    Best,
    CellsOf,
    ConstSet,
    Expr,
    FirstIn,
    Lines,
    Orders,
    PiecesOf,
    PileOf,
    PlaceRef,
    Range,
    Seats,
    Subsets,
    Where,
)
from referee.language.types import NUMBER, Type


@describes(ConstSet)
def const_set(d: Describer, node: ConstSet) -> Text:
    if node.word in d.model.places:
        return phrase("expr/tokens.in", place=place_name(node.word))
    return phrase("expr/all_of_kind", what=_noun(d, node))


@describes(CellsOf)
def cells_of(d: Describer, node: CellsOf) -> Text:
    return phrase("expr/spaces.of", place=d.text(node.place))


@describes(PileOf)
def pile_of(d: Describer, node: PileOf) -> Text:
    return phrase("expr/pieces.in", what=_noun(d, node), place=d.text(node.place))


@describes(PiecesOf)
def pieces_of(d: Describer, node: PiecesOf) -> Text:
    kind = pack_text(f"kind/{node.kind}.name", humanized(node.kind))
    if node.seat is None:
        return phrase("expr/all_of_kind", what=kind)
    return phrase("expr/your.plural", what=kind) if d.is_you(node.seat) else d.owned(kind, node.seat)


@describes(Seats)
def seats(d: Describer, node: Seats) -> Text:
    if node.without is not None:
        return phrase("expr/others")
    if node.start is not None:
        return phrase("expr/turn_order", seat=d.text(node.start))
    return phrase("expr/seats")


@describes(Where)
def where(d: Describer, node: Where) -> Text:
    return phrase("expr/where", set=d.text(node.items), condition=_condition(d, node))


def _condition(d: Describer, node: Where) -> Text:
    with d.implying(node.var), d.naming(node.var, "it", node.items.type.of or NUMBER):
        return d.text(node.test)


@describes(Best)
def best(d: Describer, node: Best) -> Text:
    return phrase(f"expr/with_{node.op}", set=d.text(node.items), value=_score(d, node))


def _score(d: Describer, node: Best) -> Text:
    with d.implying(node.var), d.naming(node.var, "it", node.items.type.of or NUMBER):
        return d.text(node.score)


@describes(FirstIn)
def first_in(d: Describer, node: FirstIn) -> Text:
    return phrase("expr/first_of", set=d.text(node.items))


@describes(Range)
def range_(d: Describer, node: Range) -> Text:
    return phrase("expr/range", a=d.text(node.low), b=d.text(node.high))


@describes(Subsets)
def subsets(d: Describer, node: Subsets) -> Text:
    if node.low == node.high:
        return phrase("expr/any_of", n=number(d, node.low), set=d.text(node.items))
    return phrase("expr/any_of.range", min=d.text(node.low), max=d.text(node.high), set=d.text(node.items))


@describes(Orders)
def orders(d: Describer, node: Orders) -> Text:
    return phrase("expr/orders", set=d.text(node.items))


@describes(Lines)
def lines(d: Describer, node: Lines) -> Text:
    return _line(d, node)


def _line(d: Describer, node: Lines, one: str = "") -> Text:
    """Spaces or lines by where they are; `one`: a member, whichever it is."""
    args = [d.text(arg) for arg in node.args]
    if node.op == "between":
        return phrase(f"expr/between{one}", a=args[0], b=args[1])
    if node.op == "lines":
        return phrase(f"expr/lines{one}", n=node.length, what=args[0])
    key = {"cross": "in_line"}.get(node.op, node.op)
    return phrase(f"expr/{key}{one}", what=args[0] if args else place_name(node.place))


def number(d: Describer, node: Expr) -> Text | int:
    """A number as an argument: itself if it is constant, so that plurals fit it, else in words."""
    from referee.language.tree import Const, OptionConst

    if isinstance(node, Const | OptionConst) and isinstance(node.value, int):
        return node.value
    return d.text(node)


def member(d: Describer, items: Expr) -> Text:
    """One member of a set, whichever it is."""
    if isinstance(items, Where):
        return phrase("expr/where", set=member(d, items.items), condition=_condition(d, items))
    if isinstance(items, Best):
        return phrase(f"expr/with_{items.op}", set=member(d, items.items), value=_score(d, items))
    if isinstance(items, FirstIn):
        return phrase("expr/first_member", what=member(d, items.items))
    if isinstance(items, ConstSet) and items.word not in d.model.places:
        return _noun(d, items)
    if isinstance(items, CellsOf | PileOf):
        return phrase("expr/of", what=_noun(d, items), whole=d.text(items.place))
    if isinstance(items, Seats):
        return phrase("expr/other_player" if items.without is not None else "expr/player")
    if isinstance(items, PiecesOf):
        return d.owned(_noun(d, items), items.seat)
    if isinstance(items, Range):
        return phrase("expr/range.member", a=d.text(items.low), b=d.text(items.high))
    if isinstance(items, Subsets | Orders):
        return d.text(items)
    if isinstance(items, Lines):
        return _line(d, items, ".one")
    if isinstance(items, PlaceRef):
        return d.text(items)
    if d.is_implied(items):
        return _noun(d, items)
    return phrase("expr/of", what=_noun(d, items), whole=d.text(items))


def _noun(d: Describer, items: Expr) -> Text:
    element = items.type.of or Type("number")
    if isinstance(items, ConstSet) and items.word in d.model.groups:
        return pack_text(f"group/{items.word}.name", humanized(items.word))
    if element.sort == "set":
        return phrase("expr/row_of_spaces")
    return d.noun(element)
