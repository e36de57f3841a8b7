"""Secret simultaneous decisions → Python.

The answers wait in a slot of their own, apart from the value they will become: functions of decision n are
`l<n>(S, f, seat)` list, `c<n>(S, f, seat, ch)` check, `d<n>(S, E, f)` what happens when all answers are in.
"""

from __future__ import annotations

from referee.engine.codegen.cont import Cont, Fn, names_in
from referee.engine.codegen.flow import Flow
from referee.engine.codegen.gen import Writer
from referee.engine.codegen.hidden import guard
from referee.engine.codegen.sets import items, iterable, member
from referee.engine.codegen.slots import pile_slot
from referee.engine.codegen.values import value
from referee.engine.layout import BARRIER, SEALED
from referee.language import tree as t


def write(flow: Flow, fn: Fn, s: t.Secretly | t.SecretlyPut, after: Cont) -> None:
    from referee.engine.codegen.decisions import open_block

    needs = names_in(s) - {s.me}
    decision = open_block(flow, fn, s, after, needs, None)
    stop, finish = fn.stop, fn.finish
    gen, block = flow.gen, decision.block

    def write_all() -> None:
        w = Writer()
        flow.unpack(w, decision.live)
        guard(gen, w, s.seats)
        w.emit(f"S[{SEALED}]=tuple((i,None) for i in {iterable(gen, s.seats, items(gen, s.seats))})")
        with w.inside(f"if not S[{SEALED}]:"):
            w.emit(f"S[{SEALED}]=None")
            flow.goto(Fn(w, decision.live, True, stop, finish, decision.cause), after)
        w.emit("S[0]=f")
        w.emit("return None")
        gen.define(f"b{block}", "S,E,f", w)
        if isinstance(s, t.Secretly):
            _value_answers(flow, s, block, decision.live)
        else:
            _piece_answers(flow, s, block, decision.live)
        _done(flow, s, block, Fn(Writer(), decision.live, True, stop, finish, decision.cause), after)

    flow.queue.append(write_all)


def _value_answers(flow: Flow, s: t.Secretly, block: int, live: tuple[str, ...]) -> None:
    gen = flow.gen
    me = gen.name(s.me)
    w = Writer()
    flow.unpack(w, live)
    w.emit(f"{me}=seat")
    if isinstance(s.items, t.Range):
        low, high = value(gen, s.items.low), value(gen, s.items.high)
        w.emit(f"return [(0,('n',{low},max({low},{high})))]")
    else:
        w.emit(f"return [(0,i) for i in {iterable(gen, s.items, items(gen, s.items))}]")
    gen.define(f"l{block}", "S,f,seat", w)
    w = Writer()
    flow.unpack(w, live)
    w.emit(f"{me}=seat")
    w.emit("if len(ch)!=2 or ch[0]!=0 or type(ch[1]) is not int: return False")
    w.emit("i=ch[1]")
    if isinstance(s.items, t.Range):
        low, high = value(gen, s.items.low), value(gen, s.items.high)
        w.emit(f"return {low}<=i<=max({low},{high})")
    else:
        w.emit(f"return {member(gen, 'i', s.items)}")
    gen.define(f"c{block}", "S,f,seat,ch", w)


def _piece_answers(flow: Flow, s: t.SecretlyPut, block: int, live: tuple[str, ...]) -> None:
    gen = flow.gen
    me = gen.name(s.me)
    pile = pile_slot(gen, s.source, lambda e: value(gen, e))
    for name, head in (("l", "S,f,seat"), ("c", "S,f,seat,ch")):
        w = Writer()
        flow.unpack(w, live)
        w.emit(f"{me}=seat")
        w.emit(f"many=tuple(sorted(S[{pile}]))")
        w.emit(f"low=min({value(gen, s.low)},len(many))")
        w.emit(f"high=min({value(gen, s.high)},len(many))")
        if name == "l":
            w.emit("return [(0,('p',many,low,high))]")
        else:
            w.emit("return len(ch)==2 and ch[0]==0 and subset(ch[1],many,low,high)")
        gen.define(f"{name}{block}", head, w)


def _done(flow: Flow, s: t.Secretly | t.SecretlyPut, block: int, fn: Fn, after: Cont) -> None:
    """When the last answer is in: all are written in seat order, and it is a barrier."""
    gen, w = flow.gen, fn.w
    cause = gen.cause_of(*fn.cause, s.at)
    flow.unpack(w, fn.known)
    w.emit(f"answers=S[{SEALED}]")
    w.emit(f"S[{SEALED}]=None")
    w.emit(f"S[{BARRIER}]=1")
    with w.inside("for seat,answer in sorted(answers):"):
        if isinstance(s, t.Secretly):
            base, _ = gen.layout.values[s.value]
            w.emit(f"assign(S,E,{base}+seat,answer,{cause})")
        else:
            w.emit(f"{gen.name(s.me)}=seat")
            target = pile_slot(gen, s.target, lambda e: value(gen, e))
            with w.inside("for i in answer:"):
                w.emit(f"place(S,E,TABLES,i,{target},'in',{cause})")
    flow.recompute(fn, s)
    flow.goto(fn, after)
    gen.define(f"d{block}", "S,E,f", w)
