"""The position at each event of a choice: what was seen then, not what is seen once all is done."""

from __future__ import annotations

from referee.engine.core import Core, Raw, State
from referee.engine.layout import SEEN, SHOWN
from referee.engine.runtime import BANK


def opening(before: State, after: State, raw: list[Raw]) -> State:
    """A copy of the position before a choice, to be carried on event by event.

    A seat looks at a place only as long as it does so before and after: where a look begins or ends in between,
    nothing is taken for seen that is seen through it alone.
    """
    T = before.copy()
    if before[SEEN] != after[SEEN] or any(event[0] == "look" for event in raw):
        T[SEEN] = ()
    return T


def carry_on(program: Core, T: State, event: Raw) -> None:
    """Let an event happen in a position, as far as views show it; the order inside piles isn't kept."""
    layout = program.layout
    match event:
        case ("tokens", _, _, count, source, target):
            if source != BANK:
                T[source] -= count
            if target != BANK:
                T[target] += count
        case ("piece", _, piece, source, target):
            if source != BANK:
                _lift(T, piece, source)
            if target != BANK:
                T[target] = (*T[target], piece) if isinstance(T[target], tuple) else piece
                if source != BANK:
                    T[layout.location + piece] = target
        case ("value", _, slot, _, value) | ("rolled", _, slot, _, value, *_):
            T[slot] = value
        case ("face", _, piece, _, face):
            kind = program.ruleset.model.entries[layout.entry_of[piece]].kind
            T[layout.faces[kind] + piece - layout.kinds[kind].first] = face
        case ("revealed", _, base, size):
            T[SHOWN] = tuple(sorted({*T[SHOWN], *range(base, base + size)}))
        case _:
            pass


def _lift(T: State, piece: int, slot: int) -> None:
    content = T[slot]
    if not isinstance(content, tuple):
        if content == piece:  # of two that change places the other may lie there by now
            T[slot] = -1
        return
    T[slot] = tuple(p for p in content if p != piece)
    if not T[slot] and T[SHOWN]:
        T[SHOWN] = tuple(s for s in T[SHOWN] if s != slot)


__all__ = ["carry_on", "opening"]
