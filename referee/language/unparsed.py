"""Why an effect can't be parsed, and which word of it was probably meant otherwise."""

from __future__ import annotations

import re
from functools import lru_cache

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from referee.language.codes import CODES
from referee.language.parse import STARTS, GluedWord, parser, spot, tree_of
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Position, Scalar
from referee.packs.spelling import closest, did_you_mean, suggestion

LONGEST = 4_000  # characters of a text whose words are tried out in other spellings
TRIED = 8  # words of the language that a misspelt one is tried out as
MOST_BEFORE = 8  # words before what isn't understood that may be the misspelt one
OF_ITS_OWN = frozenset("if else each for repeat choose may as look".split())  # words that begin a line
A_STATEMENT = "`gain`"  # where this can stand, any statement can that fits into a line
PLAIN = frozenset("let if as for each repeat choose may".split())  # statements that are mostly made of something else
CODE = ("statement", "expression", "part")
FEW = 5  # things that can stand where a name is wanted and little else
SHOWN = 30  # characters of a line that a hint quotes
LAYOUT = ("_NL", "_INDENT", "_DEDENT", "$END")
_WORD = re.compile(r"[a-z_][a-z0-9_]*")
_BEGINS = re.compile(r"\n\s*|: +|\bthen +")  # behind which a statement begins
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


def why(error: UnexpectedInput | GluedWord | DedentError, scalar: Scalar, start: str, *, guess: bool) -> Diagnostic:
    """The finding for a text that doesn't follow the grammar; with `guess`, words are tried out in other spellings."""
    text = scalar.text.rstrip() + "\n"
    if isinstance(error, GluedWord):
        return _glued(error.token.start_pos or 0, scalar, text)
    if isinstance(error, DedentError):
        at, hint = _dedent(text, scalar)
        return _finding(at, 1, hint, found="this indentation", expected="a line that begins where one above it does")
    place = _place(error)
    if 0 < place < len(text) and _wordy(text[place]) and _wordy(text[place - 1]):
        return _glued(place, scalar, text)
    slip = _misspelt(text, place, start) if guess else None
    if slip is None:
        return _unexpected(error, scalar, text)
    word, meant = slip
    return _word(spot(scalar, word.start()), word.group(), suggestion(meant))


def fitting(scalar: Scalar, word: Token) -> list[str]:
    """The words of the language that a name in a text was probably meant to be: those with which it is understood."""
    text, place = scalar.text.rstrip() + "\n", word.start_pos or 0
    before, after = text[:place], text[place + len(word) :]
    return [
        each
        for each in (closest(word, _keywords(), most=TRIED) if len(text) <= LONGEST else ())
        if any(_understood(before + each + after, start) is None for start in STARTS)
    ]


def _misspelt(text: str, place: int, start: str) -> tuple[re.Match[str], list[str]] | None:
    """The word at or before a place that isn't understood whose right spelling lets the text be understood further.

    The answer is that word, and the words of the language that it may be. A word that isn't known is taken for a
    name, and what is noticed is only that something can't stand behind a name.
    """
    if len(text) > LONGEST:
        return None
    end = text.find("\n", place)
    end = end if end >= 0 else len(text)
    for word in reversed([word for word in _WORD.finditer(text, 0, end) if word.start() <= place][-MOST_BEFORE:]):
        meant = []
        near = closest(word.group(), _keywords(), most=TRIED) if word.group() not in _keywords() else []
        for each in near:
            reached = _understood(text[: word.start()] + each + text[word.end() :], start)
            if reached is None or reached > end + len(each) - len(word.group()):
                meant.append(each)
        if meant:
            return word, meant
    return None


def _understood(text: str, start: str) -> int | None:
    """How many characters of a text are understood; None for all."""
    try:
        tree_of(text, start)
    except UnexpectedInput as error:
        return _place(error)
    except (GluedWord, DedentError):
        return 0
    return None


def _place(error: UnexpectedInput) -> int:
    """Where in the text something isn't understood."""
    return (error.token.start_pos if isinstance(error, UnexpectedToken) else error.pos_in_stream) or 0


def _finding(at: Position, width: int = 1, hint: str = "", **arguments: str) -> Diagnostic:
    return Diagnostic(CODES["E0201"], at, tuple(arguments.items()), width, hint)


def _unexpected(error: UnexpectedInput, scalar: Scalar, text: str) -> Diagnostic:
    line = error.line if error.line and error.line > 0 else text.count("\n")
    column = error.column if error.column and error.column > 0 else 1
    at = scalar.locate(line, column)
    if isinstance(error, UnexpectedCharacters):
        return _finding(
            at,
            found=f"`{text.splitlines()[line - 1][column - 1 : column]}`",
            expected="a word, a number or an operator",
        )
    assert isinstance(error, UnexpectedToken)
    token = error.token
    expected = sorted(_human(name) for name in error.accepts or error.expected)
    words = [name.strip("`") for name in expected]
    hint = did_you_mean(str(token), [w for w in words if w.isalpha()]) if token.type == "NAME" else ""
    if str(token) in OF_ITS_OWN and str(token) not in words:
        hint = f"`{token}` begins a line of its own: write the text in several lines, after `|`"
    if str(token) in _keywords() and "a name" in expected and len(expected) <= FEW:
        hint = f"`{token}` is a word of the language: take another name"
    hint = hint or _form(text, token.start_pos or 0)
    shown = f"`{token}`" if token.type not in LAYOUT else _HUMAN[token.type]
    some = expected if len(expected) <= 8 else _many(expected)
    size = len(token) if token.type not in LAYOUT else 1
    return _finding(at, size, hint, found=shown, expected=" or ".join(some))


def _form(text: str, place: int) -> str:
    """How the statement is written in which a place of a text lies; empty if that isn't known."""
    from referee.language.verbs import FAMILIES

    begins = max((match.end() for match in _BEGINS.finditer(text, 0, place)), default=0)
    words = text[begins:place].split()
    forms = {each.name: each.form for family in FAMILIES for each in family.constructs if each.sort == "statement"}
    named = [name for name in forms if words[: len(name.split())] == name.split()]
    if named and words[0] not in PLAIN:
        return f"it is written `{forms[max(named, key=len)]}`"
    stray = re.match(r"[a-z]+", text[place:])
    parts = [each for family in FAMILIES for each in family.constructs if each.sort in CODE]
    having = [
        line
        for each in parts
        for line in each.form.split("\n")
        if stray and stray.group() in re.findall(r"[a-z]+", line) and line != line.lower()
    ]
    return f"`{stray.group()}` stands in `{min(having, key=len)}`" if stray and having else ""


def _dedent(text: str, scalar: Scalar) -> tuple[Position, str]:
    """The line of a text that begins between two depths, and which lines above it begin there."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    open_: list[tuple[int, str]] = []
    for number, line in lines:
        depth = len(line) - len(line.lstrip())
        above = [each for each in open_ if each[0] <= depth]
        if above and len(above) < len(open_) and above[-1][0] != depth:
            deeper = open_[len(above)]
            far = deeper[0] - depth
            hint = f"indent it {far} more, to be in line with `{deeper[1]}`"
            return scalar.locate(number, depth + 1), f"{hint}, or {depth - above[-1][0]} less, with `{above[-1][1]}`"
        open_ = [each for each in above if each[0] < depth]
        open_.append((depth, line.strip() if len(line.strip()) <= SHOWN else f"{line.strip()[:SHOWN]}…"))
    return scalar.at, ""


def _many(expected: list[str]) -> list[str]:
    """What can stand where many words can."""
    if A_STATEMENT in expected:
        return ["a statement that fits into the line"]
    if {"a name", "a number"} <= set(expected):
        return ["a value"]
    return [*(each for each in expected if not each.startswith("`")), "…"]


def _glued(place: int, scalar: Scalar, text: str) -> Diagnostic:
    """A finding for the word at a place of the text, which is none of the language's."""
    start = end = place
    while start > 0 and _wordy(text[start - 1]):
        start -= 1
    while end < len(text) and _wordy(text[end]):
        end += 1
    word = text[start:end]
    hint = "leave a blank behind the number" if word[0].isdigit() else suggestion(closest(word, _keywords()))
    return _word(spot(scalar, start), word, hint)


def _word(at: Position, word: str, hint: str) -> Diagnostic:
    """A finding for a word that should be one of the language's."""
    return _finding(at, len(word), hint, found=f"`{word}`", expected="a word of the language")


@lru_cache(maxsize=1)
def _keywords() -> frozenset[str]:
    return frozenset(t.pattern.value for t in parser().terminals if t.pattern.value.isalpha())


def _human(name: str) -> str:
    if name in _HUMAN:
        return _HUMAN[name]
    definition = next((t.pattern.value for t in parser().terminals if t.name == name), name.lower())
    return f"`{definition}`"


def _wordy(character: str) -> bool:
    return character.isalnum() or character == "_"
