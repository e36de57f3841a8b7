"""Random answers from the forms alone, as a client that knows no rules would give them."""

from __future__ import annotations

import random

from referee.engine.records import AllocationForm, Answer, Choice, Decision, Form, NumberForm, PickForm, Share


def random_answer(decision: Decision, rng: random.Random) -> Choice:
    """Any of the options, with any argument that its form allows. The decision must have options."""
    option = rng.choice(decision.options)
    return Choice(option.id, random_argument(option.form, rng), decision.step)


def random_argument(form: Form | None, rng: random.Random) -> Answer:
    """An argument that satisfies the form; None where there is none."""
    if form is None:
        return None
    if isinstance(form, NumberForm):
        return rng.randrange(form.min, form.max + 1, max(form.step, 1))
    if isinstance(form, PickForm):
        return tuple(_picked(form, rng))
    return _allocated(form, rng)


def _picked(form: PickForm, rng: random.Random) -> list[str]:
    """Different items; in the order of the form unless the order is asked for."""
    number = rng.randint(form.min, min(form.max, len(form.items)))
    chosen = rng.sample(range(len(form.items)), number)
    return [form.items[index].id for index in (chosen if form.ordered else sorted(chosen))]


def _allocated(form: AllocationForm, rng: random.Random) -> tuple[Share, ...]:
    """Shares within the bounds of sources, bins and total: first what must be, then units at random."""
    sources, bins = form.sources, form.bins
    amounts = {(s, b): 0 for s in range(len(sources)) for b in range(len(bins))}
    of_source, of_bin = [0] * len(sources), [0] * len(bins)

    def add(s: int, b: int) -> None:
        amounts[s, b] += 1
        of_source[s] += 1
        of_bin[b] += 1

    def open_pairs(needed: bool) -> list[tuple[int, int]]:
        room = [(s, b) for s, b in amounts if of_source[s] < sources[s].max and of_bin[b] < bins[b].max]
        if not needed:
            return room
        due = [(of_source[s] < sources[s].min) + (of_bin[b] < bins[b].min) for s, b in room]
        # what is due on both sides comes first: else a bin may be full of what nobody asked for
        return [pair for pair, sides in zip(room, due, strict=True) if sides and sides == max(due)]

    while pairs := open_pairs(needed=True):
        add(*rng.choice(pairs))
    placed = sum(of_source)
    ceiling = min(form.max, sum(source.max for source in sources))
    for _ in range(rng.randint(max(form.min, placed), max(ceiling, placed)) - placed):
        pairs = open_pairs(needed=False)
        if not pairs:
            break
        add(*rng.choice(pairs))
    return tuple(Share(sources[s].id, bins[b].id, n) for (s, b), n in amounts.items() if n)
