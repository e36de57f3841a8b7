"""Texts on the wire: a text of the engine becomes a Text with key, arguments, and words in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from weakref import WeakKeyDictionary

from referee.texts import ArgLike, Catalog, TextLike
from referee.texts.catalog import NO_NAMES
from referee.texts.marks import MARKS, filled, marked
from referee.texts.scope import Run
from referee.v1 import text_pb2

_MOST_KEPT = 500
_MOST_PATTERNS = 20_000


@dataclass(slots=True)
class _Pattern:
    """A text with marks where names of players stand. `inner`: arguments, by number, that are such texts themselves."""

    message: text_pb2.Text
    marked: bool
    inner: tuple[tuple[int, TextLike], ...]


_patterns: WeakKeyDictionary[Catalog, dict[TextLike, _Pattern]] = WeakKeyDictionary()
"""They are the same in every game with these rules."""


class Words:
    """Texts for readers of one language in one game. `names`: seat → the player's name.

    Texts come back again and again (labels, prompts), so those made are kept; give up this object when a name changes.
    """

    def __init__(self, catalog: Catalog, names: Mapping[str, str]) -> None:
        self.catalog, self._names = catalog, dict(names)
        self.language = catalog.language
        self._made: dict[TextLike, text_pb2.Text] = {}
        self._patterns = _patterns.setdefault(catalog, {})

    def text(self, text: TextLike) -> text_pb2.Text:
        """The text for the wire. The message is shared: don't change it."""
        pattern = self._pattern(text)
        if not pattern.marked:
            return pattern.message
        made = self._made.get(text)
        if made is None:
            if len(self._made) >= _MOST_KEPT:
                self._made.clear()
            made = self._made[text] = self._filled(pattern)
        return made

    def alike(self, text: TextLike) -> bool:
        """Does a text read alike in every game with these rules, since it names no player?"""
        return not self._pattern(text).marked

    def _filled(self, pattern: _Pattern) -> text_pb2.Text:
        made = text_pb2.Text()
        made.CopyFrom(pattern.message)
        made.text = filled(made.text, self._name)
        for number, inner in pattern.inner:
            made.args[number].phrase.CopyFrom(self.text(inner))
        return made

    def _name(self, seat: str) -> str:
        name = self._names.get(seat)
        if name is None:
            name = self._names[seat] = self.catalog.seat(seat, Run(NO_NAMES, 2))
        return name

    def _pattern(self, text: TextLike) -> _Pattern:
        known = self._patterns.get(text)
        if known is None:
            if len(self._patterns) >= _MOST_PATTERNS:
                self._patterns.clear()
            known = self._patterns[text] = self._make(text)
        return known

    def _make(self, text: TextLike) -> _Pattern:
        words = self.catalog.render(text, MARKS)
        inner = tuple(
            (number, cast(TextLike, arg.value))
            for number, arg in enumerate(text.args)
            if not isinstance(arg.value, int | str) and self._pattern(cast(TextLike, arg.value)).marked
        )
        message = text_pb2.Text(text=words, key=text.key, args=[self._arg(arg) for arg in text.args])
        return _Pattern(message, bool(inner) or marked(words), inner)

    def _arg(self, arg: ArgLike) -> text_pb2.Arg:
        value = arg.value
        if isinstance(value, int):
            return text_pb2.Arg(name=arg.name, number=value)
        if not isinstance(value, str):
            return text_pb2.Arg(name=arg.name, phrase=self._pattern(cast(TextLike, value)).message)
        match arg.kind:
            case "entry":
                return text_pb2.Arg(name=arg.name, entry=value)
            case "seat":
                return text_pb2.Arg(name=arg.name, seat=value)
            case "place":
                return text_pb2.Arg(name=arg.name, place=value)
        return text_pb2.Arg(name=arg.name, phrase=text_pb2.Text(text=value))
