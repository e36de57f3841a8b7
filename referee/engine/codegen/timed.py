"""Spans, rule values for a time, and looking at hidden places → Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.codegen.cont import Fn
from referee.engine.codegen.rules import timed_modifiers
from referee.engine.codegen.slots import pile_slot
from referee.engine.codegen.values import number, value
from referee.engine.layout import BARRIER, SEEN
from referee.language import tree as t

if TYPE_CHECKING:
    from referee.engine.codegen.flow import Flow


def enter(flow: Flow, fn: Fn, span: str) -> None:
    if span:
        fn.w.emit(f"enter(S,{flow.gen.table(span)})")
        _recompute(flow, fn, span)


def leave(flow: Flow, fn: Fn, span: str) -> None:
    if span:
        fn.w.emit(f"leave_span(S,{flow.gen.table(span)})")
        _recompute(flow, fn, span)
        if span == "round":
            fn.w.emit("ends_with_round(S,E)")


def _recompute(flow: Flow, fn: Fn, span: str) -> None:
    """A span's beginning and end change the rule values that wait for it."""
    changed = {f"rule:{m.rule}" for m in timed_modifiers(flow.gen) if m.span == span}
    for call in flow.rules.calls(frozenset(changed)):
        fn.w.emit(call)


def look(flow: Flow, fn: Fn, place: t.PlaceRef, seat: t.Expr) -> None:
    slot = pile_slot(flow.gen, place, lambda e: value(flow.gen, e))
    fn.w.emit(f"S[{BARRIER}]=1")
    fn.w.emit("if E is not None: E.append(('look',-1))")
    fn.w.emit(f"S[{SEEN}]=({value(flow.gen, seat)},{slot},{flow.gen.layout.areas[place.place].stride})")


def schedule(flow: Flow, fn: Fn, s: t.Modifier) -> None:
    gen = flow.gen
    index = list(gen.model.rules).index(s.rule)
    seats = "()"
    if gen.model.rules[s.rule].owner == "seat" and s.scope != "everyone" and "me" in fn.known:
        seats = "(me,)" if s.scope == "" else f"tuple(i for i in range({gen.layout.seats}) if i!=me)"
    fn.w.emit(f"schedule(S,{index},{s.op!r},{number(gen, s.value)},{seats},{gen.table(s.span)})")
