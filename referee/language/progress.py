"""What options use up and give back: the ways in which they change the position, as far as a loop can tell.

A *change* moves something countable one way: tokens out of the homes, pieces into a place, a value up, faces turned
to one side. A change is strict if it happens for certain whenever its option is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.bounds import Bounds, written_out
from referee.language.effects import Effects
from referee.language.resolve.amounts import possible_tokens
from referee.language.resolve.procedures import hook_bodies
from referee.packs.node import Position

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

UP, DOWN, EITHER = 1, -1, 0
HOMES, OUTSIDE = ("homes",), ("outside",)  # all homes; everything but the supply
SUPPLY = "supply"
DEPTH = 40  # calls inside one another
STEPS = 20_000  # statements looked at for one loop


@dataclass(frozen=True, slots=True)
class Change:
    """`what` moves `way`; `parts` narrows it to tokens, or to the constant that a value is set to."""

    what: tuple[str, ...]
    way: int
    strict: bool = False
    sure: bool = False  # it is tried whenever the statements around it run
    endless: bool = False  # nothing is used up by it
    parts: frozenset[int] | None = None

    def undoes(self, other: Change) -> bool:
        """Can it take the other one back?"""
        if self.what != other.what:
            return False
        if self.what[0] == "is":
            return self.parts != other.parts
        if self.parts is not None and other.parts is not None and not self.parts & other.parts:
            return False
        return EITHER in (self.way, other.way) or self.way != other.way


@dataclass(slots=True, eq=False)
class Move:
    """One option of a loop, with its changes."""

    label: str
    at: Position
    parent: Move | None = None
    changes: list[Change] = field(default_factory=list)
    ends: bool = False  # it leaves the loop
    counted: bool = False  # only so many times in a loop
    bare: bool = False
    own: bool = True  # chosen by the seat that the loop belongs to
    choice: int = 0  # id() of its choice


@dataclass(slots=True)
class State:
    """Where a walk stands."""

    move: Move | None
    bounds: Bounds
    names: dict[str, t.Expr]
    places: dict[str, str] = field(default_factory=dict)  # a local of a piece → where it lies
    sure: bool = True
    own: bool = True
    inner: int = 0  # loops inside the loop
    calls: int = 0


class Progress:
    """The changes of a body that is run again and again."""

    def __init__(self, ctx: Context, counter: str = "") -> None:
        self.ctx = ctx
        self.counter = counter
        self.effects = Effects(ctx)
        self.moves: list[Move] = []
        self.background: list[Change] = []
        self.choices: list[tuple[int, bool]] = []  # id() of a choice, and whether every round asks it
        self.may_end = False
        self._steps = 0
        self._piles: dict[str, str] = {}
        for place in ctx.model.places.values():
            if place.when_empty:
                self._piles[place.when_empty] = place.id

    def walk(self, body: Iterable[t.Statement]) -> None:
        self._body(body, State(None, Bounds(self.ctx), {}))

    def option(self, option: t.Option) -> None:
        """One option that stands by itself."""
        self._option(option, State(None, Bounds(self.ctx), {}), 0)

    # -- statements -------------------------------------------------------------------------------

    def _body(self, body: Iterable[t.Statement], state: State) -> None:
        statements = list(body)
        for index, s in enumerate(statements):
            self._steps += 1
            if self._steps > STEPS:
                return
            if index and _replaces(statements[index - 1], s):
                continue
            if index + 1 < len(statements) and _replaces(s, statements[index + 1]):
                # One piece for another in the same cell: as many as before.
                assert isinstance(s, t.Put) and isinstance(s.piece, t.Content)
                self._add(state, Change(("order", s.piece.cell.type.name), EITHER))
                continue
            self._statement(s, state)

    def _statement(self, s: t.Statement, state: State) -> None:
        maybe = replace(state, sure=False)
        match s:
            case t.Block(body=body) | t.Span(body=body) | t.LookAt(body=body):
                self._body(body, state)
            case t.If(test=test, then=then, other=other):
                if any(isinstance(p, t.Times) and p.counter == self.counter for p in t.walk(test)):
                    self.may_end |= any(isinstance(p, t.Stop) for one in (*then, *other) for p in t.walk(one))
                self._body(then, replace(maybe, bounds=state.bounds.given([self._sub(test, state)])))
                self._body(other, maybe)
            case t.ForEach(var=var, items=items, body=body):
                self._body(body, replace(maybe, places=state.places | self._lying(var, items, state)))
            case t.EachSeat(me=me, items=items, body=body):
                every = isinstance(items, t.Seats) and items.without is None
                names = state.names | {me: t.Me(me)}
                self._body(body, replace(state, sure=state.sure and every, own=False, names=names))
            case t.As(me=me, body=body):
                self._body(body, replace(state, own=False, names=state.names | {me: t.Me(me)}))
            case t.ForPieces(me=me, body=body):
                self._body(body, replace(maybe, own=False, names=state.names | {me: t.Me(me)}))
            case t.Repeat(body=body, taken=taken):
                for name in taken:
                    self._add(state, Change(("taken", name), DOWN))
                self._body(body, replace(maybe, inner=state.inner + 1))
            case t.Do(instance=index, args=args):
                if state.calls < DEPTH:
                    instance = self.ctx.procedures[index]
                    given = {n: self._sub(a, state) for (n, _), a in zip(instance.parameters, args, strict=False)}
                    if s.me is not None:
                        given["me"] = self._sub(s.me, state)
                    self._body(instance.body, replace(state, names=given, calls=state.calls + 1))
            case t.DoHook(piece=piece):
                given = {"this": self._sub(piece, state), "me": t.Me("me")}
                bodies = hook_bodies(self.ctx, s.kind, s.hook)
                for hook in bodies if state.calls < DEPTH else ():
                    self._body(hook.body, replace(maybe, names=given, calls=state.calls + 1))
            case t.Choose():
                self._choose(s, state)
            case t.Stop():
                self._end(state, here=state.inner == 0)
            case t.Finish():
                self._end(state, here=state.calls == 0)
            case t.EndGame():
                self._end(state, here=True)
            case t.LastRound():
                self.may_end = True
            case _:
                for change in changes(self, s, state):
                    self._add(state, change)

    def _choose(self, s: t.Choose, state: State) -> None:
        self.choices.append((id(s), state.sure and state.move is None))
        for option in s.options:
            self._option(option, state, id(s))
        self._body(s.otherwise, replace(state, sure=False))

    def _option(self, option: t.Option, state: State, choice: int) -> None:
        move = Move(option.label, option.at, state.move, bare=not option.binders and not option.body, own=state.own)
        move.choice = choice
        self.moves.append(move)
        places, ranges = dict(state.places), {}
        for binder in option.binders:
            if isinstance(binder.items, t.Range):
                ranges[binder.var] = self._sub(binder.items.low, state)
            elif binder.items is not None:
                places |= self._lying(binder.var, binder.items, state)
        guard = [self._sub(test, state) for test in option.guard]
        guard += [test for binder in option.binders for test in self._chosen(binder, state)]
        move.counted = any(isinstance(p, t.Times) and p.counter == self.counter for g in guard for p in t.walk(g))
        bounds = state.bounds.given(guard, ranges)
        self._body(option.body, replace(state, move=move, bounds=bounds, places=places, sure=True))

    def _end(self, state: State, *, here: bool) -> None:
        self.may_end |= here
        if here and state.sure and state.move is not None:
            state.move.ends = True

    def _add(self, state: State, change: Change) -> None:
        change = replace(change, sure=state.sure, strict=change.strict and state.sure)
        (self.background if state.move is None else state.move.changes).append(change)

    # -- names ------------------------------------------------------------------------------------

    def _sub(self, e: t.Expr, state: State) -> t.Expr:
        return t.substitute(e, state.names)

    def _chosen(self, binder: t.Binder, state: State) -> list[t.Expr]:
        """What holds of whatever a name stands for, since it is of a set with tests."""
        drawn = binder.items
        if binder.value is not None:
            one: t.Expr | None = self._sub(binder.value, state)
            while isinstance(one, t.TermCall):  # which no term is of itself
                one = written_out(self.ctx, one.instance, one.args)
            drawn = one.items if isinstance(one, t.FirstOf | t.LastOf) else None
        found: list[t.Expr] = []
        while isinstance(drawn, t.Where | t.Best | t.FirstIn):
            if isinstance(drawn, t.Where):
                member = t.Local(binder.var, binder.word, type=binder.type)
                found.append(t.substitute(self._sub(drawn.test, state), {drawn.var: member}))
            drawn = drawn.items
        return found

    def _lying(self, name: str, items: t.Expr, state: State) -> dict[str, str]:
        """Where the members of a set lie, if they come from one pile."""
        base = self._sub(items, state)
        while isinstance(base, t.Where | t.Best | t.FirstIn | t.Subsets):
            base = base.items
        return {name: base.place.place} if isinstance(base, t.PileOf) else {}

    def container(self, place: str) -> tuple[str, str]:
        """A pile and the one that refills it count as one."""
        return ("place", self._piles.get(place, place))

    def source(self, piece: t.Expr, state: State) -> str | None:
        """The place that a piece is taken from, if it can be told."""
        e = self._sub(piece, state)
        match e:
            case t.Content(cell=cell):
                return cell.type.name
            case t.Local(name=name):
                return state.places.get(name)
            case t.FirstOf(items=items) | t.LastOf(items=items) | t.Item(items=items):
                while isinstance(items, t.Where | t.Best | t.FirstIn):
                    items = items.items
                return items.place.place if isinstance(items, t.PileOf) else None
            case _:
                return None


def _replaces(first: t.Statement, then: t.Statement) -> bool:
    """Does a piece leave a cell for another one?"""
    if not isinstance(first, t.Put) or not isinstance(then, t.Put):
        return False
    return isinstance(first.piece, t.Content) and then.target == first.piece.cell and first.target != then.target


def changes(walk: Progress, s: t.Statement, state: State) -> Iterable[Change]:
    """The changes of one statement that holds no others."""
    match s:
        case t.Pay(amounts=amounts, targets=targets):
            for amount in amounts:
                yield from _tokens(walk, amount, state, [t.Home(t.Me())], targets, exact=True)
        case t.Gain(amounts=amounts, sources=sources, target=target, exactly=exactly):
            for amount in amounts:
                yield from _tokens(walk, amount, state, sources or [t.PlaceRef(SUPPLY)], [target], exact=exactly)
        case t.Lose(amounts=amounts):
            for amount in amounts:
                yield from _tokens(walk, amount, state, [t.Home(t.Me())], [t.PlaceRef(SUPPLY)], exact=False)
        case t.Move(amounts=moved, source=source, targets=targets):
            if walk.ctx.model.places[source.place].form == "pile":
                yield Change(walk.container(source.place), DOWN)
                yield from (Change(walk.container(x.place), UP) for x in targets if isinstance(x, t.PlaceRef))
                return
            for one in moved:
                if isinstance(one, t.AmountOf):
                    yield from _tokens(walk, one, state, [source], targets, exact=True)
                else:
                    yield from _all_of(walk, one, source, targets, state)
        case t.PayAny(tokens=tokens, low=low, targets=targets, op=op):
            sure = op != "sparing" and state.bounds.positive(walk._sub(low, state))
            yield from _flow(walk, frozenset(tokens), [t.Home(t.Me())], targets, strict=sure)
        case t.GainAny(tokens=tokens, sources=sources):
            yield from _flow(walk, frozenset(tokens), sources or [t.PlaceRef(SUPPLY)], [t.Home(t.Me())], strict=False)
        case t.Put():
            yield from _put(walk, s, state)
        case t.Draw(pile=pile, target=target):
            yield from (Change(walk.container(pile.place), DOWN), Change(walk.container(target.place), UP))
        case t.Refill(pile=pile, row=row):
            yield from (Change(walk.container(pile.place), DOWN), Change(walk.container(row.place), UP))
        case t.SecretlyPut(source=source, target=target):
            yield from (Change(walk.container(source.place), DOWN), Change(walk.container(target.place), UP))
        case t.Swap(left=left):
            yield Change(("order", left.type.name), EITHER, strict=True)
        case t.CloseUp(row=row):
            yield Change(("order", row.place), EITHER)
        case t.Turn(piece=piece, word=word):
            yield from _turn(walk, piece, word, state)
        case t.SetValue(target=target, op=op, value=value):
            yield from _value(walk, ("value", target.value), target, op, value, state)
        case t.SetLocal(name=name, value=value):
            yield from _value(walk, ("local", name), t.Local(name, type=value.type), "set", value, state)
        case t.Let(name=name):
            yield from (Change(("local", name), EITHER), Change(("is", "local", name), EITHER))
        case t.Remember(taken=taken):
            yield Change(("taken", taken), UP, strict=True)
        case t.Secretly(value=name):
            yield from (Change(("value", name), EITHER), Change(("is", "value", name), EITHER))
        case t.Roll():
            for rolled in walk.ctx.model.values.values():
                if rolled.rolls:
                    yield from (Change(("value", rolled.id), EITHER), Change(("is", "value", rolled.id), EITHER))
        case _:
            return


def _tokens(
    walk: Progress,
    amount: t.AmountOf,
    state: State,
    sources: Iterable[t.Target],
    targets: Iterable[t.Target],
    *,
    exact: bool,
) -> Iterable[Change]:
    tokens = frozenset(possible_tokens(walk.ctx, amount))
    positive = amount.number is not None and state.bounds.positive(walk._sub(amount.number, state))
    return _flow(walk, tokens, list(sources), targets, strict=exact and positive, offered=positive)


def _all_of(
    walk: Progress, moved: t.AllOf, source: t.PlaceRef, targets: Iterable[t.Target], state: State
) -> Iterable[Change]:
    tokens = frozenset(moved.tokens or walk.ctx.model.places[source.place].tokens)
    strict = False
    if moved.token is not None:
        tokens = frozenset(possible_tokens(walk.ctx, t.AmountOf(None, moved.token)))
        token = walk._sub(moved.token, state)
        strict = state.bounds.positive(t.Amount(_sub_place(walk, source, state), token))
    yield from _flow(walk, tokens, [source], targets, strict=strict)
    for place, way in ((source, DOWN), *((x, UP) for x in targets)):
        if isinstance(place, t.PlaceRef) and walk.ctx.model.places[place.place].home:
            yield Change(HOMES, way, strict=strict and way == DOWN, parts=tokens)


def _sub_place(walk: Progress, place: t.PlaceRef, state: State) -> t.PlaceRef:
    return replace(place, owner=walk._sub(place.owner, state)) if place.owner is not None else place


def _flow(
    walk: Progress,
    tokens: frozenset[int],
    sources: Iterable[t.Target],
    targets: Iterable[t.Target],
    *,
    strict: bool,
    offered: bool = False,
) -> Iterable[Change]:
    """Tokens that go from one of the sources to one of the targets. `offered`: at least one, if it is there."""
    model = walk.ctx.model
    every = model.token_list()
    bank = all(every[k].supply is None for k in tokens)
    sources, targets = list(sources), list(targets)
    for ends, way in ((sources, DOWN), (targets, UP)):
        alone = len(ends) == 1
        for end in ends:
            if isinstance(end, t.Home):
                endless = way == UP and bank and any(_is_supply(s) for s in sources)
                sure = strict or (endless and offered)
                yield Change(HOMES, way, strict=sure, endless=endless, parts=tokens)
            elif not (bank and _is_supply(end)):
                yield Change(("pool", end.place), way, strict=strict and alone, parts=tokens)
    inward, outward = any(_is_supply(x) for x in targets), any(_is_supply(x) for x in sources)
    if inward != outward:
        yield Change(
            OUTSIDE, DOWN if inward else UP, strict=strict and len(targets) == 1, endless=outward, parts=tokens
        )


def _is_supply(end: t.Target) -> bool:
    return isinstance(end, t.PlaceRef) and end.place == SUPPLY


def _put(walk: Progress, s: t.Put, state: State) -> Iterable[Change]:
    target = s.target.place if isinstance(s.target, t.PlaceRef) else s.target.type.name
    source = walk.source(s.piece, state)
    if s.prep == "over":
        yield Change(walk.container(f"{target}.under"), UP, strict=True)
    kind = walk.ctx.model.kinds.get(s.piece.type.name)
    endless = kind is not None and kind.per_seat == "unlimited"
    if source is None:
        places = () if endless else walk.effects.places_of(s.piece.type.name)
        yield from (Change(walk.container(p.partition(":")[2]), DOWN) for p in sorted(places))
        # A mark comes from nowhere and a cell holds one: each put fills a cell more.
        yield Change(walk.container(target), UP, strict=endless or f"place:{target}" not in places)
    elif walk.container(source) == walk.container(target):
        yield Change(("order", target), EITHER, strict=s.prep != "over")
    else:
        yield Change(walk.container(source), DOWN, strict=True)
        yield Change(walk.container(target), UP, strict=True)


def _turn(walk: Progress, piece: t.Expr, word: str, state: State) -> Iterable[Change]:
    kind = walk.ctx.model.kinds[piece.type.name]
    piece = walk._sub(piece, state)
    turned = any(
        isinstance(test, t.FaceIs) and test.piece == piece and test.face != word for test in state.bounds.tests
    ) or any(isinstance(test, t.Not) and test.test == t.FaceIs(piece, word) for test in state.bounds.tests)
    yield Change(("face", kind.id, word), UP, strict=turned)
    for face in kind.faces:
        if face != word:
            yield Change(("face", kind.id, face), DOWN, strict=turned and len(kind.faces) == 2)


def _value(
    walk: Progress, what: tuple[str, str], target: t.Expr, op: str, value: t.Expr, state: State
) -> Iterable[Change]:
    bounds, target, value = state.bounds, walk._sub(target, state), walk._sub(value, state)
    way, by = _direction(target, op, value)
    low = bounds.at_least(by) if by is not None else -1
    if way != EITHER and low >= 0:
        yield Change(("is", *what), EITHER)
        yield Change(what, way, strict=low > 0 and op != "set", endless=not _limited(target, bounds.tests))
        return
    yield Change(what, EITHER, strict=_differs(target, value, bounds.tests))
    number = value.value if isinstance(value, t.Const | t.OptionConst) and isinstance(value.value, int) else None
    fixed = None if number is None else frozenset({number})
    yield Change(("is", *what), UP, strict=number is not None and _excluded(target, number, bounds.tests), parts=fixed)


def _direction(target: t.Expr, op: str, value: t.Expr) -> tuple[int, t.Expr | None]:
    """Which way a value goes, and by how much: `add`, `take`, and `set x to x + n` or `min(x + n, …)`."""
    if op in ("add", "take"):
        return (UP if op == "add" else DOWN), value
    if isinstance(value, t.Builtin) and value.name in ("min", "max"):
        for arg in value.args:
            way, by = _direction(target, op, arg)
            if way == (UP if value.name == "min" else DOWN):
                return way, by
        return (UP, t.Const(0)) if value.name == "max" and target in value.args else (EITHER, None)
    if isinstance(value, t.Arith) and value.op in "+-" and value.left == target:
        return (UP if value.op == "+" else DOWN), value.right
    return EITHER, None


def _limited(target: t.Expr, tests: Iterable[t.Expr]) -> bool:
    """Does a test stop the value somewhere?"""
    return any(isinstance(test, t.Compare) and target in (test.left, test.right) for test in tests)


def _differs(target: t.Expr, value: t.Expr, tests: Iterable[t.Expr]) -> bool:
    pair = (target, value)
    return any(
        isinstance(test, t.Compare) and test.op == "!=" and (test.left, test.right) in (pair, pair[::-1])
        for test in tests
    )


def _excluded(target: t.Expr, number: int, tests: Iterable[t.Expr]) -> bool:
    """Is it known that the value isn't that number yet?"""
    for test in tests:
        if isinstance(test, t.Compare) and test.left == target and isinstance(test.right, t.Const):
            other = test.right.value
            if isinstance(other, int) and not _holds(number, test.op, other):
                return True
        if isinstance(test, t.Not) and test.test == target and number == 1:
            return True
        if test == target and number == 0:
            return True
    return False


def _holds(left: int, op: str, right: int) -> bool:
    return {
        "==": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[op]
