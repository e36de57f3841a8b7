"""A position as one viewer may see it: deny by default, every place and value by its declared visibility."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine import records as r
from referee.engine.core import Core, State
from referee.engine.layout import EVERYONE, NOBODY, OWNER, SEEN, SHOWN, Area
from referee.engine.seeing.ids import Ids
from referee.engine.seeing.spots import Named, Spot, named, spots
from referee.language.model import Place, Value
from referee.language.types import Type

LEVEL = {"everyone": EVERYONE, "owner": OWNER, "nobody": NOBODY}


class Views:
    """Builds the places and values of views for one program."""

    in_true_order = False  # piles as they lie: for one who sees everything

    def __init__(self, core: Core, ids: Ids) -> None:
        self.ids = ids
        self.layout = core.layout
        self.model = core.ruleset.model
        self.spots = spots(core, ids)
        self.named = named(core, ids)

    # -- what a viewer may see --------------------------------------------------------------------

    def sees(self, S: State, slot: int, viewer: int) -> bool:
        """May a viewer (-1: spectator) see what lies in a slot? Not inside a piece that it can't see."""
        holder = self.layout.holder[slot]
        if holder >= 0:
            around = S[self.layout.location + holder]
            if around >= 0 and not self.sees(S, around, viewer):
                return False
        level = self.layout.level[slot]
        if level == EVERYONE or slot in S[SHOWN]:
            return True
        if level == OWNER and viewer >= 0 and self.layout.owner_of[slot] == viewer:
            return True
        looking = S[SEEN]
        return bool(looking) and looking[0] == viewer and looking[1] <= slot < looking[1] + looking[2]

    def counts(self, S: State, slot: int, place: Place, viewer: int) -> bool:
        """May a viewer know how many things lie in a slot?"""
        if self.sees(S, slot, viewer):
            return True
        holder = self.layout.holder[slot]
        if holder >= 0 and not self.sees(S, S[self.layout.location + holder], viewer):
            return False
        if place.count_seen_by == "everyone":
            return True
        return place.count_seen_by == "owner" and viewer >= 0 and self.layout.owner_of[slot] == viewer

    # -- places -----------------------------------------------------------------------------------

    def places(self, S: State, viewer: int) -> tuple[r.Place, ...]:
        """All places of the board, in its order."""
        return tuple([self.place(S, spot, viewer) for spot in self.spots])

    def place(self, S: State, spot: Spot, viewer: int) -> r.Place:
        """One place of the board."""
        place = spot.area.place
        if place.form == "pool":
            return r.Place(spot.id, *self._tokens(S, spot.area, spot.base, viewer, spot.tokens))
        if place.form == "pile":
            return r.Place(spot.id, *self.pile(S, spot.slot, place, viewer))
        return r.Place(spot.id, *self.cell(S, spot.slot, place, viewer))

    def _tokens(
        self, S: State, area: Area, base: int, viewer: int, tokens: Sequence[int]
    ) -> tuple[tuple[r.Piece, ...], bool]:
        if not self.sees(S, base, viewer):
            total = sum(S[base + area.index[k]] for k in tokens)
            if not self.counts(S, base, area.place, viewer) or len(tokens) < len(area.place.tokens):
                return (), True  # how many lie there is no secret, how many of one token is
            return ((r.Piece("", total),) if total else ()), False
        names, index = self.ids.tokens, area.index
        return tuple([r.Piece(names[k], n) for k in tokens if (n := S[base + index[k]])]), False

    def pile(self, S: State, slot: int, place: Place, viewer: int) -> tuple[tuple[r.Piece, ...], bool]:
        pieces: tuple[int, ...] = S[slot]
        if not self.sees(S, slot, viewer):
            if not self.counts(S, slot, place, viewer):
                return (), True
            return ((r.Piece("", len(pieces)),) if pieces else ()), False
        front = self.ids.slot.get(slot, "")
        names = self.ids.likeness.names(S, pieces)
        if not place.ordered and not self.in_true_order:
            order = self.ids.likeness.order(S, pieces)
            return self.merged([self.piece(S, p, viewer, f"{front}/{names[p]}") for p in order]), False
        # Where the order is shown, equal pieces with others between them are several heaps: later ones are numbered.
        found: list[r.Piece] = []
        seen: dict[str, int] = {}
        own = last = ""
        for piece in pieces:
            name = names[piece]
            seen[name] = number = seen.get(name, 0) + 1
            if name != last:
                own, last = (name if number == 1 else f"{name}.{number}"), name
            found.append(self.piece(S, piece, viewer, f"{front}/{own}"))
        return self.merged(found), False

    def cell(self, S: State, slot: int, place: Place, viewer: int) -> tuple[tuple[r.Piece, ...], bool]:
        piece = S[slot]
        if not self.counts(S, slot, place, viewer):
            return (), True
        if piece < 0:
            return (), False
        if not self.sees(S, slot, viewer):
            return (r.Piece(""),), False
        return (self.piece(S, piece, viewer, self.ids.slot.get(slot, "")),), False

    def piece(self, S: State, piece: int, viewer: int, front: str) -> r.Piece:
        """A piece that the viewer sees, with its face, values and content."""
        entry = self.model.entries[self.layout.entry_of[piece]]
        pieces = self.layout.kinds[entry.kind]
        index = piece - pieces.first
        face = ""
        if entry.kind in self.layout.faces:
            face = pieces.kind.faces[S[self.layout.faces[entry.kind] + index]]
        values = tuple(
            self.value(value.id, S[self.layout.values[value.id][0] + index], value.type, S)
            for value in self.model.values.values()
            if value.owner == entry.kind and value.seen_by == "everyone"
        )
        if pieces.per_seat:
            values = (r.Value("owner", "ref", str(self.layout.seat_of[piece] + 1)), *values)
        inside: list[r.Place] = []
        for area in self.layout.areas.values():
            if area.place.owner == entry.kind:
                inside += self._inside(S, area, index, viewer, front)
        return r.Piece(entry.id, 1, face, tuple(inside), values)

    def _inside(self, S: State, area: Area, index: int, viewer: int, front: str) -> list[r.Place]:
        base = area.base + index * area.stride
        name = f"{front}/{area.place.id}"
        if area.place.form == "pool":
            return [r.Place(name, *self._tokens(S, area, base, viewer, area.place.tokens))]
        if area.place.form == "pile":
            pieces, hidden = self.pile(S, base, area.place, viewer)
            return [r.Place(name, pieces, hidden)]
        return [r.Place(f"{name}/{i + 1}", *self.cell(S, base + i, area.place, viewer)) for i in range(area.stride)]

    @staticmethod
    def merged(pieces: list[r.Piece]) -> tuple[r.Piece, ...]:
        """Equal neighbours counted together."""
        from dataclasses import replace

        found: list[r.Piece] = []
        for piece in pieces:
            last = found[-1] if found else None
            if last is not None and replace(last, count=1) == piece:
                found[-1] = replace(last, count=last.count + 1)
            else:
                found.append(piece)
        return tuple(found)

    # -- values -----------------------------------------------------------------------------------

    def values(self, S: State, viewer: int) -> tuple[r.Value, ...]:
        """All values of the board, in its order."""
        return tuple([self.named_value(S, named, viewer) for named in self.named])

    def named_value(self, S: State, named: Named, viewer: int) -> r.Value:
        """One value of the board."""
        if named.declared is not None:
            return self._declared(S, named.declared, named.slot, named.owner, viewer)
        if named.type is None:
            return r.Value(named.id, "number", S[named.slot])
        return self.value(named.id, S[named.slot], named.type, S)

    def _declared(self, S: State, value: Value, slot: int, owner: int, viewer: int) -> r.Value:
        name = self.ids.value(value.id, value.owner, owner)
        if self.knows(value, owner, viewer):
            return self.value(name, S[slot], value.type, S)
        return r.Value(name, "hidden")

    def knows(self, value: Value, owner: int, viewer: int) -> bool:
        """May a viewer know a value of an owner: of the table, a seat, a cell or a piece, by its number?"""
        level = LEVEL[value.seen_by]
        if level != OWNER or viewer < 0:
            return level == EVERYONE
        if value.owner == "seat":
            return owner == viewer
        area = self.layout.areas.get(value.owner)
        return area is not None and self.layout.owner_of[area.base + owner] == viewer

    def value(self, name: str, content: Any, type_: Type, S: State | None = None) -> r.Value:
        """A value as the API writes it; `S` tells where the pieces are whose cells it may name."""
        if type_.sort == "number":
            return r.Value(name, "number", content)
        if type_.sort == "yes":
            return r.Value(name, "yes", bool(content))
        if type_.sort == "bag":
            tokens = self.model.group_tokens(type_.name)
            pairs = tuple((self.ids.tokens[k], n) for k, n in zip(tokens, content, strict=False) if n)
            return r.Value(name, "bag", pairs)
        if type_.sort in ("set", "list"):
            if type_.of is not None and type_.of.sort == "number":
                return r.Value(name, "numbers", tuple(content))
            element = type_.of
            assert element is not None
            return r.Value(name, "refs", tuple(self._ref(one, element, S) for one in content))
        if content == -1:
            return r.Value(name)
        return r.Value(name, "ref", self._ref(content, type_, S))

    def _ref(self, content: int, type_: Type, S: State | None) -> str:
        match type_.sort:
            case "seat":
                return str(content + 1)
            case "token":
                return self.ids.tokens[content]
            case "cell":
                return self.ids.slot[content] if S is None else self.ids.where(S, content)
            case "entry":
                return self.model.entries[content].id
            case "piece":
                return self.model.entries[self.layout.entry_of[content]].id
            case "symbol":
                return self.model.symbols[type_.name].members[content]
            case _:
                return str(content)
