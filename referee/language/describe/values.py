"""Values in words."""

from __future__ import annotations

from referee.language.describe.describer import Describer, describes
from referee.language.describe.keys import humanized, pack_text, rule_label, term_says
from referee.language.describe.phrases import argument, join, listed, phrase
from referee.language.text import Arg, Text
from referee.language.tree import (
    Amount,
    Arith,
    BagArith,
    Builtin,
    CellOf,
    Conditional,
    Const,
    Content,
    Count,
    DataRead,
    EntryOf,
    Expr,
    FirstOf,
    HomeAmount,
    HomeBag,
    Item,
    LastOf,
    Local,
    Me,
    OptionConst,
    OwnerOf,
    PlaceRef,
    RuleRead,
    SeatPiece,
    Step,
    SumOf,
    TermCall,
    Times,
    Total,
    ValueRead,
)
from referee.language.types import Type


@describes(Const)
def const(d: Describer, node: Const) -> Text:
    return constant(d, node.value, node.type, node.word)


def constant(d: Describer, value: int | tuple[int, ...], type_: Type, word: str = "") -> Text:
    """A constant of a type."""
    if isinstance(value, tuple):
        return _many(d, value, type_)
    sort = type_.sort
    if sort == "none" or (value == -1 and type_.maybe):
        return phrase("expr/none")
    if sort == "yes":
        return phrase("expr/yes" if value else "expr/no")
    if sort == "token":
        return token_name(d, value)
    if sort in ("entry", "piece") and 0 <= value < len(d.model.entries):
        entry = d.model.entries[value]
        return pack_text(f"{entry.kind}/{entry.id}.name", entry.name or humanized(entry.id))
    if sort == "symbol":
        member = d.model.symbols[type_.name].members[value]
        return pack_text(f"symbol/{type_.name}/{member}.name", humanized(member))
    if sort == "word":
        chosen = word or d.model.options[type_.name].words[value]
        return pack_text(f"option/{type_.name}/{chosen}.name", humanized(chosen))
    if sort == "seat":
        return Text("expr/seat", (Arg("seat", "seat", str(value + 1)),))
    return phrase("expr/number", n=value)


def token_name(d: Describer, index: int) -> Text:
    """The name of a token by its number."""
    token = d.model.token_list()[index]
    return pack_text(f"token/{token.id}.name", token.name or humanized(token.id))


def _many(d: Describer, value: tuple[int, ...], type_: Type) -> Text:
    if type_.sort == "bag":
        amounts = zip(d.model.group_tokens(type_.name), value, strict=False)
        parts = [phrase("expr/amount", n=n, what=token_name(d, token)) for token, n in amounts if n]
        return listed(parts) if parts else phrase("expr/nothing_at_all")
    element = type_.of or Type("number")
    parts = [constant(d, item, element) for item in value]
    return join("expr/list.more", parts) if parts else phrase("expr/nothing_at_all")


@describes(Local)
def local(d: Describer, node: Local) -> Text:
    return d.local(node)


@describes(Me)
def me(d: Describer, node: Me) -> Text:
    return phrase("expr/you" if d.is_you(node) else "expr/that_player")


@describes(OptionConst)
def option_const(d: Describer, node: OptionConst) -> Text:
    if node.type.sort == "number" and isinstance(node.value, int):
        return phrase("expr/number", n=node.value)
    return pack_text(f"option/{node.option}.name", d.model.options[node.option].name or humanized(node.option))


@describes(ValueRead)
def value_read(d: Describer, node: ValueRead) -> Text:
    return d.owned(value_name(d, node.value), node.owner)


def value_name(d: Describer, value: str) -> Text:
    declared = d.model.values.get(value)
    return pack_text(f"value/{value}.name", (declared.name if declared else "") or humanized(value))


@describes(RuleRead)
def rule_read(d: Describer, node: RuleRead) -> Text:
    name = rule_name(d, node.rule)
    if node.owner is None or d.is_you(node.owner) or d.is_implied(node.owner) or _is_this(node.owner):
        return name
    return phrase("expr/rule_of", name=name, seat=d.text(node.owner))


def _is_this(node: Expr) -> bool:
    return isinstance(node, Local) and node.word == "this"


def rule_name(d: Describer, rule: str) -> Text:
    declared = d.model.rules[rule]
    return pack_text(f"rule/{rule}.name", rule_label(declared))


@describes(DataRead)
def data_read(d: Describer, node: DataRead) -> Text:
    return d.owned(pack_text(f"field/{node.field}.name", humanized(node.field)), node.of)


@describes(Content)
def content(d: Describer, node: Content) -> Text:
    noun = d.noun(node.type)
    if d.is_implied(node.cell):
        return noun
    return phrase("expr/the_content", what=noun, cell=d.text(node.cell))


@describes(EntryOf)
def entry_of(d: Describer, node: EntryOf) -> Text:
    return d.text(node.piece)


@describes(SeatPiece)
def seat_piece(d: Describer, node: SeatPiece) -> Text:
    return d.owned(pack_text(f"kind/{node.kind}.name", humanized(node.kind)), node.seat)


@describes(PlaceRef)
def place_ref(d: Describer, node: PlaceRef) -> Text:
    place, dot, _ = node.place.partition(".")
    if dot and node.owner is not None:
        return phrase("expr/under", whole=d.text(node.owner))
    return d.owned(place_name(place), node.owner)


def place_name(place: str) -> Text:
    return Text("expr/place", (Arg("place", "place", place),))


@describes(Amount)
def amount(d: Describer, node: Amount) -> Text:
    return phrase("expr/number_of", what=d.such(node.token), place=d.text(node.place))


@describes(HomeAmount)
def home_amount(d: Describer, node: HomeAmount) -> Text:
    what = d.such(node.token)
    if d.is_you(node.seat):
        if d.is_implied(node.token):
            return phrase("expr/have.amount")
        if isinstance(node.token, Local):
            return phrase("expr/have.such", what=d.text(node.token))
        return phrase("expr/have", what=what)
    if isinstance(node.seat, Me):
        return phrase("expr/have.own", what=what)
    if d.is_implied(node.seat):
        return phrase("expr/have.it", what=what)
    return phrase("expr/have.of", what=what, seat=d.text(node.seat))


@describes(HomeBag)
def home_bag(d: Describer, node: HomeBag) -> Text:
    return phrase("expr/have_all", seat=d.text(node.seat))


@describes(Total)
def total(d: Describer, node: Total) -> Text:
    return phrase("expr/total_in", place=d.text(node.place))


@describes(Arith)
def arith(d: Describer, node: Arith) -> Text:
    key = {"+": "plus", "-": "minus", "*": "mul", "/": "div"}[node.op]
    loose = node.op in "*/"
    return phrase(f"expr/{key}", a=operand(d, node.left, loose), b=operand(d, node.right, loose or node.op == "-"))


def operand(d: Describer, node: Expr, tight: bool) -> Text:
    """An operand, in parentheses where the order of the sum would change without."""
    text = d.text(node)
    return phrase("expr/group", value=text) if tight and isinstance(node, Arith) and node.op in "+-" else text


@describes(BagArith)
def bag_arith(d: Describer, node: BagArith) -> Text:
    a, b = d.text(node.left), d.text(node.right)
    return phrase("expr/less", a=a, b=b) if node.op == "less" else phrase("expr/list.and", first=a, last=b)


@describes(Builtin)
def builtin(d: Describer, node: Builtin) -> Text:
    if node.name == "max" and len(node.args) == 2:
        zero, rest = node.args
        if isinstance(zero, Const) and zero.value == 0 and isinstance(rest, Arith) and rest.op == "-":
            return phrase("expr/less", a=d.text(rest.left), b=operand(d, rest.right, True))
    return phrase(f"expr/{node.name}", list=listed([d.text(arg) for arg in node.args]))


@describes(TermCall)
def term_call(d: Describer, node: TermCall) -> Text:
    """A term by its text. Arguments that the text doesn't name follow in parentheses, unless they go without saying.

    The text of one that is yes or no and names an argument is a whole clause: nothing follows it.
    """
    if node.term == d.telling:
        return phrase("expr/the_usual")
    says = term_says(d.model, node.term)
    names = [p.name for p in d.model.terms[node.term].parameters]
    args = [argument(name, d.named(arg)) for name, arg in zip(names, node.args, strict=False)]
    text = d.said(f"term/{node.term}.name", says or humanized(node.term), *args)
    rest = [
        (arg, a)
        for name, arg, a in zip(names, node.args, args, strict=False)
        if "{" + name not in says and not isinstance(arg, Me) and not d.is_implied(arg)
    ]
    clause = node.type.sort == "yes" and any("{" + name in says for name in names)
    if not rest or clause:
        return text
    if node.type.sort == "yes" and len(rest) == 1:
        return phrase("expr/adjective", what=d.text(rest[0][0]), name=text)
    values = [a.value for _, a in rest if isinstance(a.value, Text)]
    return phrase("expr/call.with", name=text, args=join("expr/list.more", values))


@describes(Conditional)
def conditional(d: Describer, node: Conditional) -> Text:
    return phrase("expr/if", condition=d.text(node.test), then=d.text(node.then), else_=d.text(node.other))


@describes(Item)
def item(d: Describer, node: Item) -> Text:
    n, items = d.text(node.index), d.text(node.items)
    if isinstance(node.default, Const) and node.default.type.sort == "none":
        return phrase("expr/item.none", n=n, list=items)
    return phrase("expr/item", n=n, list=items, else_=d.text(node.default))


@describes(FirstOf)
def first_of(d: Describer, node: FirstOf) -> Text:
    return phrase("expr/the_first", what=_member(d, node.items))


@describes(LastOf)
def last_of(d: Describer, node: LastOf) -> Text:
    return phrase("expr/last", what=_member(d, node.items))


@describes(OwnerOf)
def owner_of(d: Describer, node: OwnerOf) -> Text:
    return phrase("expr/owner") if d.is_implied(node.of) else phrase("expr/owner.of", what=d.text(node.of))


@describes(CellOf)
def cell_of(d: Describer, node: CellOf) -> Text:
    return phrase("expr/space") if d.is_implied(node.piece) else phrase("expr/cell_of", what=d.text(node.piece))


@describes(Step)
def step(d: Describer, node: Step) -> Text:
    seat = ".seat" if node.cell.type.sort == "seat" else ""
    return phrase(f"expr/{node.op}{seat}", what=d.text(node.cell))


@describes(Times)
def times(d: Describer, node: Times) -> Text:
    return phrase("expr/times")


@describes(Count)
def count(d: Describer, node: Count) -> Text:
    return phrase("expr/count", set=d.text(node.items))


@describes(SumOf)
def sum_of(d: Describer, node: SumOf) -> Text:
    with d.implying(node.var):
        value = d.text(node.item)
    return phrase("expr/sum_of", value=value, what=_member(d, node.items))


def _member(d: Describer, items: Expr) -> Text:
    from referee.language.describe.sets import member  # sets are described by values too

    return member(d, items)
