"""A value that has no zero (a seat, a cell, a piece, an entry) is given before it is read (E0227)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.effects import Effects
from referee.language.resolve.procedures import hook_bodies

if TYPE_CHECKING:
    from referee.language.model import Model, Value
    from referee.language.resolve.context import Context, Instance

NO_ZERO = ("seat", "cell", "piece", "entry")


class Seen(Enum):
    """What becomes of a value first."""

    NOTHING = "nothing"
    GIVEN = "given"
    READ = "read"


def without_start(model: Model) -> list[Value]:
    """The values that nothing has given when the game begins."""
    started = {row.value for row in model.setup if row.value}
    return [
        value
        for value in model.values.values()
        if not value.type.maybe
        and value.type.sort in NO_ZERO
        and value.initial_code is None
        and value.id not in started
    ]


def read_first(ctx: Context, name: str, instance: Instance) -> bool:
    """Whether a procedure may read a value before it gives it."""
    return _First(ctx, name).of(instance.body) is Seen.READ


def check(ctx: Context, main: Instance) -> None:
    """Report values that may be read before they are given."""
    for value in without_start(ctx.model):
        if _First(ctx, value.id).of(main.body) is not Seen.GIVEN and _used(ctx, value.id):
            ways = "`initial:`, a row of `setup:`, or a `set` before it is read"
            what = f"a start: {ways} (or let it be `{value.type} or none`)"
            ctx.found.add("E0227", value.at, len(value.id), word=value.id, what=what)


def _used(ctx: Context, name: str) -> bool:
    bodies = [s for instance in ctx.procedures for s in instance.body]
    bodies += [s for hook in ctx.hook_list for s in hook.body]
    bodies += [s for option in ctx.standing_options for s in option.body]
    values: list[t.Node] = [term.value for term in ctx.terms if term.value is not None]
    values += [line.points for line in (*ctx.model.score_lines, *ctx.model.tie_breaks) if line.points is not None]
    values += list(ctx.standing_options)
    return any(
        isinstance(part, t.ValueRead) and part.value == name for node in (*bodies, *values) for part in t.walk(node)
    )


class _First:
    """Follows the game from its start until a value is given or read."""

    def __init__(self, ctx: Context, name: str) -> None:
        self.ctx = ctx
        self.name = name
        self.effects = Effects(ctx)
        self.standing = any(self._reads(option) for option in ctx.standing_options)
        self._calls: dict[int, Seen] = {}

    def of(self, body: Iterable[t.Statement]) -> Seen:
        for s in body:
            found = self._statement(s)
            if found is not Seen.NOTHING:
                return found
        return Seen.NOTHING

    def _reads(self, node: t.Node) -> bool:
        return f"value:{self.name}" in self.effects.reads(node)

    def _statement(self, s: t.Statement) -> Seen:
        match s:
            case t.SetValue(target=t.ValueRead(value=name, owner=owner), op="set", value=value) if name == self.name:
                parts = [value] if owner is None else [value, owner]
                return Seen.READ if any(self._reads(part) for part in parts) else Seen.GIVEN
            case t.If(test=test, then=then, other=other):
                return Seen.READ if self._reads(test) else self._both([self.of(then), self.of(other)])
            case t.Block(body=body) | t.Span(body=body):
                return self.of(body)
            case t.Repeat(body=body):
                return self.of(body)
            case t.ForEach(items=head, body=body) | t.EachSeat(items=head, body=body) | t.As(seat=head, body=body):
                return Seen.READ if self._reads(head) else self.of(body)
            case t.LookAt(place=place, body=body):
                return Seen.READ if self._reads(place) else self.of(body)
            case t.ForPieces(body=body):
                return Seen.READ if self.of(body) is Seen.READ else Seen.NOTHING
            case t.Do(instance=index, args=args):
                if any(self._reads(arg) for arg in args):
                    return Seen.READ
                if index not in self._calls:
                    self._calls[index] = Seen.NOTHING
                    self._calls[index] = self.of(self.ctx.procedures[index].body)
                return self._calls[index]
            case t.DoHook(piece=piece):
                bodies = [self.of(hook.body) for hook in hook_bodies(self.ctx, s.kind, s.hook)]
                return Seen.READ if self._reads(piece) or Seen.READ in bodies else Seen.NOTHING
            case t.Choose(options=options, otherwise=otherwise):
                return self._choose(options, otherwise)
            case _:
                return Seen.READ if self._reads(s) else Seen.NOTHING

    def _choose(self, options: tuple[t.Option, ...], otherwise: tuple[t.Statement, ...]) -> Seen:
        if self.standing or self.of(otherwise) is Seen.READ:
            return Seen.READ
        for option in options:
            header: list[t.Node] = [*option.binders, *option.guard, *option.needs]
            if any(self._reads(part) for part in header):
                return Seen.READ
        return self._both([self.of(option.body) for option in options])

    def _both(self, ways: list[Seen]) -> Seen:
        if Seen.READ in ways:
            return Seen.READ
        return Seen.GIVEN if ways and all(way is Seen.GIVEN for way in ways) else Seen.NOTHING
