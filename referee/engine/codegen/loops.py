"""Loops that hold a decision, cut into blocks: the head is a block that the end of the body goes back to."""

from __future__ import annotations

from referee.engine.codegen import timed
from referee.engine.codegen.cont import Cont, Fn, names_in
from referee.engine.codegen.flow import Flow
from referee.engine.codegen.hidden import guard
from referee.engine.codegen.sets import items
from referee.engine.codegen.values import value
from referee.engine.layout import SEEN
from referee.language import tree as t


def write(flow: Flow, fn: Fn, s: t.Statement, after: Cont) -> None:
    match s:
        case t.ForEach(var=var, items=e, body=body):
            guard(flow.gen, fn.w, e)
            _members(flow, fn, s, f"tuple({items(flow.gen, e)})", var, "", body, after)
        case t.EachSeat(me=me, items=e, body=body):
            guard(flow.gen, fn.w, e)
            _members(flow, fn, s, f"tuple({items(flow.gen, e)})", me, "", body, after)
        case t.ForPieces(var=var, me=me, body=body):
            _members(flow, fn, s, flow.in_force(s), var, me, body, after)
        case t.Repeat():
            _repeat(flow, fn, s, after)
        case t.As(me=me, seat=seat, body=body):
            guard(flow.gen, fn.w, seat)
            fn.w.emit(f"{flow.gen.name(me)}={value(flow.gen, seat)}")
            inner = fn.with_(me)
            flow.sequence(inner, body, after)
        case t.Span():
            _span(flow, fn, s, after)
        case t.LookAt(place=place, seat=seat, body=body):
            timed.look(flow, fn, place, seat)
            stop, finish = fn.stop, fn.finish

            def done(inner: Fn) -> None:
                inner.stop, inner.finish = stop, finish
                inner.w.emit(f"S[{SEEN}]=()")
                flow.goto(inner, after)

            flow.sequence(fn, body, Cont(done, after.needs | flow.exits(fn), path=flow.path(s, "~end")))
        case _:
            raise ValueError(type(s).__name__)


def _members(
    flow: Flow, fn: Fn, s: t.Statement, members: str, var: str, second: str, body: tuple[t.Statement, ...], after: Cont
) -> None:
    """A loop over members fixed at its start: the frame keeps them and the index of the next one."""
    gen = flow.gen
    many, index = f"{var}@members", f"{var}@index"
    bound = frozenset({var, second, many, index}) - {""}
    needs = (names_in(body) | after.needs | flow.exits(fn) | {many, index}) - {var, second}
    fn.w.emit(f"{gen.name(many)}={members}")
    if after.make is not None:
        # What comes after sees none of the loop's own locals.
        flow.settle(fn, after)
    if not isinstance(getattr(s, "items", None), t.Seats):
        with fn.w.inside(f"if not {gen.name(many)}:"):
            flow.goto(fn, after)
    fn.w.emit(f"{gen.name(index)}=0")
    start = fn.with_(many, index)
    stop, finish = fn.stop, fn.finish
    head = Cont(None, needs, path=flow.path(s, "~next"))

    def make(inner: Fn) -> None:
        inner.stop, inner.finish = stop, finish
        w = inner.w
        with w.inside(f"if {gen.name(index)}>=len({gen.name(many)}):"):
            flow.goto(inner, after)
        target = f"{gen.name(var)},{gen.name(second)}" if second else gen.name(var)
        w.emit(f"{target}={gen.name(many)}[{gen.name(index)}]")
        w.emit(f"{gen.name(index)}+=1")
        flow.sequence(inner.with_(*bound), body, head)

    head.make = make
    flow.enter(start, head)


def _repeat(flow: Flow, fn: Fn, s: t.Repeat, after: Cont) -> None:
    gen = flow.gen
    counted = s.limit is not None or any(
        (isinstance(p, t.Times) and p.counter == s.counter)
        or (isinstance(p, t.Choose) and p.loop is not None and p.loop[0] == s.counter)
        for p in t.walk(s)
    )
    own = (*((s.counter,) if counted else ()), *s.taken)
    guard(gen, fn.w, s.limit)
    if counted:
        fn.w.emit(f"{gen.name(s.counter)}=0")
    for taken in s.taken:
        fn.w.emit(f"{gen.name(taken)}=()")
    if after.make is not None:
        flow.settle(fn, after)
    start = fn.with_(*own)
    finish = fn.finish
    needs = names_in(s.body) | after.needs | flow.exits(fn) | frozenset(own)
    if s.limit is not None:
        needs |= names_in(s.limit)
    head = Cont(None, needs, path=flow.path(s, "~next"))
    again = head

    def make(inner: Fn) -> None:
        inner.stop, inner.finish = after, finish
        # Without `stop` or `pass` at hand, the loop itself ends at its bound.
        if s.limit is not None and not _can_end(s.body):
            with inner.w.inside(f"if {gen.name(s.counter)}>={value(gen, s.limit)}:"):
                flow.goto(inner, after)
        flow.sequence(inner, s.body, again)

    head.make = make
    if counted:

        def count(inner: Fn) -> None:
            inner.w.emit(f"{gen.name(s.counter)}+=1")
            flow.goto(inner, head)

        again = Cont(count, needs, path=flow.path(s, "~count"))
    flow.enter(start, head)


def _can_end(body: tuple[t.Statement, ...]) -> bool:
    return any(
        isinstance(part, t.Choose) and part.loop is not None and any(o.label in ("stop", "pass") for o in part.options)
        for s in body
        for part in t.walk(s)
    )


def _span(flow: Flow, fn: Fn, s: t.Span, after: Cont) -> None:
    stop, finish = fn.stop, fn.finish
    timed.enter(flow, fn, s.span)

    def leave(inner: Fn) -> None:
        inner.stop, inner.finish = stop, finish
        timed.leave(flow, inner, s.span)
        flow.goto(inner, after)

    done = Cont(leave, after.needs | flow.exits(fn), path=flow.path(s, "~end"))
    flow.settle(fn, done)
    fn.finish = done
    flow.sequence(fn, s.body, done)
