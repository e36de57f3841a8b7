"""Types as they are declared, and printed data read by these types."""

from __future__ import annotations

import re

from referee.language import types
from referee.language.findings import Findings
from referee.language.model import Model
from referee.language.types import NUMBER, NUMBERS, SEAT, UNKNOWN, YES, Type
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.spelling import closest, suggestion

INT_LIMIT = 2**31 - 1


def singulars(model: Model) -> dict[str, Type]:
    """The words that name the type of one thing: kinds, singulars of groups and enumerations, places' cells."""
    words: dict[str, Type] = {"number": NUMBER, "seat": SEAT, "yes/no": YES}
    for group in model.groups.values():
        words[group.id] = types.token(group.id)
        if group.one:
            words[group.one] = types.token(group.id)
    words["token"] = types.token("")
    for symbols in model.symbols.values():
        words[symbols.id] = types.symbol(symbols.id)
        if symbols.one:
            words[symbols.one] = types.symbol(symbols.id)
    for kind in model.kinds:
        words[kind] = types.piece(kind)
    for place in model.places.values():
        if place.form == "cells":
            words[place.id] = types.cell(place.id)
    return words


def read_type(text: str, at: Position, model: Model, found: Findings, *, entries: bool = True) -> Type:
    """A declared type. `entries`: a kind's name means an entry of it (else a piece of it).

    Forms: number, yes/no, seat, a group, an enumeration, a kind, `KIND piece`, `cell of PLACE`,
    `bag of GROUP`, `list of number`, and any of them `or none`.
    """
    text = " ".join(text.split())
    maybe = text.endswith(" or none")
    base = text.removesuffix(" or none")
    words = singulars(model)
    result: Type | None = None
    if base == "list of number":
        result = NUMBERS
    elif base.startswith("bag of "):
        group = base.removeprefix("bag of ")
        if group in model.groups or group in model.tokens:
            result = types.bag(group)
    elif base == "bag":
        result = types.bag("")
    elif base.startswith("cell of "):
        place = base.removeprefix("cell of ")
        if place in model.places and model.places[place].form == "cells":
            result = types.cell(place)
    elif base.endswith(" piece") and base.removesuffix(" piece") in model.kinds:
        result = types.piece(base.removesuffix(" piece"))
    elif base.endswith(" entry") and base.removesuffix(" entry") in model.kinds:
        result = types.entry(base.removesuffix(" entry"))
    elif base in model.kinds:
        result = types.entry(base) if entries else types.piece(base)
    elif base in words:
        result = words[base]
    if result is None:
        _no_type(text, at, model, found)
        return UNKNOWN
    return result.or_none() if maybe else result


def _no_type(text: str, at: Position, model: Model, found: Findings) -> None:
    """Report a type that there isn't, at the word that is wrong in it."""
    forms = list(singulars(model))
    forms += [f"bag of {name}" for name in (*model.groups, *model.tokens)]
    forms += [f"cell of {place.id}" for place in model.places.values() if place.form == "cells"]
    forms += [f"{kind} {what}" for kind in model.kinds for what in ("piece", "entry")]
    forms += ["list of number", "bag"]
    forms += [f"{form} or none" for form in forms]
    near = closest(text, forms)
    written = list(re.finditer(r"\w+", text))
    meant = re.findall(r"\w+", near[0]) if near else []
    wrong = [each for n, each in enumerate(written) if n >= len(meant) or each.group() != meant[n]] if near else []
    word, start = (wrong[0].group(), wrong[0].start()) if wrong else (text, 0)
    if not found.hidden(each.group() for each in written):
        there = Position(at.file, at.line, at.column + start)
        found.add("E0228", there, len(word), hint=suggestion(near), what=f"`{text}` is no type", word=word)


def word_value(word: str, type_: Type, model: Model) -> int | None:
    """The index of a word as a value of a type; None if it is no such value."""
    if word == "none" and type_.maybe:
        return -1
    if type_.sort == "yes":
        return {"yes": 1, "no": 0, "true": 1, "false": 0}.get(word)
    if type_.sort == "token" and word in model.tokens:
        index = model.tokens[word].index
        return index if index in model.group_tokens(type_.name) else None
    if type_.sort == "symbol":
        members = model.symbols[type_.name].members
        return members.index(word) if word in members else None
    if type_.sort in ("entry", "piece"):
        for entry in model.kinds[type_.name].entries:
            if entry.id == word:
                return entry.index
    return None


def known_words(type_: Type, model: Model) -> list[str]:
    """The words that are values of a type, for hints."""
    if type_.maybe:
        return ["none", *known_words(type_.sure(), model)]
    if type_.sort == "yes":
        return ["yes", "no"]
    if type_.sort == "token":
        names = list(model.tokens)
        return [names[i] for i in model.group_tokens(type_.name)]
    if type_.sort == "symbol":
        return list(model.symbols[type_.name].members)
    if type_.sort in ("entry", "piece"):
        return [entry.id for entry in model.kinds[type_.name].entries]
    return []


def read_data(node: Node, type_: Type, model: Model, found: Findings) -> int | tuple[int, ...]:
    """A printed datum: numbers and indices as int, bags as one number per token of the group, lists as tuples."""
    if type_.sort == "unknown" or found.damage.hits(node):
        return () if type_.sort == "list" else 0
    if type_.sort == "bag":
        return _read_bag(node, type_, model, found)
    if type_.sort == "list":
        assert type_.of is not None
        items = node.items if isinstance(node, Sequence) else (node,)
        if isinstance(node, Mapping):
            found.add("E0220", node.at, expected=str(type_), found="a mapping")
            return ()
        return tuple(_as_int(read_data(item, type_.of, model, found)) for item in items)
    if not isinstance(node, Scalar):
        found.add("E0220", node.at, expected=str(type_), found="a list" if isinstance(node, Sequence) else "a mapping")
        return 0
    constant = option_constant(node, model, found)
    if constant is not None:
        return constant
    if type_.sort == "number":
        return _number(node, found)
    value = word_value(node.text, type_, model)
    if value is None:
        _no_value(node.text, node.at, type_, known_words(type_, model), model, found)
        return -1 if type_.maybe else 0
    return value


def _no_value(word: str, at: Position, type_: Type, known: list[str], model: Model, found: Findings) -> None:
    """Report a word that is no value of a type: a token that may not stand here, or a name that there isn't."""
    if type_.name not in model.groups or word not in model.tokens:
        found.unknown("E0210", at, word, known)
        return
    what = f"`{word}` is none of {type_.name}: only {', '.join(known)} can stand here"
    found.add("E0228", at, len(word), what=what)


def option_constant(node: Scalar, model: Model, found: Findings) -> int | None:
    """The value of `option NAME` written as data; None if the scalar is something else."""
    words = node.text.split()
    if len(words) != 2 or words[0] != "option":
        return None
    option = model.options.get(words[1])
    if option is None:
        at = Position(node.at.file, node.at.line, node.at.column + len(node.text) - len(words[1]))
        found.unknown("E0210", at, words[1], model.options)
        return 0
    return option.value if isinstance(option.value, int) else 0


def _number(node: Scalar, found: Findings) -> int:
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        if abs(node.value) > INT_LIMIT:
            found.add("E0229", node.at, what="numbers have at most 32 bits")
            return 0
        return node.value
    parts = [part.strip() for part in node.text.split(",")]
    numbers = len(parts) > 1 and all(part.isdigit() for part in parts)
    hint = f"a list of numbers is written [{', '.join(parts)}]" if numbers else ""
    found.add("E0220", node.at, max(1, len(node.text)), hint=hint, expected="number", found=f"`{node.text}`")
    return 0


def _read_bag(node: Node, type_: Type, model: Model, found: Findings) -> tuple[int, ...]:
    tokens = model.group_tokens(type_.name)
    counts = dict.fromkeys(tokens, 0)
    if not isinstance(node, Mapping):
        if isinstance(node, Scalar) and node.text in ("none", ""):
            return tuple(counts.values())
        found.add(
            "E0220", node.at, expected=f"amounts of {type_.name or 'tokens'}, like {{coin: 2}}", found="something else"
        )
        return tuple(counts.values())
    names = list(model.tokens)
    for word, amount in node.items():
        if word not in model.tokens or model.tokens[word].index not in counts:
            _no_value(word, node.keys[word], type_, [names[i] for i in tokens], model, found)
            continue
        value = read_data(amount, NUMBER, model, found)
        counts[model.tokens[word].index] = _as_int(value)
    return tuple(counts.values())


def _as_int(value: int | tuple[int, ...]) -> int:
    return value if isinstance(value, int) else 0
