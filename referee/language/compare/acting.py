"""Told: what happens: procedures, terms, and what may be done at any time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.language.compare.code import bare, inside
from referee.language.compare.reading import Reading
from referee.language.compare.sentences import choices_in, options_apart, told_apart
from referee.language.compare.things import Aspect, Thing, one, sentences
from referee.language.compare.wording import procedure_title, term_name
from referee.language.describe.phrases import listed, phrase
from referee.language.describe.sets import member
from referee.language.model import Window
from referee.language.resolve.context import Instance
from referee.language.tree import EachSeat, OptionConst, Statement, Where, walk
from referee.packs.node import Scalar

DOES = "does"


def procedures(r: Reading) -> Iterator[Thing]:
    """What happens, sentence by sentence."""
    typed = _first(r.ruleset.procedures)
    for procedure in r.model.procedures.values():
        instance = typed.get(procedure.id)
        body = _without_triggers(r, instance.body) if instance is not None else []
        steps = {each.step for each in choices_in(body)}
        source = [line for layer in procedure.layers for line in (layer.op, *bare(layer.code))]
        source += [line for step in sorted(steps) for line in _option_changes(r, step)]
        source += [f"{node.option} {node.value}" for top in body for node in walk(top) if isinstance(node, OptionConst)]
        told = told_apart(r.describer(whole=True), body)
        name = procedure_title(r, procedure.id, instance)
        yield Thing("procedures", procedure.id, name, (sentences(DOES, told),), (*bare(procedure.code), *source))


def _first(instances: Sequence[Instance]) -> dict[str, Instance]:
    """One typed instance of each procedure or term, whichever was called first."""
    found: dict[str, Instance] = {}
    for instance in sorted(instances, key=lambda each: [str(type_) for _, type_ in each.parameters]):
        found.setdefault(instance.name, instance)
    return found


def _without_triggers(r: Reading, body: Sequence[Statement]) -> list[Statement]:
    """The statements of a procedure without what was woven around it."""
    codes = [*r.model.triggers]
    for entry in r.model.entries:
        for hook, scalars in entry.code.items():
            if r.model.kinds[entry.kind].hooks[hook].sort == "trigger":
                codes += scalars
    windows = {window.at for window in r.model.windows.values()}
    return [each for each in body if each.at not in windows and not any(inside(code, each.at) for code in codes)]


def _option_changes(r: Reading, step: str) -> Iterator[str]:
    for key in (step, step.rpartition("/")[2]):
        for each in r.model.option_changes.get(key, ()):
            yield from (each.op, each.label, *bare(each.code))


def terms(r: Reading) -> Iterator[Thing]:
    """How what is counted or asked for in many places is worked out."""
    typed = _first(r.ruleset.terms)
    for term in r.model.terms.values():
        instance = typed.get(term.id)
        told = []
        if instance is not None and instance.value is not None:
            d = r.describer()
            d.telling = term.id
            told = [one("means", d.text(instance.value))]
        source = bare(term.code, *term.usual)
        yield Thing("terms", term.id, term_name(r, term.id, instance), tuple(told), source)


def any_time(r: Reading) -> Iterator[Thing]:
    """What a seat may do beside each of its decisions."""
    for standing in r.model.standing.values():
        code = standing.options
        if isinstance(code, Scalar):
            options = [option for option in r.ruleset.standing if inside(code, option.at)]
            told = options_apart(r.describer(whole=True), f"standing/{standing.id}", options)
            name = r.name("standing", standing)
            yield Thing("any_time", standing.id, name, (sentences(DOES, told),), bare(code))


def windows(r: Reading) -> Iterator[Thing]:
    """What seats may do before something that isn't theirs."""
    for window in r.model.windows.values():
        before = [procedure_title(r, each, _first(r.ruleset.procedures).get(each)) for each in window.before]
        aspects = [one("before", listed(before) if before else phrase("expr/none")), *_window(r, window)]
        source = bare(window.seats, window.options)
        yield Thing("windows", window.id, r.name("windows", window), tuple(aspects), source)


def _window(r: Reading, window: Window) -> Iterator[Aspect]:
    step = f"windows/{window.id}"
    for procedure in r.ruleset.procedures:
        for statement in (node for top in procedure.body for node in walk(top)):
            if isinstance(statement, EachSeat) and statement.at == window.at:
                d = r.describer(whole=True)
                if isinstance(statement.items, Where):
                    yield one("who", member(d, statement.items))
                choice = next(each for each in choices_in(statement.body) if each.step == step)
                yield sentences(DOES, options_apart(d, step, choice.options[:-1]))
                return
