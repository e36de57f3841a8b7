"""The set-up of a game: contents of places and starts of values, as the pack declares them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.language.model import SetupRow

if TYPE_CHECKING:
    from referee.engine.core import Core

State = list[Any]


def set_up(program: Core, S: State) -> None:
    """Fill a blank state: supplies, values, then the rows of the set-up in order, then all rule values."""
    layout, model = program.layout, program.ruleset.model
    supply = layout.areas.get("supply")
    for token, count in layout.initial_supply().items():
        if supply is not None and token in supply.index:
            S[supply.base + supply.index[token]] = count
    recompute(program, S)
    _values(program, S)
    for index, row in enumerate(model.setup):
        if row.value:
            _start(program, S, row.value, program.code.rows[index])
        elif row.tokens:
            _tokens(program, S, row)
        else:
            _pieces(program, S, row, program.code.rows[index])
    recompute(program, S)


def recompute(program: Core, S: State) -> None:
    """All rule values from their modifiers."""
    for rule in program.ruleset.model.rules:
        program.code.module[f"r_{rule}"](S)
    for rule in program.ruleset.model.rules:
        program.code.module[f"r_{rule}"](S)


def _values(program: Core, S: State) -> None:
    for value in program.ruleset.model.values.values():
        base, owners = program.layout.values[value.id]
        if value.type.maybe or value.type.sort in ("seat", "cell", "piece") and not program.code.initials[value.id]:
            S[base : base + owners] = [-1] * owners
        if value.type.sort in ("set", "list", "bag"):
            S[base : base + owners] = [()] * owners
        if program.code.initials[value.id]:
            _start(program, S, value.id, program.code.initials[value.id])


def _start(program: Core, S: State, name: str, function: str) -> None:
    base, owners = program.layout.values[name]
    compute = program.code.module[function]
    for owner in range(owners):
        S[base + owner] = compute(S, owner if program.ruleset.model.values[name].owner == "seat" else -1, -1)


def _tokens(program: Core, S: State, row: SetupRow) -> None:
    """Tokens come from the supply as far as there is one."""
    layout = program.layout
    area = layout.areas[row.place]
    supply = layout.areas.get("supply")
    for token, amounts in row.tokens.items():
        count = amounts.get(program.seats, amounts.get(0, 0))
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


def _pieces(program: Core, S: State, row: SetupRow, test: str) -> None:
    layout = program.layout
    area = layout.areas[row.place]
    if row.all_of:
        pieces = layout.kinds[row.all_of]
        waiting = [p for p in range(pieces.first, pieces.first + pieces.count) if S[layout.location + p] == layout.box]
        if test:
            waiting = [p for p in waiting if program.code.module[test](S, -1, p)]
    else:
        waiting = []
        for _ in range(area.owners if area.place.owner != "table" else 1):
            waiting += [_named(program, S, word, area.place.holds, waiting) for word in row.pieces]
    per_seat = layout.kinds[area.place.holds].per_seat > 0
    for position, piece in enumerate(waiting):
        if piece < 0:
            continue
        if per_seat and area.place.owner == "seat":
            _lay(program, S, piece, area.base + layout.seat_of[piece] * area.stride, area.stride)
        elif row.all_of:
            _lay(program, S, piece, area.base, area.stride * area.owners)
        else:
            owner, offset = divmod(position, len(row.pieces))
            if area.place.form == "cells":
                _lay(program, S, piece, area.base + owner * area.stride + offset, 1)
            else:
                _lay(program, S, piece, area.base + owner * area.stride, 1)


def _named(program: Core, S: State, word: str, kind: str, taken: list[int]) -> int:
    """A piece of an entry that lies in the box; -1 for `none`."""
    layout = program.layout
    pieces = layout.kinds[kind]
    for piece in range(pieces.first, pieces.first + pieces.count):
        entry = layout.model.entries[layout.entry_of[piece]]
        if entry.id == word and piece not in taken and S[layout.location + piece] == layout.box:
            return piece
    return -1


def _lay(program: Core, S: State, piece: int, slot: int, size: int) -> None:
    """Lay a piece from the box into a pile, or the first free of some cells."""
    location = program.layout.location
    for target in range(slot, slot + size):
        if isinstance(S[target], tuple):
            S[target] = (*S[target], piece)
        elif S[target] == -1:
            S[target] = piece
        else:
            continue
        S[program.layout.box] = tuple(p for p in S[program.layout.box] if p != piece)
        S[location + piece] = target
        return
