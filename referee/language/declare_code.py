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
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence

SIGNATURE = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\((.*)\))?\s*\Z")


def signature(
    text: str, at: Position, model: Model, found: Findings, *, procedure: bool = False
) -> tuple[str, tuple[Parameter, ...]]:
    """`name(type a, b)` → the name and its parameters. The name of a `procedure` never stands alone."""
    match = SIGNATURE.match(text)
    if match is None:
        found.add("E0228", at, len(text), what=f"`{text}` is no name with parameters like `room(ship s, n)`")
        return text, ()
    name, inside = match.group(1), match.group(2)
    check_id(name, at, found, part=procedure)
    parameters: list[Parameter] = []
    known = singulars(model)
    for part in inside.split(",") if inside and inside.strip() else ():
        pieces = part.split()
        type_: Type | None = None
        if len(pieces) == 2:
            if pieces[0] in known:
                type_ = known[pieces[0]]
            else:
                type_ = read_type(pieces[0], at, model, found, entries=False)
        elif len(pieces) > 2:
            type_ = read_type(" ".join(pieces[:-1]), at, model, found, entries=False)
        if not pieces:
            found.add("E0228", at, len(text), what=f"a parameter is missing in `{text}`")
            continue
        check_id(pieces[-1], at, found)
        parameters.append(Parameter(pieces[-1], type_))
    return name, tuple(parameters)


def declare_code(stack: Stack, model: Model, found: Findings) -> None:
    """Everything that holds effects; the effects stay text."""
    for name, scalar, says in _coded(section(stack, "terms"), "is"):
        term_name, parameters = signature(name, scalar.at, model, found)
        model.terms[term_name] = Term(term_name, scalar.at, parameters=parameters, code=scalar, says=says)
    for name, scalar, says in _coded(section(stack, "procedures"), "do"):
        proc_name, parameters = signature(name, scalar.at, model, found, procedure=True)
        model.procedures[proc_name] = Procedure(proc_name, scalar.at, parameters=parameters, code=scalar, says=says)
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


def _coded(node: Mapping | None, key: str) -> Iterator[tuple[str, Scalar, str]]:
    """Declarations written as an effect, or as a mapping with the effect under `key`."""
    for name, item in node.items() if node else ():
        assert node is not None
        if isinstance(item, Scalar):
            yield name, item, ""
        elif isinstance(item, Mapping) and isinstance(item.get(key), Scalar):
            code = item.get(key)
            assert isinstance(code, Scalar)
            yield name, code, text_of(item.get("says"))


def _windows(node: Mapping | None, model: Model, found: Findings) -> None:
    for name, item in node.items() if node else ():
        if not isinstance(item, Mapping):
            continue
        seats, options = item.get("for"), item.get("choose")
        if not isinstance(seats, Scalar) or not isinstance(options, Scalar):
            found.add("E0227", item.at, word=name, what="`before`, `for` and `choose`")
            continue
        before = words(item.get("before"))
        for word in before:
            if word not in model.procedures:
                at = item.get("before")
                found.unknown("E0212", at.at if at else item.at, word, model.procedures)
        model.windows[name] = Window(name, item.at, before=before, seats=seats, options=options)


def _setup(stack: Stack, model: Model, found: Findings) -> None:
    rows = stack.sections.get("setup")
    for item in rows if isinstance(rows, Sequence) else ():
        if not isinstance(item, Mapping):
            continue
        row = SetupRow(item.at)
        model.setup.append(row)
        if "value" in item:
            row.value = text_of(item.get("value"))
            start = item.get("is")
            row.start_code = start if isinstance(start, Scalar) else None
            if row.value not in model.values:
                found.unknown("E0210", item.entries["value"].at, row.value, model.values)
                model.setup.pop()
            continue
        row.place = text_of(item.get("place"))
        if row.place not in model.places:
            at = item.get("place")
            found.unknown("E0210", at.at if at else item.at, row.place, model.places)
            model.setup.pop()
            continue
        row.all_of = text_of(item.get("all"))
        if row.all_of and row.all_of not in model.kinds:
            found.unknown("E0210", item.entries["all"].at, row.all_of, model.kinds)
            row.all_of = ""
        where = item.get("where")
        row.where_code = where if isinstance(where, Scalar) else None
        row.pieces = words(item.get("pieces"))
        tokens = item.get("tokens")
        for word, amount in tokens.items() if isinstance(tokens, Mapping) else ():
            if word in model.tokens:
                row.tokens[model.tokens[word].index] = by_seats(amount, model, found)
            else:
                assert isinstance(tokens, Mapping)
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
            procedure = model.procedures.get(wrap.target)
            if procedure is None or wrap.code is None:
                found.unknown("E0212", wrap.at, wrap.target, model.procedures)
                continue
            procedure.layers = (*procedure.layers, Layer(wrap.op, wrap.code))
        elif wrap.op == "term":
            name, parameters = signature(wrap.target, wrap.at, model, found)
            term = model.terms.get(name)
            if term is None or wrap.code is None or term.code is None:
                found.unknown("E0210", wrap.at, name, model.terms)
                continue
            if len(parameters) != len(term.parameters):
                found.add("E0222", wrap.at, word=name, expected=len(term.parameters), found=f"{len(parameters)} are")
            term.usual = (*term.usual, term.code)
            term.code = wrap.code
        else:
            op = wrap.op.removeprefix("option_")
            model.option_changes.setdefault(wrap.target, []).append((op, wrap.label, wrap.code, wrap.at))


def says_key(node: Node | None) -> str:
    return text_of(node)
