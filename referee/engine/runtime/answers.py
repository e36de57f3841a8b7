"""Forms of arguments and their answers: subsets, allocations, sharing out."""

from __future__ import annotations

from collections.abc import Sequence
from operator import gt
from typing import Any

from referee.engine.runtime.state import Events, State
from referee.engine.runtime.tokens import shift


def always(S: State, me: int, piece: int) -> bool:
    return True


def none(S: State, E: Events, me: int, piece: int) -> None:
    """The hook of an entry that has none."""


def short(have: Sequence[int], need: Sequence[int]) -> int:
    """How many tokens are missing to a bag."""
    return sum([n - h for h, n in zip(have, need, strict=True) if n > h])


def subset(answer: object, many: Sequence[int], low: int, high: int) -> bool:
    """Is the answer a subset of the candidates, in their order, of a size within bounds?"""
    if type(answer) is not tuple or not low <= len(answer) <= high:
        return False
    position = 0
    for member in many:
        if position < len(answer) and type(answer[position]) is int and answer[position] == member:
            position += 1
    return position == len(answer)


def amounts(tokens: Sequence[int], have: Sequence[int], low: int, high: int) -> list[tuple[object, ...]]:
    total = sum(have)
    rows = tuple((k, 0, h) for k, h in zip(tokens, have, strict=True))
    return [(0, ("a", rows, max(0, min(low, total)), max(0, min(high, total))))]


def sparing(tokens: Sequence[int], have: Sequence[int], bag: Sequence[int], n: int) -> list[tuple[object, ...]]:
    rows = tuple((k, max(0, b - h), b) for k, h, b in zip(tokens, have, bag, strict=True))
    total = min(n, sum(bag))
    return [(0, ("a", rows, total, total))]


def allocated(options: list[tuple[Any, ...]], choice: tuple[Any, ...]) -> bool:
    """Does an allocation of tokens satisfy its form (or name an offered kind)?"""
    if len(choice) != 2 or choice[0] != 0:
        return False
    answer = choice[1]
    if type(answer) is int:
        return choice in options
    if not options or type(options[0][1]) is not tuple:
        return False
    _, rows, low, high = options[0][1]
    if type(answer) is not tuple or len(answer) != len(rows):
        return False
    for n, (_, least, most) in zip(answer, rows, strict=True):
        if type(n) is not int or not least <= n <= most:
            return False
    return bool(low <= sum(answer) <= high)


def shares(
    tokens: Sequence[int],
    have: Sequence[int],
    rooms: Sequence[int],
    bins: tuple[tuple[int, int], ...],
    now: tuple[tuple[int, ...], ...],
) -> list[tuple[object, ...]]:
    return [(0, ("s", tuple(zip(tokens, have, strict=True)), bins, min(sum(have), sum(rooms)), now))]


def shared(have: Sequence[int], rooms: Sequence[int], choice: tuple[Any, ...]) -> bool:
    """Is a choice a sharing out of what there is: one row for each bin, one number for each token, as many as fit?"""
    if len(choice) != 2 or choice[0] != 0 or type(choice[1]) is not tuple:
        return False
    rows = choice[1]
    if len(rows) != len(rooms):
        return False
    if not rows:
        return True
    if {*map(type, rows)} != {tuple} or {*map(len, rows)} != {len(have)}:
        return False
    numbers = [n for row in rows for n in row]
    if {*map(type, numbers)} != {int} or min(numbers) < 0:
        return False
    if sum(numbers) != min(sum(have), sum(rooms)) or any(map(gt, map(sum, rows), rooms)):
        return False
    return not any(map(gt, map(sum, zip(*rows, strict=True)), have))


def is_open(have: Sequence[int], room: int) -> bool:
    """Can tokens be shared out over that much room in more than one way?"""
    total = sum(have)
    return total > max(have) or 0 < total < room


def filled(have: Sequence[int], rooms: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The one way of sharing out: all bins full, or nothing is there."""
    return tuple([tuple([room if n else 0 for n in have]) for room in rooms])


def left(have: Sequence[int], rows: Sequence[Sequence[int]]) -> Sequence[int]:
    """What stays in the source of each token."""
    if not rows:
        return have
    return [n - sum(column) for n, column in zip(have, zip(*rows, strict=True), strict=True)]


def single(options: list[tuple[Any, ...]], public: bool) -> tuple[Any, ...] | None:
    """The one possible answer of an allocation, if there is only one and everybody may know it."""
    if not options:
        return (0, ())
    form = options[0][1]
    if type(form) is int:
        return options[0] if public and len(options) == 1 else None
    _, rows, low, high = form
    if not public:
        return None
    if high == 0:
        return (0, (0,) * len(rows))
    if low != high:
        return None
    if sum([most for _, _, most in rows]) == low:
        return (0, tuple(most for _, _, most in rows))
    if sum([least for _, least, _ in rows]) == low:
        return (0, tuple(least for _, least, _ in rows))
    open_rows = [i for i, (_, least, most) in enumerate(rows) if most > least]
    if len(open_rows) == 1:
        rest = low - sum([least for _, least, _ in rows])
        return (0, tuple(least + (rest if i == open_rows[0] else 0) for i, (_, least, _) in enumerate(rows)))
    return None


def share_out(
    S: State,
    E: Events,
    level: Sequence[int],
    tokens: Sequence[int],
    source: Sequence[int],
    bins: Sequence[tuple[int, ...]],
    rows: tuple[tuple[int, ...], ...],
    cause: int,
) -> None:
    """Move only the difference between how it lies in the bins' slots and how it shall lie."""
    pairs = [
        (slot, i, n - S[slot])
        for slots, row in zip(bins, rows, strict=True)
        for i, (slot, n) in enumerate(zip(slots, row, strict=True))
        if n != S[slot]
    ]
    for slot, i, change in pairs:
        if change < 0:
            shift(S, E, level, tokens[i], -change, (slot,), ((source[i], 1 << 30),), cause)
    for slot, i, change in pairs:
        if change > 0:
            shift(S, E, level, tokens[i], change, (source[i],), ((slot, 1 << 30),), cause)
