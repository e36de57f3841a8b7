"""Texts by key and arguments: what the language says, before any language of people is chosen."""

from __future__ import annotations

from referee.language.record import record


class _Hashed:
    """A slot that is no field."""

    __slots__ = ("_hash",)
    _hash: int


@record
class Text(_Hashed):
    """A text by key: `key` names a template of the catalogs, `args` fill it. `literal` is its English source.

    Keys: `pack/<key>` for a text of the ruleset, anything else for one of the referee.
    """

    key: str
    args: tuple[Arg, ...] = ()
    literal: str = ""

    def __hash__(self) -> int:
        """Texts are looked up all the time, with others in them: it is kept."""
        try:
            return self._hash
        except AttributeError:
            self._hash = hash((self.key, self.args, self.literal))
            return self._hash

    def __reduce__(self) -> tuple[type[Text], tuple[str, tuple[Arg, ...], str]]:
        """For another process, where hashes are others."""
        return Text, (self.key, self.args, self.literal)


@record
class Arg:
    """One argument. `kind` is number, entry, seat, place or phrase; `value` an int, an id or a Text."""

    name: str
    kind: str
    value: int | str | Text
