"""The set-up of a game: contents of places and starts of values, as the pack declares them."""

from __future__ import annotations

from typing import Any

from referee.engine.compile import Code
from referee.engine.layout import FRAME, KEY, LAST, MOVER, OUTCOME, SCHEDULE, SEALED, SEEN, SHOWN, Layout
from referee.language.model import SetupRow

State = list[Any]


def blank(layout: Layout, key: bytes) -> State:
    """The state before the set-up: nothing anywhere, every value unset."""
    S: State = [0] * layout.size
    S[FRAME], S[OUTCOME], S[SEALED] = None, None, None
    S[SCHEDULE], S[SEEN], S[SHOWN], S[LAST], S[MOVER] = (), (), (), "", -1
    S[KEY] = key.hex()
    S[layout.box] = tuple(range(len(layout.entry_of)))
    for area in layout.areas.values():
        if area.place.form == "cells":
            S[area.base : area.end] = [-1] * (area.end - area.base)
        elif area.place.form == "pile":
            S[area.base : area.end] = [()] * (area.end - area.base)
    for piece in range(len(layout.entry_of)):
        S[layout.location + piece] = layout.box
    for pieces in layout.kinds.values():
        if pieces.unlimited:
            for piece in range(pieces.first, pieces.first + pieces.count):
                S[layout.location + piece] = -1
    S[layout.box] = tuple(p for p in S[layout.box] if S[layout.location + p] == layout.box)
    return S


def set_up(code: Code, S: State) -> None:
    """Fill a blank state: supplies, values, then the rows of the set-up in order, then all rule values."""
    layout, model = code.layout, code.ruleset.model
    supply = layout.areas.get("supply")
    for token, count in layout.initial_supply().items():
        if supply is not None and token in supply.index:
            S[supply.base + supply.index[token]] = count
    recompute(code, S)
    _values(code, S)
    for index, row in enumerate(model.setup):
        if row.value:
            _start(code, S, row.value, code.rows[index])
        elif row.tokens:
            _tokens(code, S, row)
        else:
            _pieces(code, S, row, code.rows[index])
    recompute(code, S)


def recompute(code: Code, S: State) -> None:
    """All rule values from their modifiers."""
    for rule in code.ruleset.model.rules:
        code.module[f"r_{rule}"](S)
    for rule in code.ruleset.model.rules:
        code.module[f"r_{rule}"](S)


def _values(code: Code, S: State) -> None:
    for value in code.ruleset.model.values.values():
        base, owners = code.layout.values[value.id]
        if value.type.maybe or value.type.sort in ("seat", "cell", "piece") and not code.initials[value.id]:
            S[base : base + owners] = [-1] * owners
        if value.type.sort in ("set", "list", "bag"):
            S[base : base + owners] = [()] * owners
        if code.initials[value.id]:
            _start(code, S, value.id, code.initials[value.id])


def _start(code: Code, S: State, name: str, function: str) -> None:
    base, owners = code.layout.values[name]
    compute = code.module[function]
    for owner in range(owners):
        S[base + owner] = compute(S, owner if code.ruleset.model.values[name].owner == "seat" else -1, -1)


def _tokens(code: Code, S: State, row: SetupRow) -> None:
    """Tokens come from the supply as far as there is one."""
    layout = code.layout
    area = layout.areas[row.place]
    supply = layout.areas.get("supply")
    for token, amounts in row.tokens.items():
        count = amounts.get(code.layout.seats, amounts.get(0, 0))
        for owner in range(area.owners):
            if token not in area.index:
                continue
            slot = area.base + owner * area.stride + area.index[token]
            taken = count
            if supply is not None and token in supply.index and area is not supply:
                source = supply.base + supply.index[token]
                taken = min(count, S[source])
                S[source] -= taken
            S[slot] += taken


def _pieces(code: Code, S: State, row: SetupRow, test: str) -> None:
    layout = code.layout
    area = layout.areas[row.place]
    if row.all_of:
        waiting = _boxed(code, S, row.all_of)
        if test:
            waiting = [p for p in waiting if code.module[test](S, -1, p)]
    else:
        rounds = area.owners if area.place.owner != "table" else 1
        waiting = _named(code, S, row.pieces * rounds, area.place.holds)
    per_seat = layout.kinds[area.place.holds].per_seat > 0
    laying = _Laying(code, S)
    for position, piece in enumerate(waiting):
        if piece < 0:
            continue
        if per_seat and area.place.owner == "seat":
            laying.lay(piece, area.base + layout.seat_of[piece] * area.stride, area.stride)
        elif row.all_of:
            laying.lay(piece, area.base, area.stride * area.owners)
        else:
            owner, offset = divmod(position, len(row.pieces))
            if area.place.form == "cells":
                laying.lay(piece, area.base + owner * area.stride + offset, 1)
            else:
                laying.lay(piece, area.base + owner * area.stride, 1)
    S[layout.box] = tuple(p for p in S[layout.box] if S[layout.location + p] == layout.box)


def _boxed(code: Code, S: State, kind: str) -> list[int]:
    """The pieces of a kind that lie in the box."""
    layout = code.layout
    pieces = layout.kinds[kind]
    return [p for p in range(pieces.first, pieces.first + pieces.count) if S[layout.location + p] == layout.box]


def _named(code: Code, S: State, words: tuple[str, ...], kind: str) -> list[int]:
    """For each word a piece of that entry from the box, each piece once; -1 for `none` and where there is none left."""
    layout = code.layout
    left: dict[str, list[int]] = {}
    for piece in reversed(_boxed(code, S, kind)):
        left.setdefault(layout.model.entries[layout.entry_of[piece]].id, []).append(piece)
    return [left[word].pop() if left.get(word) else -1 for word in words]


class _Laying:
    """Lays pieces from the box into places; remembers up to where cells are taken."""

    def __init__(self, code: Code, S: State) -> None:
        self.S = S
        self.location = code.layout.location
        self.taken: dict[int, int] = {}

    def lay(self, piece: int, slot: int, size: int) -> None:
        """Into a pile, or the first free of some cells; if none is free the piece stays where it is."""
        S = self.S
        for target in range(self.taken.get(slot, slot), slot + size):
            if isinstance(S[target], tuple):
                S[target] = (*S[target], piece)
            elif S[target] == -1:
                S[target] = piece
                self.taken[slot] = target + 1
            else:
                continue
            S[self.location + piece] = target
            return
