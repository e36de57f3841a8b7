"""Another state that a viewer can't tell from this one: what it can't see is shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from referee.engine import random
from referee.engine.core import State, answer, asks
from referee.engine.layout import DRAWS, FRAME, KEY, SEALED, Area
from referee.engine.snapshot import local_types

if TYPE_CHECKING:
    from referee.engine.program import Program


def resample(program: Program, S: State, viewer: int, key: bytes) -> State:
    """Shuffle all that a viewer (-1: a spectator) can't see, and take new randomness for later draws.

    Hidden pieces change places with others of their kind (and seat, where each has its own), hidden tokens with those
    of other pools, hidden values with those of other owners. The answers that other seats have sealed are drawn anew.
    """
    return _Sampling(program, S.copy(), viewer, key.hex()).run()


_ANYBODYS = ("number", "yes", "token", "entry", "symbol", "bag")  # a cell or piece may suit one owner alone


class _Sampling:
    def __init__(self, program: Program, T: State, viewer: int, key: str) -> None:
        self.program, self.layout, self.model = program, program.layout, program.ruleset.model
        self.T, self.viewer, self.key = T, viewer, key
        self.index = 0

    def run(self) -> State:
        pieces = self._open_references()
        swapped: dict[int, int] = {}
        for kind in self.layout.kinds:
            if not self.layout.kinds[kind].unlimited:
                swapped |= self._pieces(kind, pieces)
        if any(a != b for a, b in swapped.items()):
            self.T[FRAME] = self._frames(swapped)
        self._pools()
        self._values(swapped)
        self._sealed()
        self.T[KEY], self.T[DRAWS] = self.key, self.index
        return self.T

    def _shuffled(self, items: list[Any]) -> list[Any]:
        order, self.index = random.shuffled(self.key, self.index, tuple(range(len(items))))
        return [items[i] for i in order]

    # -- pieces -----------------------------------------------------------------------------------

    def _pieces(self, kind: str, fixed: set[int]) -> dict[int, int]:
        """Hidden pieces of a kind change places: what lies in the place of each now."""
        layout, T = self.layout, self.T
        slots: list[int] = []
        groups: dict[int, list[int]] = {}
        for area in layout.areas.values():
            if area.place.holds != kind or area.place.form == "pool":
                continue
            for slot in range(area.base, area.end):
                if self.program.views.sees(T, slot, self.viewer):
                    continue
                slots.append(slot)
                for piece in _content(T[slot]):
                    if piece not in fixed:
                        groups.setdefault(layout.seat_of[piece], []).append(piece)
        swapped: dict[int, int] = {}
        for group in groups.values():
            swapped |= dict(zip(group, self._shuffled(group), strict=True))
        for slot in slots:
            content = T[slot]
            if isinstance(content, tuple):
                T[slot] = tuple(swapped.get(p, p) for p in content)
            else:
                T[slot] = swapped.get(content, content)
            for piece in _content(T[slot]):
                T[layout.location + piece] = slot
        return swapped

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
            width = range(len(tokens))
            bag = self._shuffled([i for base in bases for i in width for _ in range(self.T[base + i])])
            for base in bases:
                total = sum(self.T[base : base + len(tokens)])
                mine, bag = bag[:total], bag[total:]
                self.T[base : base + len(tokens)] = [mine.count(i) for i in width]

    # -- values -----------------------------------------------------------------------------------

    def _values(self, swapped: dict[int, int]) -> None:
        for value in self.model.values.values():
            base, owners = self.layout.values[value.id]
            hidden = [base + n for n in range(owners) if not self.program.views.knows(value, n, self.viewer)]
            contents = [_swap(self.T[slot], value.type, swapped) for slot in hidden]
            if value.type.sort in _ANYBODYS:
                contents = self._shuffled(contents)
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
