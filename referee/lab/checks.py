"""What must hold at every step of a random game, checked from outside the engine."""

from __future__ import annotations

import random
from typing import Any

from referee.engine import Illegal, InvariantBroken, Program, Raw, State
from referee.lab.forms import instances, is_listed

ROUND_TRIP_EVERY = 16  # steps between two checks of snapshot, views and wire form


def check_offer(program: Program, state: State, seat: int, moves: list[Raw]) -> None:
    """The list and the validator agree: every listed move without an argument is legal. Raises InvariantBroken."""
    if not moves:
        raise InvariantBroken("a seat is asked, but nothing is offered")
    for move in moves:
        for raw in instances(move):
            if not program.legal(state, seat, raw):
                raise InvariantBroken(f"offered, but not legal: {raw}")


def check_foreign(program: Program, state: State, seat: int, moves: list[Raw], raw: Raw, rng: random.Random) -> None:
    """The validator accepts a choice near a legal one exactly if it is offered too, and refusing changes nothing.

    Raises InvariantBroken.
    """
    wrong = _mutated(raw, rng)
    legal = program.legal(state, seat, wrong)
    if is_listed(moves, wrong):
        if not legal:
            raise InvariantBroken(f"offered, but not legal: {wrong}")
        return
    if legal:
        raise InvariantBroken(f"not offered, but legal: {wrong}")
    before = state.copy()
    try:
        program.apply(state, seat, wrong)
    except Illegal:
        pass
    else:
        raise InvariantBroken(f"not legal, but applied: {wrong}")
    if state != before:
        raise InvariantBroken(f"refused, but the position changed: {wrong}")


def check_forms(program: Program, state: State, seat: str, raw: Raw) -> None:
    """Snapshot, wire form of a choice and views: there and back gives the same. Raises InvariantBroken."""
    digest = program.digest(state)
    if program.digest(program.load(program.dump(state))) != digest:
        raise InvariantBroken("a snapshot that was stored and loaded is another position")
    choice = program.raw_to_choice(state, raw)
    if program.choice_to_raw(state, seat, choice) != raw:
        raise InvariantBroken(f"a choice that was written out and read is another choice: {choice}")
    options = {option.id for d in program.view(state, seat).decisions for option in d.options}
    if choice.option not in options:
        raise InvariantBroken(f"legal, but not among the options of the view: {choice.option}")


def check_wire(program: Program, state: State, seat: str, raw: Raw, after: State) -> None:
    """A choice sent as a client sends it leads to the same position. Raises InvariantBroken."""
    choice = program.raw_to_choice(state, raw)
    if program.submit(state, seat, [choice]).state != after:
        raise InvariantBroken(f"sent by its ids the choice leads to another position: {choice}")


def check_secrets(program: Program, state: State, rng: random.Random) -> None:
    """A viewer, drawn at random, sees no difference to a position that differs in what it may not know.

    Raises InvariantBroken.
    """
    seat = rng.choice(("", *(str(number) for number in range(1, program.seats + 1))))
    other = program.resample(state, seat, rng.randbytes(32))
    program.check_invariants(other)
    if program.view(other, seat) != program.view(state, seat):
        raise InvariantBroken(f"the view of {seat or 'a spectator'} tells what it must not know")


def _mutated(raw: Raw, rng: random.Random) -> Raw:
    """A choice near a legal one, mostly illegal."""
    place = rng.randrange(len(raw)) if raw else 0
    part = raw[place] if raw else None
    way = rng.randrange(5)
    if way == 0 or not raw:
        return (*raw, 0)
    if way == 1:
        return raw[:-1]
    if type(part) is int:
        other: Any = bool(part) if way == 2 and part in (0, 1) else part + rng.choice((-1, 1, 7, -(2**31), 2**31))
    elif isinstance(part, tuple):
        other = _mutated(part, rng)
    else:
        other = rng.randrange(100)
    return (*raw[:place], other, *raw[place + 1 :])
