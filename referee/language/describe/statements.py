"""Statements in words."""

from __future__ import annotations

from referee.language.describe.amounts import listed_amounts, sources, targets, tokens
from referee.language.describe.describer import Describer, describes
from referee.language.describe.keys import (
    end_text,
    humanized,
    pack_text,
    procedure_says,
    rule_argument,
    rule_sentence,
    word_of,
)
from referee.language.describe.phrases import argument, join, listed, phrase
from referee.language.describe.sets import member, number
from referee.language.describe.values import rule_name
from referee.language.text import Text
from referee.language.tree import (
    Among,
    As,
    Bins,
    Block,
    CloseUp,
    Const,
    Do,
    DoHook,
    Draw,
    EachSeat,
    EndGame,
    Finish,
    ForEach,
    ForPieces,
    Gain,
    GainAny,
    Home,
    If,
    LastRound,
    Let,
    LookAt,
    Lose,
    Me,
    Modifier,
    Move,
    Pay,
    PayAny,
    PlaceRef,
    Put,
    Refill,
    Remember,
    Repeat,
    Require,
    Reveal,
    Roll,
    Seats,
    SetLocal,
    SetValue,
    ShareOut,
    Shuffle,
    Span,
    Stop,
    Swap,
    Turn,
    Where,
    walk,
)
from referee.language.types import NUMBER


@describes(Gain)
def gain(d: Describer, node: Gain) -> Text:
    what = listed_amounts(d, node.amounts)
    if node.exactly:
        what = phrase("expr/amount.exactly", what=what)
    key, args = "verb/gain", {"what": what}
    source = sources(d, node.sources)
    if source is not None:
        key, args = f"{key}.from", {**args, "from_": source}
    if not isinstance(node.target, Home):
        key, args = f"{key}.into", {**args, "to": d.text(node.target)}
    elif not isinstance(node.target.seat, Me):
        key, args = f"{key}.to", {**args, "to": d.text(node.target.seat)}
    return phrase(key, **args)


@describes(Pay)
def pay(d: Describer, node: Pay) -> Text:
    what = listed_amounts(d, node.amounts)
    to = targets(d, node.targets)
    return phrase("verb/pay", what=what) if to is None else phrase("verb/pay.to", what=what, to=to)


@describes(PayAny)
def pay_any(d: Describer, node: PayAny) -> Text:
    if node.op == "sparing":
        what = d.text(node.bag) if node.bag is not None else phrase("expr/nothing_at_all")
        return phrase("verb/pay_sparing", what=what, n=number(d, node.high))
    to = targets(d, node.targets)
    extra = {} if to is None else {"to": to}
    suffix = "" if to is None else ".to"
    what = tokens(d, node.tokens, node.group)
    if node.op == "kind":
        return phrase(f"verb/pay_one_kind{suffix}", n=number(d, node.low), what=what, **extra)
    if node.low == node.high:
        return phrase(f"verb/pay_any{suffix}", n=number(d, node.low), what=what, **extra)
    low, high = d.text(node.low), d.text(node.high)
    return phrase(f"verb/pay_any.range{suffix}", min=low, max=high, what=what, **extra)


@describes(GainAny)
def gain_any(d: Describer, node: GainAny) -> Text:
    source = sources(d, node.sources)
    extra = {} if source is None else {"from_": source}
    suffix = "" if source is None else ".from"
    what = tokens(d, node.tokens, node.group)
    if node.low == node.high:
        return phrase(f"verb/gain_any{suffix}", n=number(d, node.low), what=what, **extra)
    low, high = d.text(node.low), d.text(node.high)
    return phrase(f"verb/gain_any.range{suffix}", min=low, max=high, what=what, **extra)


@describes(Lose)
def lose(d: Describer, node: Lose) -> Text:
    return phrase("verb/lose", what=listed_amounts(d, node.amounts))


@describes(Move)
def move(d: Describer, node: Move) -> Text:
    to = listed([d.text(target) for target in node.targets], "expr/list.or")
    return phrase("verb/move", what=listed_amounts(d, node.amounts), from_=d.text(node.source), to=to)


@describes(Put)
def put(d: Describer, node: Put) -> Text:
    if isinstance(node.target, PlaceRef) and node.target.place == "box":
        return phrase("verb/put.box", what=d.text(node.piece))
    return phrase(f"verb/put.{node.prep}", what=d.text(node.piece), to=d.text(node.target))


@describes(Let, SetLocal)
def let(d: Describer, node: Let | SetLocal) -> Text:
    word = word_of(node.name)
    name, value = pack_text(f"local/{word}.name", humanized(word)), d.text(node.value)
    d.call(node.name, name)
    return phrase("verb/let", name=name, value=value)


@describes(SetValue)
def set_value(d: Describer, node: SetValue) -> Text:
    what, value = d.text(node.target), d.text(node.value)
    return (
        phrase("verb/set", what=what, value=value)
        if node.op == "set"
        else phrase(f"verb/{node.op}", what=what, n=value)
    )


@describes(Do)
def do(d: Describer, node: Do) -> Text:
    """A procedure by its text; arguments that it doesn't name follow in parentheses."""
    says = procedure_says(d.model, node.procedure)
    parameters = d.model.procedures[node.procedure].parameters
    args = [argument(p.name, d.named(arg)) for p, arg in zip(parameters, node.args, strict=False)]
    name = d.said(f"procedure/{node.procedure}.name", says or humanized(node.procedure), *args)
    rest = [a.value for a in args if "{" + a.name not in says and isinstance(a.value, Text)]
    return (
        phrase("verb/do.with", name=name, args=join("expr/list.more", rest)) if rest else phrase("verb/do", name=name)
    )


@describes(DoHook)
def do_hook(d: Describer, node: DoHook) -> Text:
    return phrase("verb/do_hook", what=d.text(node.piece), hook=d.hook_name(node.kind, node.hook))


@describes(Block, Span)
def block(d: Describer, node: Block | Span) -> Text:
    return d.effect(node.body)


@describes(If)
def if_(d: Describer, node: If) -> Text:
    condition, then = d.text(node.test), d.effect(node.then)
    if not node.other:
        return phrase("verb/if", condition=condition, then=then)
    return phrase("verb/if.else", condition=condition, then=then, else_=d.effect(node.other))


@describes(ForEach)
def for_each(d: Describer, node: ForEach) -> Text:
    what = member(d, node.items)
    with d.naming(node.var, word_of(node.var), node.items.type.of or NUMBER):
        return phrase("verb/for_each", what=what, body=d.effect(node.body))


@describes(EachSeat)
def each_seat(d: Describer, node: EachSeat) -> Text:
    body = d.effect(node.body)
    items, start = node.items, None
    if isinstance(items, Where) and isinstance(items.items, Seats) and isinstance(items.test, Among):
        start = items.items.start  # `each seat in SET from START` goes round the table
        items = items.test.items
    if isinstance(items, Seats) and items.without is None:
        if items.start is None:
            return phrase("verb/each_seat", body=body)
        return phrase("verb/each_seat.from", from_=d.text(items.start), body=body)
    if start is not None:
        return phrase("verb/each_seat.in.from", set=member(d, items), from_=d.text(start), body=body)
    return phrase("verb/each_seat.in", set=member(d, items), body=body)


@describes(As)
def as_(d: Describer, node: As) -> Text:
    return phrase("verb/as", seat=d.text(node.seat), body=d.effect(node.body))


@describes(Repeat)
def repeat(d: Describer, node: Repeat) -> Text:
    body = d.effect(node.body)
    if node.limit is None:
        return phrase("verb/repeat", body=body)
    return phrase("verb/repeat.at_most", n=number(d, node.limit), body=body)


@describes(LookAt)
def look_at(d: Describer, node: LookAt) -> Text:
    return phrase("verb/look_at", place=d.text(node.place), body=d.effect(node.body))


@describes(Draw)
def draw(d: Describer, node: Draw) -> Text:
    return phrase("verb/draw", n=number(d, node.number), from_=d.text(node.pile), to=d.text(node.target))


@describes(ShareOut)
def share_out(d: Describer, node: ShareOut) -> Text:
    what = phrase("expr/amount.all", what=tokens(d, node.tokens))
    over = listed([d.text(each) for each in node.bins])
    return phrase("verb/share_out", what=what, from_=d.text(node.source), over=over)


@describes(Bins)
def bins(d: Describer, node: Bins) -> Text:
    with d.naming(node.var, "it", node.targets.type.of or NUMBER), d.implying(node.var):
        limit = d.text(node.room)
    return phrase("verb/share_out.bins", over=d.text(node.targets), limit=limit)


@describes(Modifier)
def modifier(d: Describer, node: Modifier) -> Text:
    text = _changed_rule(d, node)
    if node.scope:
        text = phrase(f"verb/modifier.{node.scope}", modifier=text)
    if node.condition is not None:
        text = phrase("verb/modifier.while", modifier=text, condition=d.text(node.condition))
    if node.span:
        span = pack_text(f"procedure/{node.span}.name", humanized(node.span))
        text = phrase("verb/modifier.during", modifier=text, span=span)
    return text


def _changed_rule(d: Describer, node: Modifier) -> Text:
    """What a rule value becomes: in its own sentence, if it has one, else after its name."""
    rule = d.model.rules[node.rule]
    sentence = rule_sentence(rule)
    if node.op != "is" or not sentence:
        return phrase(f"verb/modifier.{node.op}", rule=rule_name(d, node.rule), value=d.text(node.value))
    known = node.value.value if isinstance(node.value, Const) else None
    value = argument("is", d.text(node.value)) if known is None else rule_argument("is", rule, known)
    return d.said(f"rule/{rule.id}.says", sentence, value)


@describes(CloseUp)
def close_up(d: Describer, node: CloseUp) -> Text:
    return phrase("verb/close_up", place=d.text(node.row))


@describes(Refill)
def refill(d: Describer, node: Refill) -> Text:
    return phrase("verb/refill", place=d.text(node.row), from_=d.text(node.pile))


@describes(Shuffle)
def shuffle(d: Describer, node: Shuffle) -> Text:
    return phrase("verb/shuffle", place=d.text(node.pile))


@describes(Roll)
def roll(d: Describer, node: Roll) -> Text:
    return phrase("verb/roll", place=d.text(node.dice))


@describes(Reveal)
def reveal(d: Describer, node: Reveal) -> Text:
    return phrase("verb/reveal", place=d.text(node.place))


@describes(Turn)
def turn(d: Describer, node: Turn) -> Text:
    face = pack_text(f"face/{node.piece.type.name}/{node.word}.name", humanized(node.word))
    return phrase("verb/turn", what=d.text(node.piece), face=face)


@describes(Swap)
def swap(d: Describer, node: Swap) -> Text:
    return phrase("verb/swap", a=d.text(node.left), b=d.text(node.right))


@describes(Stop)
def stop(d: Describer, node: Stop) -> Text:
    return phrase("verb/stop")


@describes(Finish)
def finish(d: Describer, node: Finish) -> Text:
    return phrase("verb/finish")


@describes(LastRound)
def last_round(d: Describer, node: LastRound) -> Text:
    return (
        phrase("verb/last_round.because", reason=end_text(d.model, node.reason))
        if node.reason
        else phrase("verb/last_round")
    )


@describes(EndGame)
def end_game(d: Describer, node: EndGame) -> Text:
    key, args = "verb/end_game", {}
    if node.winner is not None:
        key, args = f"{key}.won", {"seat": d.text(node.winner)}
    if node.reason not in ("", "end"):  # `end` is the name of an end without a name
        key, args = f"{key}.because", {**args, "reason": end_text(d.model, node.reason)}
    return phrase(key, **args)


@describes(ForPieces)
def for_pieces(d: Describer, node: ForPieces) -> Text | None:
    """The effects of an entry's pieces: told as those of one, to its owner."""
    before, d.you = d.you, node.me if _speaks(node) else d.you
    try:
        return d.effect(node.body)
    finally:
        d.you = before


def _speaks(node: ForPieces) -> bool:
    return any(isinstance(part, Me) and part.name == node.me for part in walk(node))


@describes(Require, Remember)
def unsaid(d: Describer, node: Require | Remember) -> None:
    """What the checker has proven or the option needs anyway, and what keeps the books."""
    return None
