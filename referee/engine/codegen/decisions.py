"""Choices → Python: for each decision its list, check, existence, reason and the bodies of its options.

Functions of decision n: `a<n>` what to do if no real option is left (-1 ask, -2 nothing, else the option taken
silently), `l<n>` list, `c<n>_<k>` check, `w<n>_<k>` why not, `o<n>_<k>` option k: False if it isn't legal, else the
next frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.codegen import allocations, fuel, sealed
from referee.engine.codegen.cont import Cont, Fn, names_in
from referee.engine.codegen.flow import Flow
from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.headers import Header
from referee.engine.codegen.hidden import _collect
from referee.engine.codegen.needs import shortfall
from referee.engine.codegen.values import value
from referee.language import tree as t

DECISION_SORTS = {
    "Choose": "choose",
    "Secretly": "secretly",
    "SecretlyPut": "secretly_put",
    "PayAny": "pay",
    "GainAny": "gain",
    "ShareOut": "share",
}


@dataclass(slots=True)
class Decision:
    """What the engine knows of a decision: its step, its sort and its options."""

    block: int
    sort: str  # choose, secretly, secretly_put, pay, gain, share
    step: str
    statement: t.Statement
    live: tuple[str, ...]
    seat: str = ""  # the local that holds the deciding seat
    options: tuple[t.Option, ...] = ()
    headers: list[Header] = field(default_factory=list)
    cause: tuple[int, str] = (-1, "")
    standing: bool = False


def decide(flow: Flow, fn: Fn, s: t.Statement, after: Cont) -> None:
    """A statement that waits for a seat."""
    if isinstance(s, t.Choose):
        _choose(flow, fn, s, after)
    elif isinstance(s, t.Secretly | t.SecretlyPut):
        sealed.write(flow, fn, s, after)
    else:
        allocations.write(flow, fn, s, after)


def open_block(flow: Flow, fn: Fn, s: t.Statement, after: Cont, needs: frozenset[str], seat: t.Expr | None) -> Decision:
    """Give a decision its block; the function being written goes there."""
    if after.make is not None:
        flow.settle(fn, after)
    for exit_ in (fn.stop, fn.finish):
        if isinstance(exit_, Cont) and exit_.make is not None and exit_.block < 0:
            flow.settle(fn, exit_)
    wanted = needs | after.needs | flow.exits(fn)
    seat_name = ""
    if isinstance(seat, t.Me | t.Local):
        seat_name = seat.name
        wanted |= {seat_name}
    live = tuple(n for n in fn.known if n in wanted)
    step = str(getattr(s, "step", ""))
    block = flow.new_block(s.at, fn.cause, flow.path(s, "?"))
    flow.paths[block] = (flow.paths[block][0], live)
    decision = Decision(block, DECISION_SORTS[type(s).__name__], step, s, live, seat_name, cause=fn.cause)
    flow.decisions[block] = decision
    names = "".join("," + flow.gen.name(n) for n in live)
    # Called at once, without the way over the main loop: a decision never goes on to another one by itself.
    fn.w.emit(f"return b{block}(S,E,({block},p{names}))")
    flow.blocks[block] = f"b{block}"
    return decision


def _choose(flow: Flow, fn: Fn, s: t.Choose, after: Cont) -> None:
    needs = names_in(s.options) | names_in(s.otherwise) | names_in(s.seat)
    if s.loop is not None:
        needs |= {s.loop[0], *names_in(s.loop[1])}
    decision = open_block(flow, fn, s, after, needs, s.seat)
    decision.options = s.options
    decision.standing = bool(flow.gen.ruleset.standing) and s.standing
    stop, finish = fn.stop, fn.finish

    def write() -> None:
        _headers(flow, decision, s)
        _list(flow, decision)
        _checks(flow, decision)
        _candidates(flow, decision)
        public = is_public(flow, s) and s.public and id(s) not in flow.gen.ruleset.context.private
        _auto(flow, decision, s, public)
        for index in range(len(s.options)):
            header = decision.headers[index]
            if _waits(s, index):
                header = _header(flow, decision, s, index, "sure or {}")
            _body(flow, decision, header, index, stop, finish, after)
        w = Writer()
        inner = Fn(w, decision.live, True, stop, finish, decision.cause)
        real = [f"e{decision.block}_{i}(S,f)" for i, o in enumerate(s.options) if not o.bare]
        if decision.standing and decision.seat:
            seat = f"f[{2 + decision.live.index(decision.seat)}]"
            real.insert(0, f"({seat}==S[{flow.active_slot}] and apart(f) and es(S,{seat}))")
        beside = tuple(flow.gen.ruleset.standing) if decision.standing else ()
        fuel.offers(flow.gen, w, (*s.options, *beside))
        if real:
            w.emit(f"if {' or '.join(real)}: S[0]=f; return None")
        bare = [i for i, o in enumerate(s.options) if o.bare]
        if bare:
            w.emit(f"k=a{decision.block}(S,f)")
            w.emit("if k==-1: S[0]=f; return None")
        for i in bare:
            sure = ",True" if _waits(s, i) else ""
            w.emit(f"if k=={i}: return o{decision.block}_{i}(S,E,f,({i},){sure})")
        flow.unpack(w, decision.live)
        flow.sequence(inner, s.otherwise, after)
        flow.gen.define(f"b{decision.block}", "S,E,f", w)

    flow.queue.append(write)


def _waits(s: t.Choose, index: int) -> bool:
    """Is a bare option there only where one that isn't bare has nothing to offer?"""
    option = s.options[index]
    return option.bare and any(o.label == option.unless and not o.bare for o in s.options)


def is_public(flow: Flow, s: t.Choose) -> bool:
    """Do all conditions of a choice read only what everybody sees?"""
    tests: dict[str, None] = {}
    for option in s.options:
        for binder in option.binders:
            for part in (binder.items, binder.value):
                if part is not None:
                    _collect(flow.gen, part, tests, frozenset())
        for test in option.guard:
            _collect(flow.gen, test, tests, frozenset())
        for need in option.needs:
            for child in t.children(need):
                _collect(flow.gen, child, tests, frozenset())
    return not tests


def _headers(flow: Flow, decision: Decision, s: t.Choose) -> None:
    for index in range(len(s.options)):
        decision.headers.append(_header(flow, decision, s, index, "{}"))


def _header(flow: Flow, decision: Decision, s: t.Choose, index: int, unless: str) -> Header:
    """The header of an option; `unless` is how the test is written that another one has something to offer."""
    option = s.options[index]
    extra: list[tuple[str, str]] = []
    if s.loop is not None and option.label not in ("stop", "pass"):
        extra.append((f"({flow.gen.name(s.loop[0])}<{value(flow.gen, s.loop[1])})", "bound"))
    if option.unless:
        other = next((i for i, o in enumerate(s.options) if o.label == option.unless), index)
        extra.append((f"({unless.format(f'not e{decision.block}_{other}(S,f)')})", "unless"))
    return Header(flow.gen, option, extra)


def choice_tuple(flow: Flow, index: int, option: t.Option, form: str) -> str:
    drawn = [flow.gen.name(b.var) for b in option.binders if b.items is not None and not b.argument]
    return f"({','.join([str(index), *drawn, *([form] if form else [])])},)"


def _list(flow: Flow, decision: Decision) -> None:
    gen = flow.gen
    w = Writer()
    flow.unpack(w, decision.live)
    w.emit("out=[]")
    w.emit("add=out.append")
    start, shared = len(w.lines), dict[str, str]()
    for index, (option, header) in enumerate(zip(decision.options, decision.headers, strict=True)):

        def leaf(w: Writer, form: str, index: int = index, option: t.Option = option) -> None:
            if fuel.counts(gen, option):
                w.emit(f"burn({fuel.LISTED})")
            w.emit(f"add({choice_tuple(flow, index, option, form)})")

        header.shared = shared
        begun = len(w.lines)
        asked_for = any(o.unless == option.label for o in decision.options[index + 1 :])
        if asked_for:
            w.emit(f"n{index}=len(out)")
        if header.intern(index):
            header.loops(w, lambda w, form: w.emit("add(ch)"))
            header.interned = -1
        else:
            header.loops(w, leaf)
        header.shared = None
        if asked_for:
            w.emit(f"n{index}=len(out)-n{index}")
        for earlier in range(index):
            # What is listed already need not be asked again.
            asked, known = f"not e{decision.block}_{earlier}(S,f)", f"not n{earlier}"
            w.lines[begun:] = [line.replace(asked, known) for line in w.lines[begun:]]
        exists = Writer()
        flow.unpack(exists, decision.live)
        header.any_one = True
        header.loops(exists, lambda w, form: w.emit("return True"))
        header.any_one = False
        exists.emit("return False")
        gen.define(f"e{decision.block}_{index}", "S,f", exists)
    if shared:
        w.lines.insert(start, f"    {'='.join(shared.values())}=()")
    if decision.standing and decision.seat:
        who = gen.name(decision.seat)
        w.emit(f"if {who}==S[{flow.active_slot}] and apart(f): out.extend(ls(S,{who},{len(decision.options)}))")
    w.emit("return out")
    gen.define(f"l{decision.block}", "S,f", w)


def _checks(flow: Flow, decision: Decision) -> None:
    gen = flow.gen
    for index, header in enumerate(decision.headers):
        w = Writer()
        flow.unpack(w, decision.live)
        header.checks(w, lambda sort, i: "return False")
        w.emit("return True")
        gen.define(f"c{decision.block}_{index}", "S,f,ch", w)
        conditions, costs = Writer(), Writer()
        flow.unpack(conditions, decision.live)
        flow.unpack(costs, decision.live)
        header.reasons(conditions, costs, lambda sort, i: f"return ({sort!r},{i})")
        for name, w in (("w", conditions), ("x", costs)):
            w.emit("return None")
            gen.define(f"{name}{decision.block}_{index}", "S,f,ch", w)


def _candidates(flow: Flow, decision: Decision) -> None:
    """All candidates whatever their conditions, without their argument, and what each cost asks for.

    They serve to say why an option is missing.
    """
    gen = flow.gen
    for index, (option, header) in enumerate(zip(decision.options, decision.headers, strict=True)):
        w = Writer()
        flow.unpack(w, decision.live)
        w.emit("out=[]")

        def leaf(w: Writer, form: str, index: int = index, option: t.Option = option) -> None:
            w.emit(f"out.append({choice_tuple(flow, index, option, '')})")
            w.emit("if len(out)>300: return out")

        header.bare_loops(w, leaf)
        w.emit("return out")
        gen.define(f"q{decision.block}_{index}", "S,f", w)
        derived = [b for b in option.binders if b.items is None]
        if derived:
            w = Writer()
            flow.unpack(w, decision.live)
            header.unpack(w)
            w.emit(f"return ({','.join(gen.name(b.var) for b in derived)},)")
            gen.define(f"v{decision.block}_{index}", "S,f,ch", w)
        for number, need in enumerate(option.needs):
            if isinstance(need, t.Cost):
                w = Writer()
                flow.unpack(w, decision.live)
                header.unpack(w, argument=False)
                w.emit(f"return {shortfall(gen, need)}")
                gen.define(f"z{decision.block}_{index}_{number}", "S,f,ch", w)


def _auto(flow: Flow, decision: Decision, s: t.Choose, public: bool) -> None:
    w = Writer()
    flow.unpack(w, decision.live)
    bare = [i for i, option in enumerate(s.options) if option.bare]
    w.emit("r=-2")
    for index in bare:
        there = f"e{decision.block}_{index}"
        if _waits(s, index):
            # Asked where nothing but bare options is left: then the other one has nothing to offer.
            there = f"y{decision.block}_{index}"
            exists = Writer()
            flow.unpack(exists, decision.live)
            _header(flow, decision, s, index, "True").loops(exists, lambda w, form: w.emit("return True"))
            exists.emit("return False")
            flow.gen.define(there, "S,f", exists)
        with w.inside(f"if {there}(S,f):"):
            if not public:
                w.emit("return -1")
            else:
                w.emit("if r!=-2: return -1")
                w.emit(f"r={index}")
    w.emit("return r")
    flow.gen.define(f"a{decision.block}", "S,f", w)


def _body(
    flow: Flow,
    decision: Decision,
    header: Header,
    index: int,
    stop: object,
    finish: object,
    after: Cont,
) -> None:
    option = decision.options[index]
    w = Writer()
    fn = Fn(w, decision.live, True, stop, finish, decision.cause)  # type: ignore[arg-type]  # as captured from a Fn
    flow.unpack(w, decision.live)
    # Check and body in one function: what the header computes is there for the body too.
    header.checks(w, lambda sort, i: "return False")
    names = [b.var for b in option.binders]
    fn.known = (*fn.known, *(n for n in names if n not in fn.known))
    flow.sequence(fn, option.body, after)
    sure = "" if header is decision.headers[index] else ",sure=False"
    flow.gen.define(f"o{decision.block}_{index}", f"S,E,f,ch{sure}", w)


def _standing_candidates(gen: Gen, header: Header, index: int, option: t.Option) -> None:
    """As `_candidates`, of an option that stands beside decisions."""
    drawn = [gen.name(b.var) for b in option.binders if b.items is not None and not b.argument]
    w = Writer()
    w.emit("out=[]")

    def leaf(w: Writer, form: str) -> None:
        w.emit(f"out.append(({','.join([f'{index}+base', *drawn])},))")
        w.emit("if len(out)>300: return out")

    header.bare_loops(w, leaf)
    w.emit("return out")
    gen.define(f"sq_{index}", "S,me,base", w)
    for number, need in enumerate(option.needs):
        if isinstance(need, t.Cost):
            w = Writer()
            header.unpack(w, argument=False)
            w.emit(f"return {shortfall(gen, need)}")
            gen.define(f"sz_{index}_{number}", "S,me,ch", w)


def define_standing(flow: Flow) -> None:
    """The options that stand beside every decision of the active seat."""
    gen = flow.gen
    options = gen.ruleset.standing
    lists, exists = Writer(), Writer()
    lists.emit("out=[]")
    for index, option in enumerate(options):
        header = Header(gen, option, [])

        def leaf(w: Writer, form: str, index: int = index, option: t.Option = option) -> None:
            drawn = [gen.name(b.var) for b in option.binders if b.items is not None and not b.argument]
            w.emit(f"out.append(({','.join([f'{index}+base', *drawn, *([form] if form else [])])},))")

        header.loops(lists, leaf)
        header.loops(exists, lambda w, form: w.emit("return True"))
        w = Writer()
        header.checks(w, lambda sort, i: "return False")
        w.emit("return True")
        gen.define(f"sc_{index}", "S,me,ch", w)
        conditions, costs = Writer(), Writer()
        header.reasons(conditions, costs, lambda sort, i: f"return ({sort!r},{i})")
        for name, w in (("sw", conditions), ("sx", costs)):
            w.emit("return None")
            gen.define(f"{name}_{index}", "S,me,ch", w)
        _standing_candidates(gen, header, index, option)
        w = Writer()
        fn = Fn(w, ("me",), True, finish=Cont(), cause=(-1, f"standing/{option.label}"))
        fn.known = (*fn.known, *header.unpack(w))
        flow.sequence(fn, option.body, Cont())
        gen.define(f"so_{index}", "S,E,p,me,ch", w)
        w = Writer()
        header.unpack(w, argument=False)
        w.emit(f"return ({','.join([*(gen.name(b.var) for b in option.binders if b.items is None), ''])})")
        gen.define(f"sv_{index}", "S,me,ch", w)
        flow.standing_headers.append(header)
    lists.emit("return out")
    exists.emit("return False")
    gen.define("ls", "S,me,base", lists)
    gen.define("es", "S,me", exists)
