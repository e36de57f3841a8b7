"""How a game ends for seats that gave up: no game has to know that this can happen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.engine import records as r
from referee.engine.core import State
from referee.engine.outcome import score
from referee.engine.program import Program

REASON = "resigned"


def left_alone(seats: int, resigned: Sequence[str]) -> bool:
    """Whether so few are left that there is nothing to play for: one, or none where one played alone."""
    return bool(resigned) and seats - len(resigned) <= min(1, seats - 1)


def outcome(program: Program, S: State, resigned: Sequence[str]) -> r.Outcome:
    """The outcome of a game, begun and perhaps not played to its end, of which `resigned` gave up, in that order.

    They rank behind all that stay, whatever the score, and who gave up later before who did earlier.
    """
    ended = program.outcome(S)
    if ended is not None:
        return behind(ended, resigned)
    seats = [str(number + 1) for number in range(program.seats)]
    staying = tuple(seat for seat in seats if seat not in resigned)
    scored = program.ruleset.model.score_lines
    scores = tuple(score(program, S, number) for number in range(program.seats)) if scored else ()
    ranking = tuple(r.Rank(seat, 1) for seat in staying)
    return behind(r.Outcome(staying, scores, ranking, (REASON,)), resigned)


def behind(ended: r.Outcome, resigned: Sequence[str]) -> r.Outcome:
    """The outcome with those who gave up ranked behind all others."""
    if not resigned:
        return ended
    staying = [rank for rank in ended.ranking if rank.seat not in resigned]
    ranks = {rank.seat: 1 + sum(other.rank < rank.rank for other in staying) for rank in staying}
    ties = {rank.seat: rank.tie_breaks for rank in ended.ranking}
    ranking = [replace(rank, rank=ranks[rank.seat]) for rank in staying]
    ranking += [
        r.Rank(seat, len(staying) + place, ties.get(seat, ())) for place, seat in enumerate(reversed(resigned), start=1)
    ]
    winners = tuple(seat for seat in sorted(ranks, key=int) if ranks[seat] == 1) if ended.winners else ()
    return replace(ended, winners=winners, ranking=tuple(ranking))
