"""The places and values of every view in the order of the board: where each lies in the state, and its id."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.core import Core
from referee.engine.layout import Area
from referee.engine.seeing.ids import Ids
from referee.language.model import Place, Value
from referee.language.types import Type


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the board. `base`: its owner's first slot; `slot`: its own; `tokens`: those of a pool that lie here.

    `public`: all viewers see the same there, down to what its pieces hold.
    """

    id: str
    area: Area
    base: int
    slot: int
    tokens: tuple[int, ...]
    public: bool

    @property
    def slots(self) -> range:
        """The slots that it is made of."""
        return range(self.slot, self.slot + max(len(self.tokens), 1))


@dataclass(frozen=True, slots=True)
class Named:
    """A value of the board. `declared`: None for what everybody sees, counters and rule values."""

    id: str
    slot: int
    type: Type | None  # None: a counter
    declared: Value | None
    owner: int

    @property
    def public(self) -> bool:
        """Whether all viewers see the same."""
        return self.declared is None or self.declared.seen_by == "everyone"


def spots(core: Core, ids: Ids) -> tuple[Spot, ...]:
    """All places of the board."""
    found: list[Spot] = []
    areas = core.layout.areas
    for area in areas.values():
        place = area.place
        if place.counter or (place.owner not in ("table", "seat") and place.owner not in areas):
            continue
        open_ = public(core, place, set())
        for owner in range(area.owners):
            base = area.base + owner * area.stride
            if place.form == "pool" and place.limit is None:
                found.append(Spot(ids.place(area, owner), area, base, base, tuple(place.tokens), open_))
                continue
            for i in range(area.stride):
                tokens = (place.tokens[i],) if place.form == "pool" else ()
                found.append(Spot(ids.place(area, owner, i), area, base, base + i, tokens, open_))
    return tuple(found)


def public(core: Core, place: Place, seen: set[str]) -> bool:
    """Does everybody see what lies in a place, and what that holds?"""
    if place.id in seen:
        return True
    seen.add(place.id)
    if place.seen_by != "everyone":
        return False
    inside = [area.place for area in core.layout.areas.values() if area.place.owner == place.holds]
    return all(public(core, each, seen) for each in inside)


def named(core: Core, ids: Ids) -> tuple[Named, ...]:
    """All values of the board: declared ones, counters, rule values."""
    model, layout = core.ruleset.model, core.layout
    found: list[Named] = []
    for value in model.values.values():
        if value.owner in ("table", "seat") or value.owner in layout.areas:
            base, owners = layout.values[value.id]
            for owner in range(owners):
                name = ids.value(value.id, value.owner, owner)
                found.append(Named(name, base + owner, value.type, value, owner))
    for area in layout.areas.values():
        if area.place.counter:
            for owner in range(area.owners):
                base = area.base + owner * area.stride
                for i, token in enumerate(area.place.tokens):
                    found.append(Named(f"seat/{owner + 1}/{ids.tokens[token]}", base + i, None, None, owner))
    for rule in model.rules.values():
        if rule.owner in ("table", "seat"):
            base, owners = layout.rules[rule.id]
            for owner in range(owners):
                name = ids.value(f"rule/{rule.id}", rule.owner, owner)
                found.append(Named(name, base + owner, rule.type, None, owner))
    return tuple(found)
