"""Random games, step by step, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from referee.engine import Program, State
from referee.engine.records import AllocationForm, Answer, Choice, Decision, NumberForm, Option, PickForm, Share

Step = tuple[State, str, Choice]


def key(seed: int) -> bytes:
    """A game's key from a small number."""
    return random.Random(seed).randbytes(32)


def seats_of(game: Program) -> tuple[str, ...]:
    """The names of a game's seats."""
    return tuple(str(seat + 1) for seat in range(game.seats))


def decision_of(game: Program, state: State, seat: str) -> Decision:
    """The question that a seat owes an answer to."""
    (decision,) = game.view(state, seat).decisions
    return decision


def answer(option: Option, dice: random.Random) -> Answer:
    """A random answer that satisfies the form of an option: nothing but the form is read."""
    form = option.form
    if isinstance(form, NumberForm):
        return dice.randrange(form.min, form.max + 1, form.step)
    if isinstance(form, PickForm):
        items = [item.id for item in form.items for _ in range(item.max)]
        count = dice.randint(form.min, min(form.max, len(items)))
        picked = dice.sample(items, count)
        return tuple(picked)
    if isinstance(form, AllocationForm):
        return allocation(form, dice)
    return None


def allocation(form: AllocationForm, dice: random.Random) -> tuple[Share, ...]:
    """A random allocation within all bounds of its form."""
    bins = form.bins or ()
    names = [item.id for item in bins] or [""]
    room = {item.id: item.max for item in bins} or {"": form.max}
    shares: dict[tuple[str, str], int] = {}
    total = 0

    def add(source: str, to: str) -> None:
        nonlocal total
        shares[source, to] = shares.get((source, to), 0) + 1
        room[to] -= 1
        total += 1

    for item in form.sources:
        for _ in range(item.min):
            add(item.id, next(name for name in names if room[name] > 0))
    goal = dice.randint(max(form.min, total), form.max)
    while total < goal:
        left = [
            (item.id, name)
            for item in form.sources
            for name in names
            if room[name] > 0 and sum(n for (source, _), n in shares.items() if source == item.id) < item.max
        ]
        if not left:
            break
        add(*dice.choice(left))
    return tuple(Share(source, to, n) for (source, to), n in shares.items())


def steps(game: Program, seed: int, limit: int = 300) -> Iterator[Step]:
    """Positions of a random game with the choice that is made there, read from the views alone."""
    dice = random.Random(seed)
    state = game.start(key(seed))
    for _ in range(limit):
        if game.over(state):
            return
        seat = dice.choice(game.pending(state))
        option = dice.choice(decision_of(game, state, seat).options)
        choice = Choice(option.id, answer(option, dice))
        yield state, seat, choice
        state = game.submit(state, seat, [choice]).state
