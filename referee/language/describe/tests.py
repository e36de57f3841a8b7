"""Tests in words. What is said of the thing in question leaves out the thing: "spaces (empty)"."""

from __future__ import annotations

from referee.language.describe.amounts import amount_of
from referee.language.describe.describer import Describer, describes
from referee.language.describe.keys import humanized, pack_text, word_of
from referee.language.describe.phrases import phrase
from referee.language.describe.sets import member, number
from referee.language.text import Text
from referee.language.tree import (
    Among,
    Both,
    CanDo,
    CanPay,
    Compare,
    Const,
    DataRead,
    Either,
    Empty,
    Expr,
    FaceIs,
    FirstOf,
    Full,
    HomeAmount,
    Local,
    Me,
    Not,
    Quantified,
    RuleRead,
    TermCall,
    ValueRead,
)
from referee.language.types import NUMBER

_OPS = {"==": "equal", "!=": "unequal", "<": "less_than", ">": "more_than", "<=": "at_most", ">=": "at_least"}
_SAID_OF_THINGS = {"==": "is", "!=": "is_not"}


def _about(d: Describer, subject: Expr, key: str, **args: Text) -> Text:
    """A test of `{a}`; of what goes without saying, the template `….it` without it."""
    if d.is_implied(subject):
        return phrase(f"{key}.it", **args)
    return phrase(key, a=d.text(subject), **args)


@describes(Compare)
def compare(d: Describer, node: Compare) -> Text:
    left, right, op = node.left, node.right, node.op
    if op in _SAID_OF_THINGS:
        if isinstance(left, Const) and not isinstance(right, Const):
            left, right = right, left
        if isinstance(right, Const) and right.type.sort == "none":
            return _existence(d, left, op == "!=")
        if isinstance(right, Const) and right.type.sort == "yes" and left.type.sort == "yes":
            holds = bool(right.value) == (op == "==")
            return d.text(left) if holds else negated(d, left)
        if left.type.sort == "cell" and isinstance(right, ValueRead):
            return _about(d, left, f"expr/{_SAID_OF_THINGS[op]}_where", b=d.text(right))
        if left.type.sort not in ("number", "seat"):
            return _about(d, left, f"expr/{_SAID_OF_THINGS[op]}", b=d.text(right))
    if op in _SAID_OF_THINGS and (d.is_you(left) or d.is_you(right)) and not d.is_implied(left):
        return phrase(f"expr/you_are.{_OPS[op]}", b=d.text(right if d.is_you(left) else left))
    if isinstance(left, HomeAmount) and d.is_you(left.seat) and not d.is_implied(left.token):
        return phrase(f"expr/you_have.{_OPS[op]}", n=number(d, right), what=d.such(left.token))
    return _about(d, left, f"expr/{_OPS[op]}", b=d.text(right))


def _existence(d: Describer, node: Expr, there: bool) -> Text:
    """Whether there is such a thing; one that an option has worked out is told by how."""
    node = d.derived.get(node.name, node) if isinstance(node, Local) else node
    if isinstance(node, FirstOf):
        return phrase("expr/some_member" if there else "expr/no_member", what=member(d, node.items))
    key = "expr/has" if _part_of_implied(d, node) else "expr/some"
    return _about(d, node, key if there else f"{key}_no")


def _part_of_implied(d: Describer, node: Expr) -> bool:
    """A datum, value or content of what goes without saying."""
    if isinstance(node, DataRead):
        return d.is_implied(node.of)
    return isinstance(node, ValueRead) and node.owner is not None and d.is_implied(node.owner)


@describes(Among)
def among(d: Describer, node: Among) -> Text:
    if node.negated:
        return _about(d, node.item, "expr/not_in", b=d.text(node.items))
    part = ".part" if _part_of_implied(d, node.item) else ""
    return _about(d, node.item, f"expr/in{part}", b=d.text(node.items))


@describes(Empty)
def empty(d: Describer, node: Empty) -> Text:
    return _about(d, node.of, "expr/not_empty" if node.negated else "expr/is_empty")


@describes(Full)
def full(d: Describer, node: Full) -> Text:
    return _about(d, node.of, "expr/is_full")


@describes(FaceIs)
def face_is(d: Describer, node: FaceIs) -> Text:
    kind = node.piece.type.name
    return _about(d, node.piece, "expr/is_face", face=pack_text(f"face/{kind}/{node.face}.name", humanized(node.face)))


@describes(Both)
def both(d: Describer, node: Both) -> Text:
    return phrase("expr/and", a=_grouped(d, node.left), b=_grouped(d, node.right))


def _grouped(d: Describer, node: Expr) -> Text:
    return phrase("expr/group", value=d.text(node)) if isinstance(node, Either) else d.text(node)


@describes(Either)
def either(d: Describer, node: Either) -> Text:
    return phrase("expr/or", a=d.text(node.left), b=d.text(node.right))


@describes(Not)
def negation(d: Describer, node: Not) -> Text:
    return negated(d, node.test)


def negated(d: Describer, test: Expr) -> Text:
    """That something isn't so; what is no more than a name needs no parentheses."""
    if isinstance(test, DataRead | ValueRead | RuleRead | TermCall):
        return phrase("expr/not_so", a=d.text(test))
    return phrase("expr/not", a=d.text(test))


@describes(Quantified)
def quantified(d: Describer, node: Quantified) -> Text:
    what = member(d, node.items)
    with d.naming(node.var, word_of(node.var), node.items.type.of or NUMBER), d.implying(node.var):
        condition = d.text(node.test)
        said_of = isinstance(node.test, TermCall | Empty | Full) and d.is_implied(_subject(node.test))
    return phrase(f"expr/{node.op}_satisfies{'.is' if said_of else ''}", what=what, condition=condition)


def _subject(test: TermCall | Empty | Full) -> Expr:
    """The only thing that a test is about; the test itself if there are several."""
    if isinstance(test, TermCall):
        args = [arg for arg in test.args if not isinstance(arg, Me)]
        return args[0] if len(args) == 1 else test
    return test.of


@describes(CanPay)
def can_pay(d: Describer, node: CanPay) -> Text:
    return phrase("expr/can_pay", what=amount_of(d, node.amount))


@describes(CanDo)
def can_do(d: Describer, node: CanDo) -> Text:
    return phrase("expr/can_do", name=d.procedure_name(d.procedures[node.procedure]))
