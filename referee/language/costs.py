"""How many steps an effect can take at most, from the sizes of its sets. A step is about one small operation.

What may take many steps counts them while it runs (`metered`), so that a choice that never comes to its end is
stopped; what takes few is counted as a whole, or not at all, so that games pay nothing for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.limits import copies
from referee.language.sizes import Sizes

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

FEW = 500  # statements that take no more are counted with what stands around them
MANY = 5_000  # loops inside expressions that may take more count their rounds
MOST = 10**12
CALL, ASK, WALK = 3, 400, 60  # a call of a term; a procedure begun for `can do`; the way between two cells

Loop = t.Where | t.Best | t.SumOf | t.Quantified


class Costs:
    """The costs of the trees of one reading."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.model = ctx.model
        self.sizes = Sizes(ctx, alike=False)
        self._full: dict[int, tuple[t.Node, int]] = {}
        self._terms: dict[int, int] = {}
        self._firsts: dict[int, int] = {}
        self._procedures: dict[int, int] = {}
        self._hooks: dict[tuple[str, str], int] = {}
        self._pieces = {kind.id: copies(kind, self.sizes.seats) for kind in self.model.kinds.values()}

    # -- expressions ------------------------------------------------------------------------------

    def full(self, e: t.Node | None) -> int:
        """The most steps that an expression can take."""
        if e is None:
            return 0
        known = self._full.get(id(e))
        if known is not None:
            return known[1]
        cost = min(MOST, self._of(e))
        self._full[id(e)] = (e, cost)
        return cost

    def metered(self, loop: t.Node) -> bool:
        """Does a loop inside an expression count its rounds?"""
        return self.full(loop) > MANY

    def counted(self, e: t.Node | None) -> int:
        """The steps of an expression but for those that its loops count themselves."""
        full = self.full(e)
        if e is None or full <= MANY:
            return full
        if isinstance(e, Loop | t.TermCall):
            return CALL
        return 1 + sum(self.counted(child) for child in t.children(e))

    def round(self, loop: t.Node) -> int:
        """The steps that one round of a loop takes beside the loops in it that count themselves."""
        match loop:
            case t.Where(test=inner) | t.Quantified(test=inner) | t.Best(score=inner) | t.SumOf(item=inner):
                return 1 + self.counted(inner)
            case _:
                return 1

    def _of(self, e: t.Node) -> int:
        match e:
            case t.Where(items=items, var=var, test=inner) | t.Quantified(items=items, var=var, test=inner):
                self.sizes.lines(var, items)
                return self.full(items) + self.sizes.most(items) * (1 + self.full(inner))
            case t.Best(items=items, var=var, score=inner) | t.SumOf(items=items, var=var, item=inner):
                self.sizes.lines(var, items)
                return self.full(items) + self.sizes.most(items) * (2 + self.full(inner))
            case t.Among(item=item, items=items):
                return 1 + self.full(item) + self.full(items) + self.sizes.most(items) // 4
            case t.TermCall(instance=index, args=args):
                return CALL + sum(self.full(arg) for arg in args) + self.term(index)
            case t.CanDo(procedure=index, args=args):
                return ASK + sum(self.full(arg) for arg in args) + self.first(index)
            case t.Total(place=place) | t.Full(of=t.PlaceRef() as place) | t.Empty(of=t.PlaceRef() as place):
                declared = self.model.places.get(place.place)
                wide = 1 if declared is None else max(1, declared.cells, len(declared.tokens)) // 8
                return 2 + wide + sum(self.full(child) for child in t.children(place))
            case t.BagArith():
                wide = len(self.model.group_tokens(e.type.name)) if e.type.name in self.model.groups else 8
                return 2 + wide + self.full(e.left) + self.full(e.right)
            case t.Lines(op="between"):
                return WALK + sum(self.full(arg) for arg in e.args)
            case t.Subsets(items=items) | t.Orders(items=items):
                return self.full(items) + self.sizes.most(items)
            case _:
                return 1 + sum(self.full(child) for child in t.children(e))

    def term(self, index: int) -> int:
        if index not in self._terms:
            self._terms[index] = MOST  # what calls itself has been reported
            self._terms[index] = self.full(self.ctx.terms[index].value)
        return self._terms[index]

    def first(self, procedure: int) -> int:
        """What it takes to see whether a procedure's first decision has an option."""
        if procedure not in self._firsts:
            self._firsts[procedure] = MOST
            total = 0
            for s in self.ctx.procedures[procedure].body:
                if isinstance(s, t.Choose):
                    total += sum(self.header(option) for option in s.options)
                    break
                total += self.statement(s)
            self._firsts[procedure] = min(MOST, total)
        return self._firsts[procedure]

    # -- options ----------------------------------------------------------------------------------

    def header(self, option: t.Option) -> int:
        """The most steps that looking for all candidates of an option can take."""
        around, total = 1, 0
        tests = [*option.guard, *(child for need in option.needs for child in t.children(need))]
        for binder in option.binders:
            total += around * (1 + self.full(binder.items) + self.full(binder.value))
            if binder.items is not None and not binder.argument:
                around = min(MOST, around * max(1, self.sizes.most(binder.items)))
        total += around * (2 + sum(self.full(test) for test in tests))
        return min(MOST, total)

    # -- statements -------------------------------------------------------------------------------

    def body(self, body: tuple[t.Statement, ...]) -> int:
        return min(MOST, sum(self.statement(s) for s in body))

    def statement(self, s: t.Statement) -> int:
        """The steps of a statement that nothing inside of it counts: long loops and long procedures do."""
        match s:
            case t.ForEach(items=items, body=body) | t.EachSeat(items=items, body=body):
                rounds = self.rounds(s)
                whole = rounds * (1 + self.body(body))
                return self.counted(items) + (1 if whole > FEW else whole)
            case t.ForPieces(body=body):
                whole = self.rounds(s) * (2 + self.body(body))
                return 1 if whole > FEW else whole
            case t.Repeat():
                return 2
            case t.If(test=test, then=then, other=other):
                return 1 + self.counted(test) + max(self.body(then), self.body(other))
            case t.As(seat=seat, body=body):
                return 1 + self.counted(seat) + self.body(body)
            case t.Block(body=body) | t.Span(body=body) | t.LookAt(body=body):
                return 1 + self.body(body)
            case t.Do(instance=index, args=args):
                inner = self.procedure(index)
                return CALL + sum(self.counted(arg) for arg in args) + (1 if inner > FEW else inner)
            case t.DoHook(kind=kind, hook=hook, piece=piece):
                inner = self.hook(kind, hook)
                return CALL + self.counted(piece) + (1 if inner > FEW else inner)
            case t.Choose():
                return 1
            case _:
                return self._moves(s) + 2 + sum(self.counted(child) for child in t.children(s))

    def rounds(self, s: t.Statement) -> int:
        """How often a loop of statements runs at most."""
        match s:
            case t.ForEach(items=items) | t.EachSeat(items=items):
                return self.sizes.most(items)
            case t.ForPieces(entry=entry):
                declared = self.model.entries[entry]
                kind = self.model.kinds[declared.kind]
                return declared.most * (self.sizes.seats if kind.per_seat else 1)
            case _:
                return 1

    def procedure(self, index: int) -> int:
        if index not in self._procedures:
            self._procedures[index] = MOST
            self._procedures[index] = self.body(self.ctx.procedures[index].body)
        return self._procedures[index]

    def hook(self, kind: str, hook: str) -> int:
        key = (kind, hook)
        if key not in self._hooks:
            self._hooks[key] = MOST
            bodies = [body.body for body in self.ctx.hooks.get(key, [])]
            self._hooks[key] = max([self.body(body) for body in bodies], default=0)
        return self._hooks[key]

    def _moves(self, s: t.Statement) -> int:
        """What moving many things at once takes: piles are written anew for each piece."""
        match s:
            case t.Move(source=source) if self.model.places[source.place].form == "pile":
                pieces = self._pieces.get(self.model.places[source.place].holds, 0)
                return pieces * (1 + pieces // 50)
            case t.Draw(pile=pile) | t.Refill(pile=pile) | t.Shuffle(pile=pile):
                pieces = self._pieces.get(self.model.places[pile.place].holds, 0)
                few = isinstance(s, t.Draw) and isinstance(s.number, t.Const) and s.number.value == 1
                return pieces if few or isinstance(s, t.Shuffle) else pieces * (1 + pieces // 50)
            case t.Put(piece=piece):
                return self._pieces.get(piece.type.name, 0) // 50
            case t.Roll(dice=dice):
                return self.sizes.most(dice)
            case _:
                return 0
