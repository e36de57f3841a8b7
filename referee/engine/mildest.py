"""The mildest answer: what is answered for a seat that doesn't answer by itself."""

from __future__ import annotations

import random
from typing import Any

from referee.engine.core import Raw, State, answer, asks
from referee.engine.layout import FRAME
from referee.engine.offering.options import PASS, STOP
from referee.engine.program import Program
from referee.engine.records import Choice

_TRIED = 50  # answers at random, where the least one doesn't satisfy the form


def mildest(program: Program, S: State, seat: str) -> Choice:
    """A legal choice of the seat, which owes an answer: it passes, else stops, else takes the first option.

    The argument of an option is what the form suggests, else the least. Equal positions give equal choices.
    """
    own = int(seat) - 1
    raws = program.moves(S, own)
    decision = program.decisions[S[FRAME][0]]
    by_label: dict[str, Raw] = {}
    for raw in raws:
        option, _ = program.option_tree(decision, raw[0])
        by_label.setdefault(option.label if option is not None else "", raw)
    raw = by_label.get(PASS) or by_label.get(STOP) or raws[0]
    return program.raw_to_choice(S, _filled(program, S, own, raw), seat)


def _filled(program: Program, S: State, own: int, raw: Raw) -> Raw:
    if not asks(raw):
        return raw
    form, head = raw[-1], raw[:-1]
    tries = [(*head, given) for given in _least(form)]
    for filled in tries:
        if program.legal(S, own, filled):
            return filled
    rng = random.Random(0)
    for _ in range(_TRIED):
        filled = (*head, answer(form, rng))
        if program.legal(S, own, filled):
            return filled
    return tries[-1]  # refused with its reason by whoever makes the move


def _least(form: Raw) -> list[Any]:
    """Answers to a form, the mildest first."""
    match form[0]:
        case "n":
            return [form[1]]
        case "p":
            return [tuple(form[1][: form[2]])]
        case "o":
            return [tuple(form[1])]
        case "a":
            return [_amounts(form)]
    return [form[4], _rows(form)]


def _amounts(form: Raw) -> tuple[int, ...]:
    _, rows, low, _ = form
    counts = [least for _, least, _ in rows]
    missing = low - sum(counts)
    for index, (_, least, most) in enumerate(rows):
        more = max(0, min(most - least, missing))
        counts[index] += more
        missing -= more
    return tuple(counts)


def _rows(form: Raw) -> tuple[tuple[int, ...], ...]:
    """Everything from the first source on into the first bins that have room."""
    _, tokens, bins, total, _ = form
    left = [have for _, have in tokens]
    rows: list[tuple[int, ...]] = []
    for _, room in bins:
        row = [0] * len(left)
        for index, have in enumerate(left):
            row[index] = min(have, room - sum(row), total)
            left[index] -= row[index]
            total -= row[index]
        rows.append(tuple(row))
    return tuple(rows)
