"""Rare cases that the random games should come through, told from plain pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.independent.cuba.asked import Mind
from tests.independent.cuba.facts import FULL_ROW, MISSING_WARE, MOST_DEALS, PIECES, Picture, clockwise, law, prices
from tests.independent.cuba.market import buying, selling
from tests.independent.cuba.rounds import full, most

Choice = tuple[str, int, str, Any, Mind]  # step, seat, option, answer, mind


def corners(choice: Choice, now: Picture, after: Picture) -> Iterator[str]:
    """The names of the rare cases that a choice belongs to."""
    step, seat, option, answer, mind = choice
    label, _, thing = option.partition("/")
    ware = thing.partition("/")[0]
    gone = [piece for piece in PIECES if not now["supply"].get(piece)]
    if step == "deals/trade":
        if mind["deals"] == MOST_DEALS - 1 and option != "stop":
            yield "the last of sixty deals"
        if label == "buy" and buying(now, ware) == MISSING_WARE:
            yield "bought from the supply"
        if label == "sell" and now["market"].get(ware, 0) == len(prices(now, ware)):
            yield f"sold {'a good' if FULL_ROW[ware] == 3 else 'a product'} into a full row"
        if label == "sell" and selling(now, ware) < FULL_ROW[ware]:
            yield "a good sold below what a full row pays"
        if any(not now["market"].get(k) for k in gone if k in FULL_ROW):
            yield "a ware that is nowhere"
        if now["seats"][seat]["store"].get(ware) and not now["seats"][seat]["yard"].get(ware) and label == "sell":
            yield "sold from the store"
    if step == "tradeswoman/deal" and label == "free_product" and buying(now, ware) == MISSING_WARE:
        yield "an empty row is the cheapest"
    if step == "worker/move_pawn" and gone:
        yield "harvest without supply"
    if step == "harvest_products/harvest" and option != "stop":
        if law(now, 4) == "drought":
            yield "harvest under drought"
        if len(mind["harvested"]) >= 3:
            yield "four fields for water"
    if step == "architect/work" and label == "build":
        if law(now, 4) == "construction":
            yield "built under the construction law"
        if thing.endswith(now["seats"][seat]["pawn"]):
            yield "built under the pawn"
    yield from _ships(step, label, now, after)
    yield from _parliament(step, option, answer, mind, now, after)


def _ships(step: str, label: str, now: Picture, after: Picture) -> Iterator[str]:
    names = {"load/cargo": "the mayor", "load_one/load": "the small branch", "load_one_kind/load": "the large branch"}
    if step not in names or label in ("pass", "stop"):
        return
    before = sum(full(ship) for ship in now["harbour"].values())
    if len(after["pile"]) and now["pile"] != after["pile"]:
        yield f"{names[step]} fills a ship, and it leaves at once"
    elif sum(full(ship) for ship in after["harbour"].values()) > before:
        waits = "under the harbour law" if law(now, 4) == "harbour" else "until the round ends"
        yield f"{names[step]} fills a ship, and it waits {waits}"


def _parliament(step: str, option: str, answer: Any, mind: Mind, now: Picture, after: Picture) -> Iterator[str]:
    if step == "bidding/bid" and mind["again"]:
        yield "bids in a tie"
    if step == "vote/enact":
        if len(most(now)) > 1:
            yield "the start player breaks a tie"
        if law(now, 4) == "anti_corruption":
            yield "no bids under the anti-corruption law"
        if None in now["bills"].values():
            yield "two of three bills"
        if now["start"] not in most(now) and len(most(now)) > 1 and most(now)[0] != clockwise(now)[0]:
            yield "the next clockwise breaks a tie"
    if step == "veto/veto" and now["barred"]:
        yield "a type is barred from the veto"
    if step == "decide_on/obey" and option == "obey":
        type_, seat = mind["to_ask"][0]
        if seat in mind["obeyed"]:
            yield "tax and duty obeyed"
        if law(now, type_) == "tax_per_building":
            yield "tax by buildings"
    if after["round"] > now["round"]:
        sailed = [ship for ship in now["harbour"].values() if ship and ship["ship"] in after["pile"]]
        if any(not full(ship) and ship["hold"] for ship in sailed):
            yield "a ship leaves part-loaded"
        if law(now, 4) in ("scarce_market", "full_market"):
            yield "a market law"


ALL = {
    "the last of sixty deals",
    "bought from the supply",
    "sold a good into a full row",
    "sold a product into a full row",
    "a good sold below what a full row pays",
    "a ware that is nowhere",
    "sold from the store",
    "an empty row is the cheapest",
    "harvest without supply",
    "harvest under drought",
    "four fields for water",
    "built under the construction law",
    "built under the pawn",
    "the mayor fills a ship, and it leaves at once",
    "the mayor fills a ship, and it waits until the round ends",
    "the small branch fills a ship, and it leaves at once",
    "the small branch fills a ship, and it waits under the harbour law",
    "the large branch fills a ship, and it leaves at once",
    "the large branch fills a ship, and it waits until the round ends",
    "the small branch fills a ship, and it waits until the round ends",
    "bids in a tie",
    "the start player breaks a tie",
    "the next clockwise breaks a tie",
    "no bids under the anti-corruption law",
    "two of three bills",
    "a type is barred from the veto",
    "tax and duty obeyed",
    "tax by buildings",
    "a ship leaves part-loaded",
    "a market law",
}
