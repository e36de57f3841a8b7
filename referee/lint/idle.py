"""W0480: an option whose costs may all be zero and whose effect may be nothing can be chosen on and on."""

from __future__ import annotations

from collections.abc import Iterable

from referee.language import tree as t
from referee.language.bounds import Bounds
from referee.language.build import Ruleset
from referee.lint.trees import choices, finding
from referee.packs.diagnostics import Diagnostic

SILENT = t.Let | t.SetLocal | t.Require | t.Remember


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Options that move amounts only, each of which may be zero, and at least one of them a cost."""
    bounds = Bounds(ruleset.context)
    for choice in choices(ruleset):
        for option in choice.options:
            if option.body and option.at.line and _idle(bounds, option):
                yield finding("W0480", option.at, len(option.label), word=option.label)


def _idle(bounds: Bounds, option: t.Option) -> bool:
    ranges = {b.var: b.items.low for b in option.binders if isinstance(b.items, t.Range)}
    walk = _Walk(bounds.given(option.guard, ranges))
    return walk.body(option.body, {}) and walk.costs > 0


class _Walk:
    """Looks for something that happens for certain."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.costs = 0

    def body(self, body: Iterable[t.Statement], names: dict[str, t.Expr]) -> bool:
        """May all of it be nothing?"""
        return all(self._nothing(s, names) for s in body)

    def _nothing(self, s: t.Statement, names: dict[str, t.Expr]) -> bool:
        match s:
            case t.Let(name=name, value=value):
                names[name] = t.substitute(value, names)
                return True
            case t.Pay(amounts=amounts) | t.Lose(amounts=amounts):
                self.costs += 1
                return all(self._zero(amount, names) for amount in amounts)
            case t.Gain(amounts=amounts):
                return all(self._zero(amount, names) for amount in amounts)
            case t.Move(amounts=moved):
                named = [a for a in moved if isinstance(a, t.AmountOf)]
                return len(named) == len(moved) and all(self._zero(amount, names) for amount in named)
            case t.SetValue(op="add" | "take", value=value):
                return not self.bounds.positive(t.substitute(value, names))
            case t.Do(instance=index, args=args):
                instance = self.bounds.ctx.procedures[index]
                given = {n: t.substitute(a, names) for (n, _), a in zip(instance.parameters, args, strict=False)}
                return self.body(instance.body, given)
            case t.If(then=then, other=other):
                return self.body(then, dict(names)) or self.body(other, dict(names))
            case t.Block(body=body) | t.Span(body=body):
                return self.body(body, names)
            case _:
                return isinstance(s, SILENT)

    def _zero(self, amount: t.AmountOf, names: dict[str, t.Expr]) -> bool:
        if amount.number is None:
            return False  # a bag: what a card costs is printed
        return not self.bounds.positive(t.substitute(amount.number, names))
