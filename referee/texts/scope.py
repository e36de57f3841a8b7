"""The arguments of one text while it is shown: each is put in words by the catalog of the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from referee.texts.marks import capital, unmarked


class ArgLike(Protocol):
    """One argument: `kind` is number, entry, seat, place or phrase; `value` an int, an id or another text."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def value(self) -> object: ...


class TextLike(Protocol):
    """A text by key. With an empty key `literal` is shown as it stands, braces and all."""

    @property
    def key(self) -> str: ...

    @property
    def args(self) -> tuple[ArgLike, ...]: ...

    @property
    def literal(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Given:
    """An argument that the catalog itself gives; a phrase may be a string in words already."""

    name: str
    kind: str
    value: object


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text that the catalog itself shows."""

    key: str
    args: tuple[ArgLike, ...] = ()
    literal: str = ""


class Words(Protocol):
    """What a scope asks of a catalog."""

    def fill(self, text: TextLike, run: Run, depth: int) -> str: ...

    def name(self, entry: str, attribute: str = "") -> str: ...

    def place(self, place: str, run: Run) -> str: ...

    def short_place(self, place: str) -> str: ...

    def seat(self, seat: str, run: Run) -> str: ...

    def attribute(self, text: TextLike, attribute: str, run: Run, depth: int) -> str: ...


@dataclass(slots=True)
class Run:
    """One call of render. `left` bounds how many phrases it may still put in words.

    `near` is the seat whose places are told without whose they are, and cells shortly; None where nobody is meant.
    """

    names: Mapping[str, str]
    left: int
    near: str | None = None


class ArgScope:
    """A Scope over the arguments of a text. Each phrase is put in words once, however often the message uses it."""

    __slots__ = ("args", "depth", "done", "run", "words")

    def __init__(self, words: Words, args: tuple[ArgLike, ...], run: Run, depth: int) -> None:
        self.words, self.args, self.run, self.depth = words, args, run, depth
        self.done: dict[tuple[str, str], str] = {}

    def find(self, name: str) -> ArgLike | None:
        for arg in self.args:
            if arg.name == name:
                return arg
        return None

    def text(self, name: str, attribute: str) -> str:
        arg = self.find(name)
        if arg is None:
            return f"{{{name}.{attribute}}}" if attribute else f"{{{name}}}"
        if attribute == "capital":
            return capital(self.text(name, ""))
        kind, value = arg.kind, arg.value
        if kind == "number":
            return str(value)
        if kind == "entry":
            return self.words.name(str(value), attribute)
        done = self.done.get((name, attribute))
        if done is None:
            done = self.done[name, attribute] = self.other(kind, value, attribute)
        return done

    def other(self, kind: str, value: object, attribute: str) -> str:
        if kind == "seat":
            return self.words.seat(str(value), self.run)
        if kind == "place":
            if attribute == "short":
                return self.words.short_place(str(value))
            return self.words.place(str(value), self.run)
        if isinstance(value, str | int):
            return unmarked(str(value))
        phrase: TextLike = value  # type: ignore[assignment]  # the only other kind of value is a text
        if attribute:
            return self.words.attribute(phrase, attribute, self.run, self.depth + 1)
        return self.words.fill(phrase, self.run, self.depth + 1)

    def number(self, name: str) -> int | None:
        arg = self.find(name)
        if arg is None or arg.kind != "number" or not isinstance(arg.value, int):
            return None
        return arg.value

    def word(self, name: str, attribute: str) -> str:
        arg = self.find(name)
        if arg is not None and not attribute and isinstance(arg.value, str | int):
            return str(arg.value)
        return self.text(name, attribute)
