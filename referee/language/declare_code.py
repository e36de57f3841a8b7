"""The declarations of a stack → the model: what holds effects (terms, procedures, windows, set-up, scoring)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.language.data import read_type, singulars
from referee.language.declare import by_seats, check_id, section, text_of, words
from referee.language.findings import Findings
from referee.language.model import (
    Layer,
    Model,
    OptionChange,
    Parameter,
    Procedure,
    ScoreTerm,
    SetupRow,
    Standing,
    Term,
    Window,
)
from referee.language.types import Type
from referee.packs import Stack
from referee.packs.access import base_name, words_of
from referee.packs.model import Wrap
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence

SIGNATURE = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\((.*)\))?\s*\Z")


def signature(
    text: str, at: Position, model: Model, found: Findings, *, procedure: bool = False
) -> tuple[str, tuple[Parameter, ...]]:
    """`name(type a, b)` → the name and its parameters. The name of a `procedure` never stands alone.

    `at` is where the text begins.
    """
    match = SIGNATURE.match(text)
    if match is None:
        found.add("E0228", at, len(text), what=f"`{text}` is no name with parameters like `room(ship s, n)`")
        return text, ()
    name, inside = match.group(1), match.group(2)
    check_id(name, at, found, part=procedure)
    parameters: list[Parameter] = []
    known = singulars(model)
    for part in re.finditer("[^,]+", text[: match.end(2)][match.start(2) :]) if inside and inside.strip() else ():
        pieces = part.group().split()
        if not pieces:
            found.add("E0228", at, len(text), what=f"a parameter is missing in `{text}`")
            continue
        begin = match.start(2) + part.start() + len(part.group()) - len(part.group().lstrip())
        there = Position(at.file, at.line, at.column + begin)
        type_: Type | None = None
        if len(pieces) == 2 and pieces[0] in known:
            type_ = known[pieces[0]]
        elif len(pieces) > 1:
            type_ = read_type(" ".join(pieces[:-1]), there, model, found, entries=False)
        if type_ is not None and type_.sort == "unknown":
            type_ = None  # then each call tells
        check_id(pieces[-1], at, found)
        last = begin + len(part.group().strip()) - len(pieces[-1])
        parameters.append(Parameter(pieces[-1], type_, Position(at.file, at.line, at.column + last), there))
    return name, tuple(parameters)


def declare_code(stack: Stack, model: Model, found: Findings) -> None:
    """Everything that holds effects; the effects stay text."""
    for name, at, scalar, says in _coded(section(stack, "terms"), "is", found):
        term_name, parameters = signature(name, at, model, found)
        model.terms[term_name] = Term(term_name, scalar.at, parameters=parameters, code=scalar, says=says, named=at)
    for name, at, scalar, says in _coded(section(stack, "procedures"), "do", found):
        proc_name, parameters = signature(name, at, model, found, procedure=True)
        model.procedures[proc_name] = Procedure(
            proc_name, scalar.at, parameters=parameters, code=scalar, says=says, named=at
        )
    _windows(section(stack, "windows"), model, found)
    standing = section(stack, "standing")
    for name, item in standing.items() if standing else ():
        if isinstance(item, Scalar):
            model.standing[name] = Standing(name, item.at, options=item)
    triggers = stack.sections.get("triggers")
    if isinstance(triggers, Sequence):
        model.triggers = [item for item in triggers if isinstance(item, Scalar)]
    _setup(stack, model, found)
    _scoring(section(stack, "scoring"), model)
    texts = section(stack, "says")
    for key, item in texts.items() if texts else ():
        model.says[key] = text_of(item)
    _wraps(stack, model, found)


def _coded(node: Mapping | None, key: str, found: Findings) -> Iterator[tuple[str, Position, Scalar, str]]:
    """Declarations written as an effect, or as a mapping with the effect under `key`: name, place, effect and text."""
    for name, item in node.items() if node else ():
        assert node is not None
        code = item.get(key) if isinstance(item, Mapping) else item
        if isinstance(code, Scalar) and not found.damage.hits(None, node.keys[name]):
            yield name, node.keys[name], code, text_of(item.get("says")) if isinstance(item, Mapping) else ""
        else:
            found.doubtful.add(base_name(name))


def _windows(node: Mapping | None, model: Model, found: Findings) -> None:
    for name, item in node.items() if node else ():
        if not isinstance(item, Mapping):
            continue
        seats, options = item.get("for"), item.get("choose")
        if not isinstance(seats, Scalar) or not isinstance(options, Scalar):
            if not found.damage.hits(item):
                found.add("E0227", item.at, word=name, what="`before`, `for` and `choose`")
            continue
        before = words(item.get("before"))
        for each in words_of(item.get("before")):
            if each.text not in model.procedures:
                found.unknown("E0212", each.at, each.text, model.procedures)
        model.windows[name] = Window(name, item.at, before=before, seats=seats, options=options)


def _setup(stack: Stack, model: Model, found: Findings) -> None:
    rows = stack.sections.get("setup")
    for item in rows if isinstance(rows, Sequence) else ():
        if not isinstance(item, Mapping):
            continue
        row = SetupRow(item.at)
        if "value" in item:
            row.value = text_of(item.get("value"))
            start = item.get("is")
            row.start_code = start if isinstance(start, Scalar) else None
            if row.value in model.values:
                model.setup.append(row)
            else:
                found.unknown("E0210", item.entries["value"].at, row.value, model.values)
            continue
        row.place = text_of(item.get("place"))
        if row.place not in model.places:
            if "place" in item:
                found.unknown("E0210", item.entries["place"].at, row.place, model.places)
            elif not found.damage.hits(item):
                found.add("E0227", item.at, word="setup", what="a `place`, or a `value`")
            continue
        model.setup.append(row)
        row.all_of = text_of(item.get("all"))
        if row.all_of and row.all_of not in model.kinds:
            found.unknown("E0210", item.entries["all"].at, row.all_of, model.kinds)
            row.all_of = ""
        where = item.get("where")
        row.where_code = where if isinstance(where, Scalar) else None
        row.pieces = words(item.get("pieces"))
        row.spots = {key: item.entries[key].at for key in ("place", "all") if key in item}
        for number, piece in enumerate(words_of(item.get("pieces"))):
            row.spots[f"pieces/{number}"] = piece.at
        tokens = item.get("tokens")
        for word, amount in tokens.items() if isinstance(tokens, Mapping) else ():
            assert isinstance(tokens, Mapping)
            row.spots[f"tokens/{word}"] = tokens.keys[word]
            if word in model.tokens:
                row.tokens[model.tokens[word].index] = by_seats(amount, model, found)
            else:
                found.unknown("E0210", tokens.keys[word], word, model.tokens)


def _scoring(node: Mapping | None, model: Model) -> None:
    for key, target in (("lines", model.score_lines), ("tie_breaks", model.tie_breaks)):
        rows = node.get(key) if node else None
        for item in rows if isinstance(rows, Sequence) else ():
            if isinstance(item, Mapping):
                points = item.get("points")
                name = text_of(item.get("id"), f"{key}_{len(target) + 1}")
                target.append(
                    ScoreTerm(
                        name,
                        item.at,
                        code=points if isinstance(points, Scalar) else None,
                        says=text_of(item.get("says"), name),
                    )
                )


def _wraps(stack: Stack, model: Model, found: Findings) -> None:
    """Overlays of procedures, terms and choices, in the order of the stack."""
    for wrap in stack.wraps:
        if wrap.op in ("before", "after", "instead_of"):
            name = base_name(wrap.target)
            procedure = model.procedures.get(name)
            if procedure is None or wrap.code is None:
                found.unknown("E0212", wrap.named, name, model.procedures)
                continue
            names = _own_names(wrap, procedure, model, found)
            procedure.layers = (*procedure.layers, Layer(wrap.op, wrap.code, names))
            _say(stack, wrap, name, model)
        elif wrap.op == "term":
            name = base_name(wrap.target)
            term = model.terms.get(name)
            if term is None or wrap.code is None or term.code is None:
                found.unknown("E0210", wrap.named, name, model.terms)
                continue
            term.names = (*term.names, _own_names(wrap, term, model, found))
            term.usual = (*term.usual, term.code)
            term.code = wrap.code
            _say(stack, wrap, name, model)
        else:
            op = wrap.op.removeprefix("option_")
            changes = model.option_changes.setdefault(wrap.target, [])
            model.option_order.append((wrap.target, len(changes)))
            said = _said_later(stack, wrap) if wrap.says is not None else frozenset()
            changes.append(OptionChange(op, wrap.label, wrap.code, wrap.label_at, text_of(wrap.says), said))


def _say(stack: Stack, wrap: Wrap, name: str, model: Model) -> None:
    """The text that a change gives to its procedure or term, unless a later pack has one for it."""
    if wrap.says is not None and name not in _said_later(stack, wrap):
        model.says[name] = text_of(wrap.says)


def _said_later(stack: Stack, wrap: Wrap) -> frozenset[str]:
    """The keys of the texts that packs after the one with this change give."""
    order = {pack.id: number for number, pack in enumerate(stack.packs)}
    texts = section(stack, "says")
    later = texts.items() if texts else ()
    return frozenset(key for key, node in later if order.get(node.pack, 0) > order[wrap.pack])


def _own_names(wrap: Wrap, declared: Term | Procedure, model: Model, found: Findings) -> tuple[Parameter, ...]:
    """What a change calls the parameters; empty where it doesn't name them, so that they are called as declared."""
    if "(" not in wrap.target:
        return ()
    _, parameters = signature(wrap.target, wrap.named, model, found, procedure=isinstance(declared, Procedure))
    related = (declared.named,) if declared.named is not None else ()
    if len(parameters) != len(declared.parameters):
        given = f"{len(parameters)} are"
        arguments = {"word": declared.id, "expected": len(declared.parameters), "found": given}
        found.record("E0222", wrap.named, len(wrap.target), "", related, arguments)
        return ()
    for own, other in zip(parameters, declared.parameters, strict=True):
        if own.type is not None and other.type is not None and own.type != other.type:
            arguments = {"expected": other.type, "found": own.type}
            found.record("E0220", own.typed or wrap.named, len(own.name), "", related, arguments)
            own.type = None
    return parameters


def says_key(node: Node | None) -> str:
    return text_of(node)
