"""How small and how large a number can be, as far as the tree tells without a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.resolve.amounts import possible_tokens

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

LEAST = -(2**31)
NEVER_NEGATIVE = t.Amount | t.HomeAmount | t.Total | t.Count | t.Times
DEEP = 12  # calls and nodes inside one another that are looked into
MOST_TESTS = 200


class Bounds:
    """Lower bounds of numbers, given tests that are known to hold."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.tests: tuple[t.Expr, ...] = ()
        self.ranges: dict[str, t.Expr] = {}  # a local of a range → its low end
        self._modifiers: dict[str, list[t.Modifier]] | None = None

    def given(self, known: Iterable[t.Expr], ranges: dict[str, t.Expr] | None = None) -> Bounds:
        """The same where further tests hold, and locals are drawn from ranges."""
        inner = Bounds(self.ctx)
        inner._modifiers = self.modifiers
        inner.tests = (*self.tests, *flatten(self.ctx, known))
        inner.ranges = self.ranges | (ranges or {})
        return inner

    @property
    def modifiers(self) -> dict[str, list[t.Modifier]]:
        """What changes each rule value: by entries in force, or for a time."""
        if self._modifiers is None:
            self._modifiers = {}
            bodies = [s for hook in self.ctx.hook_list for s in hook.body]
            bodies += [s for instance in self.ctx.procedures for s in instance.body]
            for body in bodies:
                for part in t.walk(body):
                    if isinstance(part, t.Modifier):
                        self._modifiers.setdefault(part.rule, []).append(part)
        return self._modifiers

    def at_least(self, e: t.Expr | None, depth: int = 0) -> int:
        """A number that the expression is never below; LEAST if nothing is known."""
        if e is None or depth > DEEP:
            return LEAST
        return max(self._by_shape(e, depth), self._by_tests(e), self._by_tests(self._at_home(e)))

    def _at_home(self, e: t.Expr) -> t.Expr | None:
        """What lies in the only home for a token is what its seat has."""
        if not isinstance(e, t.Amount) or e.place.owner is None:
            return None
        model = self.ctx.model
        tokens = set(possible_tokens(self.ctx, t.AmountOf(None, e.token)))
        homes = [place.id for place in model.places.values() if place.home and tokens & set(place.tokens)]
        return t.HomeAmount(e.place.owner, e.token) if homes == [e.place.place] else None

    def positive(self, e: t.Expr | None) -> bool:
        return self.at_least(e) > 0

    def _by_shape(self, e: t.Expr, depth: int) -> int:
        def low(inner: t.Expr) -> int:
            return self.at_least(inner, depth + 1)

        match e:
            case t.Const(value=int() as number) | t.OptionConst(value=int() as number):
                return number
            case t.Local(name=name) if name in self.ranges:
                return low(self.ranges[name])
            case t.Arith(op="+", left=left, right=right):
                return max(LEAST, low(left) + low(right))
            case t.Arith(op="-", left=left, right=t.Const(value=int() as number)):
                return max(LEAST, low(left) - number)
            case t.Arith(op="*", left=left, right=right) if low(left) >= 0 and low(right) >= 0:
                return low(left) * low(right)
            case t.Arith(op="/", left=left, right=t.Const(value=int() as number)) if number > 0:
                return low(left) // number
            case t.Builtin(name="min", args=args):
                return min(low(a) for a in args)
            case t.Builtin(name="max", args=args):
                return max(low(a) for a in args)
            case t.Builtin(name="difference"):
                return 0
            case t.Conditional(then=then, other=other):
                return min(low(then), low(other))
            case t.Item(items=items, default=default):
                return min(self._members(items, depth), low(default))
            case t.SumOf(item=item):
                return 0 if low(item) >= 0 else LEAST
            case t.DataRead(field=name, of=of):
                return self._datum(name, of)
            case t.RuleRead(rule=rule):
                return self._rule(rule, depth)
            case t.TermCall(instance=index, args=args):
                return self.at_least(written_out(self.ctx, index, args), depth + 2)
            case _:
                return 0 if isinstance(e, NEVER_NEGATIVE) else LEAST

    def _members(self, items: t.Expr, depth: int) -> int:
        if isinstance(items, t.Const) and isinstance(items.value, tuple):
            return min(items.value, default=0)
        if isinstance(items, t.RuleRead):
            base = self.ctx.model.rules[items.rule].base
            return min(base, default=0) if isinstance(base, tuple) and items.rule not in self.modifiers else LEAST
        if isinstance(items, t.DataRead):
            return self._datum(items.field, items.of)
        return 0 if items.type.sort == "bag" else LEAST

    def _datum(self, name: str, of: t.Expr) -> int:
        """The least printed number of a field, whatever it is read from."""
        model = self.ctx.model
        found: list[object] = []
        match of.type.sort:
            case "token":
                tokens = model.group_tokens(of.type.name) if of.type.name in ("", *model.groups) else ()
                every = model.token_list()
                found = [every[k].data.get(name, 0) for k in tokens or range(len(every))]
            case "piece" | "entry":
                found = [entry.data.get(name, 0) for entry in model.kinds[of.type.name].entries]
            case "cell" if name in model.places[of.type.name].data:
                found = [n for row in model.places[of.type.name].data[name][1] for n in row]
            case "cell":
                return 1  # a row or column
            case _:
                return LEAST
        numbers = [n for one in found for n in (one if isinstance(one, tuple) else (one,)) if isinstance(n, int)]
        return min(numbers, default=LEAST)

    def _rule(self, rule: str, depth: int) -> int:
        base = self.ctx.model.rules[rule].base
        low = min(base.values()) if isinstance(base, dict) else base if isinstance(base, int) else LEAST
        for modifier in self.modifiers.get(rule, ()):
            if modifier.op == "takes":
                return LEAST
            if modifier.op in ("is", "at_most"):
                low = min(low, self.at_least(modifier.value, depth + 2))
            elif modifier.op == "adds" and self.at_least(modifier.value, depth + 2) < 0:
                return LEAST
        return low

    def _by_tests(self, e: t.Expr | None) -> int:
        """What the known tests say of just this expression."""
        best = LEAST
        for test in self.tests if e is not None else ():
            match test:
                case t.Compare(op=op, left=left, right=right) if left == e:
                    best = max(best, _told(op, self._constant(right)))
                case t.Compare(op=op, left=left, right=right) if right == e:
                    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
                    best = max(best, _told(turned, self._constant(left)))
                case t.CanPay(seat=seat, amount=t.AmountOf(number=number, token=token)):
                    if isinstance(e, t.HomeAmount) and e.seat == seat and e.token == token:
                        best = max(best, self._constant(number))
                case _:
                    pass
        return best

    def _constant(self, e: t.Expr | None) -> int:
        return e.value if isinstance(e, t.Const | t.OptionConst) and isinstance(e.value, int) else LEAST


def _told(op: str, number: int) -> int:
    if number == LEAST:
        return LEAST
    return {"==": number, ">=": number, ">": number + 1}.get(op, LEAST)


def written_out(ctx: Context, term: int, args: tuple[t.Expr, ...]) -> t.Expr | None:
    """The meaning of a call of a term, its arguments filled in."""
    instance = ctx.terms[term]
    if instance.value is None:
        return None
    names = {name: arg for (name, _), arg in zip(instance.parameters, args, strict=False)}
    return t.substitute(instance.value, names)


def flatten(ctx: Context, tests: Iterable[t.Expr]) -> list[t.Expr]:
    """The tests that hold if all of these hold: conjuncts apart, terms written out, `not` turned into the opposite."""
    opposite = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    found: list[t.Expr] = []
    waiting = [(test, 0) for test in tests]
    while waiting and len(found) < MOST_TESTS:
        test, depth = waiting.pop(0)
        match test:
            case t.Both(left=left, right=right):
                waiting[:0] = [(left, depth), (right, depth)]
            case t.TermCall(instance=index, args=args) if depth < DEEP:
                found.append(test)
                meaning = written_out(ctx, index, args)
                if meaning is not None:
                    waiting.insert(0, (meaning, depth + 1))
            case t.Not(test=t.Compare(op=op, left=left, right=right)):
                found.append(t.Compare(opposite[op], left, right))
            case _:
                found.append(test)
    return found
