"""A position with nothing in it but what one viewer sees: what is hidden lies in canonical order.

Two positions that look the same to the viewer have the same veiled one. `resample` of that deals the hidden things.
"""

from __future__ import annotations

from typing import Any

from referee.engine.core import State
from referee.engine.hiding.resample import Sampling
from referee.engine.hiding.secret_locals import secret_locals
from referee.engine.layout import BARRIER, DRAWS, FRAME, KEY, MOVER, SEALED, Area
from referee.engine.seeing.appearance import Appearance
from referee.engine.setup import blank, recompute, set_up

NO_KEY = bytes(32)


class Unveilable(Exception):
    """The rules keep something from the viewer that can't be dealt anew; `what` is its id in the rules.

    Whether that is so depends on the rules and on what the viewer sees, not on what is hidden, but for one thing:
    whether there is anything at all in the pieces that lie hidden.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"{what} is hidden and can't be dealt anew")


def veil(program: Appearance, S: State, seat: str) -> State:
    """What a seat ("1" …) or a spectator ("") sees, and everything else in canonical order, without randomness.

    Faces and values of hidden pieces are those of the set-up; tokens whose number is hidden are shared out evenly, as
    many as lay anywhere at the start and lie nowhere in sight; what other seats have sealed is asked for again.

    Raises:
        Unveilable: the rules hide something from the viewer that can't be told from what it sees.
    """
    return _Veiling(program, S.copy(), int(seat) - 1 if seat else -1).run()


class _Veiling(Sampling):
    def __init__(self, program: Appearance, T: State, viewer: int) -> None:
        super().__init__(program, T, viewer, NO_KEY.hex())
        self.start = blank(program.layout, NO_KEY)
        set_up(program.code, self.start)
        self.seen_pieces = {
            piece: self._piece_seen(piece) for piece in range(len(self.layout.entry_of)) if T[self._at(piece)] >= 0
        }

    def run(self) -> State:
        self._refuse_places()
        self._refuse_locals()
        T = super().run()
        T[self.layout.box] = tuple(sorted(T[self.layout.box]))
        recompute(self.program.code, T)
        T[BARRIER], T[MOVER] = 0, -1  # nobody has moved in what begins here
        T[KEY], T[DRAWS] = NO_KEY.hex(), 0
        return T

    def ordered(self, what: str, items: list[Any]) -> list[Any]:
        return items

    # -- pieces -----------------------------------------------------------------------------------

    def _at(self, piece: int) -> int:
        return self.layout.location + piece

    def _piece_seen(self, piece: int) -> bool:
        slot = self.T[self._at(piece)]
        return slot == self.layout.box or self.program.views.sees(self.T, slot, self.viewer)

    def _refuse_places(self) -> None:
        """Raises Unveilable where it is hidden how many pieces lie somewhere, or what lies in or is marked on them."""
        for area in self.layout.areas.values():
            place = area.place
            for slot in range(area.base, area.end) if place.form != "pool" and place.holds else ():
                if (
                    not self._inside_hidden(slot)
                    and not self.program.views.sees(self.T, slot, self.viewer)
                    and (
                        self.layout.kinds[place.holds].unlimited
                        or not self.program.views.counts(self.T, slot, place, self.viewer)
                    )
                ):
                    raise Unveilable(place.id)
            for owner in range(area.owners) if place.owner in self.layout.kinds else ():
                self._refuse_content(area, owner)

    def _refuse_locals(self) -> None:
        """Raises Unveilable if the paused program remembers something that was worked out from what is hidden."""
        secret, frame = secret_locals(self.program), self.T[FRAME]
        while frame is not None:
            for name in self.program.code.paths[frame[0]][1]:
                if name in secret:
                    raise Unveilable(name)
            frame = frame[1]

    def _inside_hidden(self, slot: int) -> bool:
        """Whether a slot is part of a piece that the viewer doesn't see."""
        holder = self.layout.holder[slot]
        return holder >= 0 and not self.seen_pieces.get(holder, True)

    def _refuse_content(self, area: Area, owner: int) -> None:
        """Raises Unveilable if a hidden piece holds something else than at the start."""
        piece = self.layout.kinds[area.place.owner].first + owner
        inside = slice(area.base + owner * area.stride, area.base + (owner + 1) * area.stride)
        if not self.seen_pieces.get(piece, True) and self.T[inside] != self.start[inside]:
            raise Unveilable(area.place.id)

    # -- tokens -----------------------------------------------------------------------------------

    def _pools(self) -> None:
        """Hidden tokens: where their number is seen, in order; where it isn't, shared out evenly."""
        sorts: dict[tuple[int, ...], list[int]] = {}
        counts: list[tuple[Area, int]] = []
        for area in self.layout.areas.values():
            if area.place.form != "pool":
                continue
            for base in range(area.base, area.end, area.stride or 1):
                if self._inside_hidden(base) or self.program.views.sees(self.T, base, self.viewer):
                    continue
                if not self.program.views.counts(self.T, base, area.place, self.viewer) or area.place.limit is not None:
                    counts.append((area, base))
                elif len(area.place.tokens) > 1:
                    sorts.setdefault(tuple(area.index), []).append(base)
        self._refuse_tokens(list(sorts), counts)
        super()._pools()
        self._share_out(counts)

    def _refuse_tokens(self, sorts: list[tuple[int, ...]], counts: list[tuple[Area, int]]) -> None:
        """Raises Unveilable where it can't be told from the rest how many of a token are hidden."""
        supplied = self.layout.initial_supply()
        names = list(self.model.tokens)
        unknown = {token for area, _ in counts for token in area.index}
        for group in sorts:
            for token in group:
                if token not in supplied or token in unknown or sum(token in other for other in sorts) > 1:
                    raise Unveilable(names[token])

    def _share_out(self, counts: list[tuple[Area, int]]) -> None:
        for token in sorted({token for area, _ in counts for token in area.index}):
            slots = [base + area.index[token] for area, base in counts if token in area.index]
            each, rest = divmod(self._left(token, slots), len(slots))
            for number, slot in enumerate(slots):
                self.T[slot] = each + (number < rest)

    def _left(self, token: int, hidden: list[int]) -> int:
        """How many of a token are in these slots, as far as it can be told: of the start, and nowhere else."""
        slots = [
            base + area.index[token]
            for area in self.layout.areas.values()
            if area.place.form == "pool" and token in area.index
            for base in range(area.base, area.end, area.stride or 1)
        ]
        elsewhere: int = sum(self.T[slot] for slot in slots if slot not in hidden)
        there: int = sum(self.start[slot] for slot in slots)
        return max(0, there - elsewhere)

    # -- values -----------------------------------------------------------------------------------

    def _values(self, swapped: dict[int, int]) -> None:
        """Values and faces of hidden pieces are as at the start; others can't be told."""
        for value in self.model.values.values():
            base, owners = self.layout.values[value.id]
            if value.owner in self.layout.kinds:
                for piece, seen in self._of_kind(value.owner):
                    if not seen:
                        slot = base + piece - self.layout.kinds[value.owner].first
                        self.T[slot] = self.start[slot]
                if value.seen_by != "everyone":
                    raise Unveilable(value.id)
            elif not all(self.program.views.knows(value, owner, self.viewer) for owner in range(owners)):
                raise Unveilable(value.id)
        for kind, base in self.layout.faces.items():
            for piece, seen in self._of_kind(kind):
                if not seen:
                    slot = base + piece - self.layout.kinds[kind].first
                    self.T[slot] = self.start[slot]

    def _of_kind(self, kind: str) -> list[tuple[int, bool]]:
        pieces = self.layout.kinds[kind]
        return [(p, self.seen_pieces.get(p, True)) for p in range(pieces.first, pieces.first + pieces.count)]

    def _sealed(self) -> None:
        if self.T[SEALED] is not None:
            self.T[SEALED] = tuple((seat, given if seat == self.viewer else None) for seat, given in self.T[SEALED])


__all__ = ["Unveilable", "veil"]
