"""A ruleset taken apart: things under headings, and what can be said of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.language.describe.phrases import phrase
from referee.language.text import Text

SECTIONS = (
    "game",
    "options",
    "rules",
    "tokens",
    "groups",
    "symbols",
    "kinds",
    "entries",
    "places",
    "values",
    "setup",
    "procedures",
    "terms",
    "any_time",
    "windows",
    "triggers",
    "scoring",
    "tie_breaks",
    "texts",
)


@dataclass(frozen=True, slots=True)
class Aspect:
    """What can be said of a thing in one respect.

    `key` is the same in every ruleset. `value` is one text, or sentences in their order (`listed`). `wording`: it is a
    text for people, and differs if its words do; other texts differ if they mean something else. `usual`: it goes
    without saying, so that it is told only where it has changed. `alone`: it needs no name of a thing in front.
    """

    key: str
    label: Text | None
    value: tuple[Text, ...]
    wording: bool = False
    usual: bool = False
    listed: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """Something declared. `section` is one of SECTIONS, `key` what it is known by in every ruleset.

    `source` is its code without layout and comments: where it differs and no word does, that is said. `group` is the
    heading under which entries of one kind stand together.
    """

    section: str
    key: str
    name: Text
    aspects: tuple[Aspect, ...]
    source: tuple[str, ...] = ()
    group: Text | None = None


def one(key: str, value: Text, *, label: str = "", usual: bool = False) -> Aspect:
    """An aspect of a single text, called by the referee's own word for it."""
    return Aspect(key, phrase(f"diff/aspect.{label or key}"), (value,), usual=usual)


def named(name: Text) -> Aspect:
    """What a thing is called."""
    return Aspect("name", phrase("diff/aspect.name"), (name,), wording=True, usual=True)


def sentences(key: str, value: Sequence[Text], label: Text | None = None) -> Aspect:
    """An aspect of several sentences in their order."""
    return Aspect(key, label, tuple(value), listed=True)
