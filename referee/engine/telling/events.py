"""What happened, as one viewer may see it: raw events of a program → records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.engine import records as r
from referee.engine.codegen.decisions import Decision
from referee.engine.core import Raw, State
from referee.engine.offering.options import Options
from referee.engine.offering.shapes import FIXED
from referee.engine.runtime import BANK
from referee.engine.seeing.appearance import Appearance
from referee.engine.seeing.ids import values_of
from referee.engine.telling.alike import Alike, Key
from referee.engine.telling.retelling import carry_on, opening
from referee.language import tree as t
from referee.language.describe.keys import end_text, humanized, pack_text
from referee.language.knowledge import Knowledge
from referee.language.text import Arg, Text
from referee.language.tree import NOWHERE
from referee.language.visibility import Visibility

_MOST_KEPT = 2048


@dataclass(slots=True)
class Shared:
    """What several viewers are told alike of one choice: events by their number among the raw ones; its answer."""

    events: dict[int, list[r.Event]] = field(default_factory=dict)
    answer: r.Event | None = None  # as those are told it who see it; of the label that was read last
    label: Text | None = None
    answered_alike: bool = False  # whether everybody is told this answer
    sealed: r.Event | None = None  # as those are told it who don't see it


@dataclass(slots=True)
class Telling:
    """What several viewers are told alike of one move: by its choices; and all of it, by the answers they are told.

    There are such wholes only if no event is told to some viewers in other words than to others.
    """

    choices: list[Shared] = field(default_factory=list)
    wholes: dict[tuple[int, ...], tuple[r.Event, ...]] = field(default_factory=dict)


class Events:
    """Shows the events of one program, each as it was seen when it happened."""

    def __init__(self, program: Appearance, options: Options) -> None:
        self.program = program
        self.options = options
        self.ids = program.ids
        self.layout = program.layout
        self.model = program.ruleset.model
        self._causes: dict[int, r.Cause] = {}
        self._alike = Alike(program)
        self._kept: dict[Key, list[r.Event]] = {}  # events that everybody is told alike, in whatever game
        self._lasting: set[int] = set()  # id() of each of them
        self._secretive: dict[int, bool] = {}  # id() of an option → whether its derived values are secret

    def show(
        self, before: State, after: State, raw: list[Raw], viewer: int, shared: Shared | None = None
    ) -> list[r.Event]:
        """The events of one choice for a viewer (-1: spectator), each in the position where it happened.

        `shared`: what is told to all alike, made for the viewers before, of this choice only.
        """
        found: list[r.Event] = []
        if shared is not None and len(shared.events) == len(raw):
            for number in range(len(raw)):
                found += shared.events[number]
            return found
        T = opening(before, after, raw)
        for number, event in enumerate(raw):
            if shared is not None and self._alike.event(T, event):
                if number not in shared.events:
                    shared.events[number] = self._for_all(T, event)
                else:
                    carry_on(self.program, T, event)
                found += shared.events[number]
            else:
                found += self._for_viewer(T, event, viewer)
        return found

    def _for_all(self, T: State, event: Raw) -> list[r.Event]:
        """What one event is to everybody; the position is carried on."""
        key = self._alike.key(T, event)
        if key is None:
            return self._for_viewer(T, event, -1)
        known = self._kept.get(key)
        if known is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
                self._lasting.clear()
            known = self._kept[key] = self._for_viewer(T, event, -1)
            self._lasting.update(map(id, known))
        else:
            carry_on(self.program, T, event)
        return known

    def lasting(self, event: r.Event) -> bool:
        """Is this record kept, and told again where the same happens in whatever game?"""
        return id(event) in self._lasting

    def _for_viewer(self, T: State, event: Raw, viewer: int) -> list[r.Event]:
        """What one event is to a viewer; the position is carried on."""
        found = self._counters(T, event) if event[0] == "tokens" else []
        was = event[0] in ("tokens", "piece") and self._seen(T, event[-2], viewer)
        carry_on(self.program, T, event)
        shown = self._one(T, event, was, viewer)
        return found if shown is None else [*found, shown]

    def _counters(self, S: State, event: Raw) -> list[r.Event]:
        """Tokens that lie in no place of the board are values of a seat: they change, in sight of everyone."""
        _, cause, token, count, source, target = event
        found: list[r.Event] = []
        for slot, by in ((source, -count), (target, count)):
            if not self._is_counter(slot):
                continue
            old = S[slot]
            name = f"seat/{self.layout.owner_of[slot] + 1}/{self.ids.tokens[token]}"
            changed = r.Changed(r.Value(name, "number", old), r.Value(name, "number", old + by))
            found.append(
                r.Event(changed, self._moved_text(S, source, target, self._amount(token, count)), self._cause(cause))
            )
        return found

    def _is_counter(self, slot: int) -> bool:
        """Is a slot a counter of a seat?"""
        place = self.model.places.get(self.layout.place_of[slot]) if 0 <= slot < len(self.layout.place_of) else None
        return place is not None and place.counter

    @staticmethod
    def _amount_text(name: str, count: int) -> Text:
        return Text("engine/amount", (Arg("n", "number", count), Arg("what", "entry", f"token/{name}")))

    def _amount(self, token: int, count: int) -> Arg:
        return Arg("what", "phrase", self._amount_text(self.ids.tokens[token], count))

    def answered(
        self, S: State, seat: int, choice: r.Choice, raw: Raw, viewer: int, sealed: bool, shared: Shared | None = None
    ) -> r.Event:
        """Another seat's choice is shown as far as its subjects are."""
        if shared is not None and shared.answered_alike and shared.answer is not None:
            return shared.answer
        who = Arg("seat", "seat", str(seat + 1))
        decision = self.program.decisions[S[0][0]]
        if viewer != seat and (sealed or not self._choice_seen(S, raw, viewer)):
            if shared is not None and shared.sealed is not None:
                return shared.sealed
            event = r.Event(r.Answered(str(seat + 1)), Text("engine/answered.sealed", (who,)))
            if shared is not None:
                shared.sealed = event
            return event
        text = self.options.label(S, decision, raw, seat, viewer)
        if shared is None:
            return self._answer(S, decision, seat, choice, raw, who, text)
        if shared.answer is None or shared.label is not text:
            shared.answer, shared.label = self._answer(S, decision, seat, choice, raw, who, text), text
            shared.answered_alike = not sealed and self._answered_alike(S, decision, raw)
        return shared.answer

    def _answered_alike(self, S: State, decision: Decision, raw: Raw) -> bool:
        """Is a choice told to everybody, in the same words?"""
        options = self.options
        option, _ = self.program.option_tree(decision, raw[0])
        if option is None or self._private(option):
            return False
        values = [(binder.type, value) for binder, value in options.values(option, raw)]
        if option.binders and option.binders[-1].argument and type(raw[-1]) is tuple:
            values += [(options.element(decision, raw), value) for value in raw[-1]]
        derived = [binder.type.sort for binder in option.binders if binder.items is None]
        return all(sort in FIXED for sort in derived) and self._alike.choice(S, values)

    def _answer(
        self, S: State, decision: Decision, seat: int, choice: r.Choice, raw: Raw, who: Arg, text: Text
    ) -> r.Event:
        """A choice with all that it says; nothing of it depends on who is told, but the label, which is given."""
        label = Arg("choice", "phrase", text)
        answer = self.options.answer(S, decision, raw, seat, choice)
        if answer is not None:
            label = Arg("choice", "phrase", Text("engine/answered.with", (label, answer)))
        return r.Event(r.Answered(str(seat + 1), (choice,)), Text("engine/answered", (who, label)))

    def _choice_seen(self, S: State, raw: Raw, viewer: int) -> bool:
        """Does a viewer see every piece that a choice names, and what its derived values were computed from?"""
        decision = self.program.decisions[S[0][0]]
        option, _ = self.program.option_tree(decision, raw[0])
        if option is not None and self._private(option):
            return False
        for binder, value in self.options.values(option, raw):
            element = binder.type.of if binder.type.sort in ("set", "list") else binder.type
            if element is not None and element.sort == "piece" and not self._all_seen(S, values_of(value), viewer):
                return False
        if option is not None and option.binders and option.binders[-1].argument and type(raw[-1]) is tuple:
            type_ = self.options.element(decision, raw)
            return type_.sort != "piece" or self._all_seen(S, raw[-1], viewer)
        return True

    def _all_seen(self, S: State, pieces: Iterable[int], viewer: int) -> bool:
        return all(p < 0 or self._seen(S, S[self.layout.location + p], viewer) for p in pieces)

    def _private(self, option: t.Option) -> bool:
        """Is one of the derived values of an option computed from what not everybody sees?"""
        known = self._secretive.get(id(option))
        if known is None:
            look = Visibility(self.program.ruleset.context)
            values = [b.value for b in option.binders if b.value is not None]
            known = self._secretive[id(option)] = any(look.reads(v, Knowledge()) for v in values)
        return known

    # -- one event --------------------------------------------------------------------------------

    def _one(self, after: State, event: Raw, was: bool, viewer: int) -> r.Event | None:
        sort, cause = event[0], self._cause(event[1]) if type(event[1]) is int else r.Cause()
        match sort:
            case "tokens":
                return self._tokens(after, event, was, viewer, cause)
            case "piece":
                return self._piece(after, event, was, viewer, cause)
            case "value":
                return self._value(after, event, viewer, cause)
            case "face" | "rolled":
                return self._turned(after, event, viewer, cause)
            case "shuffled":
                place = Arg("place", "place", self._name(after, event[2]))
                return r.Event(r.Happened("shuffled"), Text("engine/happened.shuffled", (place,)), cause)
            case "revealed":
                place = Arg("place", "place", self._name(after, event[2]))
                return r.Event(r.Happened("revealed"), Text("engine/happened.revealed", (place,)), cause)
            case "over":
                reason = Arg("reason", "phrase", end_text(self.model, event[2]))
                return r.Event(r.Happened("over"), Text("engine/happened.over.because", (reason,)), cause)
            case "hook":
                return self._hook(event, viewer)
            case _:
                return None

    def _hook(self, event: Raw, viewer: int) -> r.Event:
        entry = self.model.entries[event[1]]
        key = f"{entry.kind}/{entry.id}"
        name = pack_text(f"{key}.name", entry.name)
        text = Text("engine/happened.triggered", (Arg("name", "phrase", name),))
        return r.Event(r.Happened(event[2]), text, r.Cause(key, event[2]))

    def _cause(self, index: int) -> r.Cause:
        known = self._causes.get(index)
        if known is None:
            known = self._causes[index] = self._make_cause(index)
        return known

    def _make_cause(self, index: int) -> r.Cause:
        if index < 0:
            return r.Cause()
        cause = self.program.code.causes[index]
        at = cause.at
        source = None if at == NOWHERE else r.Source(at.file, at.line, at.column)
        if cause.entry < 0:
            return r.Cause("", cause.hook, source)
        entry = self.model.entries[cause.entry]
        return r.Cause(f"{entry.kind}/{entry.id}", cause.hook, source)

    def _name(self, S: State, slot: int) -> str:
        """The place of a slot as it is now; empty for the box and the bank."""
        if not 0 <= slot < len(self.layout.place_of) or self.layout.place_of[slot] in ("", "box"):
            return ""
        return self.ids.where(S, slot)

    def _told(self, S: State, slot: int) -> str:
        """The place of a slot as texts name it: a pool as one, since they say which of its tokens move."""
        name = self._name(S, slot)
        place = self.model.places.get(self.layout.place_of[slot]) if name else None
        rows = place is not None and place.form == "pool" and place.limit is not None and slot in self.ids.slot
        return name.rpartition("/")[0] if rows else name

    def _seen(self, S: State, slot: int, viewer: int) -> bool:
        return slot < 0 or self.program.views.sees(S, slot, viewer)

    def _tokens(self, S: State, event: Raw, was: bool, viewer: int, cause: r.Cause) -> r.Event | None:
        _, _, token, count, source, target = event
        if not was and not self._seen(S, target, viewer):
            return None
        if self._is_counter(source) or self._is_counter(target):
            return None  # told as a change of the seat's value
        name = self.ids.tokens[token]
        what = Arg(
            "what", "phrase", Text("engine/amount", (Arg("n", "number", count), Arg("what", "entry", f"token/{name}")))
        )
        moved = r.Moved(
            self._name(S, source) if source != BANK else "",
            self._name(S, target) if target != BANK else "",
            (r.Piece(name, count),),
        )
        return r.Event(moved, self._moved_text(S, source, target, what), cause)

    def _moved_text(self, S: State, source: int, target: int, what: Arg) -> Text:
        owners, places = self.layout.owner_of, self.layout.place_of
        gives = owners[source] if source >= 0 else -1
        takes = owners[target] if target >= 0 else -1
        supply = {"supply", "", "box"}
        if takes >= 0 and gives < 0 and (source < 0 or places[source] in supply):
            return Text("engine/gained", (Arg("seat", "seat", str(takes + 1)), what))
        if gives >= 0 and takes < 0 and (target < 0 or places[target] in supply):
            return Text("engine/paid", (Arg("seat", "seat", str(gives + 1)), what))
        if takes >= 0 and gives < 0:
            from_ = Arg("from", "place", self._told(S, source))
            return Text("engine/gained.from", (Arg("seat", "seat", str(takes + 1)), what, from_))
        if gives >= 0 and takes < 0:
            to = Arg("to", "place", self._told(S, target))
            return Text("engine/paid.to", (Arg("seat", "seat", str(gives + 1)), what, to))
        return self._plain(S, source, target, what)

    def _plain(self, S: State, source: int, target: int, what: Arg) -> Text:
        from_, to = self._told(S, source), self._told(S, target)
        if not from_:
            return Text("engine/moved.in", (what, Arg("to", "place", to)))
        if not to:
            return Text("engine/moved.out", (what, Arg("from", "place", from_)))
        return Text("engine/moved", (what, Arg("from", "place", from_), Arg("to", "place", to)))

    def _piece(self, S: State, event: Raw, was: bool, viewer: int, cause: r.Cause) -> r.Event | None:
        _, _, piece, source, target = event
        after = self._seen(S, target, viewer)
        if not was and not after and not self._counted(S, source, viewer) and not self._counted(S, target, viewer):
            return None
        if was or after:
            shown = self.program.views.piece(S, piece, viewer, self._name(S, target) if target >= 0 else "")
            key = self.ids.entry_key(piece, self._kind(piece))
            what = Arg("what", "entry", key)
        else:
            shown = r.Piece("")
            what = Arg("what", "phrase", Text("engine/face_down"))
        from_ = self._name(S, source) if source >= 0 else ""
        to = self._name(S, target) if target >= 0 else ""
        return r.Event(r.Moved(from_, to, (shown,)), self._plain(S, source, target, what), cause)

    def _kind(self, piece: int) -> Any:
        from referee.language.types import piece as piece_type

        return piece_type(self.model.entries[self.layout.entry_of[piece]].kind)

    def _counted(self, S: State, slot: int, viewer: int) -> bool:
        if slot < 0 or slot == self.layout.box:
            return False
        place = self.model.places.get(self.layout.place_of[slot])
        return place is not None and self.program.views.counts(S, slot, place, viewer)

    def _value(self, S: State, event: Raw, viewer: int, cause: r.Cause) -> r.Event | None:
        _, _, slot, before, after = event
        if slot not in self._alike.value_at:
            return None
        value, owner = self._alike.value_at[slot]
        if value.aside or not self.program.views.knows(value, owner, viewer):
            return None
        if (value.owner not in ("table", "seat") and value.owner not in self.layout.areas) or before == after:
            return None
        name = self.ids.value(value.id, value.owner, owner)
        old = self.program.views.value(name, before, value.type, S)
        new = self.program.views.value(name, after, value.type, S)
        label: Text = pack_text(f"value/{value.id}.name", value.name)
        if value.owner == "seat":
            label = Text("engine/value.of_seat", (Arg("name", "phrase", label), Arg("seat", "seat", str(owner + 1))))
        args = (
            Arg("what", "phrase", label),
            self.options.arg(S, "before", before, value.type, viewer),
            self.options.arg(S, "after", after, value.type, viewer),
        )
        return r.Event(r.Changed(old, new), Text("engine/changed", args), cause)

    def _turned(self, S: State, event: Raw, viewer: int, cause: r.Cause) -> r.Event | None:
        if event[0] == "rolled":
            _, _, _, piece, after, *_ = event
        else:
            _, _, piece, _, after = event
        slot = S[self.layout.location + piece]
        if slot >= 0 and not self._seen(S, slot, viewer):
            return None
        key = self.ids.entry_key(piece, self._kind(piece))
        shown = self.program.views.piece(S, piece, viewer, self._name(S, slot) if slot >= 0 else "")
        kind = self.model.kinds[key.partition("/")[0]]
        if event[0] == "face" and kind.faces:
            face = kind.faces[after]
            what: Arg = Arg("after", "phrase", pack_text(f"face/{kind.id}/{face}.name", humanized(face)))
        else:
            what = Arg("after", "number", after)
        text = Text("engine/turned.rolled", (Arg("what", "entry", key), what))
        return r.Event(
            r.Turned(self._name(S, slot) if slot >= 0 else "", r.Piece(key.partition("/")[2]), shown), text, cause
        )
