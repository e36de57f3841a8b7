"""The architect: one building on any free field, or the special use."""

from __future__ import annotations

from copy import deepcopy

from tests.independent.cuba.asked import Answer, Decision, May, Mind, Then, barred, lacks, may
from tests.independent.cuba.facts import ARCHITECT_SPECIAL, CONSTRUCTION_SURCHARGE, COSTS, Picture, has, law
from tests.independent.cuba.moving import add, give
from tests.independent.cuba.rounds import turn_over


def surcharge(picture: Picture) -> int:
    """Pesos on top of the printed cost, by the construction law."""
    return CONSTRUCTION_SURCHARGE if law(picture, 4) == "construction" else 0


def architect(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    fields = picture["seats"][seat]["fields"]
    found = {"pass": may()}
    pesos = lacks(("peso", surcharge(picture), has(picture, seat, "peso")))
    for building in picture["display"]:
        short = lacks(*((k, n, has(picture, seat, k)) for k, n in COSTS[building].items()))
        for cell, built in fields.items():
            found[f"build/{building}/{cell}"] = may(barred(built is not None), pesos, short)
    taken = picture["specials"]["architect"]
    found["special"] = may(barred(all(taken)), points=ARCHITECT_SPECIAL[min(sum(taken), 1)])
    return found


def after_architect(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    picture = deepcopy(picture)
    own = picture["seats"][seat]
    if option == "special":
        taken = picture["specials"]["architect"]
        own["vp"] += ARCHITECT_SPECIAL[taken.index(False)]
        taken[taken.index(False)] = True
        picture["markers"] -= 1
    elif option != "pass":
        _, building, cell = option.split("/")
        own["peso"] -= surcharge(picture)
        for piece, count in COSTS[building].items():
            give(picture, seat, piece, count, picture["supply"])
        add(picture["display"], building, -1)
        own["fields"][cell] = building
    return turn_over(picture)


DECISIONS = {"architect/work": Decision(architect, after_architect)}
