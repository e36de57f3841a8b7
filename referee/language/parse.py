"""Effects as text → syntax trees, with positions that map back into the YAML file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError, Indenter
from lark.lark import PostLex

from referee.language.codes import CODES
from referee.language.grammar_tables import with_tables
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position, Scalar
from referee.packs.roots import data_root

Syntax = Tree[Token]

MAX_LENGTH = 20_000  # characters of one effect
MAX_DEPTH = 60  # nodes inside one another
MOST_GUESSES = 40  # findings up to which other spellings are tried out: that takes time
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


class Indentation(Indenter):
    """The blocks of one text: it counts while it reads, so that no two texts may share it."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []
    CLOSE_PAREN_types: list[str] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


class Blocks(PostLex):
    """Indentation as tokens. Packs are read in several threads at once, so it holds nothing of a text."""

    always_accept = (Indentation.NL_type,)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens of one text, with those that begin and end its blocks."""
        return Indentation().process(_apart(stream))  # type: ignore[no-untyped-call, no-any-return]  # of lark


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
    options: dict[str, object] = {"parser": "lalr", "start": list(STARTS), "propagate_positions": True}
    return with_tables(f"{grammar}{options}", lambda: Lark(grammar, postlex=Blocks(), **options))


@lru_cache(maxsize=4096)
def tree_of(text: str, start: str) -> tuple[Syntax, tuple[Token, ...]]:
    """The tree of a text, and the words in it that may not be names.

    Raises:
        UnexpectedInput, GluedWord, DedentError: if the text doesn't follow the grammar.
    """
    tree = parser().parse(text, start=start)
    return tree, tuple(misnamed(tree))


def parse(scalar: Scalar, start: str, found: list[Diagnostic]) -> Syntax | None:
    """The syntax tree of an effect; findings are appended to `found`.

    `start` is the grammar's start symbol: start (statements), options, triggers or value.
    """
    text = scalar.text.rstrip() + "\n"
    fault = _too_much(text)
    if fault is not None:
        found.append(_finding("E0203", scalar.at, what=fault[0], limit=fault[1]))
        return None
    if "\t" in text:
        found.append(_finding("E0204", spot(scalar, text.index("\t"))))
        return None
    try:
        tree, wrong = tree_of(text, start)
    except (UnexpectedInput, GluedWord, DedentError) as error:
        from referee.language.unparsed import why

        found.append(why(error, scalar, start, guess=len(found) < MOST_GUESSES))
        return None
    if _depth(tree) > MAX_DEPTH:
        found.append(_finding("E0203", scalar.at, what="nested too deeply", limit=f"{MAX_DEPTH} levels"))
        return None
    for word in wrong:
        found.append(_finding("E0202", position(word, scalar), width(word), word=str(word)))
    return tree


def _finding(code: str, at: Position, width: int = 1, **arguments: str) -> Diagnostic:
    return Diagnostic(CODES[code], at, tuple(arguments.items()), width)


def _too_much(text: str) -> tuple[str, str] | None:
    if len(text) > MAX_LENGTH:
        return "longer than allowed", f"{MAX_LENGTH} characters"
    if text.count("(") > 400 or _paren_depth(text) > MAX_DEPTH:
        return "nested too deeply", f"{MAX_DEPTH} levels"
    return None


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


def spot(scalar: Scalar, offset: int) -> Position:
    """Where a character of a text is, in the YAML file."""
    before = scalar.text[:offset]
    return scalar.locate(before.count("\n") + 1, offset - before.rfind("\n"))


def width(node: Syntax | Token) -> int:
    """How many characters a node of a syntax tree takes on its first line."""
    meta = node if isinstance(node, Token) else node.meta
    if getattr(meta, "line", None) is None:
        return 1
    if meta.end_line != meta.line:
        return 1
    return max(1, (meta.end_column or 1) - (meta.column or 1))


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
