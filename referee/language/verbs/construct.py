"""What the registry holds: one entry for each construct of the language, with examples that a test plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Sort = Literal["statement", "expression", "part", "shape", "word", "declaration", "key", "hook", "change"]
Page = Literal["statements", "expressions", "declarations"]
Position = Mapping[str, object]  # ids of places and values → what they hold
Answer = int | Sequence[str] | Mapping[str, object]  # a number, picks in order, or how much of what (for what)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A part of a construct that its writer fills in. `name` stands in the form, in capitals (a key: as it is)."""

    name: str
    type: str
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Code, the position it meets, and what must come of it.

    An effect is what one option does that seat 1 may choose in the fair; `refused` is a position in which the option
    isn't offered. An expression has a `type`, and `result` is its value: a number, yes/no, an id, none, amounts by
    token, or the members of a set. With `pack` the fair is played with these declarations on top; without `code` that
    game is played from its start.
    """

    code: str = ""
    given: Position = field(default_factory=dict)
    refused: Position | None = None
    offers: tuple[str, ...] | None = None  # ids of all options of the first question
    choose: tuple[str | tuple[str, Answer], ...] = ()  # what the seats answer, one after another
    then: Position = field(default_factory=dict)  # what the places and values named hold in the end
    seen: Mapping[str, Position] = field(default_factory=dict)  # seat → what it sees of them; hidden things as "?"
    barrier: bool = False  # the last choice shows something new
    over: Sequence[str] | None = None  # winners and reasons, if the game ends
    type: str = ""
    result: object = None
    pack: str = ""  # sections, as YAML
    settings: Mapping[str, str] = field(default_factory=dict)  # options of the rulesets, by name
    seats: int = 2
    finds: tuple[str, ...] | None = None  # codes of all findings about the pack, where it isn't played
    facts: Mapping[str, str] = field(default_factory=dict)  # fact → its status


@dataclass(frozen=True, slots=True, kw_only=True)
class Construct:
    """One construct. `form` shows how it is written, `covers` names the productions of the grammar that it is."""

    name: str
    sort: Sort
    form: str
    doc: str
    covers: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    needs: str = ""  # what must hold, or the option isn't offered
    writes: str = ""  # what it changes
    reveals: str = ""  # what it shows that some seat didn't know: a barrier
    result: str = ""  # the type of an expression
    section: str = ""  # the section whose keys its parameters are; "*" for keys of any declaration
    words: tuple[str, ...] = ()  # names with a meaning of their own that it explains
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """Constructs that belong together: one file of the reference, and a part of one overview."""

    file: str
    title: str
    page: Page
    doc: str
    constructs: tuple[Construct, ...]


def effect(code: str, **what: object) -> Example:
    """An example of something that an option does."""
    return Example(code=code, **what)  # type: ignore[arg-type]  # the fields of Example


def reading(code: str, type: str, result: object, given: Position | None = None) -> Example:
    """An example of an expression: its type and its value in a position."""
    return Example(code=code, type=type, result=result, given=given or {})


def lines(*each: str) -> str:
    """A text of several lines."""
    return "\n".join(each)
