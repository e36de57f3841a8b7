"""Messages: a subset of ICU MessageFormat, parsed into plain nodes.

    {name}                                             an argument
    {what.plural}                                      an attribute of an argument: a form of its name
    {rules.capital}                                    the argument with a capital letter at its beginning
    {n, plural, =0 {none} one {# coin} other {# coins}}    `#` is the number
    {x, select, yes {open} other {closed}}
    '{' '}' ''                                         quoted braces, an apostrophe

Formats, offsets and ordinals of ICU are not part of it: the referee's numbers are small integers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

MAX_LENGTH = 20_000
MAX_NESTING = 8
CATEGORIES = ("zero", "one", "two", "few", "many", "other")

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEY = re.compile(r"=[0-9]{1,9}|[A-Za-z0-9_./-]+")
_SPACE = re.compile(r"\s*")
_QUOTABLE = "{}#|"


class MessageError(ValueError):
    """A message that can't be read. `position` is the offset of the fault in `source`, in characters."""

    def __init__(self, what: str, source: str, position: int) -> None:
        self.what, self.source, self.position = what, source, position
        super().__init__(f"{what} at character {position + 1} of {source[:80]!r}")


@dataclass(frozen=True, slots=True)
class Argument:
    """`{name}` or `{name.attribute}`."""

    name: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Hash:
    """`#`: the number of the innermost plural."""

    name: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Cases:
    """A plural (`plural` is true) or a select: the pattern of the first case that fits, `other` if none does."""

    argument: Argument
    plural: bool
    cases: tuple[tuple[str, Pattern], ...]


Node = str | Argument | Hash | Cases
Pattern = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A parsed message. `arguments` are the names that it asks for, without attributes."""

    source: str
    pattern: Pattern
    arguments: frozenset[str]

    def plural_categories(self) -> frozenset[str]:
        """The plural categories (not the exact numbers) that its plurals name."""
        return frozenset(_categories(self.pattern))


@lru_cache(maxsize=8192)
def parse(source: str) -> Message:
    """The message written as `source`. Raises MessageError with the position of the first fault."""
    if len(source) > MAX_LENGTH:
        raise MessageError(f"a message has at most {MAX_LENGTH} characters", source, MAX_LENGTH)
    parser = _Parser(source)
    pattern = parser.pattern(0, None)
    if parser.at < len(source):
        raise MessageError("`}` without `{`", source, parser.at)
    return Message(source, pattern, frozenset(_arguments(pattern)))


def _arguments(pattern: Pattern) -> Iterator[str]:
    for node in pattern:
        if isinstance(node, Argument):
            yield node.name
        elif isinstance(node, Cases):
            yield node.argument.name
            for _, case in node.cases:
                yield from _arguments(case)


def _categories(pattern: Pattern) -> Iterator[str]:
    for node in pattern:
        if isinstance(node, Cases):
            for key, case in node.cases:
                if node.plural and not key.startswith("="):
                    yield key
                yield from _categories(case)


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def fail(self, what: str, position: int | None = None) -> MessageError:
        return MessageError(what, self.source, self.at if position is None else position)

    def pattern(self, depth: int, plural: Argument | None) -> Pattern:
        """Text and arguments up to an unquoted `}` or the end."""
        nodes: list[Node] = []
        text: list[str] = []

        def flush() -> None:
            if text:
                nodes.append("".join(text))
                text.clear()

        source = self.source
        while self.at < len(source):
            char = source[self.at]
            if char == "}":
                break
            if char == "{":
                flush()
                nodes.append(self.argument(depth))
                continue
            if char == "#" and plural is not None:
                flush()
                nodes.append(Hash(plural.name, plural.attribute))
            elif char == "'":
                text.append(self.quoted())
                continue
            else:
                text.append(char)
            self.at += 1
        flush()
        return tuple(nodes)

    def quoted(self) -> str:
        """An apostrophe: doubled it is itself, before a brace it opens a quotation, else it is plain text."""
        source, start = self.source, self.at
        following = source[start + 1 : start + 2]
        if following == "'":
            self.at += 2
            return "'"
        if not following or following not in _QUOTABLE:
            self.at += 1
            return "'"
        self.at += 1
        text: list[str] = []
        while self.at < len(source):
            if source[self.at] != "'":
                text.append(source[self.at])
            elif source[self.at + 1 : self.at + 2] == "'":
                text.append("'")
                self.at += 1
            else:
                self.at += 1
                return "".join(text)
            self.at += 1
        raise self.fail("a quotation `'` that isn't closed", start)

    def argument(self, depth: int) -> Node:
        start = self.at
        if depth >= MAX_NESTING:
            raise self.fail(f"messages nest at most {MAX_NESTING} deep")
        self.at += 1
        argument = self.reference(start)
        self.space()
        if self.take("}"):
            return argument
        if not self.take(","):
            raise self.fail("expected `}` or `,` after the name of an argument")
        self.space()
        kind_at = self.at
        kind = self.word(_NAME, "expected `plural` or `select`")
        if kind not in ("plural", "select"):
            raise self.fail(f"`{kind}` is no format; `plural` and `select` are", kind_at)
        self.space()
        if not self.take(","):
            raise self.fail(f"expected `,` after `{kind}`")
        return Cases(argument, kind == "plural", self.cases(start, depth, argument if kind == "plural" else None))

    def reference(self, start: int) -> Argument:
        self.space()
        if self.at >= len(self.source):
            raise self.fail("`{` that isn't closed", start)
        name = self.word(_NAME, "expected the name of an argument after `{`; a plain brace is written '{'")
        attribute = self.word(_NAME, "expected the name of an attribute after `.`") if self.take(".") else ""
        return Argument(name, attribute)

    def cases(self, start: int, depth: int, plural: Argument | None) -> tuple[tuple[str, Pattern], ...]:
        cases: dict[str, Pattern] = {}
        while True:
            self.space()
            if self.take("}"):
                break
            if self.at >= len(self.source):
                raise self.fail("`{` that isn't closed", start)
            key_at = self.at
            key = self.word(_KEY, "expected a case such as `other {...}`")
            if plural is not None and not key.startswith("=") and key not in CATEGORIES:
                raise self.fail(f"`{key}` is no plural category; they are {', '.join(CATEGORIES)} and =NUMBER", key_at)
            if key in cases:
                raise self.fail(f"the case `{key}` stands twice", key_at)
            self.space()
            brace = self.at
            if not self.take("{"):
                raise self.fail(f"expected `{{` after the case `{key}`")
            cases[key] = self.pattern(depth + 1, plural)
            if not self.take("}"):
                raise self.fail("`{` that isn't closed", brace)
        if "other" not in cases:
            raise self.fail("a plural or select needs the case `other`", start)
        return tuple(cases.items())

    def word(self, pattern: re.Pattern[str], expected: str) -> str:
        match = pattern.match(self.source, self.at)
        if match is None:
            raise self.fail(expected)
        self.at = match.end()
        return match.group()

    def take(self, char: str) -> bool:
        if self.source[self.at : self.at + 1] != char:
            return False
        self.at += 1
        return True

    def space(self) -> None:
        match = _SPACE.match(self.source, self.at)
        if match is not None:
            self.at = match.end()
