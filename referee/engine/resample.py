"""Another state that a viewer can't tell from this one: what it can't see is shuffled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine import random
from referee.engine.core import State
from referee.engine.layout import DRAWS, KEY, SEALED
from referee.language import tree as t

if TYPE_CHECKING:
    from referee.engine.program import Program


def resample(program: Program, S: State, viewer: int, key: bytes) -> State:
    """Shuffle hidden pieces of one kind among the hidden places that hold it; new randomness for later draws.

    Hidden values and the sealed answers of other seats are drawn anew from their legal answers.
    """
    T = S.copy()
    text = key.hex()
    index = 0
    for kind in program.layout.kinds:
        index = _pieces(program, T, viewer, kind, text, index)
    index = _sealed(program, T, viewer, text, index)
    T[KEY], T[DRAWS] = text, index
    return T


def _pieces(program: Program, T: State, viewer: int, kind: str, key: str, index: int) -> int:
    """Pieces with own state or content stay: moving them would move what lies inside."""
    layout = program.layout
    slots: list[int] = []
    pieces: list[int] = []
    for area in layout.areas.values():
        if area.place.holds != kind or area.place.form == "pool":
            continue
        for slot in range(area.base, area.end):
            if program.views.sees(T, slot, viewer):
                continue
            content = T[slot] if isinstance(T[slot], tuple) else ((T[slot],) if T[slot] >= 0 else ())
            if content:
                slots.append(slot)
                pieces += content
    per_seat = layout.kinds[kind].per_seat > 0
    for group in _groups(program, slots, pieces, per_seat):
        mixed, index = random.shuffled(key, index, tuple(group))
        index = _deal(program, T, slots, dict(zip(group, mixed, strict=True)), index)
    return index


def _groups(program: Program, slots: list[int], pieces: list[int], per_seat: bool) -> list[list[int]]:
    """Pieces that may change places: of one kind, and of one seat where each seat has its own."""
    if not per_seat:
        return [pieces] if len(pieces) > 1 else []
    found: dict[int, list[int]] = {}
    for piece in pieces:
        found.setdefault(program.layout.seat_of[piece], []).append(piece)
    return [group for group in found.values() if len(group) > 1]


def _deal(program: Program, T: State, slots: list[int], swapped: dict[int, int], index: int) -> int:
    location = program.layout.location
    for slot in slots:
        content = T[slot]
        if isinstance(content, tuple):
            T[slot] = tuple(swapped.get(p, p) for p in content)
        else:
            T[slot] = swapped.get(content, content)
        for piece in T[slot] if isinstance(T[slot], tuple) else (T[slot],):
            T[location + piece] = slot
    return index


def _sealed(program: Program, T: State, viewer: int, key: str, index: int) -> int:
    if T[SEALED] is None:
        return index
    answers: list[tuple[int, Any]] = []
    for seat, answer in T[SEALED]:
        if answer is not None and seat != viewer:
            raw = program.moves(T, seat)
            number, index = random.below(key, index, len(raw))
            answer = _another(raw[number], key, index)
            index += 8
        answers.append((seat, answer))
    T[SEALED] = tuple(answers)
    return index


def _another(raw: tuple[Any, ...], key: str, index: int) -> Any:
    from random import Random

    from referee.engine.core import answer, asks

    if asks(raw):
        return answer(raw[-1], Random(f"{key}{index}"))
    return raw[-1]


__all__ = ["resample", "t"]
