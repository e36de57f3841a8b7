"""What anybody can tell of piles from the rules alone: which are never put into, and which are shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.engine.core import Core
from referee.engine.setup import blank, set_up
from referee.language import tree as t


@lru_cache(maxsize=64)
def closed_piles(program: Core) -> dict[str, frozenset[int]]:
    """The piles of the table into which nothing is put after the set-up, by their ids, with what they begin with.

    What such a pile holds later is a part of that.
    """
    layout, model = program.layout, program.ruleset.model
    filled = set(_filled(program))
    start = blank(layout, bytes(32))
    set_up(program.code, start)
    found: dict[str, frozenset[int]] = {}
    for name, area in layout.areas.items():
        place = area.place
        if place.form == "pile" and place.owner == "table" and not place.when_empty and name not in filled:
            found[name] = frozenset(start[area.base])
    reserves = {place.when_empty for place in model.places.values()}
    return {} if "" in filled else {name: pieces for name, pieces in found.items() if name not in reserves}


@lru_cache(maxsize=64)
def shuffled_piles(program: Core) -> frozenset[str]:
    """The piles that the rules shuffle. In others things lie as they came, which is no secret where they lie open."""
    found = {place.id for place in program.ruleset.model.places.values() if place.when_empty}
    found |= {part.pile.place for part in parts(program) if isinstance(part, t.Shuffle)}
    return frozenset(found)


def parts(program: Core) -> Iterator[t.Node]:
    """Every node of every tree that is carried out, and of the terms."""
    ruleset = program.ruleset
    bodies: list[t.Node] = [s for instance in ruleset.procedures for s in instance.body]
    bodies += [s for hook in ruleset.context.hook_list for s in hook.body]
    bodies += [s for option in ruleset.standing for s in option.body]
    bodies += [term.value for term in ruleset.terms if term.value is not None]
    for body in bodies:
        yield from t.walk(body)


def _filled(program: Core) -> Iterator[str]:
    """The places into which an effect puts pieces; the empty name where it can't be told."""
    for part in parts(program):
        match part:
            case t.Put(target=target):
                yield from _named(target)
            case t.Draw(target=target) | t.Refill(row=target) | t.CloseUp(row=target):
                yield target.place
            case t.SecretlyPut(target=target):
                yield target.place
            case t.Swap(left=left, right=right):
                yield from (*_named(left), *_named(right))
            case t.Move(targets=targets):
                yield from (target.place for target in targets if isinstance(target, t.PlaceRef))
            case _:
                pass


def _named(target: t.Expr) -> Iterator[str]:
    if isinstance(target, t.PlaceRef):
        yield target.place
    elif target.type.sort == "cell":
        yield target.type.name  # a cell is none of a pile
    else:
        yield ""
