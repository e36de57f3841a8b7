"""Numbers, lists and bags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import ge

from referee.engine.runtime.state import INT_LIMIT, SPAN_LIMIT, Fault, State


def times(a: int, b: int) -> int:
    result = a * b
    if not -INT_LIMIT <= result <= INT_LIMIT:
        raise Fault("a number grew beyond 32 bits")
    return result


def divided(a: int, b: int) -> int:
    """Division rounds down; by zero it gives zero."""
    return a // b if b else 0


def checked(value: int) -> int:
    """A number that may be stored."""
    if not -INT_LIMIT <= value <= INT_LIMIT:
        raise Fault("a number grew beyond 32 bits")
    return value


def span(low: int, high: int) -> range:
    if high - low > SPAN_LIMIT:
        raise Fault(f"a range has at most {SPAN_LIMIT} numbers")
    return range(low, high + 1)


def item(items: Sequence[int], index: int, default: int) -> int:
    return items[index - 1] if 0 < index <= len(items) else default


def of_bag(bag: Sequence[int], index: int, default: int) -> int:
    return bag[index] if index >= 0 else default


def first(items: Iterable[int]) -> int:
    for member in items:
        return member
    return -1


def last(items: Sequence[int]) -> int:
    return items[-1] if items else -1


def one(member: int) -> tuple[int, ...]:
    return (member,) if member >= 0 else ()


def bag_add(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple([x + y for x, y in zip(a, b, strict=True)])


def bag_less(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple([x - y if x > y else 0 for x, y in zip(a, b, strict=True)])


def covers(have: Sequence[int], need: Sequence[int]) -> bool:
    return all(map(ge, have, need))


def amount(S: State, slot: int) -> int:
    """The number in a slot that may not exist."""
    return S[slot] if slot >= 0 else 0


def owner_of(S: State, piece: int, location: int, owners: Sequence[int], seats: Sequence[int]) -> int:
    slot: int = S[location + piece]
    owner = owners[slot] if slot >= 0 else -1
    return owner if owner >= 0 else seats[piece]


def whose(S: State, piece: int, location: int, owners: Sequence[int], seats: Sequence[int], acting: int) -> int:
    """The owner of a piece as the seat that its hook acts for; the acting seat if nobody owns it."""
    owner = owner_of(S, piece, location, owners, seats)
    return owner if owner >= 0 else acting


def cell_in(slot: int, base: int, end: int) -> int:
    return slot if base <= slot < end else -1
