"""The declarations of a stack → the model: tokens, groups, symbols, options, kinds, entries."""

from __future__ import annotations

import re
from collections import defaultdict

from referee.language import types
from referee.language.data import read_data, read_type, word_value
from referee.language.field_bounds import check_bounds
from referee.language.findings import Findings
from referee.language.model import Entry, Group, Hook, Kind, Model, OptionValue, Symbols, Token
from referee.language.parse import may_name
from referee.language.types import NUMBER, NUMBERS, UNKNOWN, Type
from referee.packs import Stack
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.spelling import closest

ID = re.compile(r"[a-z][a-z0-9_]*\Z")
MAX_ID = 40
MAX_PIECES = 5_000
META = frozenset(
    "id n name plural source status because allow says like when icon picture note counter provenance".split()
)  # keys of any declaration that are no data
ACTORS = ("acting", "owner")  # who is `me` in a hook, if it isn't said in a word of the pack's own
TABLE = "table"  # `of: table` is no name
HOOK_SORTS = ("effect", "cost", "modifier", "trigger")


def section(stack: Stack, name: str) -> Mapping | None:
    """A section of the stack that is a mapping, or None."""
    node = stack.sections.get(name)
    return node if isinstance(node, Mapping) else None


def words(node: Node | None) -> tuple[str, ...]:
    """A word or a list of words."""
    if node is None:
        return ()
    if isinstance(node, Sequence):
        return tuple(item.text for item in node if isinstance(item, Scalar))
    return (node.text,) if isinstance(node, Scalar) else ()


def text_of(node: Node | None, default: str = "") -> str:
    return node.text if isinstance(node, Scalar) else default


def declare_things(stack: Stack, model: Model, found: Findings) -> None:
    """Tokens, groups, symbols, options and kinds, without the entries' data."""
    _symbols(section(stack, "symbols"), model, found)
    _tokens(section(stack, "tokens"), model, found)
    _groups(section(stack, "groups"), model, found)
    _options(stack, model, found)
    _kinds(stack, model, found)


def check_id(word: str, at: Position, found: Findings, *, part: bool = False, owns: bool = False) -> None:
    """Report a word that can't be an id. `part`: of something that never stands alone in an expression; `owns`: of
    what places may belong to.
    """
    if found.damage.hits(None, at):
        return  # the shape was reported
    if not ID.match(word) or len(word) > MAX_ID:
        found.add("E0463", at, len(word), word=word, limit=MAX_ID)
    elif not may_name(word, part=part) or owns and word == TABLE:
        found.add("E0202", at, len(word), word=word)


def _tokens(node: Mapping | None, model: Model, found: Findings) -> None:
    words_of: dict[str, list[tuple[Token, Node]]] = defaultdict(list)
    for name, item in node.items() if node else ():
        assert node is not None
        with found.declaring(name, item, node.keys[name]):
            check_id(name, node.keys[name], found)
            token = Token(name, node.keys[name], index=len(model.tokens))
            model.tokens[name] = token
            if isinstance(item, Mapping):
                _token(token, item, words_of, model, found)
    for key, given in words_of.items():
        type_ = _token_data_type([value for _, value in given], model)
        model.token_data[key] = type_
        for token, value in given:
            token.data[key] = read_data(value, type_, model, found)


def _token(
    token: Token, item: Mapping, words_of: dict[str, list[tuple[Token, Node]]], model: Model, found: Findings
) -> None:
    token.name = text_of(item.get("name"), token.id.replace("_", " "))
    token.plural = text_of(item.get("plural"), token.name)
    unlimited = item.get("unlimited")
    if text_of(unlimited) not in ("yes", "true"):
        token.supply = by_seats(item.get("supply"), model, found) if "supply" in item else {0: 0}
    for key, value in item.items():
        if key not in META and key not in ("supply", "unlimited") and not found.damage.hits(None, item.keys[key]):
            words_of[key].append((token, value))


def _token_data_type(values: list[Node], model: Model) -> Type:
    """The type of a datum of tokens: a list of numbers, a number, or what all its words name."""
    lists = sum(isinstance(value, Sequence) for value in values)
    if 2 * lists > len(values) or lists and len(values) < 3:
        return NUMBERS
    texts = {value.text for value in values if isinstance(value, Scalar) and not isinstance(value.value, int)}
    maybe = "none" in texts
    texts.discard("none")
    for type_ in (types.YES, types.token(), *(types.symbol(name) for name in model.symbols)):
        if texts and all(word_value(text, type_, model) is not None for text in texts):
            return type_.or_none() if maybe else type_
    return NUMBER


def by_seats(node: Node | None, model: Model, found: Findings) -> dict[int, int]:
    """A number, or a table of numbers by the number of seats; key 0 holds for any number."""
    if isinstance(node, Mapping):
        return {int(key): _int(read_data(value, NUMBER, model, found)) for key, value in node.items() if key.isdigit()}
    if node is None:
        return {0: 0}
    return {0: _int(read_data(node, NUMBER, model, found))}


def _groups(node: Mapping | None, model: Model, found: Findings) -> None:
    for name, item in node.items() if node else ():
        assert node is not None
        one = text_of(item.get("one")) if isinstance(item, Mapping) else ""
        with found.declaring(name, item, node.keys[name]):
            check_id(name, node.keys[name], found)
            indices = _members(item.get("of") if isinstance(item, Mapping) else item, model, found)
        if name in found.doubtful:
            indices = list(range(len(model.tokens)))  # any of them may be in it
        english, plural = (text_of(item.get(key)) if isinstance(item, Mapping) else "" for key in ("name", "plural"))
        model.groups[name] = Group(
            name,
            node.keys[name],
            name=english or name.replace("_", " "),
            plural=plural,
            one=one,
            tokens=tuple(indices),
        )


def _members(node: Node | None, model: Model, found: Findings) -> list[int]:
    """The tokens of a group."""
    indices: list[int] = []
    for word in node.items if isinstance(node, Sequence) else (node,):
        text = text_of(word)
        if text in model.groups:
            if text in found.doubtful:
                found.count += 1
            indices.extend(i for i in model.groups[text].tokens if i not in indices)
        elif text in model.tokens:
            indices.append(model.tokens[text].index)
        elif word is not None:
            found.unknown("E0210", word.at, text, [*model.tokens, *model.groups])
    return indices


def _symbols(node: Mapping | None, model: Model, found: Findings) -> None:
    for name, item in node.items() if node else ():
        assert node is not None
        with found.declaring(name, item, node.keys[name]):
            check_id(name, node.keys[name], found)
        found.open_words = found.open_words or name in found.doubtful
        members = words(item.get("of") if isinstance(item, Mapping) else item)
        one = text_of(item.get("one")) if isinstance(item, Mapping) else ""
        model.symbols[name] = Symbols(name, node.keys[name], one=one, members=members)


def _options(stack: Stack, model: Model, found: Findings) -> None:
    for pack in stack.packs:
        for name, declaration in pack.options.items():
            at = getattr(declaration, "at", Position(pack.id, 1, 1))
            if found.damage.hits(None, at):
                found.doubtful.add(name)
            chosen = stack.option_values.get(name)
            option = OptionValue(name, at, name=text_of(declaration.says))
            allowed = tuple(str(v) for v in getattr(declaration, "values", ()) or ())
            if isinstance(chosen, tuple) and all(isinstance(one, int) for one in chosen) and chosen:
                option.type, option.value = NUMBERS, chosen
            elif getattr(declaration, "pick", 0) or isinstance(chosen, tuple):
                # Entries are known later: `_picks` fills in which.
                option.type, option.value = types.set_of(types.entry(declaration.of)), ()
                option.words = tuple(str(one) for one in chosen) if isinstance(chosen, tuple) else ()
            elif isinstance(chosen, int) and not isinstance(chosen, bool):
                option.value = chosen
            elif set(allowed) <= {"yes", "no"}:
                option.type, option.value = types.YES, 1 if str(chosen) == "yes" or chosen is True else 0
            else:
                option.type, option.words = Type("word", name), allowed
                option.value = allowed.index(str(chosen)) if str(chosen) in allowed else 0
            model.options[name] = option


def _kinds(stack: Stack, model: Model, found: Findings) -> None:
    node = section(stack, "kinds")
    for name, item in node.items() if node else ():
        assert node is not None
        kind = Kind(name, node.keys[name], name=name.replace("_", " "))
        model.kinds[name] = kind
        with found.declaring(name, item, node.keys[name]):
            check_id(name, node.keys[name], found, owns=True)
            if isinstance(item, Mapping):
                _kind(kind, item, found)
    for name, kind in model.kinds.items():
        entries = stack.entries.get(name, {})
        for entry_id, body in entries.items():
            check_id(entry_id, body.entries["id"].at, found)
            kind.entries.append(Entry(entry_id, body.at, kind=name, index=len(model.entries)))
            model.entries.append(kind.entries[-1])
        if not entries:
            english = kind.name
            kind.entries.append(
                Entry(name, kind.at, name=english, plural=kind.plural, kind=name, index=len(model.entries))
            )
            model.entries.append(kind.entries[-1])

    _picks(model, found)


def _kind(kind: Kind, item: Mapping, found: Findings) -> None:
    kind.name = text_of(item.get("name"), kind.name)
    kind.plural = text_of(item.get("plural"), kind.name)
    kind.faces = words(item.get("faces"))
    kind.per_seat = text_of(item.get("per_seat"))
    hooks = item.get("hooks")
    for hook, declared in hooks.items() if isinstance(hooks, Mapping) else ():
        assert isinstance(hooks, Mapping)
        options = declared if isinstance(declared, Mapping) else Mapping({}, {}, hooks.keys[hook])
        sort = text_of(options.get("sort"))
        if sort and sort not in HOOK_SORTS:
            found.unknown("E0228", options.entries["sort"].at, sort, HOOK_SORTS, what=f"`{sort}` is no sort of hook")
        this, me = options.get("this"), options.get("me")
        if this is not None and text_of(this) != kind.id:
            found.unknown("E0210", this.at, text_of(this), [kind.id])
        if me is not None and closest(text_of(me), ACTORS, slips_only=True):
            found.unknown("E0210", me.at, text_of(me), ACTORS)
        kind.hooks[hook] = Hook(
            hook,
            sort,
            me=text_of(options.get("me"), "acting"),
            while_in=words(options.get("while_in")),
            decides=text_of(options.get("decides"), "yes") not in ("no", "false"),
            at=hooks.keys[hook],
            says=text_of(options.get("says")),
        )


def _picks(model: Model, found: Findings) -> None:
    """Options that pick entries: the set of them, in the order of the kind."""
    for option in model.options.values():
        kind = model.kinds.get(option.type.of.name) if option.type.sort == "set" and option.type.of else None
        if kind is not None:
            chosen = [word for word in option.words if word != "none"]
            option.value = tuple(entry.index for entry in kind.entries if entry.id in chosen)


def declare_fields(stack: Stack, model: Model, found: Findings) -> None:
    """The types of the kinds' fields: after places are known, since they may name them."""
    node = section(stack, "kinds")
    for name, item in node.items() if node else ():
        fields = item.get("fields") if isinstance(item, Mapping) else None
        kind = model.kinds[name]
        _in_force(item, model, found)
        for field_name, declared in fields.items() if isinstance(fields, Mapping) else ():
            default: Node | None = None
            if isinstance(declared, Mapping):
                default = declared.get("default")
                declared_type = declared.get("type")
                written = text_of(declared_type, "number")
                at = declared_type.at if declared_type else declared.at
            else:
                written, at = text_of(declared, "number"), declared.at
            with found.declaring(field_name, declared, at):
                type_ = UNKNOWN if found.damage.hits(declared) else read_type(written, at, model, found)
            kind.fields[field_name] = type_
            if default is not None:
                kind.defaults[field_name] = read_data(default, type_, model, found)


def _in_force(item: Node, model: Model, found: Findings) -> None:
    """The places that the hooks of a kind name."""
    hooks = item.get("hooks") if isinstance(item, Mapping) else None
    for declared in hooks.entries.values() if isinstance(hooks, Mapping) else ():
        places = declared.get("while_in") if isinstance(declared, Mapping) else None
        for word in places.items if isinstance(places, Sequence) else (places,):
            if isinstance(word, Scalar) and word.text not in model.places:
                found.unknown("E0210", word.at, word.text, model.places)


def declare_entries(stack: Stack, model: Model, found: Findings) -> None:
    """The entries' data and the text of their effects."""
    for name, kind in model.kinds.items():
        bodies = stack.entries.get(name, {})
        for entry in kind.entries:
            body = bodies.get(entry.id)
            before = found.count
            if body is not None:
                _entry(entry, body, kind, model, found)
                check_bounds(entry, body, stack, found)
                if found.damage.hits(body):
                    found.doubtful.add(entry.id)
            whole = found.count == before and entry.id not in found.doubtful
            for field_name, type_ in kind.fields.items():
                if field_name in entry.data:
                    continue
                if field_name in kind.defaults:
                    entry.data[field_name] = kind.defaults[field_name]
                elif type_.sort == "bag":
                    entry.data[field_name] = (0,) * len(model.group_tokens(type_.name))
                elif type_.maybe:
                    entry.data[field_name] = -1
                else:
                    entry.data[field_name] = 0
                    if body is not None and whole and name not in found.doubtful:
                        found.add("E0227", body.at, word=f"{name}/{entry.id}", what=f"`{field_name}`")


def _entry(entry: Entry, body: Mapping, kind: Kind, model: Model, found: Findings) -> None:
    entry.name = text_of(body.get("name"), entry.id.replace("_", " ").capitalize())
    entry.plural = text_of(body.get("plural"), entry.name)
    entry.says = text_of(body.get("says"))
    entry.document = text_of(body.get("source"))
    if "n" in body:
        numbers = by_seats(body.entries["n"], model, found)
        if all(0 <= number <= MAX_PIECES for number in numbers.values()):
            entry.copies = numbers.get(0, numbers)
        else:
            found.add("E0229", body.entries["n"].at, what=f"at most {MAX_PIECES} pieces")
    for key, value in body.items():
        if key in kind.fields:
            entry.data[key] = read_data(value, kind.fields[key], model, found)
        elif key in kind.hooks:
            scalars = value.items if isinstance(value, Sequence) else (value,)
            readable = not found.damage.hits(value)
            entry.code[key] = tuple(s for s in scalars if isinstance(s, Scalar)) if readable else ()
        elif key not in META:
            found.unknown("E0211", body.keys[key], key, [*kind.fields, *kind.hooks], owner=f"a {kind.name}")


def _int(value: int | tuple[int, ...]) -> int:
    return value if isinstance(value, int) else 0
