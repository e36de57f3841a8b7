"""What a raw choice may be, told from the list alone: written apart from the engine's own validator, to compare both.

The place of an argument holds its form: ('n', low, high) a number, ('p', items, low, high) a subset in the items'
order, ('o', items) an order, ('a', rows, low, high) amounts of tokens, ('s', tokens, bins, total, now) a sharing out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.engine.core import Raw, asks


def is_listed(moves: Sequence[Raw], raw: Raw) -> bool:
    """Whether a choice is one of the listed ones, with an argument that satisfies its form."""
    for move in moves:
        if asks(move):
            if len(raw) == len(move) and same(raw[:-1], move[:-1]) and satisfies(move[-1], raw[-1]):
                return True
        elif same(raw, move):
            return True
    return False


def same(one: Any, other: Any) -> bool:
    """Equal and of one type all the way down: `True == 1`, but it is no number here."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def satisfies(form: Raw, argument: Any) -> bool:
    """Whether an argument is one that the form describes."""
    sort = form[0]
    if sort == "n":
        return type(argument) is int and form[1] <= argument <= form[2]
    if type(argument) is not tuple:
        return False
    if sort == "p":
        items = [item for item in form[1] if any(same(item, each) for each in argument)]
        return form[2] <= len(argument) <= form[3] and same(tuple(items), argument)
    if sort == "o":
        return len(argument) == len(form[1]) and all(any(same(a, b) for b in argument) for a in form[1])
    if sort == "a":
        return _amounts(form, argument)
    return _shares(form, argument)


def _amounts(form: Raw, argument: Raw) -> bool:
    _, rows, low, high = form
    if len(argument) != len(rows) or not all(type(amount) is int for amount in argument):
        return False
    within = all(least <= amount <= most for amount, (_, least, most) in zip(argument, rows, strict=True))
    return within and low <= sum(argument) <= high


def _shares(form: Raw, argument: Raw) -> bool:
    _, tokens, bins, total, _ = form
    if len(argument) != len(bins):
        return False
    for row, (_, room) in zip(argument, bins, strict=True):
        if type(row) is not tuple or len(row) != len(tokens) or not all(type(n) is int and n >= 0 for n in row):
            return False
        if sum(row) > room:
            return False
    placed = [sum(row[index] for row in argument) for index in range(len(tokens))]
    return sum(placed) == total and all(n <= have for n, (_, have) in zip(placed, tokens, strict=True))


def instances(move: Raw) -> Iterator[Raw]:
    """A listed choice as choices that can be made: itself, or with the ends of its range or of its number of items."""
    if not asks(move):
        yield move
        return
    form = move[-1]
    if form[0] == "n":
        yield (*move[:-1], form[1])
        yield (*move[:-1], form[2])
    elif form[0] == "p":
        yield (*move[:-1], tuple(form[1][: form[2]]))
        yield (*move[:-1], tuple(form[1][len(form[1]) - form[3] :]))
    elif form[0] == "o":
        yield (*move[:-1], tuple(reversed(form[1])))
