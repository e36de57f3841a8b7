"""What holds in every state; checked after every step in tests, cheap enough for the service."""

from __future__ import annotations

from typing import Any

from referee.engine.core import Core, State
from referee.engine.layout import FRAME
from referee.engine.setup import recompute


class InvariantBroken(Exception):
    """A state that can't be: a thing was lost or doubled, a value is of the wrong type or out of date."""


def check(program: Core, S: State) -> None:
    """Raises InvariantBroken if the state contradicts itself."""
    _types(S)
    _tokens(program, S)
    _pieces(program, S)
    _rules(program, S)


def _types(S: State) -> None:
    for slot, value in enumerate(S):
        if not plain(value):
            raise InvariantBroken(f"slot {slot} holds a {type(value).__name__}")


def plain(value: Any) -> bool:
    """Is a value made of ints, strings, tuples and None only (no bools)?"""
    if type(value) is tuple:
        return all(plain(one) for one in value)
    return value is None or type(value) is int or type(value) is str


def _tokens(program: Core, S: State) -> None:
    layout = program.layout
    found = dict.fromkeys(range(len(program.ruleset.model.tokens)), 0)
    for area in layout.areas.values():
        if area.place.form != "pool":
            continue
        for owner in range(area.owners):
            for token, offset in area.index.items():
                count = S[area.base + owner * area.stride + offset]
                if count < 0:
                    raise InvariantBroken(f"{area.place.id} holds {count} of a token")
                found[token] += count
    names = list(program.ruleset.model.tokens)
    for token, total in layout.initial_supply().items():
        if found[token] != total:
            raise InvariantBroken(f"there are {found[token]} {names[token]}, not {total}")


def _pieces(program: Core, S: State) -> None:
    layout = program.layout
    seen: dict[int, int] = {}
    slots = [layout.box]
    for area in layout.areas.values():
        if area.place.form != "pool" and area.place.holds and not layout.kinds[area.place.holds].unlimited:
            slots += range(area.base, area.end)
    for slot in slots:
        content = S[slot]
        for piece in content if isinstance(content, tuple) else (content,):
            if piece < 0:
                continue
            if piece in seen:
                raise InvariantBroken(f"piece {piece} lies in two places")
            seen[piece] = slot
    for piece, slot in seen.items():
        if S[layout.location + piece] != slot:
            raise InvariantBroken(f"piece {piece} lies in another place than it says")
    expected = sum(p.count for p in layout.kinds.values() if not p.unlimited)
    if len(seen) != expected:
        raise InvariantBroken(f"{len(seen)} of {expected} pieces lie somewhere")


def _rules(program: Core, S: State) -> None:
    """Every cached rule value is what its modifiers give."""
    if S[FRAME] is None:
        return
    T = S.copy()
    recompute(program.code, T)
    for name, (base, owners) in program.layout.rules.items():
        if T[base : base + owners] != S[base : base + owners]:
            raise InvariantBroken(
                f"rule value {name} is {S[base : base + owners]}, should be {T[base : base + owners]}"
            )
