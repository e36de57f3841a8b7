"""Told: what there is to play with: tokens, groups, symbols, kinds, places, values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.language.compare.code import bare
from referee.language.compare.reading import Reading
from referee.language.compare.things import Aspect, Thing, named, one
from referee.language.declare_places import PURSE, SUPPLY
from referee.language.describe.keys import humanized, pack_text
from referee.language.describe.phrases import join, phrase
from referee.language.model import Hook, Kind, Place, Value
from referee.language.text import Arg, Text
from referee.language.types import Type

IMPLIED = (SUPPLY, PURSE)  # places that nobody declares
EVERYONE = "everyone"


def tokens(r: Reading) -> Iterator[Thing]:
    """What is counted: how many there are, and what is printed on them."""
    for token in r.model.tokens.values():
        name = r.name("token", token)
        supply = phrase("diff/without_end") if token.supply is None else r.by_seats(token.supply)
        data = [_datum(key, r.value(value, r.model.token_data[key])) for key, value in token.data.items()]
        yield Thing("tokens", token.id, name, (named(name), one("supply", supply), *data))


def _datum(key: str, value: Text, *, usual: bool = False) -> Aspect:
    return Aspect(f"field/{key}", pack_text(f"field/{key}.name", humanized(key)), (value,), usual=usual)


def groups(r: Reading) -> Iterator[Thing]:
    """Which tokens go together."""
    for group in r.model.groups.values():
        name = pack_text(f"group/{group.id}.plural", group.plural or group.name or humanized(group.id))
        members = r.text_list(r.name("token", r.model.tokens[r.tokens[index]]) for index in group.tokens)
        yield Thing("groups", group.id, name, (named(name), one("members", members)))


def symbols(r: Reading) -> Iterator[Thing]:
    """Words that are told apart: colours, suits."""
    for symbol in r.model.symbols.values():
        name = pack_text(f"symbol/{symbol.id}.name", humanized(symbol.one) or humanized(symbol.id))
        members = r.text_list(pack_text(f"symbol/{symbol.id}/{word}.name", humanized(word)) for word in symbol.members)
        yield Thing("symbols", symbol.id, name, (one("members", members),))


def kinds(r: Reading) -> Iterator[Thing]:
    """Classes of things, with what each of their things has."""
    for kind in r.model.kinds.values():
        name = r.kind(kind.id, plural=True)
        yield Thing("kinds", kind.id, name, tuple(_kind(r, kind, name)))


def _kind(r: Reading, kind: Kind, name: Text) -> Iterator[Aspect]:
    yield named(name)
    yield one("per_seat", _per_seat(kind), usual=not kind.per_seat)
    if kind.faces:
        yield one(
            "faces", r.text_list(pack_text(f"face/{kind.id}/{face}.name", humanized(face)) for face in kind.faces)
        )
    for field, type_ in kind.fields.items():
        yield _datum(field, _usually(r, kind, field, type_))
    for hook in kind.hooks.values():
        yield Aspect(f"hook/{hook.id}", r.words.hook_name(kind.id, hook.id), (_hook(r, hook),))
        if hook.says:
            says = r.words.said(f"hook/{kind.id}/{hook.id}.says", hook.says, Arg("body", "phrase", Text("", (), "…")))
            label = phrase("diff/aspect.around", hook=r.words.hook_name(kind.id, hook.id))
            yield Aspect(f"hook/{hook.id}/says", label, (says,), wording=True, usual=True)


def _usually(r: Reading, kind: Kind, field: str, type_: Type) -> Text:
    """The type of a field, and what it is where an entry doesn't say."""
    if kind.defaults.get(field) is None:
        return r.type(type_)
    return phrase("diff/type.usually", type=r.type(type_), value=r.value(kind.defaults[field], type_))


def _per_seat(kind: Kind) -> Text:
    if kind.per_seat.isdecimal():
        return phrase("expr/number", n=int(kind.per_seat))
    return phrase("diff/without_end" if kind.per_seat else "diff/shared")


def _hook(r: Reading, hook: Hook) -> Text:
    """What entries may have here: what sort of effect, where it is in force, whose."""
    text = phrase(f"diff/hook.{hook.sort}")
    if hook.while_in:
        text = phrase("diff/hook.while_in", hook=text, places=r.places(hook.while_in))
    return phrase("diff/hook.owner", hook=text) if hook.me == "owner" else text


def places(r: Reading) -> Iterator[Thing]:
    """Where things are, and who sees them there."""
    for place in r.model.places.values():
        if place.id not in IMPLIED:
            name = r.place(place.id)
            yield Thing("places", place.id, name, (_named(place), *_place(r, place)))


def _named(place: Place) -> Aspect:
    return named(pack_text(f"place/{place.id}.name", place.name or humanized(place.id)))


def _place(r: Reading, place: Place) -> Iterator[Aspect]:
    yield one("owner", r.whose(place.owner))
    yield one("content", _content(r, place))
    yield one("seen_by", phrase(f"diff/seen.{place.seen_by}"), usual=place.seen_by == EVERYONE)
    yield one("count_seen_by", phrase(f"diff/seen.{place.count_seen_by}"), usual=place.count_seen_by == EVERYONE)
    yield one("limit", _limit(place), usual=place.limit is None)
    yield one("total", _total(place), usual=place.total is None)
    for key, on in (("home", place.home), ("ordered", place.ordered), ("ring", place.ring)):
        yield one(key, phrase("expr/yes" if on else "expr/no"), usual=not on)
    if place.unique_by:
        yield one("unique_by", pack_text(f"field/{place.unique_by}.name", humanized(place.unique_by)))
    if place.only_in:
        yield one("only_in", r.places(place.only_in))
    if place.leaves:
        yield one("leaves", r.place(place.leaves.removeprefix("owner.")))
    if place.when_empty:
        yield one("when_empty", r.place(place.when_empty))
    if place.names:
        yield Aspect("names", phrase("diff/aspect.names"), (_names(r, place),), wording=True)
    for field, (type_, columns) in place.data.items():
        label = pack_text(f"field/{field}.name", humanized(field))
        printed = [_printed(r, place, type_, column) for column in columns]
        if len(printed) > 1:
            printed = [phrase("diff/of_player", n=n, what=what) for n, what in enumerate(printed, 1)]
        yield Aspect(f"field/{field}", label, tuple(printed), listed=len(printed) > 1 or place.grid[0] > 1)


def _printed(r: Reading, place: Place, type_: Type, column: Sequence[int]) -> Text:
    """What is printed on the spaces of a place, row by row."""
    rows, width = place.grid
    texts = [r.text_list(r.value(value, type_) for value in column[n * width : (n + 1) * width]) for n in range(rows)]
    return join("verb/options", texts)


def _content(r: Reading, place: Place) -> Text:
    if place.form == "pool":
        return r.token_list(place.tokens)
    what = r.kind(place.holds, plural=True) if place.holds else phrase("expr/nothing_at_all")
    if place.form == "pile":
        return phrase("diff/pile", what=what)
    rows, columns = place.grid
    if rows == 1:
        return phrase("diff/row", n=columns, what=what)
    return phrase("diff/grid", rows=rows, columns=columns, what=what)


def _limit(place: Place) -> Text:
    if isinstance(place.limit, int):
        return phrase("expr/number", n=place.limit)
    if place.limit is None:
        return phrase("diff/without_end")
    return pack_text(f"field/{place.limit}.name", humanized(place.limit))


def _total(place: Place) -> Text:
    if isinstance(place.total, str):
        return pack_text(f"field/{place.total}.name", humanized(place.total))
    return phrase("diff/without_end") if place.total is None else phrase("expr/number", n=place.total)


def _names(r: Reading, place: Place) -> Text:
    cells = enumerate(place.names)
    return r.text_list(pack_text(f"place/{place.id}/{place.segment(cell)}.name", name) for cell, name in cells)


def values(r: Reading) -> Iterator[Thing]:
    """What is remembered."""
    for value in r.model.values.values():
        name = r.name("value", value)
        yield Thing("values", value.id, name, (named(name), *_value(r, value)), bare(value.initial_code))


def _value(r: Reading, value: Value) -> Iterator[Aspect]:
    yield one("owner", r.whose(value.owner))
    yield one("type", r.type(value.type))
    begins = r.words.text(value.initial) if value.initial is not None else phrase("expr/none")
    yield one("initial", begins, usual=value.initial is None)
    yield one("seen_by", phrase(f"diff/seen.{value.seen_by}"), usual=value.seen_by == EVERYONE)
    yield one("sealed", phrase("expr/yes" if value.sealed else "expr/no"), usual=not value.sealed)
    if value.rolls:
        yield one("rolls", phrase("expr/range", a=phrase("expr/number", n=1), b=phrase("expr/number", n=value.rolls)))
