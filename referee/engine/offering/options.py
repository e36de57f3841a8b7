"""Raw choices ⇄ options and choices as a client knows them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine import records as r
from referee.engine.codegen.decisions import Decision
from referee.engine.core import Raw, State, asks
from referee.engine.offering.barriers import Barriers
from referee.engine.offering.derived import derived
from referee.engine.offering.shapes import Key, Shapes
from referee.engine.offering.subjects import Lie, Spot, Subjects, split
from referee.engine.runtime.numbers import checked
from referee.engine.seeing.appearance import Appearance
from referee.engine.seeing.ids import Segment, drawn
from referee.language import tree as t
from referee.language.describe.decisions import exchange
from referee.language.describe.keys import WHERE, humanized, option_says
from referee.language.text import Arg, Text
from referee.language.types import SEAT, Type, piece, token

STANDING, PASS, STOP = "standing", "pass", "stop"
_MOST = 4096  # options and labels kept of one program
_SETTLED = 128  # states of which the choices are kept: between two moves they are listed three times


@dataclass(slots=True, eq=False)
class _Settled:
    """What is kept of a state that nobody changes any more, by seat: choices with their ids, and their records."""

    state: State  # known by its identity, so it has to live
    listed: dict[int, list[tuple[str, Raw]]] = field(default_factory=dict)
    records: dict[int, tuple[r.Option, ...]] = field(default_factory=dict)


class Options:
    """The options of a program's decisions."""

    def __init__(self, program: Appearance) -> None:
        self.program = program
        self.barriers = Barriers(program)
        self.ids = program.ids
        self.model = program.ruleset.model
        self._shapes = Shapes(program)
        self.subjects = Subjects(program)
        self._settled: OrderedDict[int, _Settled] = OrderedDict()
        self._labels: dict[Key, Text] = {}
        self._made: dict[tuple[Key, str, bool, tuple[Spot, ...]], r.Option] = {}
        self._segments: dict[tuple[int, int], tuple[str, tuple[tuple[int, Segment], ...]]] = {}
        self._named: dict[int, tuple[t.Option, tuple[tuple[int, t.Binder], ...]]] = {}

    # -- the ids of raw choices --------------------------------------------------------------------

    def id(self, S: State, decision: Decision, raw: Raw, seat: int) -> str:
        """The id of a raw choice: the label and a segment for each value."""
        if decision.sort != "choose":
            return self._other_id(S, decision, raw, seat)
        at = (decision.block, raw[0])
        known = self._segments.get(at)
        if known is None:
            known = self._segments[at] = self._segments_of(decision, raw[0])
        label, segments = known
        if not segments:
            return label
        return "/".join([label, *[written(S, raw[number], seat) for number, written in segments]])

    def _segments_of(self, decision: Decision, index: int) -> tuple[str, tuple[tuple[int, Segment], ...]]:
        """The label of an option, and how the values that stand in its choices are written, by their number there."""
        option, _ = self.program.option_tree(decision, index)
        assert option is not None  # a choice has options
        drawn_ = enumerate(drawn(option), start=1)
        return option.label, tuple((at, self.ids.segments(b.type)) for at, b in drawn_ if not b.argument)

    def _other_id(self, S: State, decision: Decision, raw: Raw, seat: int) -> str:
        name = {"pay": "pay", "gain": "gain", "share": "place"}.get(decision.sort) or decision.step.rpartition("/")[2]
        name = name.partition(".")[0]
        if decision.sort in ("pay", "secretly") and type(raw[1]) is int and not self._ranged(decision):
            type_ = self.answer_type(decision)
            return f"{name}/{self.ids.segment(S, raw[1], type_, seat)}"
        return name

    def _ranged(self, decision: Decision) -> bool:
        return isinstance(decision.statement, t.Secretly) and isinstance(decision.statement.items, t.Range)

    def answer_type(self, decision: Decision) -> Type:
        s = decision.statement
        if isinstance(s, t.Secretly):
            return s.items.type.of or SEAT
        return token(s.group) if isinstance(s, t.PayAny) else SEAT

    def settle(self, S: State) -> None:
        """Tells that nobody changes this state any more: what is listed in it is kept for a while."""
        if id(S) not in self._settled:
            self._settled[id(S)] = _Settled(S)
            if len(self._settled) > _SETTLED:
                self._settled.popitem(last=False)

    def listed(self, S: State, seat: int) -> Sequence[tuple[str, Raw]]:
        """All legal choices of a seat with their ids; equal ids get a number, so that they differ."""
        settled = self._settled.get(id(S))
        if settled is None:
            return self._list(S, seat)
        known = settled.listed.get(seat)
        if known is None:
            known = settled.listed[seat] = self._list(S, seat)
        return known

    def _list(self, S: State, seat: int) -> list[tuple[str, Raw]]:
        decision = self.program.decisions[S[0][0]]
        raws = self.program.moves(S, seat)
        return list(zip(numbered([self.id(S, decision, raw, seat) for raw in raws]), raws, strict=True))

    def named(self, S: State, decision: Decision, raw: Raw, seat: int) -> list[tuple[str, Any]]:
        """The items or bins of a choice's form by their ids, before equal ones are numbered, with what each stands for.

        Of pieces that is what everybody can tell of them.
        """
        key = self.ids.likeness.key
        if not asks(raw):
            return []
        form = raw[-1]
        if form[0] == "s":
            return [(self.bin(S, holder), key(S, holder) if holder >= 0 else holder) for holder, _ in form[2]]
        if form[0] not in ("p", "o"):
            return []
        type_ = self.element(decision, raw)
        return [
            (self.ids.segment(S, one, type_, seat), key(S, one) if type_.sort == "piece" else one) for one in form[1]
        ]

    # -- as records -------------------------------------------------------------------------------

    def options(self, S: State, seat: int) -> tuple[r.Option, ...]:
        """The records of all legal choices of a seat. Raises RulesFault if one of them can't be told."""
        settled = self._settled.get(id(S))
        known = None if settled is None else settled.records.get(seat)
        if known is None:
            decision = self.program.decisions[S[0][0]]
            known = tuple([self.option(S, decision, name, raw, seat) for name, raw in self.listed(S, seat)])
            if settled is not None:
                settled.records[seat] = known
        return known

    def option(self, S: State, decision: Decision, name: str, raw: Raw, seat: int) -> r.Option:
        """The record of a listed choice; one that is equal to one made before mostly the same object."""
        barrier = self.barriers.reaches(S, seat, raw)
        key = None if asks(raw) else self._shapes.key(S, decision, raw, seat, seat)
        spots = self.subjects.of(S, decision, self.program.option_tree(decision, raw[0])[0], raw, seat)
        if key is None:
            return self._option(S, decision, name, raw, seat, barrier, spots)
        known = (key, name, barrier, spots)
        made = self._made.get(known)
        if made is None:
            _bound(self._made)
            made = self._made[known] = self._option(S, decision, name, raw, seat, barrier, spots)
        return made

    def _option(
        self, S: State, decision: Decision, name: str, raw: Raw, seat: int, barrier: bool, spots: tuple[Spot, ...]
    ) -> r.Option:
        option, standing = self.program.option_tree(decision, raw[0])
        role = STANDING if standing else ""
        if option is not None and option.label in (PASS, STOP):
            role = option.label
        subjects, meant = split(spots)
        return r.Option(
            id=name,
            label=self.label(S, decision, raw, seat),
            subjects=subjects,
            meant=meant,
            entry=self.entry(option, raw) or self._hook_entry(decision),
            group=option.label if option is not None else "",
            role=role,
            barrier=barrier,
            form=self.form(S, decision, raw, seat) if asks(raw) else None,
        )

    def entry(self, option: t.Option | None, raw: Raw) -> str:
        """The key of the first card that a choice is about; empty if there is none."""
        keys = (self.ids.entry_key(value, binder.type) for binder, value in self.values(option, raw))
        return next(filter(None, keys), "")

    def _hook_entry(self, decision: Decision) -> str:
        index, _ = decision.cause
        if index < 0:
            return ""
        entry = self.model.entries[index]
        return f"{entry.kind}/{entry.id}"

    def values(self, option: t.Option | None, raw: Raw) -> list[tuple[t.Binder, Any]]:
        """The binders of a choice that have a value, argument left out."""
        if option is None:
            return []
        known = self._named.get(id(option))  # which lives as long as the rules
        if known is None:
            binders = tuple((i, b) for i, b in enumerate(drawn(option), start=1) if not b.argument)
            known = self._named[id(option)] = (option, binders)
        return [(binder, raw[i]) for i, binder in known[1] if i < len(raw)]

    def label(self, S: State, decision: Decision, raw: Raw, seat: int, viewer: int | None = None) -> Text:
        """The complete text of an option of a seat, as it or another viewer may read it."""
        who = seat if viewer is None else viewer
        key = self._shapes.key(S, decision, raw, seat, who)
        if key is None:
            return self._label(S, decision, raw, seat, who)
        label = self._labels.get(key)
        if label is None:
            _bound(self._labels)
            label = self._labels[key] = self._label(S, decision, raw, seat, who)
        return label

    def _label(self, S: State, decision: Decision, raw: Raw, seat: int, who: int) -> Text:
        option, standing = self.program.option_tree(decision, raw[0])
        if option is None:
            return self._other_label(S, decision, raw, seat)
        args = [self.arg(S, b.word, v, b.type, who) for b, v in self.values(option, raw)]
        args += self._derived(S, decision, option, raw, who)
        step = decision.step if not standing else f"standing/{self.program.ruleset.context.standing_of[option.label]}"
        key = option_says(self.model, step, option.label)
        if key:
            says = self.model.says[key]
            args += self._places(S, option, raw, says)
            return self.program.saying.text(S, seat, f"says/{key}", says, *args)
        exchanged = exchange(self.program.describer, option)
        if exchanged is not None:
            return Text("engine/option.does", (Arg("what", "phrase", exchanged),))
        if option.label in (PASS, STOP, "done"):
            return Text(f"engine/option.{option.label}")
        label = Text("", (), humanized(option.label).capitalize())
        if not args:
            return label
        return Text("engine/option.of", (Arg("label", "phrase", label), Arg("what", "phrase", self._listed_args(args))))

    def _places(self, S: State, option: t.Option, raw: Raw, says: str) -> list[Arg]:
        """The cells that a text names as `{c_place}`, whatever lies there."""
        return [
            Arg(binder.word + WHERE, "place", self.ids.where(S, value))
            for binder, value in self.values(option, raw)
            if binder.type.sort == "cell" and value >= 0 and f"{{{binder.word}{WHERE}" in says
        ]

    @staticmethod
    def _listed_args(args: Sequence[Arg]) -> Text:
        """Arguments as one phrase: a, b, c."""
        phrases = [Text("engine/thing", (Arg("x", a.kind, a.value),)) for a in args]
        text = phrases[-1]
        for phrase in reversed(phrases[:-1]):
            text = Text("engine/list.more", (Arg("first", "phrase", phrase), Arg("rest", "phrase", text)))
        return text

    def _other_label(self, S: State, decision: Decision, raw: Raw, seat: int) -> Text:
        if decision.sort in ("secretly", "secretly_put"):
            key = next((k for k in (decision.step, decision.step.rpartition("/")[2]) if k in self.model.says), "")
            label = (
                self.program.saying.text(S, seat, f"says/{key}", self.model.says[key])
                if key
                else Text("", (), humanized(decision.step).capitalize())
            )
        else:
            label = Text(f"engine/option.{self._verb(decision)}")
        if type(raw[1]) is int:
            what = self._listed_args([self.arg(S, "x", raw[1], self.answer_type(decision), seat)])
            return Text("engine/option.of", (Arg("label", "phrase", label), Arg("what", "phrase", what)))
        return label

    @staticmethod
    def _verb(decision: Decision) -> str:
        """What is done with the amounts that are asked for."""
        if isinstance(decision.statement, t.PayAny) and decision.statement.op == "sparing":
            return "spare"  # the answer isn't what is paid
        return "place" if decision.sort == "share" else decision.sort

    def _derived(self, S: State, decision: Decision, option: t.Option, raw: Raw, viewer: int) -> list[Arg]:
        """Derived parameters (prices) as arguments of the label."""
        if all(b.items is not None for b in option.binders):
            return []
        values = derived(self.program, S, decision, raw)
        return [
            self.arg(S, b.word, values[b.var], b.type, viewer)
            for b in option.binders
            if b.items is None and b.var in values
        ]

    def arg(self, S: State, name: str, value: Any, type_: Type, viewer: int) -> Arg:
        """A value as an argument of a text that a viewer reads."""
        if value == -1 and type_.sort != "number":
            return Arg(name, "phrase", Text("engine/none"))
        match type_.sort:
            case "number":
                return Arg(name, "number", checked(value))
            case "yes":
                return Arg(name, "phrase", Text("engine/yes" if value else "engine/no"))
            case "seat":
                return Arg(name, "seat", str(value + 1))
            case "token":
                return Arg(name, "entry", f"token/{self.ids.tokens[value]}")
            case "entry":
                return Arg(name, "entry", self.ids.entry_key(value, type_))
            case "piece":
                return Arg(name, "entry", self._named_piece(S, value, type_))
            case "symbol":
                member = self.model.symbols[type_.name].members[value]
                return Arg(name, "entry", f"symbol/{type_.name}/{member}")
            case "cell":
                return self._cell_arg(S, name, value, viewer)
            case "bag":
                return Arg(name, "phrase", self._bag(value, type_))
            case _:
                places = self.ids.subject(S, value, type_)
                text = places[0] if places else ""
                return Arg(name, "place", text) if text else Arg(name, "phrase", Text("", (), str(value)))

    def _named_piece(self, S: State, one: int, type_: Type) -> str:
        """The key of a piece's entry, with what tells the piece apart where it lies: `bead/box.shut`."""
        _, dot, state = self.ids.piece(S, one).partition(".")
        return f"{self.ids.entry_key(one, type_)}{dot}{state}"

    def _bag(self, amounts: Sequence[int], type_: Type) -> Text:
        """Amounts as one phrase: 2 beads and 1 silk."""
        tokens = self.model.group_tokens(type_.name)
        found = [
            Text("engine/amount", (Arg("n", "number", n), Arg("what", "entry", f"token/{self.ids.tokens[k]}")))
            for k, n in zip(tokens, amounts, strict=True)
            if n
        ]
        text = found[-1] if found else Text("engine/none")
        for first in reversed(found[:-1]):
            text = Text("engine/list.more", (Arg("first", "phrase", first), Arg("rest", "phrase", text)))
        return text

    def _cell_arg(self, S: State, name: str, slot: int, viewer: int) -> Arg:
        """A cell is named by what the viewer sees in it, if anything; otherwise by its place."""
        piece = S[slot]
        if piece >= 0 and self.program.views.sees(S, slot, viewer):
            entry = self.model.entries[self.program.layout.entry_of[piece]]
            return Arg(name, "entry", f"{entry.kind}/{entry.id}")
        return Arg(name, "place", self.ids.where(S, slot))

    # -- forms ------------------------------------------------------------------------------------

    def form(self, S: State, decision: Decision, raw: Raw, seat: int) -> r.Form:
        sort = raw[-1][0]
        if sort == "n":
            least, most = checked(raw[-1][1]), checked(raw[-1][2])
            return r.NumberForm(least, most, 1, least)
        if sort in ("p", "o"):
            items = tuple(self._item(S, one, seat, raw, decision) for one in raw[-1][1])
            if sort == "o":
                return r.PickForm(_numbered(items), len(items), len(items), ordered=True)
            return r.PickForm(_numbered(items), raw[-1][2], raw[-1][3])
        lie = self.subjects.asked(S, decision, seat)
        return self._amounts(raw, lie) if sort == "a" else self._shares(S, raw, seat, lie)

    def element(self, decision: Decision, raw: Raw) -> Type:
        """The type of an item of a pick."""
        option, _ = self.program.option_tree(decision, raw[0])
        if option is None:
            assert isinstance(decision.statement, t.SecretlyPut)
            return piece(self.model.places[decision.statement.source.place].holds)
        items = drawn(option)[-1].items
        assert isinstance(items, t.Subsets | t.Orders)
        return items.items.type.of or SEAT

    def answer(self, S: State, decision: Decision, raw: Raw, seat: int, choice: r.Choice) -> Arg | None:
        """The argument of a choice in words; None if it has none, picks nothing, or its label has it already."""
        answer = choice.answer
        if isinstance(answer, int):
            if decision.sort != "choose":
                return None
            return Arg("answer", "number", answer)
        if not answer:
            return None
        amounts: dict[str, int] = {}
        for share in answer:
            if isinstance(share, r.Share):
                amounts[share.source] = amounts.get(share.source, 0) + share.amount
        if amounts:
            given = (
                (Arg("n", "number", n), Arg("what", "entry", f"token/{token}")) for token, n in amounts.items() if n
            )
            parts = [Arg("x", "phrase", Text("engine/amount", args)) for args in given]
        else:
            parts = [self.arg(S, "x", value, self.element(decision, raw), seat) for value in raw[-1]]
        return Arg("answer", "phrase", self._listed_args(parts)) if parts else None

    def _item(self, S: State, value: Any, seat: int, raw: Raw, decision: Decision) -> r.Item:
        type_ = self.element(decision, raw)
        segment = self.ids.segment(S, value, type_, seat)
        label = self._listed_args([self.arg(S, "x", value, type_, seat)])
        option, _ = self.program.option_tree(decision, raw[0])
        subjects, _ = split(self.subjects.item(S, option, value, type_, seat))
        key = f"token/{self.ids.tokens[value]}" if type_.sort == "token" else self.ids.entry_key(value, type_)
        return r.Item(segment, label, subjects, key, 0, 1)

    def _token_item(self, index: int, least: int, most: int, lie: Lie) -> r.Item:
        name = self.ids.tokens[index]
        label = Text("engine/thing", (Arg("x", "entry", f"token/{name}"),))
        return r.Item(name, label, split(lie(index))[0], f"token/{name}", least, most)

    def _amounts(self, raw: Raw, lie: Lie) -> r.AllocationForm:
        _, rows, low, high = raw[-1]
        sources = tuple(self._token_item(k, least, most, lie) for k, least, most in rows)
        only = r.Item("all", Text("engine/option.pay"), (), "", low, checked(high))
        return r.AllocationForm(sources, (only,), low, high)

    def bins(self, S: State, raw: Raw, seat: int) -> list[str]:
        """The ids of the bins of a sharing out: the places where the holders lie."""
        return numbered([self.bin(S, holder) for holder, _ in raw[-1][2]])

    def bin(self, S: State, holder: int) -> str:
        """The cell of a holder (one less than minus its slot), or where a piece lies; in a pile by its own name too."""
        if holder < 0:
            return self.ids.where(S, -1 - holder)
        slot = S[self.program.layout.location + holder]
        where = self.ids.where(S, slot)
        return f"{where}/{self.ids.piece(S, holder)}" if isinstance(S[slot], tuple) else where

    def _shares(self, S: State, raw: Raw, seat: int, lie: Lie) -> r.AllocationForm:
        _, tokens, bins, total, now = raw[-1]
        sources = tuple(self._token_item(k, 0, have, lie) for k, have in tokens)
        names = self.bins(S, raw, seat)
        items: list[r.Item] = []
        for name, (holder, room) in zip(names, bins, strict=True):
            key = ""
            if holder >= 0:
                entry = self.model.entries[self.program.layout.entry_of[holder]]
                key = f"{entry.kind}/{entry.id}"
                what = Arg("x", "entry", self._named_piece(S, holder, piece(entry.kind)))
            else:
                what = self._cell_arg(S, "x", -1 - holder, seat)
            slot = -1 - holder if holder < 0 else S[self.program.layout.location + holder]
            items.append(r.Item(name, Text("engine/thing", (what,)), (self.ids.where(S, slot),), key, 0, room))
        suggested = tuple(
            r.Share(self.ids.tokens[k], name, row[i])
            for name, row in zip(names, now, strict=True)
            for i, (k, _) in enumerate(tokens)
            if row[i]
        )
        return r.AllocationForm(sources, tuple(items), total, total, suggested)


def numbered(names: Sequence[str]) -> list[str]:
    """Distinct ids: of equal ones those from the second on get a number."""
    seen: dict[str, int] = {}
    found: list[str] = []
    for name in names:
        seen[name] = number = seen.get(name, 0) + 1
        found.append(name if number == 1 else f"{name}.{number}")
    return found


def _numbered(items: Sequence[r.Item]) -> tuple[r.Item, ...]:
    from dataclasses import replace

    names = numbered([item.id for item in items])
    return tuple(item if item.id == name else replace(item, id=name) for name, item in zip(names, items, strict=True))


def _bound(kept: dict[Any, Any]) -> None:
    """Room for one more."""
    if len(kept) >= _MOST:
        kept.clear()
