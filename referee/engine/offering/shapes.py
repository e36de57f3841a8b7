"""What the record of an option depends on beside its choice, so that equal ones need not be made again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.engine.codegen.decisions import Decision
from referee.engine.core import Raw, State, asks
from referee.engine.layout import FRAME
from referee.engine.runtime import Fault
from referee.engine.seeing.appearance import Appearance
from referee.engine.seeing.ids import drawn
from referee.language import tree as t
from referee.language.describe.keys import option_says
from referee.language.types import Type

FIXED = frozenset({"number", "yes", "seat", "token", "entry", "symbol", "bag"})
"""Sorts whose values are written alike in every position."""

Key = tuple[Any, ...]


@dataclass(slots=True)
class Shape:
    """One option of a decision. `values`, `cells`, `pieces`: where in a choice values of a fixed sort and others stand.

    `stateful`: where pieces stand that are told by more than their entry.

    `rules`: slots and owners of the rule values that its text names. `derived`: the function of its derived values.
    """

    option: t.Option
    standing: bool
    values: tuple[int, ...]
    cells: tuple[int, ...]
    pieces: tuple[int, ...]
    stateful: tuple[int, ...]
    rules: tuple[tuple[int, int], ...]
    derived: Any
    derives_listed: bool  # whether a choice whose argument is still open has its derived values, too


class Shapes:
    """The shapes of one program; None for an option that depends on more than can be told here."""

    def __init__(self, program: Appearance) -> None:
        self._program = program
        self._shapes: dict[tuple[int, int], Shape | None] = {}

    def key(self, S: State, decision: Decision, raw: Raw, seat: int, viewer: int) -> Key | None:
        """All that an option's record depends on, form and barrier left out: equal keys, equal records.

        None if that can't be told. What a viewer doesn't see stands in no key.
        """
        if decision.sort != "choose":
            return None
        at = (decision.block, raw[0])
        if at in self._shapes:
            shape = self._shapes[at]
        else:
            shape = self._shapes[at] = self._shape(decision, raw[0])
        if shape is None:
            return None
        layout = self._program.layout
        found: list[Any] = [decision.block, raw[0], seat, *[raw[i] for i in shape.values]]
        for i in shape.cells:
            slot = raw[i]
            found.append(slot)
            if slot >= 0:
                piece = S[slot]
                seen = piece >= 0 and self._program.views.sees(S, slot, viewer)
                found.append(layout.entry_of[piece] if seen else -1)
        for i in shape.pieces:
            piece = raw[i]
            found.append(piece if piece < 0 else (layout.entry_of[piece], S[layout.location + piece]))
        for i in shape.stateful:
            piece = raw[i]
            found.append(piece)
            if piece >= 0:
                found[-1] = layout.entry_of[piece], self._program.ids.piece(S, piece), S[layout.location + piece]
        for base, owners in shape.rules:
            found.append(S[base + (seat if 0 <= seat < owners else 0)])
        if shape.derived is not None and (shape.derives_listed or not asks(raw)):
            try:
                frame = S[layout.values["active"][0]] if shape.standing else S[FRAME]
                found.append(tuple(shape.derived(S, frame, raw)))
            except (TypeError, IndexError, Fault):
                found.append(None)
        return tuple(found)

    def _shape(self, decision: Decision, index: int) -> Shape | None:
        program = self._program
        option, standing = program.option_tree(decision, index)
        assert option is not None  # a choice has options
        values, cells, pieces, stateful = list[int](), list[int](), list[int](), list[int]()
        for number, binder in enumerate(drawn(option), start=1):
            if binder.argument:
                continue
            if binder.type.sort in FIXED:
                values.append(number)
            elif binder.type.sort == "cell" and self._on_the_board(binder.type):
                cells.append(number)
            elif binder.type.sort == "piece" and binder.type.name in program.layout.kinds:
                (pieces if self._plain(binder.type.name) else stateful).append(number)
            else:
                return None
        derived = [binder for binder in option.binders if binder.items is None]
        if any(binder.type.sort not in FIXED for binder in derived):
            return None
        number = index - len(decision.options) if standing else index
        name = f"sv_{number}" if standing else f"v{decision.block}_{number}"
        return Shape(
            option,
            standing,
            tuple(values),
            tuple(cells),
            tuple(pieces),
            tuple(stateful),
            self._rules(decision, option, standing),
            program.code.module.get(name) if derived else None,
            not any(binder.argument for binder in drawn(option)[:-1]),
        )

    def _plain(self, kind: str) -> bool:
        """Are pieces of a kind told by their entry alone, whatever their state and whatever lies beside them?"""
        pieces, likeness = self._program.layout.kinds[kind], self._program.ids.likeness
        return not (pieces.per_seat or pieces.kind.faces or likeness.values[kind] or likeness.holds[kind])

    def _on_the_board(self, type_: Type) -> bool:
        """Are the cells of a type those of the board, which lie in no piece?"""
        area = self._program.layout.areas.get(type_.name)
        return area is not None and area.place.owner not in self._program.layout.kinds

    def _rules(self, decision: Decision, option: t.Option, standing: bool) -> tuple[tuple[int, int], ...]:
        program = self._program
        step = f"standing/{program.ruleset.context.standing_of[option.label]}" if standing else decision.step
        key = option_says(program.ruleset.model, step, option.label)
        if not key:
            return ()
        return program.saying.slots(program.ruleset.model.says[key])
