"""A player that knows no rules: it picks an option and fills in the form, from messages of the API alone."""

from __future__ import annotations

import random
from collections.abc import Sequence

from referee.v1 import decision_pb2 as d
from referee.v1 import view_pb2 as v


def choose(options: Sequence[d.Option], rng: random.Random, step: str = "") -> d.Choice:
    """Any option, with any answer that its form describes."""
    return answer(rng.choice(list(options)), rng, step)


def answer(option: d.Option, rng: random.Random, step: str = "") -> d.Choice:
    """An answer to this option."""
    choice = d.Choice(option=option.id, step=step)
    match option.WhichOneof("argument"):
        case "number":
            form = option.number
            choice.number = rng.choice(range(form.min, form.max + 1, form.step or 1))
        case "picks":
            items = [item.id for item in option.picks.items]
            count = rng.randint(option.picks.min, min(option.picks.max, len(items)))
            picked = rng.sample(items, count)
            if not option.picks.ordered:
                picked.sort(key=items.index)
            choice.picks.SetInParent()
            choice.picks.items.extend(picked)
        case "allocation":
            choice.allocation.SetInParent()
            choice.allocation.shares.extend(_shares(option.allocation, rng))
    return choice


def _shares(form: d.AllocationForm, rng: random.Random) -> list[d.Share]:
    """Unit by unit, least amounts first; tried anew where that ends in a corner."""
    for _ in range(200):
        amounts: dict[tuple[str, str], int] = {}
        put = {source.id: 0 for source in form.sources}
        held = {bin.id: 0 for bin in form.bins}
        total = rng.randint(form.min, form.max)
        while sum(put.values()) < total:
            sources = [s for s in form.sources if put[s.id] < s.min] or [s for s in form.sources if put[s.id] < s.max]
            bins = [b for b in form.bins if held[b.id] < b.min] or [b for b in form.bins if held[b.id] < b.max]
            if not sources or not bins:
                break
            source, bin = rng.choice(sources).id, rng.choice(bins).id
            amounts[source, bin] = amounts.get((source, bin), 0) + 1
            put[source] += 1
            held[bin] += 1
        enough = all(put[s.id] >= s.min for s in form.sources) and all(held[b.id] >= b.min for b in form.bins)
        if sum(put.values()) == total and enough:
            return [d.Share(source=s, bin=b, amount=n) for (s, b), n in amounts.items()]
    raise AssertionError("no answer to the form was found")


def apply(view: v.View, changes: v.View) -> v.View:
    """What a client does with an update: places and values are replaced by id, everything else is taken as it is."""
    new = v.View()
    new.CopyFrom(changes)
    for name in ("places", "values"):
        own, others = getattr(new, name), {part.id: part for part in getattr(changes, name)}
        del own[:]
        for part in getattr(view, name):
            own.append(others.pop(part.id, part))
        own.extend(others.values())
    return new
