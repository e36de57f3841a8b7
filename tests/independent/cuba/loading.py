"""Ships: the mayor loads one ship or takes pesos, the branches load when the foreman uses them."""

from __future__ import annotations

from copy import deepcopy

from tests.independent.cuba.asked import Answer, Decision, May, Mind, Question, Then, barred, lacks, may, open_ones
from tests.independent.cuba.facts import DOCK_POINTS, MAYOR_SPECIAL, SEA, WARES, Picture, has, law, slots
from tests.independent.cuba.moving import give
from tests.independent.cuba.rounds import full, move_up, sail, turn_over

SOMEWHERE = Question("", ())  # the foreman goes on, or his turn is over


def room(picture: Picture, cell: int, ware: str) -> int:
    """Free slots for a ware on the ship in a dock; none at sea, where nothing is loaded."""
    ship = picture["harbour"][cell]
    if ship is None or cell == SEA:
        return 0
    return int(slots(ship["ship"], ware) - ship["hold"].get(ware, 0))


def mayor(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    found = {"pass": may()}
    for cell, ship in picture["harbour"].items():
        fits = any(room(picture, cell, k) and has(picture, seat, k) for k in WARES)
        points = DOCK_POINTS.get(cell, 0)
        found[f"ship/{cell}"] = may(barred(ship is None or cell == SEA), barred(not fits), points=points)
    taken = picture["specials"]["mayor"]
    found["special"] = may(barred(all(taken)), pesos=MAYOR_SPECIAL[min(sum(taken), 1)])
    return found


def after_mayor(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    if option.startswith("ship/"):
        mind = {"ship": int(option.removeprefix("ship/"))}
        return Then(picture, Question("load/cargo", (seat,)), mind)
    picture = deepcopy(picture)
    if option == "special":
        taken = picture["specials"]["mayor"]
        picture["seats"][seat]["peso"] += MAYOR_SPECIAL[taken.index(False)]
        taken[taken.index(False)] = True
        picture["markers"] -= 1
    return turn_over(picture)


def cargo(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    found = {"stop": may()}
    for k in WARES:
        found[f"load/{k}"] = may(barred(not room(picture, mind["ship"], k)), lacks((k, 1, has(picture, seat, k))))
    return found


def after_cargo(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    picture = deepcopy(picture)
    if option != "stop":
        load(picture, seat, mind["ship"], option.removeprefix("load/"), 1)
        if open_ones(cargo(picture, seat, mind)):
            return Then(picture, Question("load/cargo", (seat,)), mind)
    leave_if_full(picture, mind["ship"])
    return turn_over(picture)


def load(picture: Picture, seat: int, cell: int, ware: str, count: int) -> None:
    give(picture, seat, ware, count, picture["harbour"][cell]["hold"])
    picture["seats"][seat]["vp"] += count * DOCK_POINTS[cell]


def leave_if_full(picture: Picture, cell: int) -> None:
    """The harbour law: a ship that was completed doesn't wait for the end of the round."""
    if law(picture, 4) == "harbour" and full(picture["harbour"][cell]):
        sail(picture, cell)
        move_up(picture)


def small_branch(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    """One ware, product or good, on any ship in a dock that has room for it."""
    found = {"pass": may()}
    for cell, points in DOCK_POINTS.items():
        for k in WARES:
            if room(picture, cell, k):
                found[f"load/{k}/{cell}"] = may(lacks((k, 1, has(picture, seat, k))), points=points)
    return found


def after_small_branch(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    picture = deepcopy(picture)
    if option != "pass":
        _, ware, cell = option.split("/")
        load(picture, seat, int(cell), ware, 1)
        if picture["settings"]["harbour_law_small_branch"] == "yes":
            leave_if_full(picture, int(cell))
    return Then(picture, SOMEWHERE)


def large_branch(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    """Any number of one ware on one ship: there is no number for a ware that the player hasn't got."""
    limit = picture["settings"]["large_branch_loads"]
    found = {"pass": may()}
    for cell, points in DOCK_POINTS.items():
        for k in WARES:
            if room(picture, cell, k):
                most = min(room(picture, cell, k), has(picture, seat, k))
                top = most if limit == "any" else min(most, int(limit))
                found[f"load/{k}/{cell}"] = may(barred(not most), answers=frozenset(range(1, top + 1)), points=points)
    return found


def after_large_branch(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    picture = deepcopy(picture)
    if option != "pass":
        _, ware, cell = option.split("/")
        load(picture, seat, int(cell), ware, answer)
        leave_if_full(picture, int(cell))
    return Then(picture, SOMEWHERE)


DECISIONS = {
    "mayor/mayors_order": Decision(mayor, after_mayor),
    "load/cargo": Decision(cargo, after_cargo),
    "load_one/load": Decision(small_branch, after_small_branch),
    "load_one_kind/load": Decision(large_branch, after_large_branch),
}
