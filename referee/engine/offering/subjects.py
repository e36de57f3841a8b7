"""What an option is about: the places to light up on a board, and what in them.

It is about the values that it names: a cell, a piece, a card, and a token where it lies before it is taken. A place
that its effect only touches isn't one of them: it would look like the thing to click on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.engine.codegen.decisions import Decision
from referee.engine.core import Raw, State
from referee.engine.offering.derived import derived
from referee.engine.offering.origins import Origin, Origins
from referee.engine.seeing.appearance import Appearance
from referee.engine.seeing.ids import drawn, values_of
from referee.language import tree as t
from referee.language.types import Type

Spot = tuple[str, str]  # a place, and the key of what in it is meant; "" for the place itself
Lie = Callable[[int], Sequence[Spot]]
"""Where a token lies that is asked for."""
FOUND = frozenset({"cell", "piece", "set", "list"})
"""Sorts of derived values that lie somewhere."""


@dataclass(slots=True, eq=False)
class _Named:
    """What an option names: where its values stand in a choice, the derived ones that lie somewhere, its tokens."""

    option: t.Option  # lives as long as this does: it is known by its identity
    values: tuple[tuple[int, t.Binder], ...]
    derived: tuple[t.Binder, ...]
    origins: dict[str, Origin]


class Subjects:
    """Finds the subjects of one program's options."""

    def __init__(self, program: Appearance) -> None:
        self.program = program
        self.ids = program.ids
        self.origins = Origins(program)
        self._named: dict[int, _Named] = {}

    def of(self, S: State, decision: Decision, option: t.Option | None, raw: Raw, seat: int) -> tuple[Spot, ...]:
        """The subjects of a choice as its seat sees them, those named first in front."""
        if option is None:
            return ()
        named = self._names(option)
        found: list[Spot] = []
        entries: list[tuple[int, Type]] = []
        for at, binder in named.values:
            if at >= len(raw):
                continue
            if binder.type.sort == "entry":
                entries.append((raw[at], binder.type))
            elif binder.type.sort == "token":
                _add(found, self.tokens(S, raw[at], named.origins.get(binder.var), seat))
            else:
                _add(found, self.lying(S, raw[at], binder.type, seat))
        if named.derived:
            values = derived(self.program, S, decision, raw)
            for binder in named.derived:
                if binder.var in values:
                    _add(found, self.lying(S, values[binder.var], binder.type, seat))
        for value, type_ in entries:
            key = self.ids.entry_key(value, type_)
            if not any(what == key for _, what in found):
                _add(found, self._where(S, value, key, -1))
        if not found and decision.cause[0] >= 0 and not option.bare:
            _add(found, self._asking(S, decision.cause[0], seat))
        return tuple(found)

    def _names(self, option: t.Option) -> _Named:
        named = self._named.get(id(option))
        if named is None:
            values = tuple((at, b) for at, b in enumerate(drawn(option), start=1) if not b.argument)
            derived = tuple(b for b in option.binders if b.items is None and b.type.sort in FOUND)
            origins = {b.var: self.origins.of(option, b.var) for _, b in values if b.type.sort == "token"}
            named = self._named[id(option)] = _Named(option, values, derived, origins)
        return named

    def lying(self, S: State, value: Any, type_: Type, seat: int) -> Iterator[Spot]:
        """Where cells and pieces are; a piece that the seat doesn't see is only a place."""
        if type_.sort in ("set", "list"):
            if type_.of is not None:
                for one in values_of(value):
                    yield from self.lying(S, one, type_.of, seat)
        elif type_.sort == "cell" and value in self.ids.slot:
            yield self.ids.slot[value], ""
        elif type_.sort == "piece" and value >= 0:
            slot = S[self.program.layout.location + value]
            if slot in self.ids.slot:
                seen = self.program.views.sees(S, slot, seat)
                yield self.ids.slot[slot], self.ids.entry_key(value, type_) if seen else ""

    def tokens(self, S: State, token: int, origin: Origin | None, seat: int) -> Iterator[Spot]:
        """Where a token lies before it is taken, as far as that is known; where it would lie, if there is none."""
        slots = origin(token, seat) if origin else []
        for slot in [each for each in slots if S[each] and self.program.views.sees(S, each, seat)] or slots:
            place = self.ids.slot[slot]
            name = self.ids.tokens[token]
            yield place, "" if place.rpartition("/")[2] == name else f"token/{name}"

    def item(self, S: State, option: t.Option | None, value: Any, type_: Type, seat: int) -> tuple[Spot, ...]:
        """Where something is that an option lets its seat pick."""
        if type_.sort == "token" and option is not None:
            return tuple(self.tokens(S, value, self.origins.of(option, drawn(option)[-1].var), seat))
        return tuple(self.lying(S, value, type_, seat))

    def asked(self, S: State, decision: Decision, seat: int) -> Lie:
        """Where the tokens lie of which a decision asks how many."""
        origin = self.origins.asked(decision.statement)
        return lambda token: tuple(self.tokens(S, token, origin, seat))

    def _asking(self, S: State, entry: int, seat: int) -> Sequence[Spot]:
        """Where the piece is whose effect asks: the seat's own, else one on the table."""
        card = self.program.ruleset.model.entries[entry]
        key = f"{card.kind}/{card.id}"
        return tuple(self._where(S, entry, key, seat)) or tuple(self._where(S, entry, key, -1))

    def _where(self, S: State, entry: int, key: str, owner: int) -> Iterator[Spot]:
        """The places of a seat (-1: of the table) where it sees pieces of an entry."""
        layout = self.program.layout
        for piece in self._pieces(entry):
            slot = S[layout.location + piece]
            if slot in self.ids.slot and layout.owner_of[slot] == owner and self.program.views.sees(S, slot, owner):
                yield self.ids.slot[slot], key

    def _pieces(self, entry: int) -> Iterator[int]:
        layout = self.program.layout
        kind = layout.kinds[self.program.ruleset.model.entries[entry].kind]
        return (p for p in range(kind.first, kind.first + kind.count) if layout.entry_of[p] == entry)


def _add(found: list[Spot], more: Iterable[Spot]) -> None:
    """Adds spots; a place that is one as a whole is named once, whatever in it is meant too."""
    for place, what in more:
        if not any(place == other and (not what or not named or what == named) for other, named in found):
            found.append((place, what))


def split(spots: Sequence[Spot]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Places and what in them is meant, side by side; nothing for the second where it is always the place."""
    meant = tuple(what for _, what in spots)
    return tuple(place for place, _ in spots), meant if any(meant) else ()
