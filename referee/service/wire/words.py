"""Texts on the wire: a text of the engine becomes a Text with key, arguments, and words in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast
from weakref import WeakKeyDictionary

from referee.texts import ArgLike, Catalog, TextLike
from referee.v1 import text_pb2

_MOST_KEPT = 500
_MOST_SHARED = 20_000
_shared: WeakKeyDictionary[Catalog, dict[TextLike, text_pb2.Text]] = WeakKeyDictionary()
"""Texts that name no seat, which read alike in every game with these rules."""


class Words:
    """Texts for readers of one language in one game. `names`: seat → the player's name.

    Texts come back again and again (labels, prompts), so those made are kept; give up this object when a name changes.
    """

    def __init__(self, catalog: Catalog, names: Mapping[str, str]) -> None:
        self._catalog, self._names = catalog, dict(names)
        self._made: dict[TextLike, text_pb2.Text] = {}
        self._shared = _shared.setdefault(catalog, {})

    @property
    def language(self) -> str:
        return self._catalog.language

    def text(self, text: TextLike) -> text_pb2.Text:
        """The text for the wire. The message is shared: don't change it."""
        made = self._made.get(text)
        if made is None:
            if len(self._made) >= _MOST_KEPT:
                self._made.clear()
            made = self._made[text] = self._make(text) if _names_seats(text) else self._alike(text)
        return made

    def _alike(self, text: TextLike) -> text_pb2.Text:
        made = self._shared.get(text)
        if made is None:
            if len(self._shared) >= _MOST_SHARED:
                self._shared.clear()
            made = self._shared[text] = self._make(text)
        return made

    def _make(self, text: TextLike) -> text_pb2.Text:
        words = self._catalog.render(text, self._names)
        return text_pb2.Text(text=words, key=text.key, args=[self._arg(arg) for arg in text.args])

    def _arg(self, arg: ArgLike) -> text_pb2.Arg:
        value = arg.value
        if isinstance(value, int):
            return text_pb2.Arg(name=arg.name, number=value)
        if not isinstance(value, str):
            return text_pb2.Arg(name=arg.name, phrase=self.text(cast(TextLike, value)))
        match arg.kind:
            case "entry":
                return text_pb2.Arg(name=arg.name, entry=value)
            case "seat":
                return text_pb2.Arg(name=arg.name, seat=value)
            case "place":
                return text_pb2.Arg(name=arg.name, place=value)
        return text_pb2.Arg(name=arg.name, phrase=text_pb2.Text(text=value))


def _names_seats(text: TextLike) -> bool:
    """Does a text name a seat or what is a seat's, and with that a player?"""
    for arg in text.args:
        value = arg.value
        if arg.kind == "seat" or (arg.kind == "place" and isinstance(value, str) and value.startswith("seat/")):
            return True
        if not isinstance(value, str | int) and _names_seats(cast(TextLike, value)):
            return True
    return False
