"""The conditions of an option read only what its seat sees (E0451), and who may use a window is public (E0450).

A walk through everything that can run, call by call, that remembers what locals rest on: a local that was computed
from a hidden card tells the card as well as the card itself. What it finds beside, choices that must not be skipped
and steps that tell something hidden, is kept for the engine and for the linter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.effects import Effects
from referee.language.knowledge import ALL, EVERYONE, NONE, UNKNOWN, Knowledge, Secret, Secrets, key_of
from referee.language.resolve.procedures import hook_bodies
from referee.language.visibility import Visibility
from referee.packs.node import Position

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

CONTEXTS = 200  # different ways in which one procedure is looked at
ROUNDS = 4  # until what a loop hands on is stable


@dataclass(slots=True)
class Disclosures:
    """What the walk found: choices that must be asked even with nothing to choose, and steps that tell something."""

    private: set[int] = field(default_factory=set)  # id() of the Choose
    tells: dict[Position, str] = field(default_factory=dict)


class Walker:
    """One walk over a ruleset."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.visibility = Visibility(ctx)
        self.effects = Effects(ctx)
        self.result = Disclosures()
        self._done: dict[object, frozenset[tuple[str, str]]] = {}
        self._count: dict[object, int] = {}

    # -- statements -------------------------------------------------------------------------------

    def body(self, body: Iterable[t.Statement], know: Knowledge) -> None:
        for s in body:
            self.statement(s, know)
            if know.shown and not isinstance(s, t.Reveal | t.EachSeat | t.ForEach | t.Do):
                written = self.effects.writes(s)
                know.shown = frozenset(pair for pair in know.shown if f"place:{pair[0]}" not in written)

    def statement(self, s: t.Statement, know: Knowledge) -> None:
        self.ctx.step(s.at)
        see = self.visibility
        match s:
            case t.Let(name=name, value=value):
                see.let(know, name, value)
            case t.SetLocal(name=name, value=value):
                before = know.secrets.get(name, NONE)
                see.let(know, name, value)
                know.secrets[name] = know.secrets.get(name, NONE) | before
                know.existence[name] = know.secrets[name]
            case t.If():
                self._if(s, know)
            case t.ForEach(var=var, items=items, body=body):
                see.bind(know, var, items)
                self._loop(body, know)
            case t.EachSeat():
                self._each_seat(s, know)
            case t.As(me=me, seat=seat, body=body):
                know.seats[me] = see.seat_of(seat, know) or me
                self.body(body, know)
            case t.Repeat(body=body):
                self._loop(body, know)
            case t.ForPieces(var=var, me=me, body=body):
                know.holders[var] = me
                self._loop(body, know)
            case t.Block(body=body) | t.Span(body=body):
                self.body(body, know)
            case t.LookAt(place=place, seat=seat, body=body):
                kept = know.seen
                know.seen |= {(place.place, see.place_owner(place, know), see.seat_of(seat, know))}
                self.body(body, know)
                know.seen = kept
            case t.Reveal(place=place):
                know.shown |= {(place.place, see.place_owner(place, know))}
            case t.Put(piece=t.Local(name=name), target=target):
                if self._public_place(target):
                    know.secrets.pop(name, None)  # now it lies open
            case t.Do():
                self._call(s, know)
            case t.DoHook():
                self._hook(s, know)
            case t.Choose():
                self._choose(s, know)
            case t.Secretly(me=me, items=items):
                self._asked(s.at, me, know, items)
            case t.SecretlyPut(me=me, low=low, high=high, source=source):
                self._asked(s.at, me, know, low, high, t.PileOf(source, at=source.at))
            case t.PayAny(low=low, high=high, bag=bag, payer=payer):
                self._asked(s.at, see.seat_of(payer, know), know, low, high, bag, t.HomeBag(payer))
            case t.GainAny(low=low, high=high, sources=sources, seat=seat):
                self._asked(s.at, see.seat_of(seat, know), know, low, high, *sources)
            case t.ShareOut(source=source, bins=bins, seat=seat):
                for each in bins:
                    see.bind(know, each.var, each.targets)
                read = [e for each in bins for e in (each.targets, each.room)]
                self._asked(s.at, see.seat_of(seat, know), know, *read, source)
            case _:
                pass

    def _if(self, s: t.If, know: Knowledge) -> None:
        secrets = self.visibility.reads(s.test, know)
        hidden = {x for x in secrets if (x.place, ALL) not in know.shown and (x.place, x.owner) not in know.shown}
        if hidden and (self._public(s.then) or self._public(s.other)):
            self._tell(s.at, hidden, "what happens next depends on it")
        kept = know.under
        branches = [know.copy(), know.copy()]
        for branch, body in zip(branches, (s.then, s.other), strict=True):
            branch.under = kept | frozenset(hidden)
            self.body(body, branch)
        self._join(know, branches)
        know.under = kept

    def _join(self, know: Knowledge, branches: list[Knowledge]) -> None:
        """What may be so after one of several ways."""
        for branch in branches:
            for name, secrets in branch.secrets.items():
                know.secrets[name] = know.secrets.get(name, NONE) | secrets
            for mine, theirs in ((know.seats, branch.seats), (know.holders, branch.holders)):
                for name, seat in theirs.items():
                    mine[name] = seat if mine.get(name, seat) == seat else UNKNOWN
        know.shown = frozenset.intersection(*(branch.shown for branch in branches)) if branches else know.shown

    def _loop(self, body: tuple[t.Statement, ...], know: Knowledge) -> None:
        for _ in range(ROUNDS):
            before = key_of(know)
            inner = know.copy()
            self.body(body, inner)
            shown = know.shown
            self._join(know, [inner])
            know.shown = shown & inner.shown
            if key_of(know) == before:
                return

    def _each_seat(self, s: t.EachSeat, know: Knowledge) -> None:
        secrets = self.visibility.reads(s.items, know)
        if secrets and self._public(s.body):
            self._tell(s.items.at if s.items.at.line else s.at, secrets, "which seats are left out depends on it")
        know.seats[s.me] = s.me
        before = know.shown
        self._loop(s.body, know)
        last = know.copy()
        self.body(s.body, last)
        every = isinstance(s.items, t.Seats) and s.items.without is None
        known = {(place, ALL if owner == s.me and every else owner) for place, owner in last.shown}
        know.shown = frozenset(pair for pair in known if pair[1] != s.me)
        if before and not every:
            know.shown &= before

    # -- calls ------------------------------------------------------------------------------------

    def _call(self, s: t.Do, know: Knowledge) -> None:
        instance = self.ctx.procedures[s.instance]
        inner = self.visibility.enter(instance, s.args, s.me, know)
        shown = self.walked(("procedure", instance.index), instance.body, inner)
        names = {"me": self.visibility.seat_of(s.me, know)} if s.me is not None else {}
        know.shown = frozenset((place, owner if owner == ALL else names.get(owner, UNKNOWN)) for place, owner in shown)

    def _hook(self, s: t.DoHook, know: Knowledge) -> None:
        for body in hook_bodies(self.ctx, s.kind, s.hook):
            self.walked(("hook", body.uid), body.body, self.visibility.hook_knowledge(s, know))
        know.shown = frozenset()

    def walked(
        self, what: tuple[str, int], body: tuple[t.Statement, ...], know: Knowledge
    ) -> frozenset[tuple[str, str]]:
        key = (what, key_of(know))
        known = self._done.get(key)
        if known is not None:
            return known
        self._done[key] = frozenset()
        self._count[what] = self._count.get(what, 0) + 1
        if self._count[what] > CONTEXTS:
            at = body[0].at if body else t.NOWHERE
            self.ctx.found.add("E0229", at, what=f"this is called in more than {CONTEXTS} different ways")
            return frozenset()
        self.body(body, know)
        self._done[key] = know.shown
        return know.shown

    # -- decisions --------------------------------------------------------------------------------

    def _choose(self, s: t.Choose, know: Knowledge) -> None:
        chooser = self.visibility.seat_of(s.seat, know) or UNKNOWN
        secrets: set[Secret] = set()
        branches: list[Knowledge] = []
        for option in s.options:
            inner = know.copy()
            read = self.visibility.header(option, inner)
            if s.loop is not None:
                read |= self.visibility.reads(s.loop[1], know)
            self._report(read, chooser, know, option.at)
            secrets |= self.visibility.offered(option, know.copy())
            self.body(option.body, inner)
            branches.append(inner)
        hidden = {x for x in secrets if (x.place, ALL) not in know.shown}
        if hidden or know.under:
            self.result.private.add(id(s))
        if hidden and not any(_always(option) for option in s.options):
            self._tell(s.at, hidden, "the choice is skipped where it leaves no option; add `pass`")
        rest = know.copy()
        self.body(s.otherwise, rest)
        self._join(know, [*branches, rest])

    def standing(self, option: t.Option) -> None:
        know = Knowledge()
        self._report(self.visibility.header(option, know), "me", know, option.at)
        self.body(option.body, know)

    def _asked(self, at: Position, seat: str, know: Knowledge, *parts: t.Expr | None) -> None:
        """A form that a seat sees is made of these parts."""
        for part in parts:
            if part is not None:
                self._report(self.visibility.reads(part, know), seat, know, at)

    def _report(self, secrets: Secrets, seat: str, know: Knowledge, at: Position) -> None:
        for secret in sorted(secrets, key=lambda s: (s.at, s.what)):
            if not know.open_to(secret, seat):
                where = secret.at if secret.at.line else at
                self.ctx.found.add("E0451", where, what=secret.what)

    # -- consequences -----------------------------------------------------------------------------

    def _tell(self, at: Position, secrets: Iterable[Secret], why: str) -> None:
        first = min(secrets, key=lambda s: s.what)
        self.result.tells.setdefault(at, f"{first.what} isn't seen by everybody, and {why}")

    def _public(self, body: tuple[t.Statement, ...]) -> bool:
        """Does everybody see that it ran?"""
        if any(self.effects.pauses(s) for s in body):
            return True
        ends = t.EndGame | t.LastRound | t.Reveal | t.Modifier
        if any(isinstance(part, ends) for s in body for part in t.walk(s)):
            return True
        return any(self._seen(resource) for resource in self.effects.writes_of(body))

    def _seen(self, resource: str) -> bool:
        sort, _, name = resource.partition(":")
        if sort == "place":
            place = self.ctx.model.places.get(name)
            return place is not None and EVERYONE in (place.seen_by, place.count_seen_by)
        if sort == "value":
            return self.ctx.model.values[name].seen_by == EVERYONE
        return sort in ("face", "rule")

    def _public_place(self, target: t.Expr) -> bool:
        name = target.place if isinstance(target, t.PlaceRef) else target.type.name
        place = self.ctx.model.places.get(name)
        return place is not None and place.seen_by == EVERYONE


def _always(option: t.Option) -> bool:
    """Can it be chosen whatever the position is?"""
    return not (option.binders or option.guard or option.needs or option.unless)


def check(ctx: Context) -> Disclosures:
    """Report conditions and windows that read what is hidden; what else was found is returned."""
    walker = Walker(ctx)
    for instance in ctx.procedures:
        if instance.name == "main" or f"procedure/{instance.name}" not in ctx.used:
            walker.walked(("procedure", instance.index), instance.body, Knowledge())
    for option in ctx.standing_options:
        walker.standing(option)
    for body in ctx.hook_list:
        if f"hook/{body.entry.kind}/{body.hook.id}" not in ctx.used:
            walker.walked(("hook", body.uid), body.body, Knowledge())
    for at, seats in ctx.window_seats:
        for secret in sorted(walker.visibility.reads(seats, Knowledge()), key=lambda s: (s.at, s.what)):
            ctx.found.add("E0450", secret.at if secret.at.line else at, what=secret.what)
    return walker.result
