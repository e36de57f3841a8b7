"""A view made from the one before it: what a change can't have touched is taken over as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from referee.engine import records as r
from referee.engine.core import State
from referee.engine.layout import SEALED
from referee.engine.touching import Touched

if TYPE_CHECKING:
    from referee.engine.program import Program

T = TypeVar("T")


def renewed(program: Program, view: r.View, S: State, touched: Touched, with_blocked: bool) -> r.View:
    """The viewer's view of the position after a change, as `Program.view` makes it."""
    viewer = int(view.seat) - 1 if view.seat else -1
    views = program.views

    def place(index: int) -> tuple[r.Place, bool]:
        spot = views.spots[index]
        return views.place(S, spot, viewer), spot.public

    def value(index: int) -> tuple[r.Value, bool]:
        named = views.named[index]
        return views.named_value(S, named, viewer), named.public

    if touched.path is None:
        touched.path = program.path(S)
    if touched.in_force is None:
        touched.in_force = program.in_force(S) if touched.modifiers else view.in_force
    return r.View(
        seat=view.seat,
        path=touched.path,
        places=_all(view.places, touched.places, touched.public_places, place),
        values=_all(view.values, touched.values, touched.public_values, value),
        in_force=touched.in_force,
        decisions=_asked(program, S, viewer, touched, with_blocked),
        outcome=program.outcome(S),
    )


def shown_to(program: Program, other: r.View, seat: str, S: State, touched: Touched, with_blocked: bool) -> r.View:
    """The view of a viewer of whom there is none yet, with what is public taken from another viewer's before a change.

    Nothing else of the other's is used: what isn't public is made for this viewer.
    """
    views, viewer = program.views, int(seat) - 1 if seat else -1
    places, values = set(touched.places), set(touched.values)
    own = r.View(
        seat=seat,
        path=(),
        places=tuple(
            old if spot.public and index not in places else views.place(S, spot, viewer)
            for index, (spot, old) in enumerate(zip(views.spots, other.places, strict=True))
        ),
        values=tuple(
            old if named.public and index not in values else views.named_value(S, named, viewer)
            for index, (named, old) in enumerate(zip(views.named, other.values, strict=True))
        ),
        in_force=other.in_force,
        decisions=(),
    )
    return renewed(program, own, S, touched, with_blocked)


def _asked(program: Program, S: State, viewer: int, touched: Touched, with_blocked: bool) -> tuple[r.Decision, ...]:
    """What is asked; all who are not asked themselves, and have not answered, are told the same."""
    if S[SEALED] is not None or viewer in program.pending_seats(S):
        return program.asked(S, viewer, with_blocked)
    if touched.asked is None:
        touched.asked = program.asked(S, viewer, False)
    return touched.asked


def _all(
    old: tuple[T, ...], touched: tuple[int, ...], shared: dict[int, T], make: Callable[[int], tuple[T, bool]]
) -> tuple[T, ...]:
    """All places or values; what is equal to what was there before stays the same object."""
    renewed: list[T] | None = None
    for index in touched:
        new = shared.get(index)
        if new is None:
            new, public = make(index)
            if new == old[index]:
                new = old[index]
            if public:
                shared[index] = new
        if new is not old[index] and new != old[index]:
            renewed = renewed or list(old)
            renewed[index] = new
    return old if renewed is None else tuple(renewed)
