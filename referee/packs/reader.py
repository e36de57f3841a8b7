"""Reads one YAML file into nodes with positions, and says what is wrong with it.

The scalars are those of YAML 1.2: `yes`, `no`, `on` and `off` stay words, numbers are decimal. Nothing here knows what
the keys mean, except which of them hold a text for people: code must keep its lines, so it can't be folded.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from yaml import CSafeLoader
from yaml.nodes import MappingNode, ScalarNode, SequenceNode

from referee.packs import limits
from referee.packs.codes import code
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.spots import split_lines, text_lines

_NUMBER = re.compile(rf"[-+]?[0-9]{{1,{limits.NUMBER_DIGITS}}}")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
QUOTES = frozenset("\"'")
_CUT = re.compile(r"[ \t]+#[^\s#]")
TEXT_KEYS = frozenset({"says", "name", "plural", "title", "because", "source", "sources", "note", "allow"})


class _Loader(CSafeLoader):
    """PyYAML's C parser without its own ideas about what a plain word means."""

    def resolve(self, kind: object, value: object, implicit: object) -> str:
        return ""


class _TooMuch(Exception):
    """The file went over a limit; the finding is reported already."""


def read_yaml(data: bytes, file: str, pack: str = "", most: int = limits.NODES) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a YAML file and everything found wrong in reading it.

    `file` is the name used in positions, `pack` the id that every node will carry, `most` how many values it may have.
    The tree is None when the file is empty or can't be read at all. Raises nothing, whatever the bytes.
    """
    if len(data) > limits.FILE_BYTES:
        at = Position(file, 1, 1)
        what = f"{len(data):,} bytes; {limits.FILE_BYTES:,} are allowed"
        return None, [Diagnostic(code("E0107"), at, (("what", what),))]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        return None, [Diagnostic(code("E0106"), _end_of(before, file), (("byte", f"0x{data[error.start]:02x}"),))]
    text = text.removeprefix("\ufeff")
    reading = _Reading(file, pack, split_lines(text), most)
    try:
        root = _Loader(text).get_single_node()
    except yaml.YAMLError as error:
        reading.syntax(error, text)
        return None, reading.findings
    except RecursionError:
        reading.report("E0108", Position(file, 1, 1), limit=str(limits.NESTING))
        return None, reading.findings
    if root is None:
        return None, reading.findings
    try:
        return reading.node(root, "", 0, False), reading.findings
    except _TooMuch:
        return None, reading.findings


def _end_of(text: str, file: str) -> Position:
    lines = split_lines(text)
    return Position(file, len(lines), len(lines[-1]) + 1)


class _Reading:
    """One pass over the nodes of one file."""

    def __init__(self, file: str, pack: str, source: list[str], most: int) -> None:
        self.most = most
        self.file = file
        self.pack = pack
        self.source = source
        self.findings: list[Diagnostic] = []
        self.count = 0
        self.seen: dict[int, Any] = {}  # PyYAML hands an alias on as the very node of its anchor
        self.open: set[int] = set()
        self.aliases = 0
        self.copying = 0  # > 0 inside of an alias: what is in there counts as values only

    def report(self, number: str, at: Position, *, width: int = 1, hint: str = "", **arguments: str) -> None:
        if len(self.findings) < limits.FINDINGS_PER_FILE:
            self.findings.append(Diagnostic(code(number), at, tuple(arguments.items()), width, hint))

    def node(self, raw: Any, key: str, depth: int, is_text: bool) -> Node:
        """The node for one of PyYAML's; `key` is the key it stands under, `is_text` whether it is for people."""
        self.count += 1
        ident = id(raw)
        alias = ident in self.seen and not self.copying
        if alias:
            self.aliases += 1
        if self.count > self.most or self.aliases > limits.ALIASES:
            what = (
                f"more than {limits.NODES:,} values"
                if self.count > self.most
                else f"more than {limits.ALIASES} aliases"
            )
            self.report("E0109" if self.aliases else "E0107", self.at(raw), what=what)
            raise _TooMuch
        self.seen[ident] = raw
        self.copying += alias
        result = self.convert(raw, ident, key, depth, is_text)
        self.copying -= alias
        return result

    def convert(self, raw: Any, ident: int, key: str, depth: int, is_text: bool) -> Node:
        if raw.tag:
            self.report("E0110", self.at(raw), tag=_short_tag(raw.tag))
        if isinstance(raw, ScalarNode):
            return self.scalar(raw, key, is_text)
        if depth >= limits.NESTING:
            self.report("E0108", self.at(raw), limit=str(limits.NESTING))
            raise _TooMuch
        if ident in self.open:
            self.report("E0109", self.at(raw), what="an alias of what it stands in itself")
            raise _TooMuch
        self.open.add(ident)
        result: Node
        if isinstance(raw, SequenceNode):
            items = tuple([self.node(item, key, depth + 1, is_text) for item in raw.value])
            result = Sequence(items, self.at(raw), self.pack)
        else:
            result = self.mapping(raw, depth, is_text)
        self.open.discard(ident)
        return result

    def at(self, raw: Any) -> Position:
        """Where a node begins; a quoted text begins behind its quote."""
        mark = raw.start_mark
        quote = isinstance(raw, ScalarNode) and raw.style in QUOTES
        return Position(self.file, mark.line + 1, mark.column + 1 + quote)

    def scalar(self, raw: ScalarNode, key: str, is_text: bool) -> Scalar:
        start, end, value, style = raw.start_mark, raw.end_mark, raw.value, raw.style or ""
        at = self.at(raw)
        if not style:
            self.cut_off(end.line, end.column, at)
            if value in _WORDS:
                return Scalar(_WORDS[value], at, (), self.pack)
            if _NUMBER.fullmatch(value):
                return Scalar(int(value), at, (), self.pack)
        elif style == ">" and not is_text and key not in TEXT_KEYS:
            self.report("E0104", at, key=key or "this")
        spots = text_lines(value, style, (start.line, start.column), (end.line, end.column), self.file, self.source)
        if style == "|" and "\t" in value:
            self.tabs(value, spots)
        return Scalar(value, at, spots, self.pack, style)

    def tabs(self, value: str, spots: tuple[Position, ...]) -> None:
        for text, spot in zip(value.split("\n"), spots, strict=False):
            lead = len(text) - len(text.lstrip())
            tab = text.find("\t", 0, lead)
            if tab >= 0 and text.strip():
                self.report("E0105", Position(spot.file, spot.line, spot.column + tab))

    def cut_off(self, line: int, column: int, at: Position) -> None:
        """A `#word` right after a plain text was hardly meant as a comment."""
        if line < len(self.source):
            rest = self.source[line]
            if column < len(rest) and _CUT.match(rest, column):
                spot = Position(self.file, line + 1, rest.index("#", column) + 1)
                self.report(
                    "E0102",
                    spot,
                    what="` #` ends the text here: the rest of the line is a comment",
                    hint="quote the text or use `|`; if it is a comment, write a space after `#`",
                )

    def mapping(self, raw: MappingNode, depth: int, is_text: bool) -> Mapping:
        entries: dict[str, Node] = {}
        keys: dict[str, Position] = {}
        integers: list[str] = []
        cut = -1  # the pair before, if a comma has cut it off
        for number, (raw_key, raw_value) in enumerate(raw.value):
            at = self.at(raw_key)
            if not isinstance(raw_key, ScalarNode):
                self.report("E0111", at, what="a key is a list or a mapping", hint="a key is a word or a number")
                continue
            key = raw_key.value
            if raw_key.tag:
                self.report("E0110", at, tag=_short_tag(raw_key.tag))
            if key == "" or len(key) > 300 or "\n" in key:
                self.report("E0111", at, what="a key is empty or goes over several lines", hint="a key is a word")
                continue
            if key in entries:
                first = keys[key]
                finding = Diagnostic(
                    code("E0103"),
                    at,
                    (("key", key), ("line", str(first.line))),
                    len(key),
                    "keep one of them",
                    (first,),
                )
                if len(self.findings) < limits.FINDINGS_PER_FILE:
                    self.findings.append(finding)
                continue
            if raw.flow_style and self.without_colon(raw_key, raw_value):
                if cut != number - 1 or cut < 0:
                    self.report(
                        "E0102",
                        at,
                        width=len(key),
                        what=f"the comma ends the text before `{key}`",
                        hint=self.comma(raw, number),
                    )
                cut = number
                continue
            if not raw_key.style and _NUMBER.fullmatch(key):
                integers.append(key)
            keys[key] = at
            entries[key] = self.node(raw_value, key, depth + 1, is_text or key in TEXT_KEYS)
        return Mapping(entries, keys, self.at(raw), self.pack, frozenset(integers) if integers else _NONE)

    def comma(self, raw: MappingNode, number: int) -> str:
        """What to do about a comma that ends a text before the key of that number."""
        parts = [raw.value[number - 1][1]] if number else []
        for key, value in raw.value[number:]:
            if not self.without_colon(key, value):
                break
            parts.append(key)
        numbers = [part.value for part in parts if isinstance(part, ScalarNode) and _NUMBER.fullmatch(part.value)]
        if len(numbers) == len(parts) > 1:
            return f"write the numbers as a list: [{', '.join(numbers[:12])}{', …' if len(numbers) > 12 else ''}]"
        return "quote the whole text or use `|`: inside { } a comma parts two keys"

    def without_colon(self, key: ScalarNode, value: Any) -> bool:
        if not isinstance(value, ScalarNode) or value.value or value.style:
            return False
        line, column = key.end_mark.line, key.end_mark.column
        if line >= len(self.source):
            return False
        rest = self.source[line][column:].lstrip()
        return not rest.startswith(":")

    def syntax(self, error: yaml.YAMLError, text: str) -> None:
        """Reports what the YAML parser itself refused."""
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "can't be read")
        context = str(getattr(error, "context", None) or "")
        if mark is None:
            offset = int(getattr(error, "position", 0) or 0)
            at = _end_of(text.encode()[:offset].decode("utf-8", "ignore"), self.file)
            self.report("E0101", at, problem=problem)
            return
        at = Position(self.file, mark.line + 1, mark.column + 1)
        line = self.source[mark.line] if mark.line < len(self.source) else ""
        if "mapping values are not allowed" in problem:
            self.report(
                "E0102",
                at,
                what="a second `:` in one line starts a mapping where a text was meant",
                hint="quote the text or use `|`",
            )
        elif "nesting depth" in problem:
            self.report("E0108", at, limit=str(limits.NESTING))
        elif "\t" in line[: mark.column + 1] and ("tab" in problem or "cannot start any token" in problem):
            tab = line.index("\t")
            self.report("E0105", Position(self.file, mark.line + 1, tab + 1))
        elif "another document" in problem:
            self.report("E0111", at, what="a second document starts here", hint="one document a file: drop the `---`")
        else:
            hint = _indentation(self.source, mark.line, mark.column)
            if hint:
                problem, context = "the line begins where none of the lines around it does", ""
            problem = f"{context}, {problem}" if context else problem
            self.report("E0101", at, problem=problem, hint=hint or _guess(line, mark))


_NONE: frozenset[str] = frozenset()


def _short_tag(tag: str) -> str:
    return "!!" + tag.rsplit(":", 1)[-1] if tag.startswith("tag:yaml.org,2002:") else tag


def _indentation(source: list[str], number: int, column: int) -> str:
    """What to say of a line that begins between two depths; empty where its beginning isn't what is wrong."""
    line = source[number] if number < len(source) else ""
    if column > len(line) or line[:column].strip() or not line.strip():
        return ""
    for above in reversed(source[:number]):
        depth = len(above) - len(above.lstrip())
        text = above.strip()
        if not text or text.startswith("#"):
            continue
        inner = (
            depth + len(text) - len(text[1:].lstrip()) if text.startswith("- ") and line.strip()[0] != "-" else depth
        )
        if inner != column:
            far = f"{abs(inner - column)} {'less' if inner > column else 'more'} than"
            return f"this line is indented {far} `{text[:30]}{'…' * (len(text) > 30)}`: is it to be in line with it?"
        return ""
    return ""


def _guess(line: str, mark: Any) -> str:
    start = line[mark.column : mark.column + 1]
    if start in ("@", "`", "%", "&", "*", "!", "|", ">"):
        return f"a plain text can't start with `{start}`: quote it"
    if ", " in line and "{" in line:
        return "is a text with a comma or a colon inside { } without quotes?"
    return ""
