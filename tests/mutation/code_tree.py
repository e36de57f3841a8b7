"""Effects as trees with every word in them, so that a piece of a rule can be cut out of its text exactly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.indenter import DedentError

from referee.language.parse import STARTS, Blocks, GluedWord, Indentation
from referee.packs.roots import data_root

Node = Tree[Token]
Part = Node | Token
BREAKS = frozenset((Indentation.NL_type, Indentation.INDENT_type, Indentation.DEDENT_type))


@lru_cache(maxsize=1)
def _parser() -> Lark:
    """The language's parser; but this one keeps the words that only hold a sentence together."""
    grammar = (data_root("grammar") / "effects.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", postlex=Blocks(), start=list(STARTS), keep_all_tokens=True)


@lru_cache(maxsize=4096)
def code_tree(text: str) -> Node | None:
    """The tree of an effect, an expression, options or triggers; None for what is none of them."""
    for start in STARTS:
        try:
            return _parser().parse(text.rstrip() + "\n", start=start)
        except (LarkError, DedentError, GluedWord):
            continue
    return None


def words(part: Part) -> Iterator[Token]:
    """The words and signs of a part in their order, without the ends of lines and blocks."""
    if isinstance(part, Token):
        if part.type not in BREAKS:
            yield part
    else:
        for child in parts(part):
            yield from words(child)


def parts(node: Node) -> list[Part]:
    """The children that are there: what a sentence leaves out has a place in the tree too."""
    return [child for child in node.children if child is not None]


def start_of(part: Part) -> int:
    """The offset of the first character of a part that has a word."""
    return next(words(part)).start_pos or 0


def end_of(part: Part) -> int:
    """The offset behind the last character of a part that has a word."""
    *_, last = words(part)
    return last.end_pos or 0
