"""Ids of a view and of a decision, checked: each names one thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence

from referee.engine import InvariantBroken, Program, Raw, State
from referee.engine.records import Place

ID = re.compile(r"[a-z0-9_./-]{1,64}")


def check_places(program: Program, state: State, seat: str) -> None:
    """No two places of a view have one id, also inside pieces. Raises InvariantBroken."""
    _distinct(ids(program.view(state, seat).places), f"places in the view of {seat or 'a spectator'}")


def ids(places: Iterable[Place]) -> Iterator[str]:
    """The ids of places, and of those inside their pieces."""
    for place in places:
        yield place.id
        for piece in place.pieces:
            yield from ids(piece.inside)


def check_decision(program: Program, state: State, seat: int, moves: Sequence[Raw]) -> None:
    """No two options have one id; items and bins of a form only where they are interchangeable.

    Looked at before equal ones are numbered. Raises InvariantBroken.
    """
    options, decision = program.options_of, program.decisions[state[0][0]]
    _distinct((options.id(state, decision, raw, seat) for raw in moves), f"options of {decision.step}")
    for raw in moves:
        _one_thing(options.named(state, decision, raw, seat), decision.step)


def _distinct(names: Iterable[str], what: str) -> None:
    for name, number in Counter(names).items():
        if number > 1:
            raise InvariantBroken(f"{number} {what} have the id {name}")
        if not ID.fullmatch(name):
            raise InvariantBroken(f"one of the {what} has an id that no id may be: {name}")


def _one_thing(named: Iterable[tuple[str, Hashable]], step: str) -> None:
    """Things with one id are interchangeable."""
    found: dict[str, Hashable] = {}
    for name, thing in named:
        if found.setdefault(name, thing) != thing:
            raise InvariantBroken(f"items of {step} that aren't equal have the id {name}")
