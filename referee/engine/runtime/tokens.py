"""Moving tokens."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.layout import BARRIER
from referee.engine.runtime.numbers import checked
from referee.engine.runtime.state import Events, State

BANK = -1  # a source or target without slots: tokens without end
ENOUGH = 1 << 30  # tokens that a place without limit holds at most
MISSING = -(1 << 24)  # stands for the slot of a token that a pool doesn't take; owner offsets keep it below BANK


def shift(
    S: State,
    E: Events,
    level: Sequence[int],
    token: int,
    n: int,
    sources: Sequence[int],
    targets: Sequence[tuple[int, int]],
    cause: int,
) -> int:
    """Move up to n of a token from the sources to the targets, each in order, a target up to its limit.

    What the targets can't take stays where it is. Returns how many were moved.
    """
    moved = 0
    for source in sources:
        if source < BANK:
            continue
        for target, limit in targets:
            if moved >= n:
                return moved
            if target < BANK:
                continue
            part = n - moved
            if source >= 0 and S[source] < part:
                part = S[source]
            if target >= 0 and limit - S[target] < part:
                part = limit - S[target]
            if part <= 0 or source == target:
                continue
            if source >= 0:
                S[source] -= part
            if target >= 0:
                S[target] = checked(S[target] + part)
                if source >= 0 and level[source] < level[target]:
                    S[BARRIER] = 1
            moved += part
            if E is not None:
                E.append(("tokens", cause, token, part, source, target))
    return moved


def mint(S: State, E: Events, token: int, n: int, target: int, cause: int) -> None:
    """Move n of a token from the supply without end to a slot, as many as a place without limit holds."""
    if n > ENOUGH - S[target]:
        n = ENOUGH - S[target]
    if n > 0:
        S[target] += n
        if E is not None:
            E.append(("tokens", cause, token, n, BANK, target))


def carry(S: State, E: Events, level: Sequence[int], token: int, n: int, source: int, target: int, cause: int) -> None:
    """Move up to n of a token from one slot to another without limit, or to the supply without end."""
    if S[source] < n:
        n = S[source]
    if target >= 0 and n > ENOUGH - S[target]:
        n = ENOUGH - S[target]
    if n <= 0 or source == target:
        return
    S[source] -= n
    if target >= 0:
        S[target] += n
        if level[source] < level[target]:
            S[BARRIER] = 1
    if E is not None:
        E.append(("tokens", cause, token, n, source, target))


def reach(S: State, slot: int) -> int:
    """How many of a token can be taken from a slot: without end from the bank, none from a place that lacks it."""
    if slot == BANK:
        return 1 << 30
    return S[slot] if slot >= 0 else 0
