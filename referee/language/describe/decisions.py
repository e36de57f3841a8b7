"""Decisions in words: what may be chosen, under which conditions, with which effect."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from referee.language.describe.amounts import amount_of, tokens
from referee.language.describe.describer import Describer, describes
from referee.language.describe.keys import WHERE, humanized, option_says, pack_text, word_of
from referee.language.describe.phrases import argument, join, phrase
from referee.language.describe.sets import member, number
from referee.language.describe.values import value_name
from referee.language.text import Arg, Text
from referee.language.tree import (
    Among,
    AmountOf,
    AnyCost,
    Arith,
    Binder,
    Builtin,
    CallNeed,
    Choose,
    Compare,
    Const,
    Cost,
    Expr,
    Gain,
    HomeAmount,
    HookNeed,
    Local,
    Option,
    Pay,
    PayAny,
    Possible,
    Range,
    Seats,
    Secretly,
    SecretlyPut,
    Stop,
    walk,
)


@describes(Choose)
def choose(d: Describer, node: Choose) -> Text:
    """A choice by its text if the pack gives it one, else option by option."""
    step = node.step.partition(".")[0]
    one_option = step.rpartition("/")[2] in {option.label for option in node.options}
    if not node.options:
        return phrase("verb/choose.none", otherwise=d.effect(node.otherwise))
    if step in d.model.says and not one_option and not d.whole:
        return d.said(f"says/{step}", d.model.says[step])
    passing = [o for o in node.options if o.label == "pass" and o.bare]
    real = [o for o in node.options if o not in passing]
    if len(real) == 1 and len(passing) == 1 and not real[0].unless and not passing[0].unless:
        exchanged = exchange(d, real[0])
        if exchanged is not None:
            return exchanged
        return _otherwise(d, node, phrase("verb/may", option=described_option(d, node.step, real[0])))
    options = join("verb/options", [described_option(d, node.step, option) for option in node.options])
    return _otherwise(d, node, phrase("verb/choose", options=options))


def _otherwise(d: Describer, node: Choose, text: Text) -> Text:
    return phrase("verb/choose.otherwise", choice=text, otherwise=d.effect(node.otherwise)) if node.otherwise else text


def described_option(d: Describer, step: str, option: Option) -> Text:
    """One option: its own text, or label, what is chosen, conditions and effect."""
    says = option_says(d.model, step, option.label)
    of_binder, others = _conditions(option)
    with ExitStack() as names:
        args: list[Arg] = []
        binders: list[Text] = []
        for binder in option.binders:
            if not says or d.whole and not isinstance(binder.value, Local):
                binders.append(_binder(d, binder, of_binder.get(binder.var, [])))
            called = names.enter_context(d.naming(binder.var, binder.word, binder.type))
            noun = d.noun(binder.type, binder.word) if called.key == "expr/the" else called
            args.append(argument(binder.word, noun))
            if binder.type.sort == "cell":
                args.append(argument(binder.word + WHERE, noun))
        label = d.said(f"says/{says}", d.model.says[says], *args) if says else label_text(option.label)
        if says and not d.whole:
            return label
        text = _with_binders(d, option, label, binders)
        if others:
            condition = join("expr/list.more", [d.text(test) for test in others])
            text = phrase("verb/option.where", option=text, condition=condition)
        if option.unless:
            text = phrase("verb/option.unless", option=text, label=label_text(option.unless))
        if not option.body or option.body == (Stop(),):
            return text
        return phrase("verb/option.body", label=text, body=d.effect(option.body))


def needed(d: Describer, option: Option, test: Expr, called: Mapping[str, Text]) -> Text:
    """What an option of a decision needs. `called`: what is chosen, by the local that holds it."""
    with ExitStack() as names:
        for binder in option.binders:
            names.enter_context(d.naming(binder.var, binder.word, binder.type))
            if binder.var in called:
                d.call(binder.var, called[binder.var])
            if binder.value is not None:
                d.derived[binder.var] = binder.value
        names.callback(d.derived.clear)
        return d.text(test)


def _conditions(option: Option) -> tuple[dict[str, list[Expr]], list[Expr]]:
    """The tests of the guard, those of one enumerated binder alone apart; what goes without saying left out."""
    chosen = {b.var for b in option.binders if b.items is not None and not b.argument}
    bound = {b.var for b in option.binders}
    of_binder: dict[str, list[Expr]] = {}
    others: list[Expr] = []
    for test in option.guard:
        if _goes_without_saying(test, option.once):
            continue
        about = {n.name for n in walk(test) if isinstance(n, Local)} & bound
        if len(about) == 1 and about <= chosen:
            of_binder.setdefault(about.pop(), []).append(test)
        else:
            others.append(test)
    return of_binder, others


def _goes_without_saying(test: Expr, once: str) -> bool:
    """That something derived exists, and that an option of `each once` isn't used yet."""
    if isinstance(test, Compare) and test.op == "!=":
        return isinstance(test.left, Local) and test.right.type.sort == "none"
    if not once or not isinstance(test, Among) or not isinstance(test.items, Local):
        return False
    return test.negated and word_of(test.items.name) == "taken"


def _binder(d: Describer, binder: Binder, tests: list[Expr]) -> Text:
    text = d.text(binder)
    if not tests:
        return text
    with d.naming(binder.var, binder.word, binder.type), d.implying(binder.var):
        condition = join("expr/list.more", [d.text(test) for test in tests])
    return phrase("expr/where", set=text, condition=condition)


def exchange(d: Describer, option: Option) -> Text | None:
    """`exchange up to 4 coin for 1 bead each`, which the tree has as a choice of how many to pay and gain.

    None if the option is another one.
    """
    if option.label != "exchange" or len(option.binders) != 1 or len(option.body) != 2:
        return None
    items, (paid, got) = option.binders[0].items, option.body
    if not isinstance(items, Range) or not isinstance(items.high, Builtin) or not isinstance(got, Gain):
        return None
    most, amount = items.high.args[0], got.amounts[0]
    if isinstance(paid, PayAny):
        what = tokens(d, paid.tokens, paid.group)
    elif isinstance(paid, Pay) and paid.amounts[0].token is not None:
        what = d.text(paid.amounts[0].token)
    else:
        return None
    each = amount.number.left if isinstance(amount.number, Arith) else Const(1)
    gained = amount_of(d, AmountOf(each, amount.token))
    if isinstance(most, HomeAmount):
        return phrase("verb/exchange.any", what=what, for_=gained)
    return phrase("verb/exchange", n=number(d, most), what=what, for_=gained)


def _with_binders(d: Describer, option: Option, label: Text, binders: list[Text]) -> Text:
    if not binders:
        return label
    chosen = join("verb/binders", binders)
    if option.once:
        chosen = phrase("verb/binders.once", binders=chosen)
    return phrase("verb/option.from", label=label, binders=chosen)


def label_text(label: str) -> Text:
    """The label of an option without a text of its own."""
    if label in ("stop", "pass"):
        return phrase(f"verb/option.{label}")
    return pack_text(f"label/{label}.name", humanized(label))


@describes(Option)
def option(d: Describer, node: Option) -> Text:
    return described_option(d, "", node)


@describes(Binder)
def binder(d: Describer, node: Binder) -> Text:
    if isinstance(node.items, Range):
        return phrase("verb/binder.is", what=d.noun(node.type, node.word), value=d.text(node.items))
    if node.items is not None:
        return member(d, node.items)
    value = d.text(node.value) if node.value is not None else phrase("expr/none")
    return phrase("verb/binder.is", what=d.noun(node.type, node.word), value=value)


@describes(Secretly)
def secretly(d: Describer, node: Secretly) -> Text:
    what, items = value_name(d, node.value), d.text(node.items)
    if _everybody(node.seats):
        return phrase("verb/secretly", what=what, set=items)
    return phrase("verb/secretly.in", seats=member(d, node.seats), what=what, set=items)


@describes(SecretlyPut)
def secretly_put(d: Describer, node: SecretlyPut) -> Text:
    args: dict[str, Text | int] = {"from_": d.text(node.source), "to": d.text(node.target)}
    key = "verb/secretly_put"
    if not _everybody(node.seats):
        key, args = f"{key}.in", {**args, "seats": member(d, node.seats)}
    if node.low == node.high:
        return phrase(key, n=number(d, node.low), **args)
    return phrase(f"{key}.range", min=d.text(node.low), max=d.text(node.high), **args)


def _everybody(seats: object) -> bool:
    return isinstance(seats, Seats) and seats.without is None


@describes(Cost)
def cost(d: Describer, node: Cost) -> Text:
    return phrase("expr/can_pay", what=amount_of(d, node.amount))


@describes(Possible)
def possible(d: Describer, node: Possible) -> Text:
    return d.text(node.test)


@describes(AnyCost)
def any_cost(d: Describer, node: AnyCost) -> Text:
    return phrase("expr/can_do", name=d.text(node.pay))


@describes(HookNeed, CallNeed)
def called_need(d: Describer, node: HookNeed | CallNeed) -> Text:
    return phrase("expr/can_do", name=d.text(node.call))
