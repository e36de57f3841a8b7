"""W0474: what a text names in braces and nothing fills."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from referee.language import tree as t
from referee.language.build import Ruleset
from referee.language.codes import CODES
from referee.language.compare.code import inside
from referee.language.model import Parameter
from referee.lint.trees import choices, pack_of
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node, Scalar
from referee.packs.spelling import did_you_mean

DEEPEST = 20  # parts inside one another
WHERE = "_place"  # behind the name of a cell: the cell, whatever lies there
_NAME = re.compile(r"\s*([a-z][a-z0-9_]*)(\.[a-z]+)?\s*")
_FORM = re.compile(r",\s*(plural|select|selectordinal)\s*,")
_WORD = re.compile(r"\s*(offset:\d+|=?\w+)\s*")


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Texts of the last pack with a name in braces that is none of a parameter, a rule value or what is chosen."""
    last = ruleset.stack.packs[-1].id
    for node, known in _texts(ruleset):
        for name, start in holes(node.text):
            at = node.locate(1, start + 1)
            if name not in known and pack_of(ruleset, at) == last:
                yield Diagnostic(CODES["W0474"], at, (("word", name),), len(name), did_you_mean(name, known))


def holes(text: str) -> Iterator[tuple[str, int]]:
    """The names in braces of a text in the format of messages, with their places."""
    yield from _inside(text, 0, "", [], DEEPEST)


def _inside(text: str, start: int, end: str, stop: list[int], deep: int) -> Iterator[tuple[str, int]]:
    """The names from a place on, as far as the sign that ends this part; where that is goes into `stop`.

    Parts of parts are looked into `deep` times; what is deeper is left out with all behind it.
    """
    at = start
    while at < len(text) and text[at] != end:
        if text[at] != "{":
            at += 1
            continue
        named = _NAME.match(text, at + 1)
        if named is None:
            at += 1
            continue
        yield named.group(1), named.start(1)
        at = named.end()
        form = _FORM.match(text, at)
        at = form.end() if form else at
        while form and (word := _WORD.match(text, at)):
            at = word.end()
            if text[at : at + 1] == "{":
                if not deep:
                    stop.append(len(text))
                    return
                ended: list[int] = []
                yield from _inside(text, at + 1, "}", ended, deep - 1)
                at = ended[0] + 1
        at = text.find("}", at) + 1 or len(text)
    stop.append(at)


def _texts(ruleset: Ruleset) -> Iterator[tuple[Scalar, set[str]]]:
    """Every text that has names in braces, with those that it may have."""
    model = ruleset.model
    rules = set(model.rules)
    says = ruleset.stack.sections.get("says")
    named: dict[str, set[str]] = {}
    for name, term in model.terms.items():
        named[name] = _parameters(term.parameters)
    for name, procedure in model.procedures.items():
        named[name] = named[f"names/{name}"] = _parameters(procedure.parameters)
    said = [(each.code, each.says) for each in ruleset.stack.wraps if each.code is not None and each.says is not None]
    for step, option in _options(ruleset):
        words = {word for each in option.binders for word in (each.word, each.word + WHERE)}
        words |= named.get(step.partition("/")[0], set())
        for key in (step, f"{step}/{option.label}", f"{step.rpartition('/')[0]}/{option.label}"):
            named.setdefault(key, set()).update(words)
        yield from ((text, words | rules) for code, text in said if inside(code, option.at))
    for key, node in says.items() if isinstance(says, Mapping) else ():
        if isinstance(node, Scalar) and key in named:
            yield node, named[key] | rules
    for section in ("terms", "procedures"):
        for name, node in _declared(ruleset, section):
            yield node, named.get(name, set()) | rules
    for _, node in _declared(ruleset, "rules"):
        yield node, rules | {"is"}


def _options(ruleset: Ruleset) -> Iterator[tuple[str, t.Option]]:
    """Every option, with the name of its choice."""
    for choice in choices(ruleset):
        yield from ((choice.step.partition(".")[0], option) for option in choice.options)
    for option in ruleset.standing:
        yield f"standing/{ruleset.context.standing_of[option.label]}", option


def _declared(ruleset: Ruleset, section: str) -> Iterator[tuple[str, Scalar]]:
    """The texts that stand with declarations."""
    nodes = ruleset.stack.sections.get(section)
    for key, node in nodes.items() if isinstance(nodes, Mapping) else ():
        text: Node | None = node.get("says") if isinstance(node, Mapping) else None
        if isinstance(text, Scalar):
            yield key.partition("(")[0].strip(), text


def _parameters(parameters: Iterable[Parameter]) -> set[str]:
    return {name for each in parameters for name in (each.name, each.name + WHERE)}
