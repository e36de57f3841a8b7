"""What a `let` keeps across a decision must still be true after it: standing options may change what it was made of."""

from __future__ import annotations

from collections.abc import Iterable

from referee.language import tree as t
from referee.language.effects import Effects, Resources
from referee.language.resolve.context import Context

Names = frozenset[str]


def check(ctx: Context) -> None:
    """E0443 for a `let` that is used after a decision beside which a standing option may change what it reads."""
    if ctx.standing_options:
        checker = _Stale(ctx)
        for instance in ctx.procedures:
            checker.body(instance.body, {}, frozenset())
        for hook in ctx.hook_list:
            checker.body(hook.body, {}, frozenset())


class _Stale:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.effects = Effects(ctx)
        self.written: Resources = frozenset(
            resource for option in ctx.standing_options for resource in self.effects.writes_of(option.body)
        )

    def body(self, body: tuple[t.Statement, ...], kept: dict[str, t.Let], later: Names) -> None:
        """`kept`: the values at hand that a standing option may change; `later`: the locals used afterwards."""
        kept = dict(kept)
        for index, statement in enumerate(body):
            after = _names(body[index + 1 :]) | later
            if isinstance(statement, t.Let):
                self._keep(kept, statement)
            elif isinstance(statement, t.SetLocal):
                kept.pop(statement.name, None)
            elif self._asks(statement):
                self._decision(statement, kept, after)

    def _keep(self, kept: dict[str, t.Let], let: t.Let) -> None:
        if self.effects.reads(let.value) & self.written:
            kept[let.name] = let
        else:
            kept.pop(let.name, None)

    def _asks(self, statement: t.Statement) -> bool:
        return self.effects.pauses(statement)

    def _decision(self, s: t.Statement, kept: dict[str, t.Let], after: Names) -> None:
        match s:
            case t.Choose(options=options, otherwise=otherwise, standing=standing):
                if standing:
                    # The option's own header is read when it is chosen; its body and what follows rely on the rest.
                    self._report(kept, after | _names(part for o in options for part in o.body))
                for option in options:
                    inner = dict(kept)
                    for binder in option.binders:
                        if binder.items is None and binder.value is not None:
                            self._keep(inner, t.Let(binder.var, binder.value, at=binder.at))
                    self.body(option.body, inner, after)
                self.body(otherwise, kept, after)
            case t.If(then=then, other=other):
                self.body(then, kept, after)
                self.body(other, kept, after)
            case t.ForEach(body=body) | t.EachSeat(body=body) | t.Repeat(body=body) | t.ForPieces(body=body):
                self.body(body, kept, after | _names(body))
            case t.As(body=body) | t.Block(body=body) | t.Span(body=body) | t.LookAt(body=body):
                self.body(body, kept, after)
            case t.Do() | t.DoHook():
                self._report(kept, after)
            case _:
                pass

    def _report(self, kept: dict[str, t.Let], used: Names) -> None:
        for name, let in kept.items():
            if name in used:
                word = name.rpartition(".")[2]
                self.ctx.found.add("E0443", let.at, word=word)


def _names(nodes: Iterable[t.Node]) -> Names:
    """The locals that some code uses."""
    return frozenset(part.name for node in nodes for part in t.walk(node) if isinstance(part, t.Local))
