"""Procedures sentence by sentence: each says the whole of one thing that happens, with the loops and conditions around.

"each player: gain 1 bead, then lose 1 coin" is two sentences, so that a change of one of them shows nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.language.describe import Describer
from referee.language.describe.phrases import phrase
from referee.language.text import Text
from referee.language.tree import (
    As,
    Block,
    Choose,
    EachSeat,
    ForEach,
    If,
    LookAt,
    Node,
    Not,
    Option,
    Remember,
    Repeat,
    Require,
    Span,
    Statement,
)

_AROUND = (As, EachSeat, ForEach, LookAt, Repeat)
_UNSAID = (Remember, Require)
MOST = 400  # sentences of one procedure


def told_apart(d: Describer, body: Iterable[Statement]) -> list[Text]:
    """The sentences of some statements, in their order."""
    found: list[Text] = []
    for leaf in _leaves(body):
        text = d.part(leaf)
        if text is not None:
            found.append(sentence(text))
        if len(found) >= MOST:
            break
    return found


def sentence(text: Text) -> Text:
    """The text as a sentence."""
    return phrase("verb/rules", rules=text)


def options_apart(d: Describer, step: str, options: Iterable[Option]) -> list[Text]:
    """The sentences of some options, one for each."""
    return [sentence(d.text(Choose(step, (option,)))) for option in options]


def _leaves(body: Iterable[Statement]) -> Iterator[Statement]:
    for statement in body:
        yield from _leaf(statement)


def _leaf(statement: Statement) -> Iterator[Statement]:
    """A statement taken apart: copies of it, each with one thing that happens in it."""
    if isinstance(statement, _UNSAID):
        return
    if isinstance(statement, Block | Span):
        yield from _leaves(statement.body)
    elif isinstance(statement, _AROUND):
        for leaf in _leaves(statement.body):
            yield replace(statement, body=(leaf,))
    elif isinstance(statement, If):
        for leaf in _leaves(statement.then):
            yield replace(statement, then=(leaf,), other=())
        for leaf in _leaves(statement.other):
            yield replace(statement, test=Not(statement.test), then=(leaf,), other=())
    elif isinstance(statement, Choose):
        passing = tuple(o for o in statement.options if o.label == "pass" and o.bare)
        for option in [o for o in statement.options if o not in passing] or passing:
            yield replace(statement, options=(option, *passing) if option not in passing else (option,), otherwise=())
        for leaf in _leaves(statement.otherwise):
            yield replace(statement, options=(), otherwise=(leaf,))
    else:
        yield statement


def choices_in(nodes: Iterable[Node]) -> Iterator[Choose]:
    """Every decision in some nodes, outermost first."""
    from referee.language.tree import walk

    for node in nodes:
        yield from (inner for inner in walk(node) if isinstance(inner, Choose))
