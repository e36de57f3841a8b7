"""When two texts say the same: by their keys and arguments, whatever the words that packs give them."""

from __future__ import annotations

from collections.abc import Collection

from referee.language.text import Arg, Text

Shape = tuple[object, ...]

_PACK = "pack/"
_OWN = "pack/rule/"


def shape(text: Text, rules: Collection[str]) -> Shape:
    """What a text says. `rules`: the ids of rule values: what their values are is said of them, and nowhere else."""
    told = text.args
    if text.key.startswith(_PACK) and not text.key.startswith(_OWN):
        told = tuple(arg for arg in told if arg.name not in rules)
    return (text.key or text.literal, *(_argument(arg, rules) for arg in told))


def _argument(arg: Arg, rules: Collection[str]) -> Shape:
    value = shape(arg.value, rules) if isinstance(arg.value, Text) else arg.value
    return (arg.name, value)


def wording(text: Text) -> Shape:
    """A text for people: of a pack its own words, without those of the names in it."""
    if text.key.startswith(_PACK) or not text.key:
        return (text.key, text.literal)
    return (
        text.key,
        *((arg.name, wording(arg.value) if isinstance(arg.value, Text) else arg.value) for arg in text.args),
    )
