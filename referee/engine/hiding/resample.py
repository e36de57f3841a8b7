"""Another state that a viewer can't tell from this one: what it can't see is shuffled.

Each shuffle begins with the hidden things in canonical order, so that the result is a matter of the key and of what the
viewer sees, and not of how the hidden things lay. (What can't change places stays: `veil` has no such thing left.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine import random
from referee.engine.core import Raw, State, answer, asks
from referee.engine.hiding.closed import closed_piles, shuffled_piles
from referee.engine.layout import DRAWS, FRAME, KEY, SEALED, Area
from referee.engine.seeing.appearance import Appearance
from referee.engine.snapshot import local_types


def resample(program: Appearance, S: State, viewer: int, key: bytes, events: list[Raw] | None = None) -> State:
    """Shuffle all that a viewer (-1: a spectator) can't see, and take new randomness for later draws.

    Hidden pieces change places with others of their kind (and seat, where each has its own), hidden tokens with those
    of other pools, hidden values with those of other owners. What lies in a pile into which nothing is ever put stays
    a part of what it began with. The answers that other seats have sealed are drawn anew. `events` is told each
    shuffle of pieces or tokens: what, the first word taken, the things before and after.
    """
    return Sampling(program, S.copy(), viewer, key.hex(), events).run()


_ANYBODYS = ("number", "yes", "token", "entry", "symbol", "bag")  # a cell or piece may suit one owner alone


class Sampling:
    """One resampling of the state `T`, which is changed."""

    def __init__(self, program: Appearance, T: State, viewer: int, key: str, events: list[Raw] | None = None) -> None:
        self.program, self.layout, self.model = program, program.layout, program.ruleset.model
        self.T, self.viewer, self.key, self.events = T, viewer, key, events
        self.index = 0

    def run(self) -> State:
        pieces = self._open_references()
        swapped: dict[int, int] = {}
        for kind in self.layout.kinds:
            if not self.layout.kinds[kind].unlimited:
                swapped |= self._pieces(kind, pieces)
        self._orders()
        if any(a != b for a, b in swapped.items()):
            self.T[FRAME] = self._frames(swapped)
        self._pools()
        self._values(swapped)
        self._sealed()
        self.T[KEY], self.T[DRAWS] = self.key, self.index
        return self.T

    def ordered(self, what: str, items: list[Any]) -> list[Any]:
        """Things that are given in canonical order, in the order in which they are to lie."""
        first = self.index
        order, self.index = random.shuffled(self.key, first, tuple(range(len(items))))
        found = [items[i] for i in order]
        if self.events is not None and len(items) > 1:
            self.events.append(("dealt", what, first, self.index, tuple(items), tuple(found)))
        return found

    # -- pieces -----------------------------------------------------------------------------------

    def hidden_slots(self, kind: str) -> Iterator[tuple[Area, int]]:
        """The slots that the viewer can't look into and that may hold pieces of a kind."""
        for area in self.layout.areas.values():
            if area.place.holds == kind and area.place.form != "pool":
                for slot in range(area.base, area.end):
                    if not self.program.views.sees(self.T, slot, self.viewer):
                        yield area, slot

    def _pieces(self, kind: str, fixed: set[int]) -> dict[int, int]:
        """Hidden pieces of a kind change places: what lies in the place of each now."""
        layout, T = self.layout, self.T
        slots: list[int] = []
        groups: dict[int, list[tuple[int, str]]] = {}
        for area, slot in self.hidden_slots(kind):
            slots.append(slot)
            for piece in _content(T[slot]):
                if piece not in fixed:
                    groups.setdefault(layout.seat_of[piece], []).append((piece, area.place.id))
        swapped: dict[int, int] = {}
        for seat, group in sorted(groups.items()):
            swapped |= self._group(kind if seat < 0 else f"seat/{seat + 1}/{kind}", group)
        for slot in slots:
            content = T[slot]
            if isinstance(content, tuple):
                T[slot] = tuple(swapped.get(p, p) for p in content)
            else:
                T[slot] = swapped.get(content, content)
            for piece in _content(T[slot]):
                T[layout.location + piece] = slot
        return swapped

    def _group(self, what: str, group: list[tuple[int, str]]) -> dict[int, int]:
        """Pieces with the piles in which they lie: what comes into the place of each."""
        closed = closed_piles(self.program)
        order = self.ordered(what, sorted(piece for piece, _ in group))
        taken: dict[int, int] = {}
        for only in (True, False):  # first the piles that can take only some
            for piece, place in group:
                if (place in closed) is only:
                    taken[piece] = next((p for p in order if not only or p in closed[place]), order[0])
                    order.remove(taken[piece])
        return taken

    def _orders(self) -> None:
        """The order of what was shuffled and lies open, in no order that is shown."""
        piles = shuffled_piles(self.program)
        for area in self.layout.areas.values():
            if area.place.form != "pile" or area.place.ordered or area.place.id not in piles:
                continue
            for slot in range(area.base, area.end):
                if len(self.T[slot]) > 1 and self.program.views.sees(self.T, slot, self.viewer):
                    self.T[slot] = tuple(self.ordered(self.program.ids.where(self.T, slot), sorted(self.T[slot])))

    def _open_references(self) -> set[int]:
        """The pieces that values name which the viewer knows: they stay, or it would see the difference."""
        found: set[int] = set()
        for value in self.model.values.values():
            inner = value.type.of if value.type.sort in ("set", "list") else value.type
            if inner is None or inner.sort != "piece":
                continue
            base, owners = self.layout.values[value.id]
            for owner in range(owners):
                if self.program.views.knows(value, owner, self.viewer):
                    found.update(_content(self.T[base + owner]))
        return found

    def _frames(self, swapped: dict[int, int]) -> Any:
        """The paused program with its locals that name pieces: they mean what lies there now."""
        types = local_types(self.program)
        frames: list[tuple[Any, ...]] = []
        frame = self.T[FRAME]
        while frame is not None:
            frames.append(frame)
            frame = frame[1]
        made: Any = None
        for block, _, *values in reversed(frames):
            live = self.program.code.paths[block][1]
            made = (block, made, *(_swap(v, types.get(n), swapped) for n, v in zip(live, values, strict=True)))
        return made

    # -- tokens -----------------------------------------------------------------------------------

    def _pools(self) -> None:
        """Hidden tokens change pools of the same sorts of tokens: how many lie in each stays."""
        alike: dict[tuple[int, ...], list[int]] = {}
        for area in self.layout.areas.values():
            if area.place.form != "pool" or area.place.limit is not None or len(area.place.tokens) < 2:
                continue
            for base in _bases(area):
                if not self.program.views.sees(self.T, base, self.viewer):
                    alike.setdefault(tuple(area.index), []).append(base)
        for tokens, bases in alike.items():
            there = [
                token for offset, token in enumerate(tokens) for base in bases for _ in range(self.T[base + offset])
            ]
            bag = self.ordered("tokens", there)
            for base in bases:
                total = sum(self.T[base : base + len(tokens)])
                mine, bag = bag[:total], bag[total:]
                self.T[base : base + len(tokens)] = [mine.count(token) for token in tokens]

    # -- values -----------------------------------------------------------------------------------

    def _values(self, swapped: dict[int, int]) -> None:
        for value in self.model.values.values():
            base, owners = self.layout.values[value.id]
            hidden = [base + n for n in range(owners) if not self.program.views.knows(value, n, self.viewer)]
            contents = [_swap(self.T[slot], value.type, swapped) for slot in hidden]
            if value.type.sort in _ANYBODYS:
                contents = self.ordered("values", sorted(contents, key=repr))
            for slot, content in zip(hidden, contents, strict=True):
                self.T[slot] = content

    def _sealed(self) -> None:
        T = self.T
        if T[SEALED] is None:
            return
        answers: list[tuple[int, Any]] = []
        for seat, given in T[SEALED]:
            if given is not None and seat != self.viewer:
                raws = self.program.moves(T, seat)
                number, self.index = random.below(self.key, self.index, len(raws))
                given = self._another(raws[number])
            answers.append((seat, given))
        T[SEALED] = tuple(answers)

    def _another(self, raw: tuple[Any, ...]) -> Any:
        from random import Random

        if not asks(raw):
            return raw[-1]
        self.index += random.WORDS
        return answer(raw[-1], Random(f"{self.key}{self.index}"))


def _content(content: Any) -> tuple[int, ...]:
    """The pieces in a slot, or named by a value."""
    if isinstance(content, tuple):
        return content
    return (content,) if content >= 0 else ()


def _bases(area: Area) -> Iterator[int]:
    return iter(range(area.base, area.end, area.stride or 1))


def _swap(value: Any, type_: Any, swapped: dict[int, int]) -> Any:
    """A value that names pieces, with the pieces that lie there now."""
    if type_ is None:
        return value
    if type_.sort == "piece":
        return swapped.get(value, value)
    if type_.sort in ("set", "list") and isinstance(value, tuple):
        return tuple(_swap(one, type_.of, swapped) for one in value)
    return value


__all__ = ["resample"]
