"""Texts on the wire: a text of the engine becomes a Text with key, arguments, and words in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from weakref import WeakKeyDictionary

from referee.service.wire.ready import Field, Number
from referee.texts import ArgLike, Catalog, TextLike
from referee.texts.catalog import NO_NAMES, bounded
from referee.texts.marks import MARKS, filled, marked, unmarked
from referee.texts.scope import Run
from referee.v1 import text_pb2

_MOST_KEPT = 200
_MOST_PATTERNS = 5000
_WORDS, _KEY, _ARGS = (Field(text_pb2.Text, name) for name in ("text", "key", "args"))
_NAME, _ENTRY, _SEAT, _PLACE, _PHRASE = (
    Field(text_pb2.Arg, name) for name in ("name", "entry", "seat", "place", "phrase")
)
_NUMBER = Number(text_pb2.Arg, "number")
_NAMED = {"entry": _ENTRY, "seat": _SEAT, "place": _PLACE}


@dataclass(slots=True)
class _Pattern:
    """A text as it is in every game. `data`: a whole Text, written; empty if names of players are missing in it.

    `words` has marks where they stand. `args`: each written; of one that waits for names, its name and the text.
    """

    data: bytes
    words: str
    key: bytes
    args: tuple[bytes | tuple[bytes, TextLike], ...]


_patterns: WeakKeyDictionary[Catalog, dict[TextLike, _Pattern]] = WeakKeyDictionary()
"""They are the same in every game with these rules."""


class Words:
    """Texts for readers of one language in one game. `names`: seat → the player's name.

    Texts come back again and again (labels, prompts), so those made are kept, as bytes: a message takes ten times the
    room. Give up this object when a name changes.
    """

    def __init__(self, catalog: Catalog, names: Mapping[str, str]) -> None:
        self.catalog, self._names = catalog, dict(names)
        self.language = catalog.language
        self._made: dict[TextLike, bytes] = {}
        self._patterns = _patterns.setdefault(catalog, {})

    def text(self, text: TextLike) -> text_pb2.Text:
        """The text for the wire."""
        return text_pb2.Text.FromString(self.data(text))

    def data(self, text: TextLike) -> bytes:
        """The text for the wire, written."""
        pattern = self._pattern(text)
        if pattern.data:
            return pattern.data
        made = self._made.get(text)
        if made is None:
            if len(self._made) >= _MOST_KEPT:
                self._made.clear()
            made = self._made[text] = self._filled(pattern)
        return made

    def alike(self, text: TextLike) -> bool:
        """Does a text read alike in every game with these rules, since it names no player?"""
        return bool(self._pattern(text).data)

    def _filled(self, pattern: _Pattern) -> bytes:
        args = [
            _ARGS.of(arg if isinstance(arg, bytes) else arg[0] + _PHRASE.of(self.data(arg[1]))) for arg in pattern.args
        ]
        return b"".join([_WORDS.text(bounded(filled(pattern.words, self._name))), pattern.key, *args])

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
        words, key = self.catalog.render(text, MARKS), _KEY.text(text.key)
        args = tuple([self._arg(arg) for arg in text.args])
        ready = [_ARGS.of(arg) for arg in args if isinstance(arg, bytes)]
        if marked(words) or len(ready) < len(args):
            return _Pattern(b"", words, key, args)
        return _Pattern(b"".join([_WORDS.text(words), key, *ready]) or _NOTHING, words, key, args)

    def _arg(self, arg: ArgLike) -> bytes | tuple[bytes, TextLike]:
        name, value = _NAME.text(arg.name), arg.value
        if isinstance(value, int):
            return name + _NUMBER.of(value)
        if isinstance(value, str):
            kind = _NAMED.get(arg.kind)
            return name + (kind.of(value.encode()) if kind else _PHRASE.of(_WORDS.text(unmarked(value))))
        inner = cast(TextLike, value)
        data = self._pattern(inner).data
        return name + _PHRASE.of(data) if data else (name, inner)


_NOTHING = _WORDS.of(b"")  # a text without words, key and arguments is one, too
