"""The same thing under edited rules: seats, tokens, entries, pieces and slots have other numbers there."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from referee.engine.core import State
from referee.engine.layout import Area, Layout
from referee.engine.seeing.appearance import Appearance
from referee.language.types import Type


class Obstacle(Exception):
    """Why something can't be carried over, in words."""


class Renamed:
    """Numbers of one program as numbers of another. Raises Obstacle for what isn't there any more."""

    def __init__(self, old: Appearance, S: State, new: Appearance) -> None:
        self._old, self._new, self._S = old, new, S
        self.pieces: dict[int, int] = {}
        self._match(old.layout, new.layout)
        tokens = list(new.ruleset.model.tokens)
        self._tokens = {index: tokens.index(id) for index, id in enumerate(old.ruleset.model.tokens) if id in tokens}
        entries = {(entry.kind, entry.id): entry.index for entry in new.ruleset.model.entries}
        self._entries = {
            entry.index: entries[entry.kind, entry.id]
            for entry in old.ruleset.model.entries
            if (entry.kind, entry.id) in entries
        }

    def _match(self, old: Layout, new: Layout) -> None:
        """Pieces of the same entry and seat, one after another; those that are in play first."""
        there = defaultdict(list)
        for piece, key in _keys(new):
            there[key].append(piece)
        here = defaultdict(list)
        for piece, key in _keys(old):
            here[key].append(piece)
        for key, pieces in here.items():
            if len(pieces) > len(there[key]):
                pieces.sort(key=lambda piece: self._S[old.location + piece] == old.box)
            self.pieces.update(zip(pieces, there[key], strict=False))

    def boxed(self) -> list[int]:
        """The pieces in the box that are still there."""
        return [self.pieces[piece] for piece in self._S[self._old.layout.box] if piece in self.pieces]

    def piece(self, piece: int) -> int:
        if piece < 0:
            return piece
        if piece not in self.pieces:
            entry = self._old.ruleset.model.entries[self._old.layout.entry_of[piece]]
            raise Obstacle(f"{entry.kind}/{entry.id} lies there, and isn't in the rules any more")
        return self.pieces[piece]

    def owner(self, sort: str, number: int) -> int:
        """The number of an owner: a seat, a piece of a kind, a cell of a place."""
        old, new = self._old.layout, self._new.layout
        if sort in old.kinds:
            piece = self.piece(old.kinds[sort].first + number)
            return piece - new.kinds[sort].first
        if sort in old.areas:
            return self.slot(old.areas[sort].base + number) - new.areas[sort].base
        return number

    def slot(self, slot: int) -> int:
        """A slot of a place."""
        if slot < 0:
            return slot
        old, new = self._old.layout, self._new.layout
        name = old.place_of[slot]
        if name in ("", "box"):
            return slot - old.box + new.box
        area, there = old.areas[name], new.areas.get(name)
        if there is None:
            raise Obstacle(f"the place {name} isn't there any more")
        owner, offset = divmod(slot - area.base, area.stride)
        if area.place.form == "pool":
            offset = self.in_pool(area, there, offset)
        elif area.place.form == "cells":
            offset = self.in_cells(area, there, offset)
        return there.base + self.owner(area.place.owner, owner) * there.stride + offset

    def in_pool(self, area: Area, there: Area, offset: int) -> int:
        """Where the token that lies at this offset of a pool lies now."""
        token = area.place.tokens[offset]
        moved = self._tokens.get(token, -1)
        if moved not in there.index:
            raise Obstacle(f"{list(self._old.ruleset.model.tokens)[token]} can't lie there any more")
        return there.index[moved]

    def in_cells(self, area: Area, there: Area, offset: int) -> int:
        """Where the cell at this offset is now: the one of the same name."""
        segment = area.place.segment(offset)
        for number in range(there.place.cells):
            if there.place.segment(number) == segment:
                return number
        raise Obstacle("the cell isn't there any more")

    def value(self, value: Any, type_: Type | None) -> Any:
        """A value of a type; one of which the type isn't known stays as it is."""
        if type_ is None or value is None:
            return value
        match type_.sort:
            case "set" | "list":
                return tuple(self.value(one, type_.of) for one in value)
            case "bag":
                return self._bag(value, type_.name)
            case "token" | "entry" | "symbol" | "piece" | "cell" if value < 0:
                return value
            case "piece":
                return self.piece(value)
            case "cell":
                return self.slot(value)
            case "token":
                return self._known(self._tokens, value, list(self._old.ruleset.model.tokens))
            case "entry":
                return self._known(self._entries, value, [each.id for each in self._old.ruleset.model.entries])
            case "symbol":
                return self._symbol(value, type_.name)
        return value

    @staticmethod
    def _known(moved: dict[int, int], value: int, names: list[str]) -> int:
        if value not in moved:
            raise Obstacle(f"{names[value]} isn't in the rules any more")
        return moved[value]

    def _symbol(self, value: int, name: str) -> int:
        word = self._old.ruleset.model.symbols[name].members[value]
        known = self._new.ruleset.model.symbols.get(name)
        if known is None or word not in known.members:
            raise Obstacle(f"{word} isn't in the rules any more")
        return known.members.index(word)

    def _bag(self, counts: tuple[int, ...], group: str) -> tuple[int, ...]:
        if not counts:
            return counts
        old, new = self._old.ruleset.model.group_tokens(group), self._new.ruleset.model.group_tokens(group)
        held = {
            self._known(self._tokens, t, list(self._old.ruleset.model.tokens)): n
            for t, n in zip(old, counts, strict=True)
            if n
        }
        if held.keys() - set(new):
            raise Obstacle(f"it holds what isn't one of {group} any more")
        return tuple(held.get(token, 0) for token in new)


def _keys(layout: Layout) -> list[tuple[int, tuple[str, str, int]]]:
    """Each piece, and what it is: kind, entry, seat."""
    entries = layout.model.entries
    return [
        (piece, (entries[entry].kind, entries[entry].id, seat))
        for piece, (entry, seat) in enumerate(zip(layout.entry_of, layout.seat_of, strict=True))
    ]
