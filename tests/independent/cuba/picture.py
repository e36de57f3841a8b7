"""Positions and questions of the referee as plain data. No other file of the predicates knows the referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from referee.engine import Program, State
from referee.engine.position import read_position
from referee.engine.records import AllocationForm, Choice, Decision, Form, NumberForm, Option, PickForm, Piece, Share
from tests.independent.cuba.asked import Answer, No

SPECIALS = {"trade": "trade_reward", "architect": "builders_reward", "mayor": "mayors_reward"}
DECKS = {1: "tax_deck", 2: "duty_deck", 3: "subsidy_deck", 4: "other_deck"}
CELLS = [f"r{row}c{column}" for row in range(1, 4) for column in range(1, 5)]


def picture(program: Program, state: State, settings: Mapping[str, str]) -> dict[str, Any]:
    """The whole table, hidden things too. `settings` are the options by name, and `secret_delegate`."""
    whole = read_position(program, state)
    places, values = whole.places, {name: value.value for name, value in whole.values.items()}

    def only(place: str) -> str | None:
        return places[place][0].entry if places[place] else None

    def ship(cell: int) -> dict[str, Any] | None:
        name = only(f"lane/{cell}")
        return {"ship": name, "hold": bag(places[f"lane/{cell}/hold"])} if name else None

    def own(front: str) -> dict[str, Any]:
        return {
            "peso": values[f"{front}/peso"],
            "vp": values[f"{front}/vp"],
            "building_points": values[f"{front}/building_points"],
            "votes": values[f"{front}/votes"],
            "yard": bag(places[f"{front}/yard"]),
            "store": bag(places[f"{front}/store"]),
            "pawn": str(values[f"{front}/pawn"]).rpartition("/")[2],
            "fields": {cell: only(f"{front}/estate/{cell}") for cell in CELLS},
            "used": [cell for cell in CELLS if values[f"{front}/estate/{cell}/used"]],
            "hand": sorted(pile(places[f"{front}/hand"])),
            "played": pile(places[f"{front}/played"])[::-1],  # the last one lies on top
            "envelope": sorted(pile(places.get(f"{front}/envelope", ()))),
            "delegates": sorted(pile(places[f"{front}/delegates"])),
            "tiles": sorted(pile(places[f"{front}/tiles"])),
        }

    return {
        "settings": dict(settings),
        "round": values["round"],
        "start": int(str(values["start_player"])),
        "barred": values["barred_type"],
        "market": {k: n for name in places if name.startswith("market/") for k, n in bag(places[name]).items()},
        "supply": bag(places["supply"]),
        "harbour": {cell: ship(cell) for cell in range(1, 5)},
        "pile": pile(places["ship_pile"]),
        "bills": {t: only(f"bills/{t}") for t in range(1, 5)},
        "laws": {t: only(f"statutes/{t}") for t in range(1, 5)},
        "decks": {t: pile(places[name]) for t, name in DECKS.items()},
        "archive": sorted(pile(places["archive"])),
        "rack": sorted(pile(places["tile_rack"])),
        "markers": len(pile(places["markers"])),
        "specials": {name: [bool(places[f"{place}/{n}"]) for n in (1, 2)] for name, place in SPECIALS.items()},
        "display": bag(places["display"]),
        "seats": {seat: own(f"seat/{seat}") for seat in range(1, program.seats + 1)},
    }


def bag(pieces: tuple[Piece, ...]) -> dict[str, int]:
    """Counts by what it is."""
    found: dict[str, int] = {}
    for piece in pieces:
        found[piece.entry] = found.get(piece.entry, 0) + piece.count
    return found


def pile(pieces: tuple[Piece, ...]) -> list[str]:
    """One name for each piece, in order."""
    return [piece.entry for piece in pieces for _ in range(piece.count)]


# -- questions ----------------------------------------------------------------------------------------


def decision(program: Program, state: State, seat: int) -> Decision:
    """The question that a seat owes an answer to, with what it may not choose."""
    (found,) = program.view(state, str(seat), with_blocked=True).decisions
    return found


def shown(option: Option) -> dict[str, Any]:
    """The numbers and things that the label of an option tells, by name."""
    return {arg.name: arg.value for arg in option.label.args if arg.kind in ("number", "entry")}


def reason(option: Option) -> No:
    """Why an option is blocked; what is missing counts for prices only."""
    refusal = option.refusal
    assert refusal is not None
    short = refusal.shortfalls if refusal.reason == "CANNOT_PAY" else ()
    return No(refusal.reason, frozenset((one.what, one.need, one.have) for one in short))


def answers(form: Form | None) -> frozenset[Answer]:
    """All answers that satisfy a form."""
    match form:
        case None:
            return frozenset({None})
        case NumberForm():
            return frozenset(range(form.min, form.max + 1, form.step))
        case PickForm():
            names = [item.id for item in form.items]
            sizes = range(form.min, form.max + 1)
            return frozenset(frozenset(some) for size in sizes for some in combinations(names, size))
    return frozenset(_amounts(form))


def _amounts(form: AllocationForm) -> Iterator[Answer]:
    found: list[tuple[tuple[str, int], ...]] = [()]
    for item in form.sources:
        found = [(*before, (item.id, n)) for before in found for n in range(item.min, min(item.max, form.max) + 1)]
    for one in found:
        if form.min <= sum(n for _, n in one) <= form.max:
            yield tuple(sorted((name, n) for name, n in one if n))


def choice(option: Option, answer: Answer) -> Choice:
    """The choice as a client sends it."""
    if isinstance(option.form, PickForm):
        return Choice(option.id, tuple(sorted(answer)))
    if isinstance(option.form, AllocationForm):
        (only,) = option.form.bins
        return Choice(option.id, tuple(Share(name, only.id, n) for name, n in answer))
    return Choice(option.id, answer)
