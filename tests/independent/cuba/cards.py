"""The turn: one card of the hand is played, and its question is put if it has an answer beside declining."""

from __future__ import annotations

from copy import deepcopy

from tests.independent.cuba import bids, building, harvest, laws, loading, market
from tests.independent.cuba.asked import Answer, Decision, May, Mind, Question, Then, may, open_ones
from tests.independent.cuba.facts import Picture
from tests.independent.cuba.loading import SOMEWHERE
from tests.independent.cuba.rounds import turn_over

FIRST = {
    "worker": "worker/move_pawn",
    "tradeswoman": "tradeswoman/deal",
    "architect": "architect/work",
    "mayor": "mayor/mayors_order",
}
BRANCHES = {"small_branch": "load_one/load", "large_branch": "load_one_kind/load"}


def turn(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    return {f"play/{card}": may() for card in picture["seats"][seat]["hand"]}


def after_turn(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    picture = deepcopy(picture)
    card, own = option.removeprefix("play/"), picture["seats"][seat]
    own["hand"].remove(card)
    own["played"].append(card)
    if card not in FIRST:
        return Then(picture, SOMEWHERE)
    if open_ones(DECISIONS[FIRST[card]].options(picture, seat, {})):
        return Then(picture, Question(FIRST[card], (seat,)))
    return turn_over(picture)


def branch_asks(picture: Picture, seat: int, cell: str) -> str | None:
    """The question of a branch on a field, if using it would put one."""
    step = BRANCHES.get(picture["seats"][seat]["fields"][cell] or "")
    return step if step and open_ones(DECISIONS[step].options(picture, seat, {})) else None


MODULES = (market, loading, harvest, bids, building, laws)
KINDS: dict[str, str] = {step: module.__name__.rpartition(".")[2] for module in MODULES for step in module.DECISIONS}
DECISIONS: dict[str, Decision] = {step: one for module in MODULES for step, one in module.DECISIONS.items()}
DECISIONS["take_turn/turn"] = Decision(turn, after_turn)
KINDS["take_turn/turn"] = "turn"
