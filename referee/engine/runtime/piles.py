"""Drawing, refilling, shuffling, rolling, revealing."""

from __future__ import annotations

from referee.engine import random
from referee.engine.layout import BARRIER, DRAWS, KEY, SHOWN
from referee.engine.runtime.pieces import place
from referee.engine.runtime.state import Events, State, Tables


def refill(S: State, E: Events, tables: Tables, base: int, size: int, pile: int, reserve: int, cause: int) -> None:
    """Fill the free cells of a row from the top of a pile."""
    for cell in range(base, base + size):
        if S[cell] == -1:
            if not replenish(S, E, tables, pile, reserve, cause):
                return
            place(S, E, tables, S[pile][0], cell, "on", cause)


def replenish(S: State, E: Events, tables: Tables, pile: int, reserve: int, cause: int) -> bool:
    """Is there a piece to draw? An empty pile takes its reserve, shuffled, first."""
    if S[pile]:
        return True
    if reserve < 0 or not S[reserve]:
        return False
    for piece in S[reserve]:
        place(S, E, tables, piece, pile, "in", cause)
    shuffle(S, E, pile, cause)
    return True


def draw(S: State, E: Events, tables: Tables, n: int, pile: int, target: int, reserve: int, cause: int) -> None:
    """Draw pieces from the top of a pile: onto a pile, or into the free cells that begin at the target."""
    S[BARRIER] = 1
    # No piece is drawn twice, also where the target is what refills the pile.
    for _ in range(min(n, len(S[pile]) + (len(S[reserve]) if reserve >= 0 else 0))):
        if not replenish(S, E, tables, pile, reserve, cause):
            return
        place(S, E, tables, S[pile][0], target, "in", cause)


def draw_row(
    S: State, E: Events, tables: Tables, n: int, pile: int, base: int, size: int, reserve: int, cause: int
) -> None:
    """Draw pieces from the top of a pile into the free cells of a row."""
    S[BARRIER] = 1
    for cell in range(base, base + size):
        if n <= 0:
            return
        if S[cell] == -1:
            if not replenish(S, E, tables, pile, reserve, cause):
                return
            place(S, E, tables, S[pile][0], cell, "on", cause)
            n -= 1


def reveal(S: State, E: Events, base: int, size: int, cause: int) -> None:
    """Show a place to everybody."""
    S[BARRIER] = 1
    S[SHOWN] = tuple(sorted({*S[SHOWN], *range(base, base + size)}))
    if E is not None:
        E.append(("revealed", cause, base, size))


def shuffle(S: State, E: Events, pile: int, cause: int) -> None:
    """Put a pile in random order, from its canonical order."""
    S[BARRIER] = 1
    first = S[DRAWS]
    S[pile], S[DRAWS] = random.shuffled(S[KEY], first, tuple(sorted(S[pile])))
    if E is not None:
        E.append(("shuffled", cause, pile, first, S[pile]))


def roll(S: State, E: Events, slot: int, sides: int, low: int, piece: int, cause: int) -> None:
    """Give a die a random number, from `low` on."""
    S[BARRIER] = 1
    first = S[DRAWS]
    number, S[DRAWS] = random.below(S[KEY], first, sides)
    S[slot] = number + low
    if E is not None:
        E.append(("rolled", cause, slot, piece, number + low, first, sides, low))


def first_copy(S: State, pile: int, low: int, high: int, location: int) -> int:
    """The first piece of an entry in a pile, or -1; the slots from `low` on say where its copies lie."""
    there = S[low:high].count(pile)
    if not there:
        return -1
    if there == 1:
        return S.index(pile, low, high) - location
    content = S[pile]
    return int(content[min([content.index(i - location) for i in range(low, high) if S[i] == pile])])
