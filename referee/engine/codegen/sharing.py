"""Sharing out tokens over bins → Python.

Functions of decision n: `l<n>(S, f)` the one option with its form, `c<n>(S, f, ch)` check, `o<n>_0(S, E, f, ch)`
check and carry out, `b<n>` ask, or do at once what alone can be done. A bin is named by the piece that holds it, or by
one less than minus the slot of its cell.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.codegen import moves
from referee.engine.codegen.alike import in_order
from referee.engine.codegen.cont import Cont, Fn
from referee.engine.codegen.flow import Flow
from referee.engine.codegen.gen import Writer
from referee.engine.codegen.needs import _have
from referee.engine.codegen.sets import items
from referee.engine.codegen.values import value
from referee.language import tree as t


def write(flow: Flow, s: t.ShareOut, block: int, fn: Fn, after: Cont, *, public: bool) -> None:
    """All functions of the decision; `public`: everybody may know that only one answer is possible."""
    gen, live = flow.gen, fn.known
    w = Writer()
    flow.unpack(w, live)
    _members(flow, w, s, ordered=True)
    _counts(flow, w, s, "rooms=[]; bins=[]; now=[]", _listed)
    w.emit(f"return shares({gen.table(s.tokens)},have,rooms,tuple(bins),tuple(now))")
    gen.define(f"l{block}", "S,f", w)
    w = Writer()
    flow.unpack(w, live)
    _members(flow, w, s, ordered=True)
    _counts(flow, w, s, "rooms=[]", _room)
    w.emit("return shared(have,rooms,ch)")
    gen.define(f"c{block}", "S,f,ch", w)
    _begin(flow, s, block, live, public)
    _carry_out(flow, s, block, fn, after)


def _slots(flow: Flow, s: t.ShareOut, bins: t.Bins, name: str = "i") -> list[str]:
    """The slots of a bin, one for each token."""
    area = flow.gen.layout.areas[bins.pool]
    base = area.base - flow.gen.layout.owner_first(area.place.owner) * area.stride
    return [f"{base + area.index[k]}+{name}*{area.stride}" for k in s.tokens]


def _free(flow: Flow, s: t.ShareOut) -> list[str]:
    """How many of each token lie in the source."""
    return [_have(flow.gen, t.Cost(t.AmountOf(None, None), None, (s.source,)), t.Const(k)) for k in s.tokens]


def _members(flow: Flow, w: Writer, s: t.ShareOut, *, ordered: bool) -> None:
    for many, bins in enumerate(s.bins):
        text = items(flow.gen, bins.targets)
        w.emit(f"m{many}={in_order(flow.gen, bins.targets, text) if ordered else text}")


def _counts(flow: Flow, w: Writer, s: t.ShareOut, start: str, each: Callable[[Flow, t.Bins, str], str]) -> None:
    """`have`: how many there are of each token in source and bins; beside that one round over all bins."""
    w.emit(start)
    names = [f"have{index}" for index in range(len(s.tokens))]
    for name, free in zip(names, _free(flow, s), strict=True):
        w.emit(f"{name}={free}")
    for many, bins in enumerate(s.bins):
        var = flow.gen.name(bins.var)
        there = [f"here{index}" for index in range(len(names))]
        with w.inside(f"for {var} in m{many}:"):
            for name, own, slot in zip(names, there, _slots(flow, s, bins, var), strict=True):
                w.emit(f"{own}=S[{slot}]; {name}+={own}")
            w.emit(each(flow, bins, f"({','.join(there)},)"))
    w.emit(f"have=({','.join(names)},)")


def _room(flow: Flow, bins: t.Bins, now: str) -> str:
    return f"rooms.append({value(flow.gen, bins.room)})"


def _all_room(flow: Flow, bins: t.Bins, now: str) -> str:
    return f"room+={value(flow.gen, bins.room)}"


def _listed(flow: Flow, bins: t.Bins, now: str) -> str:
    var = flow.gen.name(bins.var)
    # A cell is told apart from a piece.
    holder = var if flow.gen.layout.areas[bins.pool].place.owner in flow.gen.layout.kinds else f"-1-{var}"
    return f"room={value(flow.gen, bins.room)}; rooms.append(room); bins.append(({holder},room)); now.append({now})"


def _begin(flow: Flow, s: t.ShareOut, block: int, live: tuple[str, ...], public: bool) -> None:
    w = Writer()
    if not public:
        w.emit("S[0]=f; return None")
    else:
        flow.unpack(w, live)
        _members(flow, w, s, ordered=False)
        _counts(flow, w, s, "room=0", _all_room)
        w.emit("if is_open(have,room): S[0]=f; return None")
        _members(flow, w, s, ordered=True)
        _counts(flow, w, s, "rooms=[]", _room)
        w.emit(f"return o{block}_0(S,E,f,(0,filled(have,rooms)))")
    flow.gen.define(f"b{block}", "S,E,f", w)


def _carry_out(flow: Flow, s: t.ShareOut, block: int, fn: Fn, after: Cont) -> None:
    gen, w = flow.gen, fn.w
    cause = gen.cause_of(*fn.cause, s.at)
    flow.unpack(w, fn.known)
    _members(flow, w, s, ordered=True)
    _counts(flow, w, s, "rooms=[]", _room)
    w.emit("if not shared(have,rooms,ch): return False")
    w.emit("rows=ch[1]")
    source = [moves._slots(gen, s.source, t.Const(k))[0][0] for k in s.tokens]
    plain = _seen_alike(flow, s) and not any("[" in slot or slot.startswith("-") for slot in source)
    if plain:
        # Nobody listens, and nothing comes into sight: the numbers are written down as they are asked for.
        with w.inside("if E is None:"):
            begin = "0"
            for many, bins in enumerate(s.bins):
                with w.inside(f"for i,row in zip(m{many},rows[{begin}:]):"):
                    w.emit(f"{','.join(f'S[{slot}]' for slot in _slots(flow, s, bins))},=row")
                begin = f"{begin}+len(m{many})"
            targets = ",".join(f"S[{slot}]" for slot in source)
            w.emit(f"{targets},=left(have,rows)")
        w.emit("else:")
        w.depth += 1
    parts = "+".join(f"[({','.join(_slots(flow, s, bins))},) for i in m{n}]" for n, bins in enumerate(s.bins))
    w.emit(f"share_out(S,E,LEVEL,{gen.table(s.tokens)},({','.join(source)},),{parts},rows,{cause})")
    if plain:
        w.depth -= 1
    flow.recompute(fn, s)
    flow.goto(fn, after)
    gen.define(f"o{block}_0", "S,E,f,ch", w)
    gen.source.append(f"u{block}=o{block}_0")


def _seen_alike(flow: Flow, s: t.ShareOut) -> bool:
    """Do the same seats see source and bins?"""
    layout = flow.gen.layout
    areas = [layout.areas[name] for name in (s.source.place, *(bins.pool for bins in s.bins)) if name in layout.areas]
    return len({level for area in areas for level in layout.level[area.base : area.end]}) == 1
