"""A view made from the one before it: what a change can't have touched is taken over as it is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from operator import is_not
from typing import TypeVar

from referee.engine import records as r
from referee.engine.core import State
from referee.engine.layout import SEALED
from referee.engine.touching import Difference, Differences, Indices, Touched
from referee.engine.viewing import Viewing

R = TypeVar("R")


def renewed(
    program: Viewing, view: r.View, S: State, touched: Touched, with_blocked: bool
) -> tuple[r.View, Differences]:
    """The viewer's view of the position after a change, as `Viewing.view` makes it.

    With it what differs in sight of this viewer alone; what differs for all stands in `touched`.
    """
    viewer = int(view.seat) - 1 if view.seat else -1
    views = program.views

    def place(index: int) -> r.Place:
        return views.place(S, views.spots[index], viewer)

    def value(index: int) -> r.Value:
        return views.named_value(S, views.named[index], viewer)

    if touched.path is None:
        touched.path = program.path(S)
    if touched.in_force is None:
        now = program.in_force(S) if touched.modifiers else view.in_force
        touched.in_force = view.in_force if now == view.in_force else now  # the same object: what is made of it stays
    places, own_places = _all(view.places, touched.places, place)
    values, own_values = _all(view.values, touched.values, value)
    made = r.View(
        seat=view.seat,
        path=touched.path,
        places=places,
        values=values,
        in_force=touched.in_force,
        decisions=_asked(program, S, viewer, touched, with_blocked),
        outcome=program.outcome(S),
    )
    return made, Differences(own_places, own_values)


def shown_to(program: Viewing, other: r.View, seat: str, S: State, touched: Touched, with_blocked: bool) -> r.View:
    """The view of a viewer of whom there is none yet, with what is public taken from another viewer's before a change.

    Nothing else of the other's is used: what isn't public is made for this viewer.
    """
    views, viewer = program.views, int(seat) - 1 if seat else -1
    own = r.View(
        seat=seat,
        path=(),
        places=tuple(
            old if spot.public else views.place(S, spot, viewer)
            for spot, old in zip(views.spots, other.places, strict=True)
        ),
        values=tuple(
            old if named.public else views.named_value(S, named, viewer)
            for named, old in zip(views.named, other.values, strict=True)
        ),
        in_force=other.in_force,
        decisions=(),
    )
    return renewed(program, own, S, touched, with_blocked)[0]


def differences(program: Viewing, was: r.View, now: r.View) -> tuple[Differences, Differences]:
    """What differs between two views of a viewer: what everybody sees alike, and what not."""
    found = Differences([], []), Differences([], [])
    for index in _not_same(was.places, now.places):
        found[not program.views.spots[index].public].places.append((index, was.places[index], now.places[index]))
    for index in _not_same(was.values, now.values):
        found[not program.views.named[index].public].values.append((index, was.values[index], now.values[index]))
    return found


def _not_same(was: tuple[R, ...], now: tuple[R, ...]) -> list[int]:
    """What is the same is mostly the same object."""
    return [i for i in compress(range(len(now)), map(is_not, was, now)) if was[i] != now[i]]


def _asked(program: Viewing, S: State, viewer: int, touched: Touched, with_blocked: bool) -> tuple[r.Decision, ...]:
    """What is asked; all who are not asked themselves, and have not answered, are told the same."""
    if S[SEALED] is not None or viewer in program.pending_seats(S):
        return program.asked(S, viewer, with_blocked)
    if touched.asked is None:
        touched.asked = program.asked(S, viewer, False)
    return touched.asked


def _all(
    old: tuple[R, ...], touched: Indices[R], make: Callable[[int], R]
) -> tuple[tuple[R, ...], list[Difference[R]]]:
    """All places or values, and what differs for this viewer alone; what is equal stays the same object."""
    if touched.told is None:
        touched.told = _different(old, touched.public, make)
    own = _different(old, touched.private, make)
    if not touched.told and not own:
        return old, own
    renewed = list(old)
    for index, _, new in touched.told:
        renewed[index] = new
    for index, _, new in own:
        renewed[index] = new
    return tuple(renewed), own


def _different(old: tuple[R, ...], indices: tuple[int, ...], make: Callable[[int], R]) -> list[Difference[R]]:
    return [(index, old[index], new) for index in indices for new in (make(index),) if new != old[index]]
