"""Effects as text → syntax trees, with positions that map back into the YAML file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from referee.language.codes import CODES
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position, Scalar
from referee.packs.roots import data_root
from referee.packs.spelling import did_you_mean

Syntax = Tree[Token]

MAX_LENGTH = 20_000  # characters of one effect
MAX_DEPTH = 60  # nodes inside one another
STARTS = ("start", "options", "triggers", "value")

RESERVED = frozenset(
    "add adds after all and any as at because before between by can cell cells choose close columns count difference do"
    " draw during each else empty end every everyone exactly exchange finish first for from full gain game if in is it"
    " item kind last least less let line lines look lose max may me min most move my neighbours next no none not number"
    " of on once one option or orders others otherwise out over owner pass pay previous put puts rays refill repeat"
    " reveal roll round rows rule satisfies seat seats secretly set share shuffle sparing stop sum swap take takes the"
    " the_usual then they this through times to total turn turn_order under unless up usual where while with won"
    " yes".split()
)
# Words that only mean something in one place may still name procedures, choices, labels, fields and things: a round.
SOFT = frozenset(
    "after before by end first game item kind last line look next number out over round set share swap take through"
    " total turn up".split()
)
# Of these, the ones that begin or follow an expression can't name a thing or a local: they stand behind a dot at most.
PARTS_ONLY = frozenset("item last next number over total up".split())

_HUMAN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "CMP": "a comparison",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "$END": "the end",
}


class Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []
    CLOSE_PAREN_types: list[str] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        apart: Iterator[Token] = super().process(_apart(stream))  # type: ignore[no-untyped-call]  # of lark
        return apart


class GluedWord(Exception):
    """A word that only begins like a word of the language (`gains`): the lexer alone would take it for two."""

    def __init__(self, token: Token) -> None:
        self.token = token
        super().__init__(str(token))


def _apart(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens, if no word follows another without a blank between them."""
    before: Token | None = None
    for token in stream:
        if before is not None and before.end_pos == token.start_pos and _wordy(before[-1:]) and _wordy(token[:1]):
            raise GluedWord(before)
        before = token
        yield token


def _wordy(character: str) -> bool:
    return character.isalnum() or character == "_"


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The LALR parser of `grammar/effects.lark`."""
    grammar = (data_root("grammar") / "effects.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", postlex=Blocks(), start=list(STARTS), propagate_positions=True)


@lru_cache(maxsize=4096)
def _parse_text(text: str, start: str) -> tuple[Syntax, tuple[Token, ...]]:
    """The tree of a text, and the words in it that may not be names."""
    tree = parser().parse(text, start=start)
    return tree, tuple(misnamed(tree))


def parse(scalar: Scalar, start: str, found: list[Diagnostic]) -> Syntax | None:
    """The syntax tree of an effect; findings are appended to `found`.

    `start` is the grammar's start symbol: start (statements), options, triggers or value.
    """
    text = scalar.text.rstrip() + "\n"
    if len(text) > MAX_LENGTH:
        found.append(_finding("E0203", scalar.at, what="longer than allowed", limit=f"{MAX_LENGTH} characters"))
        return None
    if "\t" in text:
        line = text[: text.index("\t")].count("\n") + 1
        column = text.index("\t") - (text.rfind("\n", 0, text.index("\t")) + 1) + 1
        found.append(_finding("E0204", scalar.locate(line, column)))
        return None
    if text.count("(") > 400 or _paren_depth(text) > MAX_DEPTH:
        found.append(_finding("E0203", scalar.at, what="nested too deeply", limit=f"{MAX_DEPTH} levels"))
        return None
    try:
        tree, wrong = _parse_text(text, start)
    except GluedWord as glued:
        found.append(_glued(glued.token.start_pos or 0, scalar, text))
        return None
    except DedentError:
        found.append(
            _finding("E0201", scalar.at, found="this indentation", expected="a block indented like its beginning")
        )
        return None
    except UnexpectedInput as error:
        place = error.token.start_pos if isinstance(error, UnexpectedToken) else error.pos_in_stream
        if place and place < len(text) and _wordy(text[place]) and _wordy(text[place - 1]):
            found.append(_glued(place, scalar, text))
        else:
            found.append(_unexpected(error, scalar, text))
        return None
    if _depth(tree) > MAX_DEPTH:
        found.append(_finding("E0203", scalar.at, what="nested too deeply", limit=f"{MAX_DEPTH} levels"))
        return None
    for word in wrong:
        finding = _finding("E0202", position(word, scalar), width(word), word=str(word))
        if finding not in found:  # a text is read once for each list of argument types
            found.append(finding)
    return tree


LOCALS = frozenset("let binder let_binder for_ quant sum_of named_head set_sup param".split())
LABELS = frozenset(("label", "choose_one"))


def misnamed(tree: Syntax) -> Iterator[Token]:
    """Words of the language that name a local, a choice or an option in a syntax tree."""
    for node in tree.iter_subtrees():
        names = [token for token in node.children if isinstance(token, Token) and token.type == "NAME"]
        if node.data in LOCALS and names and not may_name(names[-1]):
            yield names[-1]
        elif node.data in LABELS and names and not may_name(names[0], part=True):
            yield names[0]


def may_name(word: str, *, part: bool = False) -> bool:
    """Can a word name a thing or a local? `part`: or what never stands alone: a procedure, choice or label."""
    return word not in RESERVED or word in SOFT and (part or word not in PARTS_ONLY)


def position(node: Syntax | Token, scalar: Scalar) -> Position:
    """Where a node of a syntax tree begins, in the YAML file."""
    meta = node if isinstance(node, Token) else node.meta
    line = getattr(meta, "line", None)
    return scalar.at if line is None else scalar.locate(line, meta.column or 1)


def width(node: Syntax | Token) -> int:
    """How many characters a node of a syntax tree takes on its first line."""
    meta = node if isinstance(node, Token) else node.meta
    if getattr(meta, "line", None) is None:
        return 1
    if meta.end_line != meta.line:
        return 1
    return max(1, (meta.end_column or 1) - (meta.column or 1))


def _finding(code: str, at: Position, width: int = 1, hint: str = "", **arguments: str) -> Diagnostic:
    return Diagnostic(CODES[code], at, tuple(arguments.items()), width, hint)


def _paren_depth(text: str) -> int:
    depth = deepest = 0
    for character in text:
        if character == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif character == ")":
            depth -= 1
    return deepest


def _depth(tree: Syntax) -> int:
    deepest = 0
    stack: list[tuple[Syntax, int]] = [(tree, 1)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        stack.extend((child, depth + 1) for child in node.children if isinstance(child, Tree))
    return deepest


def _unexpected(error: UnexpectedInput, scalar: Scalar, text: str) -> Diagnostic:
    line = error.line if error.line and error.line > 0 else text.count("\n")
    column = error.column if error.column and error.column > 0 else 1
    at = scalar.locate(line, column)
    if isinstance(error, UnexpectedCharacters):
        return _finding(
            "E0201",
            at,
            found=f"`{text.splitlines()[line - 1][column - 1 : column]}`",
            expected="a word, a number or an operator",
        )
    assert isinstance(error, UnexpectedToken)
    token = error.token
    expected = sorted(_human(name) for name in error.accepts or error.expected)
    words = [name.strip("`") for name in expected]
    hint = did_you_mean(str(token), [w for w in words if w.isalpha()]) if token.type == "NAME" else ""
    shown = f"`{token}`" if token.type not in ("_NL", "_INDENT", "_DEDENT", "$END") else _HUMAN[token.type]
    some = expected if len(expected) <= 8 else [*(e for e in expected if not e.startswith("`")), "…"]
    size = len(token) if token.type not in ("_NL", "_INDENT", "_DEDENT", "$END") else 1
    return _finding("E0201", at, size, hint, found=shown, expected=" or ".join(some))


def _glued(place: int, scalar: Scalar, text: str) -> Diagnostic:
    """A finding for the word at a place of the text, which is none of the language's."""
    start = end = place
    while start > 0 and _wordy(text[start - 1]):
        start -= 1
    while end < len(text) and _wordy(text[end]):
        end += 1
    word = text[start:end]
    line_start = text.rfind("\n", 0, start) + 1
    at = scalar.locate(text.count("\n", 0, start) + 1, start - line_start + 1)
    words = {t.pattern.value for t in parser().terminals if t.pattern.value.isalpha()}
    return _finding(
        "E0201", at, len(word), did_you_mean(word, words), found=f"`{word}`", expected="a word of the language"
    )


def _human(name: str) -> str:
    if name in _HUMAN:
        return _HUMAN[name]
    definition = next((t.pattern.value for t in parser().terminals if t.name == name), name.lower())
    return f"`{definition}`"
