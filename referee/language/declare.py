"""The declarations of a stack → the model: tokens, groups, symbols, options, kinds, entries."""

from __future__ import annotations

import re
from collections import defaultdict

from referee.language import types
from referee.language.data import read_data, read_type, word_value
from referee.language.findings import Findings
from referee.language.model import Entry, Group, Hook, Kind, Model, OptionValue, Symbols, Token
from referee.language.parse import may_name
from referee.language.types import NUMBER, NUMBERS, Type
from referee.packs import Stack
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence

ID = re.compile(r"[a-z][a-z0-9_]*\Z")
MAX_ID = 40
MAX_PIECES = 5_000
META = frozenset(
    "id n name plural source status because allow says like when icon picture note counter provenance".split()
)  # keys of any declaration that are no data
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
    _options(stack, model)
    _kinds(stack, model, found)


def check_id(word: str, at: Position, found: Findings, *, part: bool = False) -> None:
    """Report a word that can't be an id. `part`: of something that never stands alone in an expression."""
    if not ID.match(word) or len(word) > MAX_ID:
        found.add("E0463", at, len(word), word=word, limit=MAX_ID)
    elif not may_name(word, part=part):
        found.add("E0202", at, len(word), word=word)


def _tokens(node: Mapping | None, model: Model, found: Findings) -> None:
    words_of: dict[str, list[tuple[Token, Node]]] = defaultdict(list)
    for name, item in node.items() if node else ():
        assert node is not None
        check_id(name, node.keys[name], found)
        at = node.keys[name]
        token = Token(name, at, index=len(model.tokens))
        model.tokens[name] = token
        if not isinstance(item, Mapping):
            continue
        token.name = text_of(item.get("name"), name.replace("_", " "))
        token.plural = text_of(item.get("plural"), token.name)
        unlimited = item.get("unlimited")
        if text_of(unlimited) not in ("yes", "true"):
            token.supply = by_seats(item.get("supply"), model, found) if "supply" in item else {0: 0}
        for key, value in item.items():
            if key in META or key in ("supply", "unlimited"):
                continue
            words_of[key].append((token, value))
    for key, given in words_of.items():
        type_ = _token_data_type([value for _, value in given], model)
        model.token_data[key] = type_
        for token, value in given:
            token.data[key] = read_data(value, type_, model, found)


def _token_data_type(values: list[Node], model: Model) -> Type:
    """The type of a datum of tokens: a list of numbers, a number, or what all its words name."""
    if any(isinstance(value, Sequence) for value in values):
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
        check_id(name, node.keys[name], found)
        members = item.get("of") if isinstance(item, Mapping) else item
        one = text_of(item.get("one")) if isinstance(item, Mapping) else ""
        indices: list[int] = []
        for word in members if isinstance(members, Sequence) else (members,):
            text = text_of(word)
            at = word.at if word is not None else node.keys[name]
            if text in model.groups:
                indices.extend(i for i in model.groups[text].tokens if i not in indices)
            elif text in model.tokens:
                indices.append(model.tokens[text].index)
            else:
                found.unknown("E0210", at, text, [*model.tokens, *model.groups])
        english = text_of(item.get("name")) if isinstance(item, Mapping) else ""
        model.groups[name] = Group(
            name, node.keys[name], name=english or name.replace("_", " "), one=one, tokens=tuple(indices)
        )


def _symbols(node: Mapping | None, model: Model, found: Findings) -> None:
    for name, item in node.items() if node else ():
        assert node is not None
        check_id(name, node.keys[name], found)
        members = words(item.get("of") if isinstance(item, Mapping) else item)
        one = text_of(item.get("one")) if isinstance(item, Mapping) else ""
        model.symbols[name] = Symbols(name, node.keys[name], one=one, members=members)


def _options(stack: Stack, model: Model) -> None:
    for pack in stack.packs:
        for name, declaration in pack.options.items():
            at = getattr(declaration, "at", Position(pack.id, 1, 1))
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
        check_id(name, node.keys[name], found)
        kind = Kind(name, node.keys[name], name=name.replace("_", " "))
        model.kinds[name] = kind
        if not isinstance(item, Mapping):
            continue
        kind.name = text_of(item.get("name"), kind.name)
        kind.plural = text_of(item.get("plural"), kind.name)
        kind.faces = words(item.get("faces"))
        kind.per_seat = text_of(item.get("per_seat"))
        hooks = item.get("hooks")
        for hook, declared in hooks.items() if isinstance(hooks, Mapping) else ():
            assert isinstance(hooks, Mapping)
            sort = text_of(declared.get("sort"), "effect") if isinstance(declared, Mapping) else "effect"
            if sort not in HOOK_SORTS:
                found.unknown("E0228", declared.at, sort, HOOK_SORTS, what=f"`{sort}` is no sort of hook")
            options = declared if isinstance(declared, Mapping) else Mapping({}, {}, hooks.keys[hook])
            kind.hooks[hook] = Hook(
                hook,
                sort,
                me=text_of(options.get("me"), "acting"),
                while_in=words(options.get("while_in")),
                decides=text_of(options.get("decides"), "yes") not in ("no", "false"),
                at=hooks.keys[hook],
                says=text_of(options.get("says")),
            )
    for name, kind in model.kinds.items():
        entries = stack.entries.get(name, {})
        for entry_id, body in entries.items():
            check_id(entry_id, body.at, found)
            kind.entries.append(Entry(entry_id, body.at, kind=name, index=len(model.entries)))
            model.entries.append(kind.entries[-1])
        if not entries:
            english = kind.name
            kind.entries.append(
                Entry(name, kind.at, name=english, plural=kind.plural, kind=name, index=len(model.entries))
            )
            model.entries.append(kind.entries[-1])

    _picks(model, found)


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
        for field_name, declared in fields.items() if isinstance(fields, Mapping) else ():
            default: Node | None = None
            if isinstance(declared, Mapping):
                default = declared.get("default")
                declared_type = declared.get("type")
                written = text_of(declared_type, "number")
                at = declared_type.at if declared_type else declared.at
            else:
                written, at = text_of(declared, "number"), declared.at
            type_ = read_type(written, at, model, found)
            kind.fields[field_name] = type_
            if default is not None:
                kind.defaults[field_name] = read_data(default, type_, model, found)


def declare_entries(stack: Stack, model: Model, found: Findings) -> None:
    """The entries' data and the text of their effects."""
    for name, kind in model.kinds.items():
        bodies = stack.entries.get(name, {})
        for entry in kind.entries:
            body = bodies.get(entry.id)
            if body is not None:
                _entry(entry, body, kind, model, found)
            for field_name, type_ in kind.fields.items():
                if field_name in entry.data:
                    continue
                if field_name in kind.defaults:
                    entry.data[field_name] = kind.defaults[field_name]
                elif type_.sort == "bag":
                    entry.data[field_name] = (0,) * len(model.group_tokens(type_.name))
                elif type_.maybe:
                    entry.data[field_name] = -1
                elif body is not None:
                    found.add("E0227", body.at, word=f"{name}/{entry.id}", what=f"`{field_name}`")
                    entry.data[field_name] = 0
                else:
                    entry.data[field_name] = 0


def _entry(entry: Entry, body: Mapping, kind: Kind, model: Model, found: Findings) -> None:
    entry.name = text_of(body.get("name"), entry.id.replace("_", " ").capitalize())
    entry.plural = text_of(body.get("plural"), entry.name)
    entry.document = text_of(body.get("source"))
    if "n" in body:
        entry.copies = _int(read_data(body.entries["n"], NUMBER, model, found))
        if not 0 <= entry.copies <= MAX_PIECES:
            found.add("E0229", body.entries["n"].at, what=f"at most {MAX_PIECES} pieces")
            entry.copies = 1
    for key, value in body.items():
        if key in kind.fields:
            entry.data[key] = read_data(value, kind.fields[key], model, found)
        elif key in kind.hooks:
            scalars = value.items if isinstance(value, Sequence) else (value,)
            entry.code[key] = tuple(s for s in scalars if isinstance(s, Scalar))
        elif key not in META:
            found.unknown("E0211", body.keys[key], key, [*kind.fields, *kind.hooks], owner=f"a {kind.name}")


def _int(value: int | tuple[int, ...]) -> int:
    return value if isinstance(value, int) else 0
