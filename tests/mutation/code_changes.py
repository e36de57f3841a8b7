"""The changes that a rule can suffer: numbers, conditions, comparisons, gain and pay, the order of two calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from lark import Token, Tree

from tests.mutation.code_tree import Node, code_tree, end_of, parts, start_of, words

NUMBER, CONDITION, COMPARISON, SWAP, ORDER, WORD = (
    "number",
    "condition",
    "comparison",
    "gain and pay",
    "order",
    "yes/no",
)
TRUE = "1 = 1"
COMPARED = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "=": ("!=",),
    "!=": ("=",),
    "most": ("least",),
    "least": ("most",),
}


@dataclass(frozen=True, slots=True)
class Change:
    """A piece of an effect's text, from `start` to `end`, that becomes `after`."""

    kind: str
    start: int
    end: int
    after: str


def code_changes(text: str) -> list[Change]:
    """All changes of an effect or expression; none for a text that is no code."""
    tree = code_tree(text)
    if tree is None:
        return []
    found: list[Change] = []
    for node in tree.iter_subtrees_topdown():
        for changes in RULES:
            found.extend(changes(node, text))
    return sorted(dict.fromkeys(found), key=lambda change: (change.start, change.end, change.after))


def _numbers(node: Node, text: str) -> Iterator[Change]:
    for token in parts(node):
        if isinstance(token, Token) and token.type == "NUMBER":
            for number in near(int(token)):
                yield _instead(NUMBER, token, str(number))


def near(number: int) -> list[int]:
    """The numbers beside one, as far as a rule can have them."""
    return [other for other in (number - 1, number + 1) if other >= 0 or number < 0]


def _comparisons(node: Node, text: str) -> Iterator[Change]:
    inside, name = parts(node), str(node.data)
    for token in inside if name in ("cmp", "superlative") else ():
        for other in COMPARED.get(_word(token), ()):
            yield _instead(COMPARISON, token, other)
    if name in ("is_", "is_empty", "is_full"):
        yield Change(COMPARISON, end_of(inside[1]), end_of(inside[1]), " not")
    elif name == "in_":
        yield Change(COMPARISON, start_of(inside[1]), start_of(inside[1]), "not ")
    elif name in ("is_not", "not_empty"):
        yield Change(COMPARISON, end_of(inside[1]), end_of(inside[2]), "")
    elif name in ("not_in", "not_"):
        first = 1 if name == "not_in" else 0
        yield Change(COMPARISON, start_of(inside[first]), start_of(inside[first + 1]), "")
    elif name == "quant" and _word(inside[0]) in ("any", "every"):
        yield _instead(COMPARISON, inside[0], "every" if _word(inside[0]) == "any" else "any")


def _conditions(node: Node, text: str) -> Iterator[Change]:
    inside, name = parts(node), str(node.data)
    for index, token in enumerate(inside):
        if _word(token) in ("where", "while"):
            yield _without(text, start_of(token), end_of(inside[index + 1]))
        elif _word(token) in ("satisfies", "if"):
            yield Change(CONDITION, start_of(inside[index + 1]), end_of(inside[index + 1]), TRUE)
    if name in ("unless", "else_", "elif_", "otherwise"):
        yield _without(text, start_of(node), end_of(node))
    if name == "binders" and isinstance(once := inside[-1], Tree) and once.data == "once":
        yield _without(text, start_of(inside[-2]), end_of(node))
    if name in ("and_", "or_"):
        left, _, right = inside
        yield Change(CONDITION, start_of(left), start_of(right), "")
        yield Change(CONDITION, end_of(left), end_of(right), "")


def _swaps(node: Node, text: str) -> Iterator[Change]:
    inside, name = parts(node), str(node.data)
    by_word = {_word(child): position for position, child in enumerate(inside)}

    def written(position: int) -> str:
        return text[start_of(inside[position]) : end_of(inside[position])]

    def behind(word: str) -> str:
        return written(by_word[word] + 1)

    if name in ("gain", "gain_any"):
        head = text[
            end_of(inside[by_word["exactly"]]) if "exactly" in by_word else end_of(inside[0]) : _head_end(inside)
        ]
        source = f" to {behind('from')}" if "from" in by_word else ""
        yield Change(SWAP, start_of(node), end_of(node), f"pay {head.strip()}{source}")
    elif name in ("pay", "pay_any"):
        head = text[end_of(inside[0]) : _head_end(inside)]
        target = f" from {behind('to')}" if "to" in by_word else ""
        yield Change(SWAP, start_of(node), end_of(node), f"gain {head.strip()}{target}")
    elif name == "lose":
        yield _instead(SWAP, inside[0], "gain")
    elif name in ("add", "subtract"):
        verb, link = ("take", "from") if name == "add" else ("add", "to")
        yield Change(SWAP, start_of(node), end_of(node), f"{verb} {written(1)} {link} {written(3)}")
    elif name == "move":
        source, target = behind("from"), behind("to")
        yield Change(SWAP, start_of(node), end_of(node), f"move {written(1)} from {target} to {source}")
    elif name == "exchange" and isinstance(amount := inside[by_word["for"] + 1], Tree) and amount.data == "amount":
        number, thing = (text[start_of(part) : end_of(part)] for part in parts(amount))
        swapped = f"{thing} for {number} {written(by_word['for'] - 1)}"
        yield Change(SWAP, start_of(inside[by_word["for"] - 1]), end_of(amount), swapped)


def _head_end(inside: list[Node | Token]) -> int:
    """Where the amounts of a sentence end: in front of its `from` or `to`."""
    ends = [position for position, child in enumerate(inside) if _word(child) in ("from", "to")]
    return end_of(inside[ends[0] - 1] if ends else inside[-1])


def _orders(node: Node, text: str) -> Iterator[Change]:
    rows = [child for child in parts(node) if isinstance(child, Tree)]
    for one, two in pairwise(rows):
        if _is_call(one) and _is_call(two):
            start, middle, then, end = start_of(one), end_of(one), start_of(two), end_of(two)
            yield Change(ORDER, start, end, text[then:end] + text[middle:then] + text[start:middle])


def _is_call(row: Node) -> bool:
    """Whether a statement on a line of its own calls something: what else may change places mostly does the same."""
    return row.data == "stmt" and isinstance(call := row.children[0], Tree) and call.data in ("do", "do_hook")


def _words(node: Node, text: str) -> Iterator[Change]:
    if node.data not in ("set_", "modifier", "let"):
        return
    for child in parts(node):
        found = [str(word) for word in words(child)]
        if found in (["yes"], ["no"]):
            yield _instead(WORD, child, "no" if found == ["yes"] else "yes")


def _word(part: Node | Token) -> str:
    """The word or sign that a part is, or the empty string."""
    return str(part) if isinstance(part, Token) else ""


def _instead(kind: str, part: Node | Token, after: str) -> Change:
    return Change(kind, start_of(part), end_of(part), after)


def _without(text: str, start: int, end: int) -> Change:
    """A piece goes, and the blanks in front of it."""
    return Change(CONDITION, len(text[:start].rstrip()), end, "")


RULES: tuple[Callable[[Node, str], Iterator[Change]], ...] = (
    _numbers,
    _comparisons,
    _conditions,
    _swaps,
    _orders,
    _words,
)
