"""Texts by key and arguments: what the language says, before any language of people is chosen."""

from __future__ import annotations

from referee.language.record import record


@record
class Text:
    """A text by key: `key` names a template of the catalogs, `args` fill it. `literal` is its English source.

    Keys: `pack/<key>` for a text of the ruleset, anything else for one of the referee.
    """

    key: str
    args: tuple[Arg, ...] = ()
    literal: str = ""


@record
class Arg:
    """One argument. `kind` is number, entry, seat, place or phrase; `value` an int, an id or a Text."""

    name: str
    kind: str
    value: int | str | Text
