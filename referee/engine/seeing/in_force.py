"""The modifiers of entries that hold now, in sight of everybody, and whose they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.engine import records as r
from referee.engine.codegen.rules import holds
from referee.engine.core import Core, State
from referee.engine.seeing.views import Views
from referee.language import tree as t
from referee.language.types import Type


@dataclass(slots=True)
class _Modifier:
    """One modifier. `ranges`: slots where its pieces are in force. `condition`: of a position, a piece and its seat."""

    entry: str
    pieces: tuple[int, ...]
    ranges: tuple[tuple[int, int], ...]
    rule: str
    type: Type
    base: int
    owners: int
    condition: Callable[[State, int, int], Any] | None


class InForce:
    """Finds what is in force, for one program. `conditional`: whether that depends on more than where pieces lie."""

    def __init__(self, core: Core, views: Views) -> None:
        self._core, self._views = core, views
        self._modifiers = list(self._all())
        self.conditional = any(each.condition is not None for each in self._modifiers)

    def _all(self) -> Iterator[_Modifier]:
        core = self._core
        layout, model, module = core.layout, core.ruleset.model, core.code.module
        for body in core.ruleset.context.hook_list:
            if body.hook.sort != "modifier":
                continue
            areas = [layout.areas[p] for p in body.hook.while_in if p in layout.areas]
            ranges = tuple((a.base, a.end) for a in areas if a.place.seen_by == "everyone")
            kind = layout.kinds[body.entry.kind]
            pieces = tuple(
                p for p in range(kind.first, kind.first + kind.count) if layout.entry_of[p] == body.entry.index
            )
            for number, statement in enumerate(body.body):
                if isinstance(statement, t.Modifier):
                    rule, (base, owners) = model.rules[statement.rule], layout.rules[statement.rule]
                    seats = owners if rule.owner == "seat" else 0
                    condition = module.get(holds(body.uid, number))
                    key = f"{body.entry.kind}/{body.entry.id}"
                    yield _Modifier(key, pieces, ranges, rule.id, rule.type, base, seats, condition)

    def now(self, S: State) -> tuple[r.InForce, ...]:
        """The modifiers that hold in a position."""
        return tuple(found for each in self._modifiers for found in self._holding(S, each))

    def _holding(self, S: State, each: _Modifier) -> Iterator[r.InForce]:
        layout, views = self._core.layout, self._views
        for piece in each.pieces:
            slot = S[layout.location + piece]
            if not any(low <= slot < high for low, high in each.ranges):
                continue
            owner = layout.owner_of[slot]
            if not views.sees(S, slot, -1) or (each.condition and not each.condition(S, piece, owner)):
                continue  # inside a piece that lies hidden, or at rest
            value = views.value(f"rule/{each.rule}", S[each.base + max(owner, 0) % max(each.owners, 1)], each.type, S)
            yield r.InForce(each.entry, value, f"seat/{owner + 1}" if owner >= 0 else "")
