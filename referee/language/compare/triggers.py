"""Told: what is done before and after procedures, and when things are put somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lark import Token, Tree

from referee.language.compare.code import bare, inside
from referee.language.compare.reading import Reading
from referee.language.compare.sentences import sentence
from referee.language.compare.things import Thing, sentences
from referee.language.describe import Describer
from referee.language.describe.phrases import phrase
from referee.language.parse import parse, position
from referee.language.text import Text
from referee.language.tree import ForPieces, Node, Statement
from referee.language.tree.base import children
from referee.packs.node import Position, Scalar

Syntax = Tree[Token]


def triggers(r: Reading) -> Iterator[Thing]:
    """The triggers of packs; those of entries are told with them."""
    seen: dict[str, int] = {}
    for code in r.model.triggers:
        told = events(r, code)
        for number, (tree, text) in enumerate(zip(_parsed(code), told, strict=True)):
            event = _event(r, r.words, tree)
            key = " ".join(bare(code)).partition(":")[0] + f" {number}"
            seen[key] = seen.get(key, 0) + 1
            source = bare(code)
            yield Thing("triggers", f"{key} {seen[key]}", event, (sentences("does", [text]),), source)


def events(r: Reading, code: Scalar, *, of_entry: bool = False) -> list[Text]:
    """The triggers of a text as sentences. `of_entry`: they are those of an entry, each of whose pieces acts."""
    trees = _parsed(code)
    starts = [position(tree, code) for tree in trees]
    found = []
    for number, tree in enumerate(trees):
        later = starts[number + 1 : number + 2]
        end = later[0] if later and later[0] > starts[number] else None  # a quoted text has one place for all its lines
        d = r.describer()
        event = _event(r, d, tree)
        body = _done(_bodies(r, tree, trees, code), code, (starts[number], end), of_entry)
        found.append(sentence(phrase(f"verb/{_when(tree)}", event=event, body=d.effect(body))))
    return found


def _parsed(code: Scalar) -> list[Syntax]:
    tree = parse(code, "triggers", [])
    return [kid for kid in tree.children if isinstance(kid, Tree)] if tree is not None else []


def _when(tree: Syntax) -> str:
    """before or after."""
    return _words(tree.children[0])[0]


def _words(node: object) -> list[str]:
    if isinstance(node, Token):
        return [str(node)]
    assert isinstance(node, Tree)
    return [str(kid) for kid in node.children if isinstance(kid, Token)]


def _event(r: Reading, d: Describer, tree: Syntax) -> Text:
    """What sets it off."""
    if tree.data == "on_put":
        kind, place = _words(tree.children[1])[0], _words(tree.children[3])[-1]
        return phrase("diff/put", what=r.kind(kind), place=r.place(place))
    name = _procedure(tree)
    typed = next((each for each in r.ruleset.procedures if each.name == name), None)
    return d.procedure_name(typed) if typed is not None else r.name("procedure", r.model.procedures[name])


def _procedure(tree: Syntax) -> str:
    """The procedure that sets it off; empty for a piece that is put somewhere."""
    return "" if tree.data == "on_put" else str(tree.children[1])


def _bodies(r: Reading, tree: Syntax, trees: Sequence[Syntax], code: Scalar) -> Iterator[Sequence[Statement]]:
    """Where a trigger can have been woven in: in its procedure; one of a piece anywhere but where its sisters are."""
    name, sisters = _procedure(tree), {_procedure(each) for each in trees}
    for procedure in r.ruleset.procedures:
        if name == procedure.name:
            yield procedure.body
        elif not name:
            around = procedure.name in sisters
            yield [each for each in procedure.body if not (around and inside(code, each.at))]
    if not name:
        yield from (body.body for entry in r.model.entries for body in entry.hooks.values())


def _done(
    bodies: Iterable[Sequence[Node]], code: Scalar, span: tuple[Position, Position | None], of_entry: bool
) -> Sequence[Statement]:
    """What a trigger does, from the first place where it was woven in."""
    start, end = span

    def of_it(node: Node) -> bool:
        if not isinstance(node, Statement) or not inside(code, node.at):
            return False
        return start <= node.at and (end is None or node.at < end)

    for body in bodies:
        pending: list[Node] = list(body)
        while pending:
            node = pending.pop(0)
            if of_it(node) and isinstance(node, ForPieces) >= of_entry:
                return [each for each in [node, *pending] if of_it(each) and isinstance(each, Statement)]
            pending = [*children(node), *pending]
    return ()
