"""A game must be able to end (E0441): it comes to the end of `main`, or to `end game`, or to a last round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.resolve.procedures import hook_bodies
from referee.packs.spelling import closest, suggestion

if TYPE_CHECKING:
    from referee.language.resolve.context import Context, Instance
    from referee.packs.node import Position


class Ways:
    """Which ways out of statements there are."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._ends: dict[tuple[str, int], bool] = {}
        self._returns: dict[int, bool] = {}

    # -- the end of the game ----------------------------------------------------------------------

    def ends(self, body: Iterable[t.Statement]) -> bool:
        """May the game end inside, or be in its last round afterwards?"""
        for s in body:
            for part in t.walk(s):
                if isinstance(part, t.EndGame | t.LastRound):
                    return True
                if isinstance(part, t.Do) and self._called(("do", part.instance)):
                    return True
                if isinstance(part, t.DoHook):
                    for hook in hook_bodies(self.ctx, part.kind, part.hook):
                        if self._called(("hook", hook.uid)):
                            return True
        return False

    def _called(self, key: tuple[str, int]) -> bool:
        if key not in self._ends:
            self._ends[key] = False
            sort, number = key
            body = self.ctx.procedures[number].body if sort == "do" else self.ctx.hook_list[number].body
            self._ends[key] = self.ends(body)
        return self._ends[key]

    # -- the end of a text ------------------------------------------------------------------------

    def returns(self, body: Iterable[t.Statement]) -> bool:
        """Can the statements after these be reached?"""
        return all(self._passes(s) for s in body)

    def _passes(self, s: t.Statement) -> bool:
        match s:
            case t.EndGame() | t.Stop() | t.Finish():
                return False
            case t.Repeat():
                return s.limit is not None or leaves(s.body)
            case t.If(then=then, other=other):
                return self.returns(then) or self.returns(other)
            case t.Block(body=body) | t.As(body=body) | t.LookAt(body=body):
                return self.returns(body)
            case t.Span(body=body):
                return self.returns(body) or _finishes(body)
            case t.Choose(options=options):
                return any(self.returns(option.body) for option in options)
            case t.Do(instance=index):
                return self.instance_returns(self.ctx.procedures[index])
            case _:
                return True

    def instance_returns(self, instance: Instance) -> bool:
        if instance.index not in self._returns:
            self._returns[instance.index] = True
            self._returns[instance.index] = self.returns(instance.body) or _finishes(instance.body)
        return self._returns[instance.index]


def leaves(body: Iterable[t.Statement]) -> bool:
    """Does a loop's body hold a `stop` of its own, or a `finish`?"""
    for s in body:
        if isinstance(s, t.Stop | t.Finish):
            return True
        if isinstance(s, t.Repeat):
            if _finishes(s.body):
                return True
        elif isinstance(s, t.Choose):
            if any(leaves(option.body) for option in s.options) or leaves(s.otherwise):
                return True
        elif leaves(child for child in t.children(s) if isinstance(child, t.Statement)):
            return True
    return False


def _finishes(body: Iterable[t.Statement]) -> bool:
    return any(isinstance(part, t.Finish) for s in body for part in t.walk(s))


def check(ctx: Context, main: Instance) -> None:
    """Report a game without an end, and loops that nothing leaves."""
    ways = Ways(ctx)
    bodies = [s for instance in ctx.procedures for s in instance.body]
    bodies += [s for hook in ctx.hook_list for s in hook.body]
    bodies += [s for option in ctx.standing_options for s in option.body]
    if not ways.instance_returns(main) and not ways.ends(main.body):
        what = "this game can't end: it has no `end game`, no `last round`, and never stops"
        _missing(ctx, main.at or t.NOWHERE, len("main"), what, bodies)
        return
    for body in bodies:
        for part in t.walk(body):
            if isinstance(part, t.Repeat) and part.limit is None and not leaves(part.body) and not ways.ends(part.body):
                what = "nothing leaves this `repeat`: no `stop`, `finish` or `end game`"
                _missing(ctx, part.at, 1, what, part.body)


def _missing(ctx: Context, at: Position, width: int, what: str, bodies: Iterable[t.Statement]) -> None:
    """Report a way out that is missing: at the option that was meant to be one, if there is one."""
    for body in bodies:
        for part in t.walk(body):
            if isinstance(part, t.Option) and not (part.body or part.binders) and closest(part.label, ["stop"]):
                ctx.found.add("E0441", part.at, len(part.label), hint=suggestion(["stop"]), what=what)
                return
    ctx.found.add("E0441", at, width, what=what)


__all__ = ["Ways", "check", "leaves"]
