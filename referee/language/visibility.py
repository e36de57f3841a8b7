"""What an expression reads that not everybody sees, and who does see it: known from the typed tree alone.

Seats are told apart by name: the variable that stands for the acting seat, or for another one. A secret that is seen
by its owner is open to whoever is known to be that owner; a place that somebody looks at is open to that seat, a
place that was revealed to all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.bounds import written_out
from referee.language.knowledge import ALL, EVERYONE, NONE, OWNER, UNKNOWN, Knowledge, Secret, Secrets, key_of, renamed
from referee.language.model import Place
from referee.language.resolve.amounts import possible_tokens
from referee.packs.node import Position

if TYPE_CHECKING:
    from referee.language.resolve.context import Context, Instance

DEEP = 8  # terms inside one another that are written out


class Visibility:
    """Questions about the trees of one reading."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._known: dict[object, Secrets] = {}  # of terms, hooks and procedures, by what is known where they begin
        self._busy: set[object] = set()

    # -- seats and owners -------------------------------------------------------------------------

    def seat_of(self, e: t.Expr | None, know: Knowledge) -> str:
        """The name of the seat that an expression stands for, UNKNOWN if it can't be told."""
        match e:
            case t.Me(name=name) | t.Local(name=name):
                return know.seats.get(name, name)
            case t.Const(value=int() as number):
                return f"seat {number}"
            case t.OwnerOf(of=of):
                return self.holder(of, know)
            case _:
                return UNKNOWN

    def holder(self, e: t.Expr, know: Knowledge) -> str:
        """The seat that owns the place of a cell or piece, or of the members of a set of them."""
        match e:
            case t.Local(name=name):
                return know.holders.get(name, UNKNOWN)
            case t.Content(cell=cell):
                return self.holder(cell, know)
            case t.CellsOf(place=place) | t.PileOf(place=place):
                return self.place_owner(place, know)
            case t.PiecesOf(seat=seat) | t.SeatPiece(seat=seat):
                return self.seat_of(seat, know)
            case t.Where(items=items) | t.Best(items=items) | t.FirstIn(items=items) | t.Subsets(items=items):
                return self.holder(items, know)
            case t.FirstOf(items=items) | t.LastOf(items=items) | t.Orders(items=items) | t.Item(items=items):
                return self.holder(items, know)
            case t.Lines(args=(first, *_)):
                return self.place_owner(first, know) if isinstance(first, t.PlaceRef) else self.holder(first, know)
            case t.Step(cell=cell):
                return self.holder(cell, know)
            case t.Conditional(then=then, other=other):
                one = self.holder(then, know)
                return one if one == self.holder(other, know) else UNKNOWN
            case _:
                return UNKNOWN

    def place_owner(self, place: t.PlaceRef, know: Knowledge) -> str:
        """The seat that owns a place, through the pieces and cells that own places in between."""
        declared = self.ctx.model.places.get(place.place)
        if declared is None or place.owner is None:
            return UNKNOWN
        if declared.owner == "seat":
            return self.seat_of(place.owner, know)
        return self.holder(place.owner, know)

    # -- secrets ----------------------------------------------------------------------------------

    def reads(self, e: t.Node | None, know: Knowledge) -> Secrets:
        """Everything in an expression that not everybody sees."""
        if e is None:
            return NONE
        found: set[Secret] = set()
        self._collect(e, know, found)
        return frozenset(found)

    def _collect(self, e: t.Node, know: Knowledge, found: set[Secret]) -> None:
        match e:
            case t.Count(items=t.PileOf(place=place)) | t.Empty(of=t.PlaceRef() as place) | t.Total(place=place):
                self._number(place, know, found, e.at)
                return self._owner(place, know, found)
            case t.Full(of=t.PlaceRef() as place):
                self._number(place, know, found, e.at)
                return self._owner(place, know, found)
            case t.Empty(of=t.Expr() as cell) if cell.type.sort == "cell":
                self._cell(cell, know, found, e.at, number=True)
                return self._collect(cell, know, found)
            case t.Compare(left=left, right=right) if right.type.sort == "none":
                found |= {replace(x, at=e.at) for x in self.existence(left, know)}
                return None
            case t.CellsOf(place=place):
                return self._owner(place, know, found)
            case t.Amount(place=place, token=token):
                lone = len(self._declared(place.place).tokens) == 1
                self._content(place, know, found, e.at, number=lone)
                self._owner(place, know, found)
                return self._collect(token, know, found)
            case t.PlaceRef():
                self._content(e, know, found, e.at)
            case t.Content(cell=cell):
                self._cell(cell, know, found, e.at)
            case t.HomeAmount(seat=seat, token=token):
                self._homes(seat, possible_tokens(self.ctx, t.AmountOf(None, token)), know, found, e.at)
            case t.HomeBag(seat=seat):
                self._homes(seat, range(len(self.ctx.model.tokens)), know, found, e.at)
            case t.CanPay(seat=seat, amount=amount):
                self._homes(seat, possible_tokens(self.ctx, amount), know, found, e.at)
            case t.OwnerOf(of=of) | t.CellOf(piece=of) if of.type.sort == "piece":
                self._location(of, know, found, e.at)
            case t.ValueRead(value=name, owner=owner):
                self._value(name, owner, know, found, e.at)
            case t.RuleRead(rule=rule, owner=owner):
                found |= {replace(s, at=e.at) for s in self._rule(rule, self.seat_of(owner, know))}
            case t.Local(name=name) | t.Me(name=name):
                found |= {replace(s, at=e.at) for s in know.secrets.get(name, NONE)}
            case t.Where(items=items, var=var) | t.Best(items=items, var=var) | t.SumOf(items=items, var=var):
                return self._bound(e, items, var, know, found)
            case t.Quantified(items=items, var=var):
                return self._bound(e, items, var, know, found)
            case t.TermCall(instance=index, args=args):
                found |= self._term(self.ctx.terms[index], args, know, e.at)
                return self._within(args, know, found)
            case t.CanDo():
                found |= self._can_do(e, know)
            case t.Cost(amount=amount, payer=payer, sources=sources, when=when):
                if payer is not None:
                    self._homes(payer, possible_tokens(self.ctx, amount), know, found, e.at)
                for source in sources:
                    lone = len(self._declared(source.place).tokens) == 1
                    self._content(source, know, found, e.at, number=lone)
                return self._within((*when, amount), know, found)
            case t.AnyCost(pay=pay, when=when):
                self._homes(pay.payer, pay.tokens, know, found, e.at)
                parts = (*when, pay.low, pay.high) if pay.bag is None else (*when, pay.low, pay.high, pay.bag)
                return self._within(parts, know, found)
            case t.HookNeed(call=call):
                found |= self._hook_needs(call, know)
            case _:
                pass
        self._within(t.children(e), know, found, t.PlaceRef if isinstance(e, t.Cost | t.AnyCost) else ())

    def existence(self, e: t.Expr, know: Knowledge, depth: int = 0) -> Secrets:
        """What tells whether a thing is none, or a set empty: of a pile only how many lie in it."""
        found: set[Secret] = set()
        match e:
            case t.FirstOf(items=items) | t.LastOf(items=items) | t.FirstIn(items=items) | t.Best(items=items):
                return self.existence(items, know, depth)
            case t.PileOf(place=place):
                self._number(place, know, found, e.at)
                self._owner(place, know, found)
            case t.Content(cell=cell):
                self._cell(cell, know, found, e.at, number=True)
                self._collect(cell, know, found)
            case t.Local(name=name) if name in know.existence:
                return know.existence[name]
            case t.Conditional(test=test, then=then, other=other):
                self._collect(test, know, found)
                return frozenset(found) | self.existence(then, know, depth) | self.existence(other, know, depth)
            case t.TermCall(instance=index, args=args) if depth < DEEP and self.ctx.terms[index].value is not None:
                meaning = written_out(self.ctx, index, args)
                return NONE if meaning is None else self.existence(meaning, know, depth + 1)
            case t.Const():
                return NONE
            case _:
                return self.reads(e, know)
        return frozenset(found)

    def _within(self, parts: Iterable[t.Node], know: Knowledge, found: set[Secret], *skipped: type | tuple[()]) -> None:
        for part in parts:
            if not any(kind and isinstance(part, kind) for kind in skipped):
                self._collect(part, know, found)

    def _owner(self, place: t.PlaceRef, know: Knowledge, found: set[Secret]) -> None:
        if place.owner is not None:
            self._collect(place.owner, know, found)

    def _declared(self, place: str) -> Place:
        return self.ctx.model.places.get(place) or Place(place, t.NOWHERE)

    def _content(
        self, place: t.PlaceRef, know: Knowledge, found: set[Secret], at: Position, number: bool = False
    ) -> None:
        """What lies in a place is read (or only how many, where that tells all)."""
        declared = self._declared(place.place)
        if declared.seen_by == EVERYONE or (number and declared.count_seen_by == EVERYONE):
            return
        owner = self.place_owner(place, know) if OWNER in (declared.seen_by, number and declared.count_seen_by) else ""
        found.add(Secret(f"what lies in `{declared.id}`", owner, declared.id, at))

    def _homes(self, seat: t.Expr, tokens: Iterable[int], know: Knowledge, found: set[Secret], at: Position) -> None:
        """What a seat could pay with is read."""
        wanted = set(tokens)
        for home in self.ctx.model.places.values():
            if home.home and wanted & set(home.tokens):
                self._content(t.PlaceRef(home.id, seat), know, found, at, number=len(home.tokens) == 1)

    def _number(self, place: t.PlaceRef, know: Knowledge, found: set[Secret], at: Position) -> None:
        declared = self._declared(place.place)
        if EVERYONE in (declared.seen_by, declared.count_seen_by):
            return
        owner = self.place_owner(place, know) if OWNER in (declared.seen_by, declared.count_seen_by) else ""
        found.add(Secret(f"how many things lie in `{declared.id}`", owner, declared.id, at))

    def _cell(self, cell: t.Expr, know: Knowledge, found: set[Secret], at: Position, number: bool = False) -> None:
        declared = self._declared(cell.type.name)
        if declared.seen_by == EVERYONE or (number and declared.count_seen_by == EVERYONE):
            return
        owner = self.holder(cell, know) if declared.seen_by == OWNER else ""
        what = "is free" if number else "what lies"
        found.add(Secret(f"{what} in `{declared.id}`", owner, declared.id, at))

    def _location(self, piece: t.Expr, know: Knowledge, found: set[Secret], at: Position) -> None:
        """Where a piece lies that may lie anywhere: what came out of a set lies where the set was read."""
        anywhere = isinstance(piece, t.SeatPiece) or (isinstance(piece, t.Local) and piece.name in know.loose)
        for place in self.ctx.model.places.values() if anywhere else ():
            if place.holds == piece.type.name and place.seen_by != EVERYONE:
                owner = self.holder(piece, know) if place.seen_by == OWNER else ""
                found.add(Secret(f"what lies in `{place.id}`", owner, place.id, at))

    def _value(self, name: str, owner: t.Expr | None, know: Knowledge, found: set[Secret], at: Position) -> None:
        declared = self.ctx.model.values[name]
        if declared.seen_by == EVERYONE:
            return
        seat = UNKNOWN
        if declared.seen_by == OWNER and owner is not None:
            seat = self.seat_of(owner, know) if declared.owner == "seat" else self.holder(owner, know)
        found.add(Secret(f"the value `{name}`", seat, "", at))

    def _bound(self, e: t.Expr, items: t.Expr, var: str, know: Knowledge, found: set[Secret]) -> None:
        self._collect(items, know, found)
        inner = know.copy()
        self.bind(inner, var, items)
        self._within((part for part in t.children(e) if part is not items), inner, found)

    def bind(self, know: Knowledge, var: str, items: t.Expr) -> None:
        """A name for the members of a set."""
        know.seats[var] = var
        know.holders[var] = self.holder(items, know)
        know.secrets.pop(var, None)
        know.existence.pop(var, None)
        know.loose.discard(var)
        base: t.Expr = items
        while isinstance(base, t.Where | t.Best | t.FirstIn):
            base = base.items
        if isinstance(base, t.PiecesOf):
            know.loose.add(var)

    # -- calls ------------------------------------------------------------------------------------

    def enter(self, instance: Instance, args: Iterable[t.Expr], me: t.Expr | None, know: Knowledge) -> Knowledge:
        """What is known inside a call: the acting seat is called `me` there."""
        inner = Knowledge()
        acting = self.seat_of(me, know) if me is not None else UNKNOWN
        names = {acting: "me"} if acting else {}
        for (name, type_), arg in zip(instance.parameters, args, strict=False):
            inner.secrets[name] = self.reads(arg, know)
            inner.existence[name] = self.existence(arg, know)
            if type_.sort == "seat":
                seat = self.seat_of(arg, know)
                inner.seats[name] = names.setdefault(seat, name) if seat else name
            elif type_.sort in ("cell", "piece", "set"):
                inner.holders[name] = self.holder(arg, know)
                if isinstance(arg, t.SeatPiece) or (isinstance(arg, t.Local) and arg.name in know.loose):
                    inner.loose.add(name)
        inner.holders = {name: names.get(seat, UNKNOWN) for name, seat in inner.holders.items()}
        inner.secrets = {name: renamed(s, names) for name, s in inner.secrets.items() if s}
        inner.existence = {name: renamed(s, names) for name, s in inner.existence.items()}
        inner.under = renamed(know.under, names)
        inner.seen = frozenset(
            (place, owner if owner == ALL else names.get(owner, UNKNOWN), names[seat])
            for place, owner, seat in know.seen
            if seat in names
        )
        inner.shown = frozenset((place, owner) for place, owner in know.shown if owner in (ALL, UNKNOWN))
        inner.shown |= frozenset((place, names[owner]) for place, owner in know.shown if owner in names)
        return inner

    def _term(self, instance: Instance, args: tuple[t.Expr, ...], know: Knowledge, at: Position) -> Secrets:
        if instance.value is None:
            return NONE
        me = args[-1] if instance.acts and args else None
        inner = self.enter(instance, args, me, know)
        inner.under = NONE
        key = ("term", instance.index, key_of(inner))
        if key not in self._known:
            self._known[key] = NONE
            self._known[key] = self.reads(instance.value, inner)
        caller = {"me": self.seat_of(me, know) if me is not None else UNKNOWN}
        for (name, type_), arg in zip(instance.parameters, args, strict=False):
            if type_.sort == "seat":
                caller.setdefault(inner.seats.get(name, name), self.seat_of(arg, know))
        return frozenset(replace(s, owner=caller.get(s.owner, UNKNOWN), at=at) for s in self._known[key])

    def hook_knowledge(self, call: t.DoHook, know: Knowledge) -> Knowledge:
        """What is known inside a hook."""
        inner = Knowledge(seen=know.seen, shown=know.shown, under=know.under)
        holder = self.holder(call.piece, know)
        acting = self.seat_of(call.me, know) if call.me is not None else UNKNOWN
        if self.ctx.model.kinds[call.kind].hooks[call.hook].me == OWNER:
            acting = holder or "owner"
        inner.seats["me"] = acting or "me"
        inner.holders["this"] = holder
        inner.secrets["this"] = self.reads(call.piece, know)
        return inner

    def _hook_needs(self, call: t.DoHook, know: Knowledge) -> Secrets:
        inner = self.hook_knowledge(call, know)
        inner.secrets.pop("this")  # the piece itself is read where the call stands
        key = ("hook", call.kind, call.hook, key_of(inner))
        if key not in self._known:
            self._known[key] = NONE
            found: set[Secret] = set()
            for needs in self.ctx.hook_needs.get((call.kind, call.hook), {}).values():
                self._within(needs, inner, found)
            self._known[key] = frozenset(found)
        return self._known[key]

    def _can_do(self, e: t.CanDo, know: Knowledge) -> Secrets:
        """What decides whether the first decision of a procedure has an option."""
        instance = self.ctx.procedures[e.procedure]
        inner = self.enter(instance, e.args, e.seat, know)
        inner.seats["me"] = self.seat_of(e.seat, know)
        inner.seen, inner.shown = know.seen, know.shown
        key = ("can do", e.procedure, key_of(inner))
        if key not in self._known:
            self._known[key] = NONE
            self._known[key] = self._first(instance.body, inner)
        return frozenset(replace(s, at=e.at) for s in self._known[key])

    def _first(self, body: tuple[t.Statement, ...], know: Knowledge) -> Secrets:
        found: set[Secret] = set()
        for s in body:
            if isinstance(s, t.Choose):
                for option in s.options:
                    found |= self.header(option, know.copy())
                break
            if isinstance(s, t.If):
                found |= self.reads(s.test, know)
        return frozenset(found)

    def header(self, option: t.Option, know: Knowledge) -> Secrets:
        """What the offer of an option rests on; its binders are known afterwards."""
        found: set[Secret] = set()
        for binder in option.binders:
            if binder.items is not None:
                found |= self.reads(binder.items, know)
                self.bind(know, binder.var, binder.items)
            elif binder.value is not None:
                found |= self.reads(binder.value, know)
                self.let(know, binder.var, binder.value)
        for part in (*option.guard, *option.needs):
            found |= {s if s.at.line else replace(s, at=part.at) for s in self.reads(part, know)}
        return frozenset(s if s.at.line else replace(s, at=option.at) for s in found)

    def offered(self, option: t.Option, know: Knowledge) -> Secrets:
        """What tells whether there is an option at all: of an unfiltered pile only how many lie in it."""
        found: set[Secret] = set()
        drawn: dict[str, Secrets] = {}
        for binder in option.binders:
            if binder.items is not None:
                drawn[binder.var] = self.reads(binder.items, know)
                found |= self.existence(binder.items, know)
                self.bind(know, binder.var, binder.items)
            elif binder.value is not None:
                drawn[binder.var] = self.reads(binder.value, know)
                self.let(know, binder.var, binder.value)
        for part in (*option.guard, *option.needs):
            found |= self.reads(part, know)
            for local in t.walk(part):
                if isinstance(local, t.Local):
                    found |= drawn.get(local.name, NONE)
        return frozenset(found)

    def let(self, know: Knowledge, name: str, value: t.Expr) -> None:
        """A name for a value."""
        secrets = self.reads(value, know) | know.under
        know.secrets.pop(name, None)
        if secrets:
            know.secrets[name] = secrets
        know.existence[name] = self.existence(value, know) | know.under
        know.seats[name] = self.seat_of(value, know) or name
        know.holders[name] = self.holder(value, know)

    # -- rule values ------------------------------------------------------------------------------

    def _rule(self, rule: str, seat: str) -> Secrets:
        """A rule value tells what lies where its entries are in force, and what their conditions read."""
        key = ("rule", rule)
        if key in self._busy:
            return NONE
        self._busy.add(key)
        found: set[Secret] = set()
        for body in self.ctx.hook_list:
            for s in body.body:
                if not isinstance(s, t.Modifier) or s.rule != rule or body.hook.sort != "modifier":
                    continue
                own = self.ctx.model.rules[rule].owner == "seat" and not s.scope
                for word in body.hook.while_in:
                    place = self._declared(word.partition(".")[2] or word)
                    if place.seen_by != EVERYONE:
                        owner = seat if own and place.seen_by == OWNER else UNKNOWN
                        found.add(Secret(f"what lies in `{place.id}`", owner, place.id))
                know = Knowledge(seats={"me": seat if own else UNKNOWN}, holders={"this": seat if own else UNKNOWN})
                found |= self.reads(s.value, know) | self.reads(s.condition, know)
        self._busy.discard(key)
        return frozenset(found)
