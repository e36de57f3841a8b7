"""Parliament and laws: the veto, the two bills, tax and duty."""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations, product

from tests.independent.cuba.asked import Answer, Decision, May, Mind, Question, Then, barred, may
from tests.independent.cuba.facts import (
    ANY_TWO,
    BOTH_LAWS,
    DUTIES,
    LAW_POINTS,
    TAXES,
    Picture,
    clockwise,
    has,
    law,
)
from tests.independent.cuba.moving import give
from tests.independent.cuba.rounds import law_phase_over, vote

# -- veto ---------------------------------------------------------------------------------------------


def veto(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    """One bill, but none of the type that was struck in the last parliament."""
    bills = picture["bills"].items()
    return {"pass": may()} | {
        f"veto/{t}": may(barred(bill is None), barred(t == picture["barred"])) for t, bill in bills
    }


def after_veto(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    picture = deepcopy(picture)
    picture["barred"] = 0
    if option != "pass":
        type_ = int(option.removeprefix("veto/"))
        picture["archive"] = sorted([*picture["archive"], picture["bills"][type_]])
        picture["bills"][type_] = None
        picture["barred"] = type_
    return vote(picture)


# -- two bills ----------------------------------------------------------------------------------------


def enact(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    """Exactly two of the bills that are left."""
    left = [str(t) for t, bill in picture["bills"].items() if bill is not None]
    return {"enact": may(answers=frozenset(frozenset(pair) for pair in combinations(left, 2)))}


def after_enact(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    """They replace the laws of their types; what was replaced or not chosen leaves the game."""
    picture = deepcopy(picture)
    for t, bill in picture["bills"].items():
        gone = bill
        if str(t) in answer:
            gone, picture["laws"][t] = picture["laws"][t], bill
        picture["bills"][t] = None
        picture["archive"] = sorted([*picture["archive"], *([gone] if gone else [])])
    for own in picture["seats"].values():
        picture["rack"] = sorted([*picture["rack"], *own["tiles"]])
        own["tiles"] = []
    return _next(picture, [(t, s) for t in (1, 2) for s in clockwise(picture)], set())


# -- tax and duty -------------------------------------------------------------------------------------


def ways(picture: Picture, seat: int, statute: str) -> list[dict[str, int]]:
    """All ways in which a seat can fulfil a law of type I or II; none if it can't."""
    if statute in ANY_TWO:
        kinds = ANY_TWO[statute]
        counts = product(*(range(min(2, has(picture, seat, k)) + 1) for k in kinds))
        return [{k: n for k, n in zip(kinds, some, strict=True) if n} for some in counts if sum(some) == 2]
    if statute in DUTIES:
        way = {DUTIES[statute]: 1}
    elif statute == "tax_per_building":
        way = {"peso": sum(built is not None for built in picture["seats"][seat]["fields"].values())}
    else:
        way = {"peso": TAXES[statute]}
    return [way] if all(has(picture, seat, k) >= n for k, n in way.items()) else []


def obey(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    """Nobody has to. Who can't isn't asked."""
    (type_, _), *_ = mind["to_ask"]
    statute = law(picture, type_)
    assert statute is not None
    return {"obey": may(statute=f"law/{statute}", points=points(seat, mind)), "pass": may()}


def points(seat: int, mind: Mind) -> int:
    """For one law; whoever obeyed the other one in the same round gets more."""
    return LAW_POINTS + (BOTH_LAWS if seat in mind["obeyed"] else 0)


def after_obey(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    (type_, _), *later = mind["to_ask"]
    if option == "pass":
        return _next(deepcopy(picture), later, mind["obeyed"])
    statute = law(picture, type_)
    assert statute is not None
    found = ways(picture, seat, statute)
    if len(found) > 1:
        return Then(picture, Question("demand/pay", (seat,)), mind)
    return _paid(picture, seat, mind, found[0])


def payment(picture: Picture, seat: int, mind: Mind) -> dict[str, May]:
    """Two of the seat's pieces, in any mixture."""
    (type_, _), *_ = mind["to_ask"]
    statute = law(picture, type_)
    assert statute is not None
    return {"pay": may(answers=frozenset(tuple(sorted(way.items())) for way in ways(picture, seat, statute)))}


def after_payment(picture: Picture, seat: int, mind: Mind, option: str, answer: Answer) -> Then:
    return _paid(picture, seat, mind, dict(answer))


def _paid(picture: Picture, seat: int, mind: Mind, way: dict[str, int]) -> Then:
    picture = deepcopy(picture)
    own = picture["seats"][seat]
    for piece, count in way.items():
        if piece == "peso":
            own["peso"] -= count
        else:
            give(picture, seat, piece, count, picture["supply"])
    own["vp"] += points(seat, mind)
    return _next(picture, mind["to_ask"][1:], {*mind["obeyed"], seat})


def _next(picture: Picture, to_ask: list[tuple[int, int]], obeyed: set[int]) -> Then:
    """The next seat that can fulfil the next law; after the last one the other laws, and the round ends."""
    for at, (type_, seat) in enumerate(to_ask):
        statute = law(picture, type_)
        if statute is not None and ways(picture, seat, statute):
            return Then(picture, Question("decide_on/obey", (seat,)), {"to_ask": to_ask[at:], "obeyed": obeyed})
    return law_phase_over(picture)


DECISIONS = {
    "veto/veto": Decision(veto, after_veto),
    "vote/enact": Decision(enact, after_enact),
    "decide_on/obey": Decision(obey, after_obey),
    "demand/pay": Decision(payment, after_payment),
}
