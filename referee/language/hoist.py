"""Costs are preconditions: the leading costs of an option become its needs (the rule is in docs/language.md, "Costs").

A walk through an option's body collects what must be there before anything happens, and ends at the first decision,
draw, reveal or loop. A cost that stands after the end, or reads what the body has written, is an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from referee.language import tree as t
from referee.language.effects import Effects
from referee.language.resolve.amounts import possible_tokens
from referee.language.resolve.context import Context
from referee.language.resolve.procedures import hook_bodies
from referee.language.tree.values import substitute

# What may be wrong where a test isn't proven, by what it asks.
UNPROVEN = {"": "this may be none", "free": "something may lie here", "filled": "nothing may lie here"}
Written = set[tuple[str, int | None]]  # resource, and the token where it is known


@dataclass(slots=True)
class Walk:
    """The state of one walk: what was collected, what was written, whether it has ended."""

    needs: list[t.Need] = field(default_factory=list)
    written: Written = field(default_factory=set)
    names: dict[str, t.Expr] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)  # locals whose value can't be known beforehand
    ended: bool = False
    allocations: int = 0


class Hoister:
    """Hoists the costs of one reading."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.effects = Effects(ctx)
        self.hook_needs: dict[tuple[str, str], dict[int, list[t.Need]]] = {}
        self._flow_done: set[tuple[str, int]] = set()

    # -- options ----------------------------------------------------------------------------------

    def option(self, option: t.Option) -> None:
        """Collect the needs of an option."""
        walk = Walk()
        self._body(option.body, (), walk)
        option.needs[:] = walk.needs

    def _body(self, body: Iterable[t.Statement], when: tuple[t.Expr, ...], walk: Walk) -> None:
        for statement in body:
            self._statement(statement, when, walk)

    def _statement(self, s: t.Statement, when: tuple[t.Expr, ...], walk: Walk) -> None:
        self.ctx.step(s.at)
        match s:
            case t.Require(test=test, what=what):
                if walk.ended or self._depends(test, (), walk):
                    self.ctx.found.add("E0442", s.at, why=UNPROVEN[what])
                    return
                walk.needs.append(t.Possible(self._sub(test, walk), s.what, when=when, at=s.at))
            case t.Pay(amounts=amounts, payer=payer, targets=targets):
                for amount in amounts:
                    self._cost(amount, payer, (), when, walk, s)
                self._write_targets(targets, amounts, walk)
            case t.Gain(amounts=amounts, sources=sources, target=target, exactly=exactly):
                for amount in amounts:
                    if exactly:
                        self._cost(amount, None, sources, when, walk, s)
                self._write_targets((*sources, target), amounts, walk)
            case t.Move(amounts=moved, source=source, targets=targets):
                named = [a for a in moved if isinstance(a, t.AmountOf)]
                for amount in named:
                    if not walk.ended:
                        self._cost(amount, None, (source,), when, walk, s)
                self._write_targets((source, *targets), named if len(named) == len(moved) else (), walk)
            case t.PayAny():
                self._allocation(s, when, walk)
            case t.If(test=test, then=then, other=other):
                self._branch(s, test, then, other, when, walk)
            case t.Lose(amounts=amounts, payer=payer):
                self._write_targets((t.Home(payer), t.PlaceRef("supply")), amounts, walk)
            case t.Let(name=name, value=value):
                if self._touches(value, walk) or self._unknown(value, walk):
                    walk.unknown.add(name)
                else:
                    walk.names[name] = self._sub(value, walk)
            case t.SetLocal(name=name) | t.Remember(taken=name):
                walk.unknown.add(name)
                walk.names.pop(name, None)
            case t.Do(instance=index, args=args, me=me):
                self._call(index, args, me, when, walk)
            case t.DoHook():
                self._hook(s, when, walk)
            case t.Block(body=inner) | t.Span(body=inner) | t.ForPieces(body=inner):
                self._body(inner, when, walk)
            case t.As(me=me, seat=seat, body=inner):
                walk.names[me] = self._sub(seat, walk)
                self._body(inner, when, walk)
            case t.ForEach() | t.EachSeat() | t.Repeat():
                self._loop(s, walk)
            case t.Choose() | t.Secretly() | t.SecretlyPut() | t.GainAny() | t.ShareOut():
                walk.ended = True
            case t.Draw() | t.Shuffle() | t.Roll() | t.Reveal() | t.LookAt():
                walk.ended = True
                if isinstance(s, t.LookAt):
                    self._body(s.body, when, walk)
            case _:
                pass
        walk.written |= {(r, None) for r in self._plain_writes(s)}

    def _plain_writes(self, s: t.Statement) -> set[str]:
        """What a statement writes, where tokens play no part (those are noted with their tokens)."""
        inside = (t.Do, t.If, t.Block, t.Span, t.ForPieces, t.As)  # walked statement by statement
        tokens = (t.Pay, t.Gain, t.Move, t.PayAny, t.Lose)  # noted with their tokens
        if isinstance(s, inside) or (isinstance(s, tokens) and not _pieces(self.ctx, s)):
            return set()
        return {r for r in self.effects.writes(s) if not r.startswith("local:")}

    def _cost(
        self,
        amount: t.AmountOf,
        payer: t.Expr | None,
        sources: tuple[t.PlaceRef, ...],
        when: tuple[t.Expr, ...],
        walk: Walk,
        s: t.Statement,
    ) -> None:
        at = s.at
        if walk.ended:
            self.ctx.found.add("E0431", at, why="it stands after a decision, a draw or a loop")
            return
        read: set[tuple[str, int | None]] = set()
        places = [p.id for p in self.ctx.model.places.values() if p.home] if payer is not None else []
        places += [source.place for source in sources]
        for token in possible_tokens(self.ctx, amount):
            read |= {(f"place:{place}", token) for place in places}
        if self._late(amount, tuple(read), walk, at, "the option changes what it depends on before"):
            return
        new = t.AmountOf(
            None if amount.number is None else self._sub(amount.number, walk),
            None if amount.token is None else self._sub(amount.token, walk),
            None if amount.bag is None else self._sub(amount.bag, walk),
            at=amount.at,
        )
        paid_by = None if payer is None else self._sub(payer, walk)
        moved = tuple(self._sub_place(source, walk) for source in sources)
        walk.needs.append(t.Cost(new, paid_by, moved, when=when, at=at))

    def _allocation(self, s: t.PayAny, when: tuple[t.Expr, ...], walk: Walk) -> None:
        if walk.ended or walk.allocations:
            why = "an option has one payment with a choice" if walk.allocations else "it stands after a decision"
            self.ctx.found.add("E0431", s.at, why=why)
            return
        walk.allocations += 1
        read = {(f"place:{p.id}", token) for p in self.ctx.model.places.values() if p.home for token in s.tokens}
        if not self._late(s, tuple(read), walk, s.at, "the option changes what it depends on before"):
            changed = replace(
                s,
                low=self._sub(s.low, walk),
                high=self._sub(s.high, walk),
                payer=self._sub(s.payer, walk),
                bag=None if s.bag is None else self._sub(s.bag, walk),
            )
            walk.needs.append(t.AnyCost(changed, when=when, at=s.at))
        walk.ended = True

    def _branch(
        self,
        s: t.If,
        test: t.Expr,
        then: tuple[t.Statement, ...],
        other: tuple[t.Statement, ...],
        when: tuple[t.Expr, ...],
        walk: Walk,
    ) -> None:
        late = self._touches(test, walk) or self._unknown(test, walk)
        known = self._sub(test, walk)
        both: list[Walk] = []
        for body, condition in ((then, known), (other, t.Not(known))):
            branch = Walk(
                walk.needs, set(walk.written), dict(walk.names), set(walk.unknown), walk.ended, walk.allocations
            )
            count = len(walk.needs)
            self._body(body, (*when, condition), branch)
            if late and len(walk.needs) > count:
                need = walk.needs[count]
                if isinstance(need, t.Possible):
                    self.ctx.found.add("E0442", need.at, why=UNPROVEN[need.what])
                else:
                    self.ctx.found.add("E0431", need.at, why="its condition isn't known beforehand")
                del walk.needs[count:]
            both.append(branch)
        for branch in both:
            walk.written |= branch.written
            walk.unknown |= branch.unknown
            walk.ended |= branch.ended
            walk.allocations = max(walk.allocations, branch.allocations)

    def _call(
        self, index: int, args: tuple[t.Expr, ...], me: t.Expr | None, when: tuple[t.Expr, ...], walk: Walk
    ) -> None:
        instance = self.ctx.procedures[index]
        names = {name: self._sub(arg, walk) for (name, _), arg in zip(instance.parameters, args, strict=False)}
        unknown = {name for (name, _), arg in zip(instance.parameters, args, strict=False) if self._unknown(arg, walk)}
        if me is not None:
            names["me"] = self._sub(me, walk)
        inner = Walk(walk.needs, walk.written, names, unknown, walk.ended, walk.allocations)
        self._body(instance.body, when, inner)
        walk.ended, walk.allocations = inner.ended, inner.allocations

    def _hook(self, s: t.DoHook, when: tuple[t.Expr, ...], walk: Walk) -> None:
        needs = self.needs_of_hook(s.kind, s.hook)
        if any(needs.values()):
            if walk.ended:
                self.ctx.found.add("E0431", s.at, why="it stands after a decision, a draw or a loop")
            elif not self._late(s.piece, (), walk, s.at, "the option changes what it depends on before"):
                call = replace(s, piece=self._sub(s.piece, walk), me=None if s.me is None else self._sub(s.me, walk))
                walk.needs.append(t.HookNeed(call, when=when, at=s.at))
        if any(self.effects.pauses(one) for body in hook_bodies(self.ctx, s.kind, s.hook) for one in body.body):
            walk.ended = True

    def needs_of_hook(self, kind: str, hook: str) -> dict[int, list[t.Need]]:
        """The needs that each entry's hook exports, by entry index."""
        known = self.hook_needs.get((kind, hook))
        if known is not None:
            return known
        result: dict[int, list[t.Need]] = {}
        self.hook_needs[(kind, hook)] = result
        for body in hook_bodies(self.ctx, kind, hook):
            walk = Walk()
            self._body(body.body, (), walk)
            result[body.entry.index] = walk.needs
        return result

    def _loop(self, s: t.ForEach | t.EachSeat | t.Repeat, walk: Walk) -> None:
        self._in_loop(s.body, set())
        walk.ended = True

    def _in_loop(self, body: Iterable[t.Statement], called: set[tuple[str, int]]) -> None:
        """Nothing in a loop, or called from it, can be known before the option is chosen."""
        for s in body:
            self.ctx.step(s.at)
            match s:
                case t.Pay() | t.PayAny() | t.Gain(exactly=True):
                    self.ctx.found.add("E0432", s.at)
                case t.Require(what=what):
                    self.ctx.found.add("E0442", s.at, why=UNPROVEN[what])
                case t.If(then=then, other=other):
                    self._in_loop((*then, *other), called)
                case t.Do(instance=index) if ("procedure", index) not in called:
                    called.add(("procedure", index))
                    self._in_loop(self.ctx.procedures[index].body, called)
                case t.DoHook(kind=kind, hook=hook):
                    for one in hook_bodies(self.ctx, kind, hook):
                        if ("hook", one.uid) not in called:
                            called.add(("hook", one.uid))
                            self._in_loop(one.body, called)
                case (
                    t.ForEach() | t.EachSeat() | t.Repeat() | t.As() | t.LookAt() | t.Block() | t.Span() | t.ForPieces()
                ):
                    self._in_loop(s.body, called)
                case _:
                    pass

    def _inside_choice(self, s: t.Node, part: t.Node) -> bool:
        return any(part is inner for choice in t.walk(s) if isinstance(choice, t.Choose) for inner in t.walk(choice))

    # -- what is known beforehand -----------------------------------------------------------------

    def _sub(self, value: t.Expr, walk: Walk) -> t.Expr:
        return substitute(value, walk.names)

    def _sub_place(self, place: t.PlaceRef, walk: Walk) -> t.PlaceRef:
        changed = substitute(place, walk.names)
        assert isinstance(changed, t.PlaceRef)
        return changed

    def _touches(self, node: t.Node, walk: Walk) -> bool:
        written = {resource for resource, _ in walk.written}
        return bool(self.effects.reads(node) & written)

    def _unknown(self, node: t.Node, walk: Walk) -> bool:
        return any(isinstance(n, t.Local) and n.name in walk.unknown for n in t.walk(node))

    def _late(self, node: t.Node, read: tuple[tuple[str, int | None], ...], walk: Walk, at: object, why: str) -> bool:
        """Does it depend on something that the option writes before?"""
        if self._depends(node, read, walk):
            self.ctx.found.add("E0431", at, why=why)  # type: ignore[arg-type]  # a Position
            return True
        return False

    def _depends(self, node: t.Node, read: tuple[tuple[str, int | None], ...], walk: Walk) -> bool:
        return any(_hit(pair, walk.written) for pair in (*self._read(node), *read)) or self._unknown(node, walk)

    def _read(self, node: t.Node, terms: frozenset[int] = frozenset()) -> Written:
        """What an expression reads, amounts with their tokens."""
        found: Written = set()
        for part in _outermost(node):
            match part:
                case t.HomeAmount(token=token):
                    found |= {(place, k) for place in self.effects.homes() for k in self._tokens(token)}
                    found |= self._read(part.seat, terms) | self._read(token, terms)
                case t.Amount(place=place, token=token):
                    found |= {(f"place:{place.place}", k) for k in self._tokens(token)} | self._read(token, terms)
                    if place.owner is not None:
                        found |= self._read(place.owner, terms)
                case t.CanPay(amount=amount, seat=seat):
                    tokens = possible_tokens(self.ctx, amount)
                    found |= {(place, k) for place in self.effects.homes() for k in tokens} | self._read(seat, terms)
                    found |= {pair for child in t.children(amount) for pair in self._read(child, terms)}
                case t.TermCall(instance=index, args=args):
                    value = self.ctx.terms[index].value
                    found |= {pair for arg in args for pair in self._read(arg, terms)}
                    if value is not None and index not in terms:
                        found |= {p for p in self._read(value, terms | {index}) if not p[0].startswith("local:")}
                case _:
                    found |= {(resource, None) for resource in self.effects.own_reads(part)}
                    found |= {pair for child in t.children(part) for pair in self._read(child, terms)}
        return found

    def _tokens(self, token: t.Expr) -> tuple[int, ...]:
        return possible_tokens(self.ctx, t.AmountOf(None, token))

    def _write_targets(self, targets: Iterable[t.Target], amounts: Iterable[t.AmountOf], walk: Walk) -> None:
        tokens: set[int | None] = set()
        for amount in amounts:
            tokens.update(possible_tokens(self.ctx, amount))
        if not tokens:
            tokens = {None}
        places: set[str] = set()
        for target in targets:
            if isinstance(target, t.Home):
                places |= {p.id for p in self.ctx.model.places.values() if p.home}
            else:
                places.add(target.place)
        walk.written |= {(f"place:{place}", token) for place in places for token in tokens}

    # -- the flow ---------------------------------------------------------------------------------

    def flow(self, body: Iterable[t.Statement], key: tuple[str, int]) -> None:
        """Outside options nothing can become impossible: costs and unproven tests are errors."""
        if key in self._flow_done:
            return
        self._flow_done.add(key)
        for statement in body:
            self._flow(statement)

    def _flow(self, s: t.Statement) -> None:
        match s:
            case t.Pay() | t.PayAny():
                self.ctx.found.add("E0433", s.at)
            case t.Gain(exactly=True):
                self.ctx.found.add("E0433", s.at)
            case t.Require(what=what):
                self.ctx.found.add("E0442", s.at, why=UNPROVEN[what])
            case t.Do(instance=index):
                self.flow(self.ctx.procedures[index].body, ("procedure", index))
            case t.DoHook(kind=kind, hook=hook):
                for body in hook_bodies(self.ctx, kind, hook):
                    self.flow(body.body, ("hook", body.uid))
            case t.Choose(options=options, otherwise=otherwise):
                for option in options:
                    self._after_walk(option.body)
                for one in otherwise:
                    self._flow(one)
            case t.If(then=then, other=other):
                for one in (*then, *other):
                    self._flow(one)
            case t.ForEach() | t.EachSeat() | t.Repeat() | t.As() | t.LookAt() | t.Block() | t.Span() | t.ForPieces():
                for one in s.body:
                    self._flow(one)
            case _:
                pass

    def _after_walk(self, body: Iterable[t.Statement]) -> None:
        """Behind the end of an option's walk the flow goes on."""
        walk = Walk()
        scratch = Hoister(self.ctx)
        scratch.hook_needs = self.hook_needs
        for statement in body:
            if walk.ended:
                self._behind(statement)
            else:
                scratch._statement(statement, (), walk)
                self._choices_inside(statement)

    def _behind(self, s: t.Statement) -> None:
        # Costs here were reported by the walk already; what may be none was not.
        for part in t.walk(s):
            if isinstance(part, t.Require) and not self._inside_choice(s, part):
                self.ctx.found.add("E0442", part.at, why=UNPROVEN[part.what])
            elif isinstance(part, t.Do):
                self.flow(self.ctx.procedures[part.instance].body, ("procedure", part.instance))
        self._choices_inside(s)

    def _choices_inside(self, s: t.Statement) -> None:
        for part in t.walk(s):
            if isinstance(part, t.Choose):
                for option in part.options:
                    self._after_walk(option.body)


def _pieces(ctx: Context, s: t.Statement) -> bool:
    return isinstance(s, t.Move) and ctx.model.places[s.source.place].form == "pile"


def _outermost(node: t.Node) -> tuple[t.Node, ...]:
    """The node itself; what is no expression stands for those of its parts that decide how much is paid."""
    if isinstance(node, t.PayAny):
        return tuple(part for part in (node.low, node.high, node.payer, node.bag) if part is not None)
    return tuple(t.children(node)) if isinstance(node, t.AmountOf) else (node,)


def _hit(pair: tuple[str, int | None], written: Written) -> bool:
    """Was a resource, or this token of it, written?"""
    resource, token = pair
    if pair in written or (resource, None) in written:
        return True
    return token is None and any(other == resource for other, _ in written)


def hoist(ctx: Context) -> tuple[t.Option, ...]:
    """Fill in the needs of all options; returns the standing options."""
    hoister = Hoister(ctx)
    bodies: list[t.Statement] = [s for i in ctx.procedures for s in i.body]
    bodies += [s for h in ctx.hook_list for s in h.body]
    for body in bodies:
        for part in t.walk(body):
            if isinstance(part, t.Option):
                hoister.option(part)
    for option in ctx.standing_options:
        hoister.option(option)
        for one in option.body:
            for part in t.walk(one):
                if isinstance(part, t.Option):
                    hoister.option(part)
    main = next((i for i in ctx.procedures if i.name == "main"), None)
    if main is not None:
        hoister.flow(main.body, ("procedure", main.index))
    for hook in ctx.hook_list:
        hoister.needs_of_hook(hook.entry.kind, hook.hook.id)
    ctx.hook_needs = hoister.hook_needs
    return tuple(ctx.standing_options)
