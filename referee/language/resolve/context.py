"""The reading of one ruleset: declarations, findings, and the typed instances of procedures and terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from lark import Token, Tree

from referee.language import parse as syntax
from referee.language.findings import Findings
from referee.language.model import HookBody, Model
from referee.language.resolve.env import Env
from referee.language.tree import EntryOf, Expr, Need, Option, Statement
from referee.language.types import NUMBER, Type
from referee.language.unparsed import fitting
from referee.packs.node import Position
from referee.packs.spelling import closest, suggestion

Syntax = Tree[Token]
T = TypeVar("T")


@dataclass(slots=True)
class Instance:
    """A procedure or term, typed for one list of argument types."""

    name: str
    index: int
    parameters: tuple[tuple[str, Type], ...]
    body: tuple[Statement, ...] = ()
    value: Expr | None = None
    at: Position | None = None
    acts: bool = False  # called with an acting seat


MAX_WORK = 12_000  # statements and expressions that are typed, each as often as its text is read
MAX_STEPS = 60_000  # statements that the walks over the typed trees look at, calls written out


class TooMuch(Exception):
    """The effects of a stack are more than is read; `at` is where it became too much."""

    def __init__(self, at: Position) -> None:
        super().__init__(str(at))
        self.at = at


class Unreadable(Exception):
    """A part of an effect has no meaning; why has been reported, so nothing that follows from it is."""


@dataclass(slots=True)
class Context:
    """Everything that resolving needs and gathers."""

    model: Model
    found: Findings
    procedures: list[Instance] = field(default_factory=list)
    terms: list[Instance] = field(default_factory=list)
    procedure_index: dict[tuple[str, tuple[Type, ...], bool], Instance] = field(default_factory=dict)
    term_index: dict[tuple[str, tuple[Type, ...], bool], Instance] = field(default_factory=dict)
    open_calls: list[str] = field(default_factory=list)
    call_sites: list[tuple[str, Position | None]] = field(default_factory=list)  # procedures being read: done where
    used: set[str] = field(default_factory=set)
    spans: set[str] = field(default_factory=set)  # procedures named by `during next`
    span_words: set[str] | None = None
    put_words: bool | None = None
    hooks: dict[tuple[str, str], list[HookBody]] = field(default_factory=dict)
    hook_list: list[HookBody] = field(default_factory=list)
    standing_options: list[Option] = field(default_factory=list)
    standing_of: dict[str, str] = field(default_factory=dict)  # label of a standing option → its declaration
    hook_needs: dict[tuple[str, str], dict[int, list[Need]]] = field(default_factory=dict)
    trigger_trees: dict[int, list[Syntax]] = field(default_factory=dict)  # by id() of the text
    window_seats: list[tuple[Position, Expr]] = field(default_factory=list)  # whom the windows are opened for
    private: set[int] = field(default_factory=set)  # id() of choices that are asked even if nothing can be chosen
    called_writes: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)  # by what is called
    called_pauses: dict[tuple[str, str], bool] = field(default_factory=dict)
    term_reads: dict[int, frozenset[str]] = field(default_factory=dict)
    work: int = 0
    steps: int = 0
    tells: dict[Position, str] = field(default_factory=dict)  # steps that tell something hidden, and what

    def has_put_triggers(self) -> bool:
        """Does any pack or entry act when a piece is put somewhere? Read from the texts."""
        if self.put_words is None:
            texts = [s.text for s in self.model.triggers]
            texts += [s.text for e in self.model.entries for many in e.code.values() for s in many]
            self.put_words = any(" is put " in text for text in texts)
        return self.put_words

    def spend(self, env: Env, node: Syntax | Token | None = None) -> None:
        """Count one more thing that is typed.

        Raises:
            TooMuch: if it is too much.
        """
        self.work += 1
        if self.work > MAX_WORK:
            raise TooMuch(env.scalar.at if node is None else self.at(env, node))

    def step(self, at: Position) -> None:
        """Count one more statement that is looked at.

        Raises:
            TooMuch: if it is too much.
        """
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooMuch(at)

    def at(self, env: Env, node: Syntax | Token) -> Position:
        return syntax.position(node, env.scalar)

    def note(self, code: str, env: Env, node: Syntax | Token, hint: str = "", **arguments: object) -> None:
        """Report a finding after which reading goes on."""
        self.found.record(code, self.at(env, node), syntax.width(node), hint, (), arguments)

    def error(self, code: str, env: Env, node: Syntax | Token, hint: str = "", **arguments: object) -> NoReturn:
        """Report a finding that leaves the text around it without a meaning.

        Raises:
            Unreadable: always; the statement around catches it.
        """
        self.note(code, env, node, hint, **arguments)
        raise Unreadable

    def trust(self, word: str) -> None:
        """Go on if what a word names is declared without a fault.

        Raises:
            Unreadable: if not; the fault was reported.
        """
        if word in self.found.doubtful:
            raise Unreadable

    def unknown(self, code: str, env: Env, word: Token, known: Iterable[str], **arguments: object) -> NoReturn:
        """Report a word that nothing is called, with the closest known ones.

        Raises:
            Unreadable: always.
        """
        if len(self.found.all) < syntax.MOST_GUESSES:
            if code in ("E0210", "E0211"):
                self._misspelt_local(env, str(word))
            if code == "E0210":
                known = [*known, *fitting(env.scalar, word)]
        self.found.unknown(code, self.at(env, word), str(word), known, **arguments)
        raise Unreadable

    def _misspelt_local(self, env: Env, word: str) -> None:
        """Report the declaration of a local that nothing uses, if a word that is used repeatedly is nearly it.

        Raises:
            Unreadable: if so.
        """
        spoken = Counter(re.findall(r"\w+", env.scalar.text))
        if spoken[word] < 2:
            return  # which of the two is misspelt, nobody can tell
        declared = self.model.procedures.get(env.scope.name) or self.model.terms.get(env.scope.name)
        parameters = {each.name: each.at for each in declared.parameters} if declared is not None else {}
        for name in closest(word, env.words):
            at = parameters.get(name)
            if at is not None and not spoken[name]:
                pass
            elif spoken[name] == 1 and at is None:
                match = re.search(rf"\b{name}\b", env.scalar.text)
                at = syntax.spot(env.scalar, match.start()) if match else None
            else:
                continue
            if at is not None:
                self.found.add(
                    "E0219", at, len(name), hint=suggestion([word]), name=name, word=word, count=spoken[word]
                )
                raise Unreadable


def unit(ctx: Context, read: Callable[[], T]) -> T | None:
    """Read one procedure, term or hook. Where a broken declaration leaves something undefined, which has been
    reported, the rest of this text can't be read, but that of all others can.
    """
    try:
        return read()
    except Unreadable:
        return None
    except (KeyError, IndexError, StopIteration, AssertionError):
        if not ctx.found.failed:
            raise
        return None


def attempt(env: Env, read: Callable[[], T]) -> T | None:
    """Read a part of a text; None if it can't be read, which is remembered of the text."""
    try:
        return read()
    except Unreadable:
        env.scope.broken = True
        return None


ExprRule = Callable[[Context, Env, Syntax, Type | None], Expr]
SetRule = Callable[[Context, Env, Syntax, Type | None], Expr]
StatementRule = Callable[[Context, Env, Syntax], list[Statement]]

EXPRESSIONS: dict[str, ExprRule] = {}
STATEMENTS: dict[str, StatementRule] = {}


def expression(*names: str) -> Callable[[ExprRule], ExprRule]:
    """Registers the rule that types a production of the grammar."""

    def register(rule: ExprRule) -> ExprRule:
        for name in names:
            EXPRESSIONS[name] = rule
        return rule

    return register


def statement(*names: str) -> Callable[[StatementRule], StatementRule]:
    """Registers the rule that types a statement of the grammar."""

    def register(rule: StatementRule) -> StatementRule:
        for name in names:
            STATEMENTS[name] = rule
        return rule

    return register


def expr(ctx: Context, env: Env, node: Syntax | Token, want: Type | None = None) -> Expr:
    """The typed expression of a syntax tree. `want` is the type hoped for: it decides what a bare word means."""
    if isinstance(node, Token):
        raise TypeError(f"a token is no expression: {node!r}")
    ctx.spend(env, node)
    result = sound(EXPRESSIONS[node.data](ctx, env, node, want))
    narrowed = env.facts.get(result)
    if narrowed is not None and narrowed != result.type:
        result = _retyped(result, narrowed)
    return result


def sound(value: Expr) -> Expr:
    """The value, if what it reads is declared so that it can be understood.

    Raises:
        Unreadable: if not; that was reported where it is declared.
    """
    if value.type.sort == "unknown":
        raise Unreadable
    return value


def _retyped(node: Expr, type_: Type) -> Expr:
    from dataclasses import replace

    return replace(node, type=type_)


def number(ctx: Context, env: Env, node: Syntax | Token, what: Type = NUMBER) -> Expr:
    """An expression of a given type; a finding if it is of another."""
    return demand(ctx, env, node, expr(ctx, env, node, what), what)


def demand(ctx: Context, env: Env, node: Syntax | Token, value: Expr, want: Type) -> Expr:
    """The value if it fits the wanted type; a finding otherwise."""
    if want.sort == "unknown":
        raise Unreadable
    if fits(ctx, value.type, want):
        if want.sort == "entry" and value.type.sort == "piece":
            # Where an entry is wanted, a piece stands for the entry that it is a copy of.
            kind = Type("entry", value.type.name, maybe=value.type.maybe)
            return EntryOf(value, type=kind, at=value.at)
        return value
    if value.type.maybe and fits(ctx, value.type.sure(), want):
        from referee.language.resolve.none import require

        return require(ctx, env, node, value)
    ctx.error("E0220", env, node, expected=want, found=value.type)


def fits(ctx: Context, have: Type, want: Type) -> bool:
    """Can a value of one type stand where the other is wanted?"""
    if have.sort == "none":
        return want.maybe or want.sort == "none"
    if have.maybe and not want.maybe:
        return False
    if have.sort != want.sort:
        return (have.sort == "piece" and want.sort == "entry" and have.name == want.name) or (
            have.sort == "place" and want.sort == "set"
        )
    if want.sort in ("number", "yes", "seat", "none"):
        return True
    if want.sort == "token":
        return True
    if want.sort == "bag":
        return want.name in ("", have.name) or ctx.model.group_tokens(have.name) == ctx.model.group_tokens(want.name)
    if want.sort in ("set", "list"):
        return want.of is None or have.of is None or fits(ctx, have.of, want.of)
    if want.filled and not have.filled:
        return False
    return have.name == want.name or want.name == ""
