"""The describer: finds the words of a node by its class, and knows what locals are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

from referee.language.describe.keys import humanized, named_rules, pack_text, procedure_says, rule_argument
from referee.language.describe.phrases import join, phrase
from referee.language.model import Entry, HookBody, Model
from referee.language.text import Arg, Text
from referee.language.tree import Content, EntryOf, Expr, ForEach, ForPieces, Local, Me, Modifier, Node, Statement
from referee.language.types import Type

_THINGS = ("cell", "seat", "token", "piece", "entry", "symbol")

Words = Callable[..., Text | None]
Rule = TypeVar("Rule", bound=Words)

_WORDS: dict[type[Node], Words] = {}


def describes(*classes: type[Node]) -> Callable[[Rule], Rule]:
    """Registers the function that puts nodes of these classes in words; None: nothing worth a word."""

    def register(rule: Rule) -> Rule:
        for cls in classes:
            _WORDS[cls] = rule
        return rule

    return register


def described() -> frozenset[type[Node]]:
    """The classes of nodes that can be put in words."""
    return frozenset(_WORDS)


class Procedure(Protocol):
    """What the describer asks of a typed procedure."""

    @property
    def name(self) -> str: ...

    @property
    def parameters(self) -> Sequence[tuple[str, Type]]: ...

    @property
    def body(self) -> Sequence[Statement]: ...


class Term(Protocol):
    """What the describer asks of a typed term."""

    @property
    def value(self) -> Expr | None: ...


class Describer:
    """Puts effects of one ruleset in words. `procedures`, `terms`: their typed instances, by number."""

    def __init__(self, model: Model, procedures: Sequence[Procedure] = (), terms: Sequence[Term] = ()) -> None:
        self.model = model
        self.procedures = procedures
        self.terms = terms
        self.implied = ""  # the local of which the words go without saying: `it` in "spaces (empty)"
        self.whole = False  # choices and options with a text of their own are described all the same, by it and beneath
        self.telling = ""  # the term whose meaning is told: inside of it, its name stands for what it was before
        self.you = "me"  # the acting seat that is spoken to; any other is a player of whom it is told
        self.derived: dict[str, Expr] = {}  # local → what an option has worked it out from
        self._nouns: dict[str, Text] = {}  # local → what it is called
        self._plain: list[Text] = []  # nouns in use, without article

    def text(self, node: Node) -> Text:
        """A node in words."""
        return self.part(node) or phrase("verb/pass")

    def part(self, node: Node) -> Text | None:
        """A node in words, or None if it only keeps the books."""
        rule = _WORDS.get(type(node))
        if rule is None:
            raise TypeError(f"{type(node).__name__} has no words")
        return rule(self, node)

    def effect(self, body: Sequence[Node]) -> Text:
        """Statements in words, in their order. Rules that are in force at the same time are a sentence each."""
        parts = [part for statement in body if (part := self.part(statement)) is not None]
        together = all(isinstance(statement, Modifier) and not statement.span for statement in body)
        return join("verb/together" if together else "verb/sequence", parts) if parts else phrase("verb/pass")

    def said(self, key: str, text: str, *args: Arg) -> Text:
        """A text of the pack with its arguments, the rule values that it names among them."""
        given = {arg.name for arg in args}
        rules = [rule for rule in named_rules(self.model, text) if rule.id not in given]
        return pack_text(key, text, *args, *(rule_argument(rule.id, rule, rule.base) for rule in rules))

    def hook(self, body: HookBody) -> Text:
        """What a hook of an entry does; a translator may write the whole sentence anew under this key."""
        inside = self.text(body.value) if body.value is not None else self.effect(body.body)
        entry, hook = body.entry, body.hook
        if hook.says:
            inside = self.said(f"hook/{entry.kind}/{hook.id}.says", hook.says, Arg("body", "phrase", inside))
        return pack_text(f"describes/{entry.kind}/{entry.id}.{hook.id}", "{body}", Arg("body", "phrase", inside))

    def entry(self, entry: Entry) -> Text | None:
        """The rules of an entry: its hooks, each with its name if there are several, and its text. None: it has none.

        Each is a sentence, as far as a capital letter makes it one.
        """
        hooks = [body for body in entry.hooks.values() if body.body or body.value is not None]
        parts = [self.hook(body) for body in hooks]
        if len(hooks) > 1:
            names = [self.hook_name(entry.kind, body.hook.id) for body in hooks]
            parts = [phrase("verb/hook", hook=name, body=part) for name, part in zip(names, parts, strict=True)]
        parts += self.triggers(entry)
        parts += [self.entry_says(entry)] if entry.says else []
        return join("verb/hooks", [phrase("verb/rules", rules=part) for part in parts]) if parts else None

    def entry_says(self, entry: Entry) -> Text:
        """The text that a pack gives to an entry, with the rule values that it names."""
        return self.said(f"{entry.kind}/{entry.id}.says", entry.says)

    def triggers(self, entry: Entry) -> list[Text]:
        """What an entry does before and after procedures, in words."""
        found: dict[tuple[str, str], Text] = {}
        for procedure in self.procedures:
            when = "before"
            for statement in _opened(procedure.body):
                if isinstance(statement, ForPieces):
                    if statement.entry == entry.index and (procedure.name, when) not in found:
                        event = self.procedure_name(procedure)
                        found[procedure.name, when] = phrase(f"verb/{when}", event=event, body=self.text(statement))
                else:
                    when = "after"
        return list(found.values())

    def procedure_name(self, procedure: Procedure) -> Text:
        """A procedure by its text, its parameters by their nouns."""
        declared = self.model.procedures[procedure.name].parameters
        types = [type_ for _, type_ in procedure.parameters]
        args = [Arg(p.name, "phrase", self.noun(t, p.name)) for p, t in zip(declared, types, strict=False)]
        says = procedure_says(self.model, procedure.name) or humanized(procedure.name)
        return self.said(f"procedure/{procedure.name}.name", says, *args)

    def hook_name(self, kind: str, hook: str) -> Text:
        return pack_text(f"hook/{kind}/{hook}.name", humanized(hook))

    def noun(self, type_: Type, word: str = "") -> Text:
        """What a thing of a type is called, in the singular, without article. `word`: its name in the pack."""
        sort, name = type_.sort, type_.name
        if sort == "cell":
            return phrase("expr/space")
        if sort == "seat":
            return phrase("expr/player")
        if sort == "token" and name in self.model.tokens:
            return pack_text(f"token/{name}.name", humanized(name))
        keys = {"token": "group", "piece": "kind", "entry": "kind", "symbol": "symbol"}
        if sort in keys and name:
            return pack_text(f"{keys[sort]}/{name}.name", humanized(name))
        if sort == "token":
            return phrase("expr/token")
        return pack_text(f"local/{word}.name", humanized(word)) if word else phrase("expr/number_word")

    def local(self, local: Local) -> Text:
        """A local by what it is called here."""
        noun = self._nouns.get(local.name)
        if noun is not None:
            return noun
        if local.word == "this":
            return phrase("expr/this", what=self.noun(local.type))
        if local.word == "they":
            return phrase("expr/they")
        return self._called(self.noun(local.type, local.word), local.type, local.word)

    def call(self, name: str, what: Text) -> None:
        """From here on, a local that `let` has named is called so."""
        self._nouns[name] = what

    @contextmanager
    def naming(self, name: str, word: str, type_: Type) -> Iterator[Text]:
        """While it lasts, the local is called by its noun, or by noun and word if another has that noun."""
        noun = self.noun(type_, word)
        before = self._nouns.get(name)
        called = self._called(noun, type_, word)
        if noun in self._plain:
            called = phrase("expr/local.named", what=noun, word=pack_text(f"local/{word}.name", humanized(word)))
        self._nouns[name] = called
        self._plain.append(noun)
        try:
            yield called
        finally:
            self._plain.pop()
            if before is None:
                del self._nouns[name]
            else:
                self._nouns[name] = before

    def named(self, node: Node) -> Text:
        """A thing as a name for a text of the pack: the bare noun, since such texts have their own articles."""
        text = self.text(node)
        if text.key == "expr/the" and isinstance(text.args[0].value, Text):
            return text.args[0].value
        return Text("expr/content", text.args) if text.key == "expr/the_content" else text

    def such(self, token: Node) -> Text:
        """A token as part of an amount: `1 such ware` where a local names it."""
        if isinstance(token, Local) and self.local(token) == self._called(
            self.noun(token.type, token.word), token.type, ""
        ):
            return phrase("expr/such", what=self.noun(token.type, token.word))
        return self.text(token)

    @contextmanager
    def implying(self, name: str) -> Iterator[None]:
        """While it lasts, what is said of this local is said without naming it."""
        before, self.implied = self.implied, name
        try:
            yield
        finally:
            self.implied = before

    def is_implied(self, node: Expr) -> bool:
        """Does it go without saying of what is spoken?"""
        if isinstance(node, Content):
            return self.is_implied(node.cell)
        if isinstance(node, EntryOf):
            return self.is_implied(node.piece)
        return isinstance(node, Local) and bool(self.implied) and node.name == self.implied

    def is_you(self, seat: Expr | None) -> bool:
        """The seat that is spoken to."""
        return isinstance(seat, Me) and seat.name == self.you

    def owned(self, what: Text, owner: Expr | None) -> Text:
        """`your estate`, `own estate`, `hold of the ship`, or the thing alone."""
        if owner is None or self.is_implied(owner):
            return what
        if self.is_you(owner):
            return phrase("expr/your", what=what)
        if isinstance(owner, Me):
            return phrase("expr/own", what=what)
        return phrase("expr/of", what=what, whole=self.text(owner))

    @staticmethod
    def _called(noun: Text, type_: Type, word: str) -> Text:
        if type_.sort in _THINGS:
            return phrase("expr/the", what=noun)
        return noun


def _opened(body: Sequence[Statement]) -> Iterator[Statement]:
    """The statements of a procedure; triggers that go round the table stand for themselves."""
    for statement in body:
        if isinstance(statement, ForEach) and all(isinstance(inner, ForPieces) for inner in statement.body):
            yield from statement.body
        else:
            yield statement
