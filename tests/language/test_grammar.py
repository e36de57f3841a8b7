"""The grammar: no conflicts, an example above every production, and the words that can't be names."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import LarkError

from referee.language.parse import PARTS_ONLY, RESERVED, SOFT, STARTS, Blocks, misnamed, parse, parser
from referee.language.verbs import FAMILIES
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position, Scalar
from referee.packs.roots import data_root

GRAMMAR = (data_root("grammar") / "effects.lark").read_text(encoding="utf-8")
SHOWN = re.compile(r"//   (.*)")
PRODUCTION = re.compile(r"([?!]*)([a-z_]+): |\s+\| ")
NODE = re.compile(r"-> ([a-z_]+)$")


@dataclass(frozen=True)
class Production:
    """A line of the grammar that defines something: its rule, its node if it has one, and the example above it."""

    rule: str
    node: str
    example: str
    line: int


def productions() -> Iterator[Production]:
    rule, inlined, example = "", False, []
    for number, line in enumerate(GRAMMAR.splitlines(), 1):
        shown = SHOWN.match(line)
        if shown:
            example.append(shown.group(1))
            continue
        started = PRODUCTION.match(line)
        if started:
            if started.group(2):
                rule, inlined = started.group(2), "?" in started.group(1)
            node = NODE.search(line)
            yield Production(rule, node.group(1) if node else "" if inlined else rule, "\n".join(example), number)
        example = []


ALL = list(productions())


def distances() -> dict[str, list[str]]:
    """The start symbols that lead to each rule, nearest first."""
    leads: dict[str, set[str]] = {}
    for rule in parser().rules:
        leads.setdefault(str(rule.origin.name), set()).update(str(s.name) for s in rule.expansion if not s.is_term)
    found: dict[str, list[tuple[int, str]]] = {}
    for start in STARTS:
        seen = {start: 0}
        queue = deque([start])
        while queue:
            name = queue.popleft()
            for inside in leads.get(name, ()):
                if inside not in seen:
                    seen[inside] = seen[name] + 1
                    queue.append(inside)
        for name, distance in seen.items():
            found.setdefault(name, []).append((distance, start))
    return {name: [start for _, start in sorted(starts)] for name, starts in found.items()}


LEADING = distances()


def tree(example: str, rule: str) -> Tree[Token]:
    """The tree of an example, read from the nearest start symbol that takes it."""
    for start in LEADING[rule]:
        try:
            return parser().parse(example + "\n", start=start)
        except LarkError as error:
            last = error
    raise last


def test_strict_lalr_without_conflicts() -> None:
    Lark(GRAMMAR, parser="lalr", postlex=Blocks(), start=list(STARTS), strict=True)


def test_every_production_has_an_example_above_it() -> None:
    assert [f"line {one.line}: {one.rule}" for one in ALL if one.node and not one.example] == []


@pytest.mark.parametrize("one", [one for one in ALL if one.example], ids=lambda one: one.node or one.rule)
def test_an_example_is_what_it_stands_above(one: Production) -> None:
    found = {str(node.data) for node in tree(one.example, one.rule).iter_subtrees()}
    assert not one.node or one.node in found


def test_the_examples_name_nothing_reserved() -> None:
    for one in ALL:
        if one.example:
            assert list(misnamed(tree(one.example, one.rule))) == []


# -- reserved words -------------------------------------------------------------------------------


def keywords() -> set[str]:
    return {t.pattern.value for t in parser().terminals if t.pattern.type == "str" and t.pattern.value.isalpha()}


def test_reserved_are_the_keywords_and_the_words_with_a_meaning() -> None:
    explained = {word for family in FAMILIES for one in family.constructs for word in one.words}
    assert keywords() | explained == RESERVED
    assert PARTS_ONLY <= SOFT <= RESERVED


def stands(form: str, start: str, word: str) -> bool:
    """Is the word read as a name in this place?"""
    try:
        found = parser().parse(form.format(word) + "\n", start=start)
    except LarkError:
        return False
    return any(token.type == "NAME" and token == word for token in found.scan_values(lambda t: isinstance(t, Token)))


@pytest.mark.parametrize("word", sorted(SOFT))
def test_a_soft_word_can_be_a_name(word: str) -> None:
    anywhere = [("my.{}", "value"), ("do {}", "start"), ("do {} of x", "start"), ("{}: pass", "options")]
    anywhere += [("choose one {}:\n  x: pass", "start"), ("turn x to {}", "start"), ("rule {} > 1", "value")]
    assert [form for form, start in anywhere if not stands(form, start, word)] == []
    things = [("{} + 1", "value"), ("x is {}", "value"), ("{}(1)", "value"), ("gain 1 {}", "start")]
    things += [("let {} = 1", "start"), ("x {} from s: pass", "options"), ("set {} to 1", "start")]
    assert all(stands(form, start, word) for form, start in things) == (word not in PARTS_ONLY)


@pytest.mark.parametrize(
    ("code", "start", "word"),
    [
        ("let choose = 3", "start", "choose"),
        ("let n = 3 then let total = n", "start", "total"),
        ("choose put c from row: gain 1 coin", "start", "put"),
        ("for each seat in row: gain 1 coin", "start", "seat"),
        ("choose one if:\n  rest: gain 1 coin", "start", "if"),
        ("any it in row satisfies it is empty", "value", "it"),
        ("sum of (2 for me in seats)", "value", "me"),
        ("after sell(my): gain 1 coin", "triggers", "my"),
        ("sell k from goods, none = 3: gain 1 k", "options", "none"),
        ("count (row as where where c is empty)", "value", "where"),
    ],
)
def test_a_reserved_word_names_nothing(code: str, start: str, word: str) -> None:
    found: list[Diagnostic] = []
    parse(Scalar(code, Position("fair/pack.yaml", 1, 1)), start, found)
    assert [(one.code.code, dict(one.arguments)["word"]) for one in found] == [("E0202", word)]
