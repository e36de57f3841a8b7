"""Payments and gains with a choice in them → Python; sharing out has a file of its own.

Functions of decision n: `l<n>(S, f)` the one option with its form, `c<n>(S, f, ch)` check, `o<n>_0(S, E, f, ch)` carry
out, `u<n>(S, E, f, ch)` check and carry out: False if it isn't legal.
"""

from __future__ import annotations

from referee.engine.codegen import moves, sharing
from referee.engine.codegen.cont import Cont, Fn, names_in
from referee.engine.codegen.flow import Flow
from referee.engine.codegen.gen import Writer
from referee.engine.codegen.hidden import _collect
from referee.engine.codegen.needs import _have
from referee.engine.codegen.values import home_amount, value
from referee.language import tree as t


def write(flow: Flow, fn: Fn, s: t.Statement, after: Cont) -> None:
    from referee.engine.codegen.decisions import open_block

    assert isinstance(s, t.PayAny | t.GainAny | t.ShareOut)
    seat = s.payer if isinstance(s, t.PayAny) else s.seat
    decision = open_block(flow, fn, s, after, names_in(s), seat)
    stop, finish = fn.stop, fn.finish
    gen, block, live = flow.gen, decision.block, decision.live

    def write_all() -> None:
        if isinstance(s, t.ShareOut):
            body = Fn(Writer(), live, True, stop, finish, decision.cause)
            sharing.write(flow, s, block, body, after, public=_seen_by_all(flow, s))
            return
        _tokens(flow, s, block, live)
        w = Writer()
        w.emit(f"many=l{block}(S,f)")
        once = "True" if _seen_by_all(flow, s) else "False"
        w.emit(f"only=single(many,{once})")
        w.emit("if only is None: S[0]=f; return None")
        w.emit(f"return o{block}_0(S,E,f,only)")
        gen.define(f"b{block}", "S,E,f", w)
        body = Fn(Writer(), live, True, stop, finish, decision.cause)
        flow.unpack(body.w, live)
        _apply(flow, body, s)
        flow.recompute(body, s)
        flow.goto(body, after)
        gen.define(f"o{block}_0", "S,E,f,ch", body.w)
        w = Writer()
        w.emit(f"return c{block}(S,f,ch) and o{block}_0(S,E,f,ch)")
        gen.define(f"u{block}", "S,E,f,ch", w)

    flow.queue.append(write_all)


def _seen_by_all(flow: Flow, s: t.Statement) -> bool:
    """May everybody know that only one answer is possible?"""
    tests: dict[str, None] = {}
    for child in t.children(s):
        _collect(flow.gen, child, tests, frozenset())
    if isinstance(s, t.PayAny):
        homes = [p for p in flow.gen.model.places.values() if p.home and not set(s.tokens).isdisjoint(p.tokens)]
        return not tests and all(p.seen_by == "everyone" for p in homes)
    return not tests


def _tokens(flow: Flow, s: t.PayAny | t.GainAny, block: int, live: tuple[str, ...]) -> None:
    """Amounts of tokens: the form is (token, least, most) for each and the total, least and most."""
    gen = flow.gen
    w = Writer()
    flow.unpack(w, live)
    haves: list[str] = []
    for token in s.tokens:
        if isinstance(s, t.PayAny):
            haves.append(home_amount(gen, s.payer, t.Const(token)))
        else:
            have = _have(gen, t.Cost(t.AmountOf(None, None), None, s.sources), t.Const(token))
            haves.append(have or str(1 << 20))
    w.emit(f"have=({','.join(haves)},)")
    tokens = gen.table(s.tokens)
    if isinstance(s, t.PayAny) and s.op == "kind":
        w.emit(f"n={value(gen, s.low)}")
        w.emit(f"return [(0,k) for k,m in zip({tokens},have) if m>=n]")
    elif isinstance(s, t.PayAny) and s.op == "sparing":
        assert s.bag is not None
        w.emit(f"return sparing({tokens},have,{value(gen, s.bag)},{value(gen, s.low)})")
    else:
        w.emit(f"return amounts({tokens},have,{value(gen, s.low)},{value(gen, s.high)})")
    gen.define(f"l{block}", "S,f", w)
    w = Writer()
    w.emit(f"return allocated(l{block}(S,f),ch)")
    gen.define(f"c{block}", "S,f,ch", w)


def _apply(flow: Flow, fn: Fn, s: t.Statement) -> None:
    gen, w = flow.gen, fn.w
    cause = gen.cause_of(*fn.cause, s.at)
    assert isinstance(s, t.PayAny | t.GainAny)
    if isinstance(s, t.PayAny) and s.op == "kind":
        token = t.Local("@kind", type=t.Const(0).type)
        w.emit(f"{gen.name('@kind')}=ch[1]")
        from referee.language.types import token as token_type

        token = t.Local("@kind", type=token_type(s.group))
        moves.shift(gen, w, token, value(gen, s.low), (t.Home(s.payer),), s.targets, cause, spill=True)
        return
    if isinstance(s, t.PayAny) and s.op == "sparing":
        assert s.bag is not None
        w.emit(f"bag={value(gen, s.bag)}")
    for index, token_index in enumerate(s.tokens):
        count = f"ch[1][{index}]"
        if isinstance(s, t.PayAny) and s.op == "sparing":
            count = f"bag[{index}]-ch[1][{index}]"
        constant = t.Const(token_index)
        if isinstance(s, t.PayAny):
            moves.shift(gen, w, constant, count, (t.Home(s.payer),), s.targets, cause, spill=True)
        else:
            moves.shift(gen, w, constant, count, s.sources, (t.Home(s.seat),), cause, spill=False)
