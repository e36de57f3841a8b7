"""The vote: who may bid how much, who bids again, and who speaks for the parliament."""

from __future__ import annotations

from copy import deepcopy

from tests.independent.cuba.asked import Answer, Decision, May, Mind, Question, Then, may
from tests.independent.cuba.facts import Picture, has
from tests.independent.cuba.rounds import most, speaker


def bid(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    """Any number of the seat's pesos, none as well."""
    return {"bid": may(answers=frozenset(range(has(picture, seat, "peso") + 1)))}


def after_bid(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    """Nothing happens before all have bid; then all pay, and a tie is bid for once more."""
    bids = {**mind["bids"], seat: answer}
    waiting = tuple(s for s in mind["bidders"] if s not in bids)
    if waiting:
        return Then(picture, Question("bidding/bid", waiting), {**mind, "bids": bids})
    picture = deepcopy(picture)
    for one, pesos in bids.items():
        own = picture["seats"][one]
        own["peso"] -= pesos
        own["votes"] += pesos
    leaders = most(picture)
    if len(leaders) > 1 and not mind["again"]:
        mind = {"bidders": tuple(leaders), "bids": {}, "again": True}
        return Then(picture, Question("bidding/bid", tuple(leaders)), mind)
    return Then(picture, Question("vote/enact", (speaker(picture),)))


DECISIONS = {"bidding/bid": Decision(bid, after_bid)}
