"""The worker: where the pawn goes, and which product fields of its cross are harvested."""

from __future__ import annotations

from copy import deepcopy

from tests.independent.cuba.asked import Answer, Decision, May, Mind, Question, Then, barred, lacks, may, open_ones
from tests.independent.cuba.facts import PRODUCTS, RESOURCES, Picture, bears, cross, has, law
from tests.independent.cuba.moving import give, take
from tests.independent.cuba.rounds import turn_over


def worker(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    own = picture["seats"][seat]
    found = {f"move_pawn/{cell}": may(barred(cell == own["pawn"])) for cell in own["fields"]}
    return found | {"pass": may()}


def after_worker(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    picture = deepcopy(picture)
    own = picture["seats"][seat]
    if option != "pass":
        own["pawn"] = option.removeprefix("move_pawn/")
    for cell in cross(own["pawn"]):
        resource = bears(picture, seat, cell)
        if resource in RESOURCES and own["fields"][cell] is None:
            take(picture, seat, resource, 1)
    return _more(picture, seat, [])


def product_fields(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    """Two fields, one under the drought law, and one more for each water; none twice, none built on."""
    own, done = picture["seats"][seat], mind["harvested"]
    free = 1 if law(picture, 4) == "drought" else 2
    water = int(len(done) >= free)
    found = {"stop": may()}
    for cell in cross(own["pawn"]):
        product = bears(picture, seat, cell)
        dry = product not in PRODUCTS or own["fields"][cell] is not None
        empty = not dry and not picture["supply"].get(product)
        short = lacks(("water", water, has(picture, seat, "water")))
        found[f"harvest/{cell}"] = may(barred(dry), barred(empty), barred(cell in done), short, extra=water)
    return found


def after_field(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    if option == "stop":
        return turn_over(picture)
    picture = deepcopy(picture)
    cell = option.removeprefix("harvest/")
    give(picture, seat, "water", product_fields(picture, seat, mind)[option].shown["extra"], picture["supply"])
    product = bears(picture, seat, cell)
    assert product is not None
    take(picture, seat, product, 1)
    return _more(picture, seat, [*mind["harvested"], cell])


def _more(picture: Picture, seat: int, done: list[str]) -> Then:
    mind: Mind = {"harvested": done}
    if open_ones(product_fields(picture, seat, mind)):
        return Then(picture, Question("harvest_products/harvest", (seat,)), mind)
    return turn_over(picture)


DECISIONS = {
    "worker/move_pawn": Decision(worker, after_worker),
    "harvest_products/harvest": Decision(product_fields, after_field),
}
