"""How a game ended: scores with their lines, ranking with tie-breaks, winners and reasons."""

from __future__ import annotations

from referee.engine import records as r
from referee.engine.core import Core, State
from referee.engine.layout import OUTCOME
from referee.engine.runtime.numbers import checked
from referee.language.describe.keys import pack_text
from referee.language.model import ScoreTerm


def outcome(program: Core, S: State) -> r.Outcome | None:
    """The outcome of a game that is over; None while it runs. Raises RulesFault for points beyond 32 bits."""
    if S[OUTCOME] is None:
        return None
    winner, reason = S[OUTCOME]
    seats = range(program.seats)
    scores = tuple(score(program, S, seat) for seat in seats)
    ties = [_lines(program, S, seat, program.ruleset.model.tie_breaks, program.code.ties) for seat in seats]
    if winner >= 0:
        order = [winner, *(s for s in seats if s != winner)]
        ranking = tuple(r.Rank(str(s + 1), 1 if s == winner else 2) for s in order)
        return r.Outcome((str(winner + 1),), scores if _scored(program) else (), ranking, (reason,))
    if not _scored(program):
        return r.Outcome((), (), tuple(r.Rank(str(s + 1), 1) for s in seats), (reason,))
    keys = [(scores[s].points, *(line.points for line in ties[s])) for s in seats]
    order = sorted(seats, key=lambda s: keys[s], reverse=True)
    ranks = {s: 1 + sum(keys[o] > keys[s] for o in seats) for s in seats}
    ranking = tuple(r.Rank(str(s + 1), ranks[s], ties[s]) for s in order)
    winners = tuple(str(s + 1) for s in seats if ranks[s] == 1)
    return r.Outcome(winners, scores, ranking, (reason,))


def _scored(program: Core) -> bool:
    return bool(program.ruleset.model.score_lines)


def score(program: Core, S: State, seat: int) -> r.Score:
    """The declared score of a seat in this position."""
    lines = _lines(program, S, seat, program.ruleset.model.score_lines, program.code.scores)
    return r.Score(str(seat + 1), checked(sum(line.points for line in lines)), lines)


def _lines(
    program: Core, S: State, seat: int, declared: list[ScoreTerm], functions: list[str]
) -> tuple[r.ScoreLine, ...]:
    return tuple(
        r.ScoreLine(pack_text(f"score/{line.id}.name", line.says), "", checked(program.code.module[name](S, seat, -1)))
        for line, name in zip(declared, functions, strict=True)
        if name
    )
