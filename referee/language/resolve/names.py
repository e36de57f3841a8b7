"""Words and paths: what `my.yard`, `f.stall.used` or `open` mean where they stand."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Token, Tree

from referee.language import types
from referee.language.data import word_value
from referee.language.resolve.context import Context, expression, sound
from referee.language.resolve.env import Env
from referee.language.resolve.none import NOTHING, require
from referee.language.tree import (
    CellsOf,
    Const,
    ConstSet,
    Content,
    DataRead,
    Expr,
    HomeAmount,
    OptionConst,
    PileOf,
    PlaceRef,
    SeatPiece,
    Seats,
    ValueRead,
)
from referee.language.types import NUMBER, SEAT, YES, Type

CELL_PARTS = ("row", "column")


@expression("path")
def path(ctx: Context, env: Env, node: Tree[Token], want: Type | None) -> Expr:
    words = [t for t in node.children if isinstance(t, Token)]
    value = sound(_head(ctx, env, words[0], want if len(words) == 1 else None))
    for word in words[1:]:
        narrowed = env.facts.get(value)
        if narrowed is not None:
            value = _with(value, narrowed)
        value = sound(part(ctx, env, value, word))
    return value


def _with(value: Expr, type_: Type) -> Expr:
    from dataclasses import replace

    return replace(value, type=type_)


def _head(ctx: Context, env: Env, word: Token, want: Type | None) -> Expr:
    text = str(word)
    at = ctx.at(env, word)
    if text in env.words:
        return env.words[text]
    if text in ("my", "me"):
        return acting(ctx, env, word)
    ctx.trust(text)
    if want is not None:
        value = word_value(text, want.or_none(), ctx.model)
        if value is not None and want.sort not in ("number",):
            return NOTHING if text == "none" else Const(value, text, type=_const_type(text, want), at=at)
        if want.sort == "word":
            options = ctx.model.options[want.name].words
            if text in options:
                return Const(options.index(text), text, type=want, at=at)
    found = plain(ctx, env, text, word)
    if found is not None:
        return found
    if text in ctx.model.terms:  # one with parameters: it says nothing without them
        term = ctx.model.terms[text]
        many = len(term.parameters)
        hint = f"write `{text}({', '.join('…' * many)})`" + (f", or `this is {text}`" * (many == 1))
        ctx.error("E0222", env, word, hint, word=text, expected=many, found="none are")
    ctx.unknown("E0210", env, word, [*known_words(ctx, env), *_fitting(ctx, want)])


def _fitting(ctx: Context, want: Type | None) -> Iterable[str]:
    """Words that only stand where they are compared with something of a type."""
    if want is not None and want.sort == "piece":
        yield from ctx.model.kinds[want.name].faces
    if want is not None and want.sort == "word":
        yield from ctx.model.options[want.name].words


def _const_type(word: str, want: Type) -> Type:
    if want.sort == "piece":
        return types.entry(want.name)
    if want.sort == "token":
        return types.token(word)
    return want.sure()


def acting(ctx: Context, env: Env, node: Tree[Token] | Token) -> Expr:
    """The acting seat, or a finding if nobody acts."""
    if env.me is None:
        name, site = ctx.call_sites[-1] if ctx.call_sites else ("", None)
        hint = "" if site is None else f"`{name}` is done at {site}, where nobody acts: put it in `as SEAT:` there"
        ctx.error("E0216", env, node, hint)
    return env.me


def plain(ctx: Context, env: Env, text: str, node: Token) -> Expr | None:
    """A declared name standing alone; None if there is none."""
    model = ctx.model
    at = ctx.at(env, node)
    if text == "none":
        return NOTHING
    if text in ("yes", "no"):
        return Const(int(text == "yes"), text, type=YES, at=at)
    if text == "seats":
        return Seats(type=types.set_of(SEAT), at=at)
    if text in model.tokens:
        return Const(model.tokens[text].index, text, type=types.token(text), at=at)
    if text in model.groups:
        return ConstSet(model.groups[text].tokens, text, type=types.set_of(types.token(text)), at=at)
    if text in model.symbols:
        members = tuple(range(len(model.symbols[text].members)))
        return ConstSet(members, text, type=types.set_of(types.symbol(text)), at=at)
    if text in model.values:
        value = model.values[text]
        if value.owner != "table":
            ctx.error("E0220", env, node, expected=f"whose `{text}` (write my.{text})", found=f"`{text}` alone")
        return ValueRead(text, env.me if value.owner == "seat" else None, type=value.type, at=at)
    if text in model.places:
        declared = model.places[text]
        if declared.owner == "seat" and declared.form != "cells":
            ctx.error("E0220", env, node, expected=f"whose `{text}` (write my.{text})", found=f"`{text}` alone")
        # The cells of all seats together stand as one set (`owner of x` tells whose).
        return PlaceRef(text, None, type=types.place(text), at=at)
    if text in model.terms and not model.terms[text].parameters:
        from referee.language.resolve.calls import term_call

        return term_call(ctx, env, node, text, ())
    if text in model.options:
        option = model.options[text]
        return OptionConst(text, _option_value(option.value), type=option.type, at=at)
    if text in model.kinds and len(model.kinds[text].entries) == 1 and model.kinds[text].entries[0].id == text:
        return Const(model.kinds[text].entries[0].index, text, type=types.entry(text), at=at)
    if text in model.kinds:
        members = tuple(e.index for e in model.kinds[text].entries)
        return ConstSet(members, text, type=types.set_of(types.entry(text)), at=at)
    return _member(ctx, env, text, node)


def _option_value(value: object) -> int | tuple[int, ...]:
    return value if isinstance(value, int | tuple) else 0


def _member(ctx: Context, env: Env, text: str, node: Token) -> Expr | None:
    """An entry or a symbol by its own id, if only one has it."""
    model = ctx.model
    entries = [e for e in model.entries if e.id == text]
    symbols = [s for s in model.symbols.values() if text in s.members]
    if len(entries) + len(symbols) > 1:
        names = [f"{e.kind}/{e.id}" for e in entries] + [f"{s.id}/{text}" for s in symbols]
        ctx.error("E0218", env, node, word=text, what=" or ".join(names))
    if entries:
        return Const(entries[0].index, text, type=types.entry(entries[0].kind), at=ctx.at(env, node))
    if symbols:
        return Const(symbols[0].members.index(text), text, type=types.symbol(symbols[0].id), at=ctx.at(env, node))
    return None


def known_words(ctx: Context, env: Env) -> Iterable[str]:
    """Every word that could stand alone here, for hints."""
    model = ctx.model
    yield from env.words
    yield from ("me", "my", "none", "yes", "no", "seats", "others", "times")
    for names in (model.tokens, model.groups, model.symbols, model.values, model.places, model.terms, model.options):
        yield from names
    yield from model.kinds
    yield from (e.id for e in model.entries)
    for symbols in model.symbols.values():
        yield from symbols.members


def part(ctx: Context, env: Env, value: Expr, word: Token) -> Expr:
    """`value.word`."""
    ctx.trust(str(word))
    if str(word) in env.words:
        sound(env.words[str(word)])
    if isinstance(value, PlaceRef):
        return _place_part(ctx, env, value, word)
    if value.type.maybe:
        value = require(ctx, env, word, value)
    rule = {"seat": _seat_part, "cell": _cell_part, "piece": _piece_part, "entry": _entry_part, "token": _token_part}
    if value.type.sort in rule:
        found = rule[value.type.sort](ctx, env, value, word)
        if found is not None:
            return found
    ctx.trust(value.type.name)
    ctx.unknown("E0211", env, word, parts_of(ctx, value.type), owner=f"{_article(value.type)}")


def _article(type_: Type) -> str:
    text = str(type_)
    return f"an {text}" if text[:1] in "aeio" else f"a {text}"


def parts_of(ctx: Context, type_: Type) -> list[str]:
    """The words that may follow a value of a type after the dot."""
    model = ctx.model
    owned = {"seat": "seat", "piece": type_.name, "cell": type_.name}.get(type_.sort)
    names = [p.id for p in model.places.values() if p.owner == owned] + [
        v.id for v in model.values.values() if v.owner == owned
    ]
    if type_.sort == "seat":
        names += [*model.tokens, *(k.id for k in model.kinds.values() if k.per_seat)]
    elif type_.sort == "cell":
        names += [*model.places[type_.name].data, model.places[type_.name].holds, *CELL_PARTS, "under"]
    elif type_.sort in ("piece", "entry"):
        names += list(model.kinds[type_.name].fields)
    elif type_.sort == "token":
        names += sorted({key for t in model.tokens.values() for key in t.data})
    return names


def _seat_part(ctx: Context, env: Env, value: Expr, word: Token) -> Expr | None:
    model, text, at = ctx.model, str(word), ctx.at(env, word)
    if text in model.places and model.places[text].owner == "seat":
        return PlaceRef(text, value, type=types.place(text), at=at)
    if text in model.values and model.values[text].owner == "seat":
        return ValueRead(text, value, type=model.values[text].type, at=at)
    if text in model.tokens:
        token = Const(model.tokens[text].index, text, type=types.token(text), at=at)
        return HomeAmount(value, token, type=NUMBER, at=at)
    if text in model.kinds and model.kinds[text].per_seat:
        return SeatPiece(text, value, type=types.piece(text), at=at)
    local = env.words.get(text)
    if local is not None and local.type.sort == "token":
        return HomeAmount(value, local, type=NUMBER, at=at)
    return None


def _cell_part(ctx: Context, env: Env, value: Expr, word: Token) -> Expr | None:
    model, text, at = ctx.model, str(word), ctx.at(env, word)
    place = model.places[value.type.name]
    if text in place.data:
        return DataRead(text, value, type=place.data[text][0], at=at)
    if text == place.holds:
        content = types.piece(place.holds)
        return Content(value, type=content if value.type.filled else content.or_none(), at=at)
    if text in CELL_PARTS:
        return DataRead(text, value, type=NUMBER, at=at)
    if text == "under":
        return PlaceRef(f"{place.id}.under", value, type=types.place(f"{place.id}.under"), at=at)
    return _owned(ctx, value, text, place.id, at)


def _piece_part(ctx: Context, env: Env, value: Expr, word: Token) -> Expr | None:
    text, at = str(word), ctx.at(env, word)
    kind = ctx.model.kinds[value.type.name]
    if text in kind.fields:
        return DataRead(text, value, type=kind.fields[text], at=at)
    return _owned(ctx, value, text, kind.id, at)


def _owned(ctx: Context, value: Expr, text: str, owner: str, at: object) -> Expr | None:
    model = ctx.model
    if text in model.values and model.values[text].owner == owner:
        return ValueRead(text, value, type=model.values[text].type, at=at)  # type: ignore[arg-type]  # a Position
    if text in model.places and model.places[text].owner == owner:
        return PlaceRef(text, value, type=types.place(text), at=at)  # type: ignore[arg-type]  # a Position
    return None


def _entry_part(ctx: Context, env: Env, value: Expr, word: Token) -> Expr | None:
    kind = ctx.model.kinds[value.type.name]
    if str(word) in kind.fields:
        return DataRead(str(word), value, type=kind.fields[str(word)], at=ctx.at(env, word))
    return None


def _token_part(ctx: Context, env: Env, value: Expr, word: Token) -> Expr | None:
    text = str(word)
    having = [t for t in ctx.model.tokens.values() if text in t.data]
    if not having:
        return None
    type_ = ctx.model.token_data[text]
    lacking = [
        t.id
        for t in ctx.model.tokens.values()
        if t.index in ctx.model.group_tokens(value.type.name) and text not in t.data
    ]
    if lacking and value.type.name:
        ctx.trust(value.type.name)
        ctx.error("E0211", env, word, owner=f"`{lacking[0]}`", word=text)
    return DataRead(text, value, type=type_, at=ctx.at(env, word))


def _place_part(ctx: Context, env: Env, value: PlaceRef, word: Token) -> Expr:
    from referee.language.tree import Amount

    text = str(word)
    place = ctx.model.places[value.place]
    if place.form == "pool" and text in ctx.model.tokens:
        token: Expr = Const(ctx.model.tokens[text].index, text, type=types.token(text))
        return Amount(value, token, type=NUMBER, at=ctx.at(env, word))
    local = env.words.get(text)
    if place.form == "pool" and local is not None and local.type.sort == "token":
        return Amount(value, local, type=NUMBER, at=ctx.at(env, word))
    ctx.unknown("E0211", env, word, ctx.model.tokens, owner=f"the place `{value.place}`")


def as_set(ctx: Context, env: Env, node: Tree[Token], value: Expr) -> Expr:
    """An expression used as a set: a place stands for its cells or pieces."""
    if isinstance(value, PlaceRef):
        place = ctx.model.places[value.place]
        if place.form == "cells":
            return CellsOf(value, type=types.set_of(types.cell(place.id)), at=value.at)
        if place.form == "pile":
            return PileOf(value, type=types.set_of(types.piece(place.holds)), at=value.at)
        members = ConstSet(place.tokens, place.id, type=types.set_of(types.token("")), at=value.at)
        return members
    if value.type.sort in ("set", "list"):
        return value
    ctx.error("E0223", env, node, found=value.type)
