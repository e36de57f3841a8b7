"""A position by hand: for scenarios, tests and tries of an edited pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.engine import records as r
from referee.engine.core import State
from referee.engine.layout import FRAME, NOWHERE, SEALED, Area
from referee.engine.seeing.appearance import Appearance
from referee.engine.setup import recompute
from referee.language.checks.starts import read_first, without_start
from referee.language.data import word_value
from referee.language.model import Model
from referee.language.types import Type
from referee.packs.spelling import did_you_mean


class PositionError(Exception):
    """A position can't be set up. `what` is the word that is wrong (an id, an entry, a procedure)."""

    def __init__(self, what: str, problem: str, known: Iterable[str] = (), hint: str = "") -> None:
        self.what = what
        hint = hint or id_hint(what, list(known))
        super().__init__(f"{problem}{f' ({hint})' if hint else ''}")


def id_hint(name: str, known: Iterable[str]) -> str:
    """What was meant by the id of a place or value: its parts, where a whole was named, or one that is close to it."""
    ids = list(known)
    parts = sorted((each for each in ids if each.startswith(f"{name}/")), key=lambda each: (len(each), each))
    if len(parts) > 1:
        return f"name its parts: `{parts[0]}` to `{parts[-1]}`"
    return did_you_mean(name, parts or ids)


def token_hint(model: Model, name: str) -> str:
    """Where a token lies that was taken for a value; empty for what is no token."""
    front, _, last = name.rpartition("/")
    token = model.tokens.get(last)
    owner = "seat" if front.startswith("seat/") else "table"
    pools = [each.id for each in model.places.values() if each.form == "pool" and each.owner == owner]
    lies = [
        f"`{front}/{each}`".replace("`/", "`") for each in pools if token and token.index in model.places[each].tokens
    ]
    return f"`{last}` is counted in places: {' or '.join(lies[:3])}" if lies else ""


@dataclass(slots=True)
class Whole:
    """What a position holds by its ids: everything, or all that one viewer sees of it."""

    values: dict[str, r.Value]
    places: dict[str, tuple[r.Piece, ...]]


def read_position(program: Appearance, S: State) -> Whole:
    """All values and places, hidden ones too: for scenarios, never for a client."""
    opened = _Open(program)
    values = {value.id: value for value in opened.values(S)}
    places: dict[str, tuple[r.Piece, ...]] = {}
    _gather(opened.places(S), places)
    return Whole(values, places)


def read_view(program: Appearance, S: State, seat: str) -> Whole:
    """The values and places that a seat, or a spectator (""), sees: a piece face down has no entry.

    A place whose pieces it may not even count isn't there.
    """
    viewer = int(seat) - 1 if seat else -1
    places: dict[str, tuple[r.Piece, ...]] = {}
    _gather(program.views.places(S, viewer), places)
    return Whole({value.id: value for value in program.views.values(S, viewer)}, places)


class _Open:
    def __init__(self, program: Appearance) -> None:
        from referee.engine.seeing.views import Views

        class All(Views):
            """Views of one who sees everything."""

            in_true_order = True

            def sees(self, S: State, slot: int, viewer: int) -> bool:
                return True

            def _declared(self, S: State, value: Any, slot: int, owner: int, viewer: int) -> r.Value:
                return self.value(self.ids.value(value.id, value.owner, owner), S[slot], value.type, S)

        self.views = All(program, program.ids)

    def values(self, S: State) -> tuple[r.Value, ...]:
        return self.views.values(S, -1)

    def places(self, S: State) -> tuple[r.Place, ...]:
        return self.views.places(S, -1)


def _gather(
    places: Iterable[r.Place], found: dict[str, tuple[r.Piece, ...]], front: tuple[str, str] = ("", "")
) -> None:
    """All places by their ids. `front` is how the ids begin, and how instead: pieces of one id are numbered."""
    for place in places:
        if place.uncounted:
            continue
        name = front[1] + place.id.removeprefix(front[0])
        found[name] = place.pieces
        seen: Counter[str] = Counter()
        for piece in (each for each in place.pieces if each.inside for _ in range(each.count)):
            first = piece.inside[0].id.removeprefix(f"{place.id}/").partition("/")[0]
            in_pile = first.partition(".")[0] == piece.entry  # in a cell it goes by the cell
            own = f"{place.id}/{first}" if in_pile else place.id
            seen[own] += 1
            number = f".{seen[own]}" if seen[own] > 1 else ""
            _gather(piece.inside, found, (own, name + own.removeprefix(place.id) + number))


def set_up_position(
    program: Appearance,
    key: bytes,
    *,
    run: str | None = None,
    seat: str | None = None,
    values: Mapping[str, Any] | None = None,
    places: Mapping[str, Any] | None = None,
) -> State:
    """The position after set-up with some things changed, at the next decision.

    `run` names the procedure that begins now, `seat` who acts; without `run` the game goes on from its start.
    `places` are set whole: counts, or pieces in order (an entry, or a mapping with its face, values and content).
    What a place gives up goes to the supply or the box, what it gets comes from there or from hidden places.

    Raises:
        PositionError: if something named isn't there.
        RulesFault: if the rules fail on the way to the decision.
    """
    if run is None and not values and not places:
        return program.start(key)
    S = program.start(key) if run is None else _prepared(program, key)
    frame = S[FRAME]
    desk = _Builder(program, S)
    for name, content in (places or {}).items():
        desk.place(name, content)
    for name, value in (values or {}).items():
        desk.value(name, value)
    recompute(program.code, S)
    desk.bases(values or {})
    if run is None:
        if frame is not None and S[SEALED] is None:
            program.run(S, None)
        return S
    S[FRAME] = _begin(program, run, seat)
    _check_given(program, S, run, seat)
    program.run(S, None)
    return S


def _prepared(program: Appearance, key: bytes) -> State:
    """After set-up, as the game's own start leaves it before its first decision, with nothing waiting."""
    S = program.start(key)
    S[FRAME], S[SEALED] = None, None
    return S


def _begin(program: Appearance, run: str, seat: str | None) -> Any:
    known = list(program.ruleset.model.procedures)
    if run not in known:
        raise PositionError(run, f"no procedure is called `{run}`", known)
    block = next((b for p, b in program.code.by_path.items() if p == run or p.startswith(f"{run}(")), None)
    if block is None:
        raise PositionError(run, f"`{run}` isn't used in these rules")
    live = program.code.paths[block][1]
    if len(live) > 1:
        raise PositionError(run, f"`{run}` needs arguments, so a position can't begin with it")
    if seat is not None and not (seat.isdigit() and 1 <= int(seat) <= program.seats):
        raise PositionError(str(seat), f"there is no seat `{seat}`")
    return (block, None, int(seat) - 1 if seat else -1)


def _check_given(program: Appearance, S: State, run: str, seat: str | None) -> None:
    """A seat, cell, piece or entry that the game would have set by then has to be given, where the procedure reads it.

    Raises:
        PositionError: if it isn't.
    """
    ctx = program.ruleset.context
    instances = [each for each in ctx.procedures if each.name == run]
    for value in without_start(ctx.model):
        base, owners = program.layout.values[value.id]
        acting = int(seat) - 1 if seat and value.owner == "seat" else -1
        slots = range(base, base + owners) if acting < 0 else (base + acting,)
        if all(S[slot] == NOWHERE for slot in slots) and any(read_first(ctx, value.id, each) for each in instances):
            name = f"seat/{seat or 1}/{value.id}" if value.owner == "seat" else value.id
            raise PositionError(value.id, f"`{run}` reads `{value.id}`, which nothing has set: give `{name}` a value")


class _Builder:
    def __init__(self, program: Appearance, S: State) -> None:
        self.program, self.S = program, S
        self.layout, self.model, self.ids = program.layout, program.ruleset.model, program.ids
        self.slots = {name: slot for slot, name in sorted(program.ids.slot.items(), reverse=True)}
        self.fixed: set[int] = set()  # pieces that this position has placed

    # -- values -----------------------------------------------------------------------------------

    def value(self, name: str, written: Any) -> None:
        owner, short = self._owner(name)
        if short.startswith("rule/"):
            return
        if short in self.model.values:
            declared = self.model.values[short]
            self._owned(name, declared.owner, owner)
            self.S[self.layout.values[short][0] + max(owner, 0)] = self._read(name, written, declared.type)
            return
        for area in self.layout.areas.values():
            if area.place.counter and short in self.model.tokens and owner >= 0:
                token = self.model.tokens[short].index
                if token in area.index:
                    self._count(area, owner, token, int(written))
                    return
        front, _, last = name.rpartition("/")
        if front in self.slots and last in self.model.values:
            holders = self.layout.areas.get(self.model.values[last].owner)
            if holders is not None and holders.base <= self.slots[front] < holders.end:
                slot = self.layout.values[last][0] + self.slots[front] - holders.base
                self.S[slot] = self._read(name, written, self.model.values[last].type)
                return
        holder = self._holder(front)
        if holder is not None and last in self.model.values:
            self._detail(holder, last, written)
            return
        known = [named.id for named in self.program.views.named]
        raise PositionError(name, f"there is no value `{name}`", known, token_hint(self.program.ruleset.model, name))

    def bases(self, values: Mapping[str, Any]) -> None:
        """Rule values set by hand hold until something recomputes them."""
        for name, written in values.items():
            owner, short = self._owner(name)
            if short.startswith("rule/"):
                rule = self.model.rules.get(short.removeprefix("rule/"))
                if rule is None:
                    raise PositionError(name, f"there is no rule value `{name}`", self.model.rules)
                self.S[self.layout.rules[rule.id][0] + max(owner, 0)] = self._read(name, written, rule.type)

    @staticmethod
    def _owned(name: str, sort: str, owner: int) -> None:
        if sort == "seat" and owner < 0:
            raise PositionError(name, f"`{name}` is a seat's: write `seat/1/{name}`")

    def _owner(self, name: str) -> tuple[int, str]:
        parts = name.split("/")
        if parts[0] == "seat" and len(parts) > 2 and parts[1].isdigit():
            if not 1 <= int(parts[1]) <= self.program.seats:
                raise PositionError(name, f"there is no seat {parts[1]}")
            return int(parts[1]) - 1, "/".join(parts[2:])
        return -1, name

    def _read(self, name: str, written: Any, type_: Type) -> Any:
        if written is None or written == "none":
            return -1 if type_.sort != "number" else 0
        if type_.sort == "number":
            return int(written)
        if type_.sort == "yes":
            return 1 if written in (True, "yes", 1) else 0
        if type_.sort == "seat":
            return int(str(written).removeprefix("seat/")) - 1
        if type_.sort == "cell":
            if written not in self.slots:
                raise PositionError(str(written), f"there is no place `{written}`", self.slots)
            return self.slots[written]
        if type_.sort in ("set", "list") and isinstance(written, list | tuple):
            assert type_.of is not None
            return tuple(self._read(name, one, type_.of) for one in written)
        if type_.sort == "piece":
            return self._find(str(written), type_.name)
        value = word_value(str(written).rpartition("/")[2], type_, self.model)
        if value is None:
            raise PositionError(str(written), f"`{written}` is no value of {name}")
        return value

    # -- places -----------------------------------------------------------------------------------

    def place(self, name: str, content: Any) -> None:
        """Set a place whole, by its id."""
        found = self._area(name)
        if found is None:
            raise PositionError(name, f"there is no place `{name}`", self.slots)
        area, owner, offset = found
        if area.place.form == "pool":
            self._pool(name, area, owner, offset, content)
        elif area.place.form == "pile":
            self._pieces(area, area.base + owner, content)
        else:
            self._pieces(area, area.base + owner * area.stride + offset, content)

    def _area(self, name: str) -> tuple[Area, int, int] | None:
        if name in self.slots:
            slot = self.slots[name]
            area = self.layout.areas[self.layout.place_of[slot]]
            owner, offset = divmod(slot - area.base, area.stride)
            return area, owner, offset
        front, _, last = name.rpartition("/")
        holder = self._holder(front)
        if holder is None or last not in self.layout.areas:
            return None
        area = self.layout.areas[last]
        pieces = self.layout.kinds.get(area.place.owner)
        if pieces is None or not pieces.first <= holder < pieces.first + pieces.count:
            return None
        return area, holder - pieces.first, 0

    def _holder(self, front: str) -> int | None:
        """The piece whose places are named with this front: the one in a cell, `PILE/ENTRY`, or `PILE/ENTRY.2`."""
        if front in self.slots:
            content = self.S[self.slots[front]]
            if isinstance(content, tuple):
                return content[0] if len(content) == 1 else None
            return content if isinstance(content, int) and content >= 0 else None
        pile, _, entry = front.rpartition("/")
        if pile not in self.slots or not isinstance(self.S[self.slots[pile]], tuple):
            return None
        # What a piece holds may be about to be set, so pieces are counted as they lie; else the view's ids do too.
        likeness, pieces = self.ids.likeness, self.S[self.slots[pile]]
        for names in (likeness.names(self.S, pieces, held=False), likeness.names(self.S, pieces)):
            found = next((piece for piece in pieces if names[piece] == entry), None)
            if found is not None:
                return int(found)
            alike, _, number = entry.rpartition(".")
            several = [int(piece) for piece in pieces if names[piece] == alike]
            if number.isdigit() and 0 < int(number) <= len(several):
                return several[int(number) - 1]
        return None

    def _pool(self, name: str, area: Area, owner: int, offset: int, content: Any) -> None:
        if not isinstance(content, Mapping):
            raise PositionError(name, f"`{name}` holds tokens: write counts")
        tokens = [area.place.tokens[offset]] if area.place.limit is not None else list(area.place.tokens)
        wanted = {self._token(word, area): int(count) for word, count in content.items()}
        for token in tokens:
            self._count(area, owner, token, wanted.get(token, 0))

    def _all(self, name: str, area: Area, owner: int, content: Any) -> None:
        """Every token of a pool, limited ones too."""
        if not isinstance(content, Mapping):
            raise PositionError(name, f"`{name}` holds tokens: write counts")
        wanted = {self._token(word, area): int(count) for word, count in content.items()}
        for token in area.place.tokens:
            self._count(area, owner, token, wanted.get(token, 0))

    def _token(self, word: str, area: Area) -> int:
        if word not in self.model.tokens:
            raise PositionError(word, f"there is no token `{word}`", self.model.tokens)
        index = self.model.tokens[word].index
        if index not in area.index:
            raise PositionError(word, f"`{word}` can't lie in `{area.place.id}`")
        return index

    def _count(self, area: Area, owner: int, token: int, count: int) -> None:
        """Set a count; the difference comes from or goes to the supply."""
        slot = area.base + owner * area.stride + area.index[token]
        supply = self.layout.areas.get("supply")
        if supply is not None and token in supply.index and area is not supply:
            source = supply.base + supply.index[token]
            if self.S[source] + self.S[slot] < count:
                name = self.ids.tokens[token]
                raise PositionError(name, f"there aren't {count} of `{name}` left in the supply")
            self.S[source] += self.S[slot] - count
        elif area is supply:
            self._supply(slot, token, count)
            return
        self.S[slot] = count

    def _supply(self, slot: int, token: int, count: int) -> None:
        """The supply itself: the rest is put out of sight, into the last place that takes the token."""
        total = self.layout.initial_supply()[token]
        for area in reversed(self.layout.areas.values()):
            if (
                area.place.form == "pool"
                and area.place.id != "supply"
                and token in area.index
                and area.place.limit is None
            ):
                hidden = area.base + (area.owners - 1) * area.stride + area.index[token]
                elsewhere = total - self.S[slot] - self.S[hidden]
                self.S[hidden] = total - elsewhere - count
                self.S[slot] = count
                return

    def _pieces(self, area: Area, slot: int, content: Any) -> None:
        written: list[Any] = []
        if isinstance(content, Mapping) and "entry" not in content:
            for word, count in content.items():
                written += [word] * int(count)
        elif isinstance(content, list | tuple):
            written = list(content)
        elif content not in (None, "none", {}):
            written = [content]
        current = self.S[slot] if isinstance(self.S[slot], tuple) else ((self.S[slot],) if self.S[slot] >= 0 else ())
        if self.layout.kinds[area.place.holds].unlimited:
            self.S[slot] = self._mark(written[0], area.place.holds) if written else -1
            return
        for piece in current:
            self._move(piece, self.layout.box)
        for one in written:
            self._lay(one, area, slot)

    def _mark(self, word: Any, kind: str) -> int:
        """An unlimited piece, named by its entry and seat (`mark.2`) or by the seat alone."""
        text = str(word)
        seat = text.rpartition(".")[2]
        pieces = self.layout.kinds[kind]
        return pieces.first + (int(seat) - 1 if seat.isdigit() else 0) * max(pieces.per_seat, 1)

    def _lay(self, one: Any, area: Area, slot: int) -> None:
        details: Mapping[str, Any] = one if isinstance(one, Mapping) else {}
        word = str(details.get("entry", one)) if details else str(one)
        owner = self.layout.owner_of[slot]
        piece = self._find(word.partition(".")[0], area.place.holds, owner)
        self._move(piece, slot)
        self.fixed.add(piece)
        for state in [s for s in word.split(".")[1:] if s]:
            self._state(piece, state)
        for key, value in details.items():
            if key != "entry":
                self._detail(piece, key, value)

    def _state(self, piece: int, state: str) -> None:
        kind = self.model.kinds[self.model.entries[self.layout.entry_of[piece]].kind]
        if state in kind.faces:
            self._detail(piece, "face", state)
            return
        for value in self.model.values.values():
            if value.owner == kind.id:
                self._detail(piece, value.id, state)
                return

    def _detail(self, piece: int, key: str, value: Any) -> None:
        kind = self.model.kinds[self.model.entries[self.layout.entry_of[piece]].kind]
        index = piece - self.layout.kinds[kind.id].first
        if key == "face" and kind.faces:
            if value not in kind.faces:
                raise PositionError(str(value), f"`{kind.id}` has no face `{value}`", kind.faces)
            self.S[self.layout.faces[kind.id] + index] = kind.faces.index(value)
        elif key in self.model.values and self.model.values[key].owner == kind.id:
            self.S[self.layout.values[key][0] + index] = self._read(key, value, self.model.values[key].type)
        elif key in self.layout.areas and self.layout.areas[key].place.owner == kind.id:
            area = self.layout.areas[key]
            if area.place.form == "pool":
                self._all(key, area, index, value)
            else:
                self._pieces(area, area.base + index * area.stride, value)
        else:
            raise PositionError(key, f"a {kind.name} has no `{key}`")

    def _find(self, word: str, kind: str, owner: int = -1) -> int:
        """A piece of an entry that the position hasn't placed yet: from the box, else from where it lies now."""
        pieces = self.layout.kinds[kind]
        known = [e.id for e in self.model.kinds[kind].entries]
        if word not in known:
            raise PositionError(word, f"no {self.model.kinds[kind].name} is called `{word}`", known)
        fitting = [
            p
            for p in range(pieces.first, pieces.first + pieces.count)
            if self.model.entries[self.layout.entry_of[p]].id == word
            and p not in self.fixed
            and (owner < 0 or not pieces.per_seat or self.layout.seat_of[p] == owner)
        ]
        if not fitting:
            raise PositionError(word, f"there is no further `{word}`")
        inside = [p for p in fitting if self.S[self.layout.location + p] == self.layout.box]
        return (inside or fitting)[0]

    def _move(self, piece: int, slot: int) -> None:
        from referee.engine.runtime import lift

        source = self.S[self.layout.location + piece]
        lift(self.S, piece, source)
        if isinstance(self.S[slot], tuple):
            self.S[slot] = (*self.S[slot], piece)
        else:
            if self.S[slot] >= 0:
                self._move(self.S[slot], self.layout.box)
            self.S[slot] = piece
        self.S[self.layout.location + piece] = slot
