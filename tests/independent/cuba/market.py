"""The tradeswoman: any number of deals at the market, or one piece from the supply."""

from __future__ import annotations

from copy import deepcopy

from tests.independent.cuba.asked import Answer, Decision, May, Mind, Question, Then, barred, lacks, may, open_ones
from tests.independent.cuba.facts import (
    FULL_ROW,
    MISSING_WARE,
    MOST_DEALS,
    PRODUCTS,
    RESOURCES,
    WARES,
    Picture,
    has,
    prices,
)
from tests.independent.cuba.moving import add, give, take
from tests.independent.cuba.rounds import turn_over

ANY_RESOURCE, CHEAPEST_PRODUCT = 0, 1  # the two spaces of the special use


def buying(picture: Picture, ware: str) -> int:
    """The cheapest piece of a row is the one that was put there last; what the row lacks comes from the supply."""
    there = picture["market"].get(ware, 0)
    return prices(picture, ware)[there - 1] if there else MISSING_WARE


def selling(picture: Picture, ware: str) -> int:
    """The price of the first free space; a full row leaves the supply as buyer."""
    row, there = prices(picture, ware), picture["market"].get(ware, 0)
    return row[there] if there < len(row) else FULL_ROW[ware]


def tradeswoman(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    taken = picture["specials"]["trade"]
    lowest = min(buying(picture, k) for k in PRODUCTS)
    found = {"trade": may(), "pass": may()}
    for k in RESOURCES:
        found[f"free_resource/{k}"] = may(barred(taken[ANY_RESOURCE]), barred(not picture["supply"].get(k)))
    for k in PRODUCTS:
        found[f"free_product/{k}"] = may(
            barred(taken[CHEAPEST_PRODUCT]),
            barred(buying(picture, k) > lowest),
            barred(not picture["supply"].get(k)),
        )
    return found


def after_tradeswoman(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    if option == "trade":
        return _more(picture, seat, 0)
    picture = deepcopy(picture)
    if option != "pass":
        label, piece = option.split("/")
        picture["specials"]["trade"][ANY_RESOURCE if label == "free_resource" else CHEAPEST_PRODUCT] = True
        picture["markers"] -= 1
        take(picture, seat, piece, 1)
    return turn_over(picture)


def deals(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    enough = barred(mind["deals"] >= MOST_DEALS)
    found = {"stop": may()}
    for k in WARES:
        price = selling(picture, k)
        found[f"sell/{k}"] = may(enough, lacks((k, 1, has(picture, seat, k))), price=price)
        price = buying(picture, k)
        nowhere = not picture["market"].get(k) and not picture["supply"].get(k)
        short = lacks(("peso", price, has(picture, seat, "peso")))
        found[f"buy/{k}"] = may(enough, short, barred(nowhere), price=price)
    return found


def after_deal(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    if option == "stop":
        return turn_over(picture)
    picture = deepcopy(picture)
    way, ware = option.split("/")
    market, supply, own = picture["market"], picture["supply"], picture["seats"][seat]
    if way == "sell":
        own["peso"] += selling(picture, ware)
        room = market.get(ware, 0) < len(prices(picture, ware))
        give(picture, seat, ware, 1, market if room else supply)
    else:
        own["peso"] -= buying(picture, ware)
        add(market if market.get(ware) else supply, ware, -1)
        add(own["yard"], ware, 1)
    return _more(picture, seat, mind["deals"] + 1)


def _more(picture: Picture, seat: int, done: int) -> Then:
    """Another deal, while there is one that can be made."""
    mind = {"deals": done}
    if open_ones(deals(picture, seat, mind)):
        return Then(picture, Question("deals/trade", (seat,)), mind)
    return turn_over(picture)


DECISIONS = {
    "tradeswoman/deal": Decision(tradeswoman, after_tradeswoman),
    "deals/trade": Decision(deals, after_deal),
}
