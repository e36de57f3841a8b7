"""Short ways to make texts."""

from __future__ import annotations

from collections.abc import Sequence

from referee.language.text import Arg, Text


def phrase(key: str, **args: Text | int) -> Text:
    """A text of the referee; arguments are phrases or numbers. A trailing `_` of a name (`else_`) is dropped."""
    return Text(key, tuple(argument(name.rstrip("_"), value) for name, value in args.items()))


def argument(name: str, value: Text | int) -> Arg:
    return Arg(name, "number" if isinstance(value, int) else "phrase", value)


def join(key: str, parts: Sequence[Text]) -> Text:
    """The parts in a row, two at a time, `key` being a template of {first} and {rest}: as flat as can be."""
    if len(parts) == 1:
        return parts[0]
    middle = (len(parts) + 1) // 2
    return phrase(key, first=join(key, parts[:middle]), rest=join(key, parts[middle:]))


def listed(parts: Sequence[Text], last: str = "expr/list.and") -> Text:
    """`a, b and c`; `last` is the template of the last two."""
    if len(parts) == 1:
        return parts[0]
    return phrase(last, first=join("expr/list.more", parts[:-1]), last=parts[-1])
