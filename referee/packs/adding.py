"""What `add:` makes of a value: more of a number, more members of a list."""

from __future__ import annotations

from dataclasses import replace

from referee.packs.node import Mapping, Node, Scalar, Sequence


def added(before: Node | None, more: Node) -> Node | None:
    """The value with `more` added; None where a number is to be added to what isn't one.

    A whole number counts on top of a number, or of each of the numbers by seats (`{2: 6, 3: 5}`). Everything else
    makes a list longer, a single word being a list of one.
    """
    if isinstance(more, Scalar) and _is_number(more) and not isinstance(before, Sequence):
        return _sum(before, more)
    items = before.items if isinstance(before, Sequence) else (before,) if isinstance(before, Scalar) else ()
    new = more.items if isinstance(more, Sequence) else (more,)
    result = Sequence((*items, *new), before.at if before is not None else more.at, more.pack)
    return replace(result, pack=before.pack) if before is not None else result


def _sum(before: Node | None, more: Scalar) -> Node | None:
    if isinstance(before, Scalar) and _is_number(before):
        assert isinstance(before.value, int) and isinstance(more.value, int)
        return replace(more, value=before.value + more.value)
    if not isinstance(before, Mapping) or not before.entries or set(before.entries) != before.integer_keys:
        return None
    numbers = {seats: _sum(number, more) for seats, number in before.items() if isinstance(number, Scalar)}
    whole = {seats: number for seats, number in numbers.items() if number is not None}
    return replace(before, entries=whole) if whole.keys() == before.entries.keys() else None


def _is_number(node: Scalar) -> bool:
    return isinstance(node.value, int) and not isinstance(node.value, bool)
