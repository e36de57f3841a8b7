"""What lies between the decisions: whose turn it is, the new start player, the law phase and the end of the round."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.independent.cuba.asked import Question, Then
from tests.independent.cuba.facts import (
    MARKET_LAWS,
    PRODUCTS,
    RESOURCES,
    ROUNDS,
    SEA,
    SHIPS,
    TURNS,
    VOTES,
    WAREHOUSE,
    Picture,
    bears,
    clockwise,
    has,
    law,
)
from tests.independent.cuba.moving import add

# -- actions, and the start of parliament ---------------------------------------------------------------


def turn_over(picture: Picture) -> Then:
    """The next turn: clockwise from the start player, one card each, four times. Then parliament begins."""
    order = clockwise(picture)
    done = min(len(picture["seats"][s]["played"]) for s in order)
    if done < TURNS:
        seat = next(s for s in order if len(picture["seats"][s]["played"]) == done)
        return Then(picture, Question("take_turn/turn", (seat,)))
    picture = deepcopy(picture)
    picture["start"] = new_start(picture)
    for seat in clockwise(picture):
        if "veto_tile" in picture["seats"][seat]["tiles"]:
            return Then(picture, Question("veto/veto", (seat,)))
    picture["barred"] = 0
    return vote(picture)


def new_start(picture: Picture) -> int:
    """Most votes on the card played last; of several seats the one that played it last."""
    last = {s: VOTES[picture["seats"][s]["played"][-1]] for s in clockwise(picture)}
    return [s for s in last if last[s] == max(last.values())][-1]


def vote(picture: Picture) -> Then:
    """Votes of the card that is left and of the tile; then bids, but not under the anti-corruption law."""
    for own in picture["seats"].values():
        own["delegates"] = sorted(own["hand"] + own["envelope"])
        own["hand"], own["envelope"] = [], []
        own["votes"] = sum(VOTES[card] for card in own["delegates"]) + (2 if "votes_tile" in own["tiles"] else 0)
    if law(picture, 4) == "anti_corruption":
        return Then(picture, Question("vote/enact", (speaker(picture),)))
    seats = tuple(sorted(picture["seats"]))
    return Then(picture, Question("bidding/bid", seats), {"bidders": seats, "bids": {}, "again": False})


def most(picture: Picture) -> list[int]:
    """The seats with most votes."""
    votes = {s: own["votes"] for s, own in picture["seats"].items()}
    return [s for s in sorted(votes) if votes[s] == max(votes.values())]


def speaker(picture: Picture) -> int:
    """Who chooses the bills: of equals the start player, or the next one clockwise from there."""
    return next(s for s in clockwise(picture) if s in most(picture))


# -- laws -----------------------------------------------------------------------------------------------


def law_phase_over(picture: Picture) -> Then:
    """Tax and duty are done: the subsidy, the market laws, and the end of the round."""
    statute = law(picture, 3)
    if statute is not None:
        for seat, own in picture["seats"].items():
            own["vp"] += subsidy(picture, seat, statute)
    offered = MARKET_LAWS.get(law(picture, 4) or "")
    if offered is not None:
        for k in PRODUCTS:
            change = min(offered - picture["market"].get(k, 0), picture["supply"].get(k, 0))
            add(picture["market"], k, change)
            add(picture["supply"], k, -change)
    if picture["round"] == ROUNDS:
        for own in picture["seats"].values():
            own["building_points"] = 2 * buildings(own)
        return Then(picture, None)
    return end_of_round(picture)


def buildings(own: dict[str, Any]) -> int:
    """Own buildings, without the printed warehouse."""
    return sum(built not in (None, WAREHOUSE) for built in own["fields"].values())


def subsidy(picture: Picture, seat: int, statute: str) -> int:
    """The points that a law of type III gives to a seat."""
    own = picture["seats"][seat]
    free = [bears(picture, seat, cell) for cell, built in own["fields"].items() if built is None]
    match statute:
        case "subsidy_buildings":
            return buildings(own)
        case "subsidy_resource_fields":
            return sum(piece in RESOURCES for piece in free)
        case "subsidy_product_fields":
            return sum(piece in PRODUCTS for piece in free)
        case "subsidy_water":
            return min(7, has(picture, seat, "water"))
        case "subsidy_votes":
            return min(5, sum(VOTES[card] for card in own["delegates"]))
        case "subsidy_money":
            return int(min(7, own["peso"] // 3))
    raise AssertionError(statute)


# -- end of the round -----------------------------------------------------------------------------------


def end_of_round(picture: Picture) -> Then:
    for own in picture["seats"].values():
        for k in PRODUCTS:
            spoiled = own["yard"].get(k, 0)
            add(own["yard"], k, -spoiled)
            add(picture["supply"], k, spoiled)
        own["hand"] = sorted(VOTES)
        own["delegates"], own["played"], own["used"] = [], [], []
        own["votes"] = 0
    ships(picture)
    for spaces in picture["specials"].values():
        picture["markers"] += sum(spaces)
        spaces[:] = [False, False]
    picture["round"] += 1
    for t, deck in picture["decks"].items():
        picture["bills"][t] = deck.pop(0) if deck else None
    if picture["settings"]["secret_delegate"]:
        return Then(picture, Question("choose_delegates/envelope", tuple(sorted(picture["seats"]))))
    return Then(picture, Question("take_turn/turn", (picture["start"],)))


def full(ship: dict[str, Any] | None) -> bool:
    return ship is not None and sum(ship["hold"].values()) == len(SHIPS[ship["ship"]])


def ships(picture: Picture) -> None:
    """Full ships leave; from round 2 on the one then in dock 3 as well; the others move up."""
    harbour = picture["harbour"]
    for cell in (1, 2, 3):
        if full(harbour[cell]):
            sail(picture, cell)
    if picture["round"] > 1 and harbour[1] is not None:
        sail(picture, 1)
    move_up(picture)


def sail(picture: Picture, cell: int) -> None:
    """A ship goes under the pile, its cargo to the supply."""
    ship = picture["harbour"][cell]
    for ware, count in ship["hold"].items():
        add(picture["supply"], ware, count)
    picture["pile"].append(ship["ship"])
    picture["harbour"][cell] = None


def move_up(picture: Picture) -> None:
    """The ships keep their order and take the dearest docks; the pile fills up what is free behind them, out to sea."""
    harbour = picture["harbour"]
    left = [ship for ship in harbour.values() if ship is not None]
    while len(left) < SEA:
        left.append({"ship": picture["pile"].pop(0), "hold": {}})
    picture["harbour"] = dict(zip(harbour, left, strict=True))
