"""What is known at a point of an effect: names, the acting seat, and what has been tested."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from referee.language.model import Layer, Parameter
from referee.language.tree import Expr, Local, Statement
from referee.language.types import UNKNOWN, Type
from referee.packs.node import Scalar


@dataclass(slots=True)
class Scope:
    """One procedure, term or hook while it is read: its name and the names that it has used.

    `broken`: a part of it, or of what calls it, can't be read. What that part would have tested isn't known then, so
    nobody can say what may be none.
    """

    name: str
    used: dict[str, int] = field(default_factory=dict)
    choices: dict[str, int] = field(default_factory=dict)
    broken: bool = False

    def unique(self, word: str) -> str:
        """A name that no other local of the ruleset has: it begins with the name of the procedure."""
        number = self.used.get(word, 0)
        self.used[word] = number + 1
        return f"{self.name}.{word}" if number == 0 else f"{self.name}.{word}_{number + 1}"

    def step(self, name: str) -> str:
        """The stable name of a decision; a second one of the same name gets a number."""
        number = self.choices.get(name, 0)
        self.choices[name] = number + 1
        step = f"{self.name}/{name}"
        return step if number == 0 else f"{step}.{number + 1}"


@dataclass(slots=True)
class Loop:
    """The repeat around a statement."""

    counter: str
    limit: Expr | None
    taken: list[str] = field(default_factory=list)
    stops: bool = False


@dataclass(slots=True)
class Env:
    """Names and facts at one point. Children see the parent's names; what they add stays theirs."""

    scope: Scope
    scalar: Scalar
    words: dict[str, Expr] = field(default_factory=dict)
    me: Expr | None = None
    facts: dict[Expr, Type] = field(default_factory=dict)  # expressions whose type a test has narrowed
    free: set[Expr] = field(default_factory=set)  # cells known to be empty
    loop: Loop | None = None
    required: list[Statement] | None = None  # where "must not be none" is noted; None: it is an error
    given: dict[str, Expr] = field(default_factory=dict)  # the parameters as they are declared, in their order
    usual: list[Layer] = field(default_factory=list)  # what `do the usual` means, outermost last
    done_usual: bool = False  # it has been done on this way
    usual_words: tuple[str, ...] = ()
    hook: bool = False
    candidate: str = ""  # how a binder calls the members of its set

    def child(self) -> Env:
        return replace(self, words=dict(self.words), facts=dict(self.facts), free=set(self.free))

    def bind(self, word: str, type_: Type) -> Local:
        """Bind a word to a fresh local."""
        local = Local(self.scope.unique(word), word, type=type_.plain())
        self.words[word] = local
        # What is known of it holds until a statement writes what it rests on.
        if type_.filled:
            self.facts[local] = replace(type_, free=False)
        if type_.free:
            self.free.add(local)
        return local

    def called(self, own: tuple[Parameter, ...]) -> Env:
        """The same point for a change that calls the parameters by words of its own."""
        inner = self.child()
        inner.words.update(self.given)
        inner.words.update(zip((each.name for each in own), self.given.values(), strict=False))
        return inner

    def doubt(self, word: str) -> None:
        """Bind a word to something of which nothing is known, because what it stands for can't be read."""
        self.words[word] = Local(word, word, type=UNKNOWN)

    def forget(self, gone: Iterable[Expr]) -> None:
        """Drop what was known about these expressions."""
        for expr in gone:
            self.facts.pop(expr, None)
            self.free.discard(expr)

    def merge(self, branches: list[Env]) -> None:
        """After branches join, only what holds in each of them is known."""
        self.done_usual = self.done_usual or any(b.done_usual for b in branches)
        self.facts = {e: t for e, t in branches[0].facts.items() if all(b.facts.get(e) == t for b in branches)}
        self.free = set.intersection(*(b.free for b in branches))
