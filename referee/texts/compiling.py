"""Messages as closures: what runs for each text that is shown. Nothing here raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from referee.texts.message import Argument, Cases, Hash, Message, Pattern
from referee.texts.plurals import PluralRule


class Scope(Protocol):
    """Where a message finds its arguments."""

    def text(self, name: str, attribute: str) -> str:
        """The argument as text; `{name}` if there is none."""
        ...

    def number(self, name: str) -> int | None:
        """The argument if it is a number."""
        ...

    def word(self, name: str, attribute: str) -> str:
        """What a select compares: an id, a number's digits, or the text of an attribute."""
        ...


Render = Callable[[Scope], str]


def compiled(message: Message, plural: PluralRule) -> Render:
    """A function that fills the message; `plural` is the rule of the language in which it is written."""
    return _pattern(message.pattern, plural)


def _pattern(pattern: Pattern, plural: PluralRule) -> Render:
    parts = tuple(_node(node, plural) for node in pattern)
    if all(isinstance(part, str) for part in parts):
        whole = "".join(part for part in parts if isinstance(part, str))
        return lambda scope: whole
    if len(parts) == 1 and not isinstance(parts[0], str):
        return parts[0]
    return lambda scope: "".join([part if isinstance(part, str) else part(scope) for part in parts])


def _node(node: str | Argument | Hash | Cases, plural: PluralRule) -> str | Render:
    if isinstance(node, str):
        return node
    if isinstance(node, Cases):
        return _plural(node, plural) if node.plural else _select(node, plural)
    name, attribute = node.name, node.attribute
    return lambda scope: scope.text(name, attribute)


def _plural(node: Cases, plural: PluralRule) -> Render:
    name = node.argument.name
    exact = {int(key[1:]): _pattern(case, plural) for key, case in node.cases if key.startswith("=")}
    by_category = {key: _pattern(case, plural) for key, case in node.cases if not key.startswith("=")}
    other = by_category["other"]

    def run(scope: Scope) -> str:
        number = scope.number(name)
        if number is None:
            return other(scope)
        return (exact.get(number) or by_category.get(plural(number)) or other)(scope)

    return run


def _select(node: Cases, plural: PluralRule) -> Render:
    name, attribute = node.argument.name, node.argument.attribute
    cases = {key: _pattern(case, plural) for key, case in node.cases}
    other = cases["other"]

    def run(scope: Scope) -> str:
        return cases.get(scope.word(name, attribute), other)(scope)

    return run
