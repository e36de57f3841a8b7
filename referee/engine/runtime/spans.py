"""Rule values for a time, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.layout import FRAME, LAST, OUTCOME, SCHEDULE
from referee.engine.runtime.state import Events, GameOver, State


def schedule(S: State, rule: int, op: str, value: object, seats: tuple[int, ...], word: str) -> None:
    """A rule value changes during the next run of a procedure."""
    S[SCHEDULE] = (*S[SCHEDULE], (rule, op, value, seats, word, 0))


def enter(S: State, word: str) -> None:
    """A span begins: what waits for it holds now."""
    S[SCHEDULE] = tuple((*e[:5], 1) if e[4] == word else e for e in S[SCHEDULE])


def leave_span(S: State, word: str) -> None:
    """A span ends: what held during it is over."""
    S[SCHEDULE] = tuple(e for e in S[SCHEDULE] if e[4] != word or not e[5])


def scheduled(S: State, rule: int, seat: int) -> list[tuple[str, object]]:
    """The changes of a rule value that hold now for an owner."""
    return [(e[1], e[2]) for e in S[SCHEDULE] if e[0] == rule and e[5] and (not e[3] or seat in e[3])]


def adjusted(value: Any, changes: Sequence[tuple[str, Any]]) -> Any:
    """A rule value under its modifiers: the last `is`, then what adds and takes, then the bounds."""
    for op, by in changes:
        if op == "is":
            value = by
    for op, by in changes:
        if op == "adds":
            value += by
        elif op == "takes":
            value -= by
    for op, by in changes:
        if op == "at_least":
            value = max(value, by)
        elif op == "at_most":
            value = min(value, by)
    return value


def end(S: State, E: Events, winner: int, reason: str, cause: int) -> None:
    S[OUTCOME] = (winner, reason)
    S[FRAME] = None
    if E is not None:
        E.append(("over", cause, reason))
    raise GameOver


def last_round(S: State, reason: str) -> None:
    if not S[LAST]:
        S[LAST] = reason


def ends_with_round(S: State, E: Events) -> None:
    """The round that was called the last one is over."""
    if S[LAST]:
        end(S, E, -1, str(S[LAST]), -1)
