"""Statements → Python. What can't pause becomes plain code; what can is cut into blocks.

A block is a function `b<n>(S, E, f)`: f is its frame (block, parent, live locals …), and it returns the next frame,
or None when the game waits at a decision. A frame is an immutable tuple, so a position of the program is a value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.engine.codegen import fuel, moves, timed
from referee.engine.codegen.cont import Cont, Fn, names_in
from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.hidden import guard, moved
from referee.engine.codegen.paths import instance_path
from referee.engine.codegen.rules import Rules
from referee.engine.codegen.sets import items
from referee.engine.codegen.slots import value_slot
from referee.engine.codegen.values import number, value
from referee.engine.layout import SEEN
from referee.language import tree as t
from referee.packs.node import Position

if TYPE_CHECKING:
    from referee.engine.codegen.decisions import Decision
    from referee.engine.codegen.headers import Header

Statements = tuple[t.Statement, ...]


@dataclass(slots=True)
class Flow:
    """The writer of all procedures and hooks of a program."""

    gen: Gen
    rules: Rules
    blocks: list[str] = field(default_factory=list)
    queue: list[Callable[[], None]] = field(default_factory=list)
    entries: dict[tuple[str, int], int] = field(default_factory=dict)  # procedure or hook → its first block
    block_at: dict[int, Position | None] = field(default_factory=dict)
    decide: Callable[[Flow, Fn, t.Statement, Cont], None] | None = None
    paths: dict[int, tuple[str, tuple[str, ...]]] = field(default_factory=dict)  # block → stable name, its locals
    decisions: dict[int, Decision] = field(default_factory=dict)
    standing_headers: list[Header] = field(default_factory=list)
    active_slot: int = -1
    _path_count: dict[str, int] = field(default_factory=dict)
    where: dict[int, str] = field(default_factory=dict)  # statement → its path

    def new_block(self, at: Position | None, cause: tuple[int, str], path: str) -> int:
        """A block's number. Its path must be its own: two blocks of one path are told apart by a number."""
        self.blocks.append("")
        number_of = len(self.blocks) - 1
        self.block_at[number_of] = at
        count = self._path_count.get(path, 0)
        self._path_count[path] = count + 1
        self.paths[number_of] = (path if count == 0 else f"{path}#{count}", ())
        return number_of

    # -- continuations ----------------------------------------------------------------------------

    def goto(self, fn: Fn, cont: Cont) -> None:
        """Leave the function for what comes after."""
        fn.w.emit(f"return {self.frame(fn, cont)}")

    def enter(self, fn: Fn, cont: Cont) -> None:
        """Go on at the head of a loop, from outside it: nothing leads back here, so it is called at once."""
        frame = self.frame(fn, cont)
        fn.w.emit(f"return b{cont.block}(S,E,{frame})")

    def frame(self, fn: Fn, cont: Cont) -> str:
        """The frame of a continuation as a Python expression."""
        if cont.make is None:
            return "p"
        self.settle(fn, cont)
        return f"({','.join([str(cont.block), 'p', *(self.gen.name(n) for n in cont.live)])})"

    def settle(self, fn: Fn, cont: Cont) -> None:
        """Give a continuation its block, with the locals that are live there."""
        if cont.block >= 0 or cont.make is None:
            return
        cont.live = tuple(n for n in fn.known if n in cont.needs)
        cont.block = self.new_block(cont.at, fn.cause, cont.path)
        block, live, make, cause = cont.block, cont.live, cont.make, fn.cause
        self.paths[block] = (self.paths[block][0], live)

        def write() -> None:
            w = Writer()
            inner = Fn(w, live, True, cause=cause)
            self.unpack(w, live)
            make(inner)
            self.gen.define(f"b{block}", "S,E,f", w)
            self.blocks[block] = f"b{block}"

        self.queue.append(write)

    def unpack(self, w: Writer, live: tuple[str, ...]) -> None:
        names = [self.gen.name(n) for n in live]
        if names:
            w.emit(f"_,p,{','.join(names)}=f")
        else:
            w.emit("p=f[1]")

    def run_queue(self) -> None:
        while self.queue:
            self.queue.pop(0)()

    # -- lists of statements ----------------------------------------------------------------------

    def sequence(self, fn: Fn, body: Statements, after: Cont) -> None:
        """Statements in a block, then what comes after. The last line always leaves the function."""
        fuel.before(self.gen, fn.w, body, self.pauses)
        for index, statement in enumerate(body):
            if self.pauses(statement):
                rest = body[index + 1 :]
                cont = after
                if rest:
                    cont = self.rest(fn, rest, after)
                self.pausing(fn, statement, cont)
                return
            if self.inline(fn, statement):
                return
            if isinstance(statement, t.Let | t.SetLocal) and statement.name not in fn.known:
                fn.known = (*fn.known, statement.name)
        self.goto(fn, after)

    def rest(self, fn: Fn, body: Statements, after: Cont) -> Cont:
        """The continuation that runs some statements and goes on to what comes after."""
        stop, finish = fn.stop, fn.finish

        def make(inner: Fn) -> None:
            inner.stop, inner.finish = stop, finish
            self.sequence(inner, body, after)

        needs = names_in(body) | after.needs | self.exits(fn)
        return Cont(make, needs, at=body[0].at, path=self.path(body[0]))

    def path(self, statement: t.Statement, part: str = "") -> str:
        """The stable name of a statement, or of a part of it (the head of a loop, its end)."""
        return self.where.get(id(statement), type(statement).__name__.lower()) + part

    def exits(self, fn: Fn) -> frozenset[str]:
        """The locals that leaving the loop or the procedure from here needs."""
        needs: frozenset[str] = frozenset()
        for exit_ in (fn.stop, fn.finish):
            if isinstance(exit_, Cont):
                needs |= exit_.needs
        return needs

    def pauses(self, statement: t.Statement) -> bool:
        return self.gen.effects.pauses(statement)

    # -- code that can't pause --------------------------------------------------------------------

    def inline_body(self, fn: Fn, body: Statements) -> bool:
        """Statements as plain code; True if the last one leaves."""
        for statement in body:
            if self.inline(fn, statement):
                return True
            if isinstance(statement, t.Let | t.SetLocal) and statement.name not in fn.known:
                fn.known = (*fn.known, statement.name)
        return False

    def inline(self, fn: Fn, s: t.Statement) -> bool:
        """One statement as plain code; True if nothing after it runs."""
        gen, w = self.gen, fn.w
        cause = gen.cause_of(*fn.cause, s.at)
        match s:
            case t.Require():
                return False
            case t.Let(name=name, value=e) | t.SetLocal(name=name, value=e):
                guard(gen, w, e)
                text = number(gen, e)
                if e.type.sort == "set":
                    text = f"tuple({items(gen, e)})"
                elif isinstance(s, t.SetLocal) and e.type.sort == "number":
                    text = f"checked({text})"  # it may grow round by round
                w.emit(f"{gen.name(name)}={text}")
            case t.Remember(taken=name, value=e):
                w.emit(f"{gen.name(name)}=(*{gen.name(name)},{value(gen, e)})")
            case t.SetValue(target=target, op=op, value=e):
                guard(gen, w, e)
                self._set_value(fn, target, op, e, cause)
            case t.If():
                return self._inline_if(fn, s)
            case t.ForEach() | t.EachSeat() | t.As() | t.ForPieces():
                self._inline_loop(fn, s)
            case t.Repeat():
                self._inline_repeat(fn, s)
            case t.Block(body=body):
                return self.inline_body(fn, body)
            case t.Span(span=span, body=body):
                self._inline_span(fn, span, body)
            case t.LookAt(place=place, seat=seat, body=body):
                timed.look(self, fn, place, seat)
                self.inline_body(fn, body)
                w.emit(f"S[{SEEN}]=()")
            case t.Do(instance=index, args=args, me=me):
                given = "".join("," + number(gen, a) for a in args)
                acting = "-1" if me is None else value(gen, me)
                guard(gen, w, *args)
                w.emit(f"p{index}(S,E,{acting}{given})")
                return False
            case t.DoHook():
                self._inline_hook(fn, s)
                return False
            case t.Modifier() if s.span:
                timed.schedule(self, fn, s)
            case t.LastRound(reason=reason):
                w.emit(f"last_round(S,{gen.table(reason)})")
            case t.EndGame(winner=winner, reason=reason):
                moved(gen, w, s)
                who = "-1" if winner is None else value(gen, winner)
                w.emit(f"end(S,E,{who},{gen.table(reason)},{cause})")
                return True
            case t.Stop():
                self._stop(fn)
                return True
            case t.Finish():
                if isinstance(fn.finish, Cont):
                    self.goto(fn, fn.finish)
                elif fn.finish == "raise":
                    w.emit("raise FinishProcedure")
                else:
                    w.emit("return p" if fn.block else "return")
                return True
            case _:
                moved(gen, w, s)
                if not moves.tokens(gen, w, s, cause) and not moves.pieces(gen, w, s, cause):
                    raise ValueError(f"no code for {type(s).__name__}")
        self.recompute(fn, s)
        return False

    def recompute(self, fn: Fn, s: t.Statement) -> None:
        """Rule values whose inputs a statement has written."""
        inside = (t.If, t.ForEach, t.EachSeat, t.As, t.Repeat, t.Block, t.Span, t.LookAt, t.Do, t.DoHook, t.ForPieces)
        if isinstance(s, inside):
            return
        self.rules.after(fn.w, s)

    def _set_value(self, fn: Fn, target: t.ValueRead, op: str, e: t.Expr, cause: int) -> None:
        gen = self.gen
        slot = value_slot(gen, target.value, target.owner, lambda inner: value(gen, inner))
        text = number(gen, e)
        if e.type.sort in ("set",):
            text = f"tuple({items(gen, e)})"
        if op != "set":
            text = f"checked(S[{slot}]{'+' if op == 'add' else '-'}{text})"
        elif target.type.sort == "number" and not isinstance(e, t.Const | t.OptionConst):
            text = f"checked({text})"
        fn.w.emit(f"if E is None: S[{slot}]={text}")
        fn.w.emit(f"else: assign(S,E,{slot},{text},{cause})")

    def _inline_if(self, fn: Fn, s: t.If) -> bool:
        guard(self.gen, fn.w, s.test)
        known = fn.known
        with fn.w.inside(f"if {value(self.gen, s.test)}:"):
            first = self.inline_body(fn, s.then)
        fn.known = known
        second = False
        if s.other:
            with fn.w.inside("else:"):
                second = self.inline_body(fn, s.other)
            fn.known = known
        return first and second

    def _inline_loop(self, fn: Fn, s: t.Statement) -> None:
        gen, w = self.gen, fn.w
        names: tuple[str, ...]
        known, stop = fn.known, fn.stop
        if fn.stop == "break":
            fn.stop = "raise"  # the repeat is further out than this loop
        match s:
            case t.ForEach(var=var, items=e, body=body):
                guard(gen, w, e)
                head, names = f"for {gen.name(var)} in {self._fixed(e)}:", (var,)
            case t.EachSeat(me=me, items=e, body=body):
                guard(gen, w, e)
                head, names = f"for {gen.name(me)} in {self._fixed(e)}:", (me,)
            case t.As(me=me, seat=seat, body=body):
                guard(gen, w, seat)
                w.emit(f"{gen.name(me)}={value(gen, seat)}")
                fn.known = (*fn.known, me)
                fn.stop = stop
                self.inline_body(fn, body)
                fn.known = known
                return
            case t.ForPieces(var=var, me=me, body=body):
                head = f"for {gen.name(var)},{gen.name(me)} in {self.in_force(s)}:"
                names = (var, me)
            case _:
                raise ValueError(type(s).__name__)
        with w.inside(head):
            fuel.each_round(gen, w, s)
            fn.known = (*fn.known, *names)
            self.inline_body(fn, body)
        fn.known, fn.stop = known, stop

    def _fixed(self, e: t.Expr) -> str:
        """The members of a set as they are when the loop starts."""
        text = items(self.gen, e)
        return (
            text
            if isinstance(e, t.ConstSet | t.CellsOf | t.Seats | t.Where | t.Best | t.Range | t.Lines)
            else f"tuple({text})"
        )

    def in_force(self, s: t.ForPieces) -> str:
        """Pairs (piece, owner) of an entry's pieces that lie in its places, seats from the acting one."""
        gen = self.gen
        kind = gen.model.entries[s.entry].kind
        pieces = gen.layout.kinds[kind]
        numbers = tuple(
            p for p in range(pieces.first, pieces.first + pieces.count) if gen.layout.entry_of[p] == s.entry
        )
        ranges = tuple((gen.layout.areas[p].base, gen.layout.areas[p].end) for p in s.places if p in gen.layout.areas)
        found = f"in_force(S,TABLES,{gen.table(numbers)},{gen.table(ranges)},{gen.layout.seats})"
        return found if s.owner is None else f"tuple(i for i in {found} if i[1]=={value(gen, s.owner)})"

    def _inline_repeat(self, fn: Fn, s: t.Repeat) -> None:
        gen, w = self.gen, fn.w
        known, stop = fn.known, fn.stop
        counter = gen.name(s.counter)
        nested = any(
            isinstance(part, t.Stop)
            for loop in t.walk(s)
            if isinstance(loop, t.ForEach | t.EachSeat | t.ForPieces)
            for part in t.walk(loop)
        )
        guard(gen, w, s.limit)
        w.emit(f"{counter}=0")
        for taken in s.taken:
            w.emit(f"{gen.name(taken)}=()")
        fn.known = (*fn.known, s.counter, *s.taken)
        fn.stop = "break"
        head = f"while {counter}<{value(gen, s.limit)}:" if s.limit is not None else "while True:"
        if nested:
            w.emit("try:")
            w.depth += 1
        with w.inside(head):
            fuel.each_round(gen, w, s)
            self.inline_body(fn, s.body)
            w.emit(f"{counter}+=1")
        if nested:
            w.depth -= 1
            w.emit("except StopLoop: pass")
        fn.known, fn.stop = known, stop

    def _stop(self, fn: Fn) -> None:
        if isinstance(fn.stop, Cont):
            self.goto(fn, fn.stop)
        elif fn.stop == "break":
            fn.w.emit("break")
        else:
            fn.w.emit("raise StopLoop")

    def _inline_span(self, fn: Fn, span: str, body: Statements) -> None:
        timed.enter(self, fn, span)
        if any(isinstance(p, t.Finish) for s in body for p in t.walk(s)):
            # `finish` leaves the procedure's own text but not what stands around it.
            kept, fn.finish = fn.finish, "raise"
            fn.w.emit("try:")
            fn.w.depth += 1
            self.inline_body(fn, body)
            fn.w.emit("pass")
            fn.w.depth -= 1
            fn.w.emit("except FinishProcedure: pass")
            fn.finish = kept
        else:
            self.inline_body(fn, body)
        timed.leave(self, fn, span)

    def _inline_hook(self, fn: Fn, s: t.DoHook) -> None:
        gen = self.gen
        guard(gen, fn.w, s.piece)
        fn.w.emit(f"hook_{gen.table(f'{s.kind}.{s.hook}')}(S,E,{self.hook_arguments(fn, s)})")

    def hook_arguments(self, fn: Fn, s: t.DoHook) -> str:
        """The acting seat (or the owner, where the hook says so) and the piece."""
        gen = self.gen
        piece = value(gen, s.piece)
        acting = "-1" if s.me is None else value(gen, s.me)
        if gen.model.kinds[s.kind].hooks[s.hook].me == "owner":
            owners = gen.table(tuple(gen.layout.owner_of))
            seats = gen.table(tuple(gen.layout.seat_of))
            acting = f"whose(S,{piece},{gen.layout.location},{owners},{seats},{acting})"
        return f"{acting},{piece}"

    # -- code that can pause ----------------------------------------------------------------------

    def pausing(self, fn: Fn, s: t.Statement, after: Cont) -> None:
        """A statement that may wait, then what comes after; leaves the function."""
        from referee.engine.codegen import loops

        match s:
            case t.If(test=test, then=then, other=other):
                guard(self.gen, fn.w, test)
                known = fn.known
                self.settle(fn, after)
                with fn.w.inside(f"if {value(self.gen, test)}:"):
                    self.sequence(fn, then, after)
                fn.known = known
                self.sequence(fn, other, after)
            case t.Block(body=body):
                self.sequence(fn, body, after)
            case t.Do(instance=index, args=args, me=me):
                given = [number(self.gen, a) for a in args]
                acting = "-1" if me is None else value(self.gen, me)
                guard(self.gen, fn.w, *args)
                fn.w.emit(f"return ({','.join([str(self.procedure(index)), self.frame(fn, after), acting, *given])})")
            case t.DoHook():
                guard(self.gen, fn.w, s.piece)
                starts = self.hook_starts(s.kind, s.hook)
                name = self.gen.helper()
                entry_of = self.gen.table((*self.gen.layout.entry_of, -1))
                fn.w.emit(f"{name}={self.gen.table(starts)}[{entry_of}[{value(self.gen, s.piece)}]]")
                fn.w.emit(f"if {name}<0: return {self.frame(fn, after)}")
                fn.w.emit(f"return ({name},{self.frame(fn, after)},{self.hook_arguments(fn, s)})")
            case t.ForEach() | t.EachSeat() | t.ForPieces() | t.Repeat() | t.As() | t.Span() | t.LookAt():
                loops.write(self, fn, s, after)
            case _:
                assert self.decide is not None
                self.decide(self, fn, s, after)

    # -- procedures and hooks ---------------------------------------------------------------------

    def procedure(self, index: int) -> int:
        """The first block of a procedure that may pause."""
        key = ("procedure", index)
        if key not in self.entries:
            instance = self.gen.ruleset.procedures[index]
            live = ("me", *(name for name, _ in instance.parameters))
            path = instance_path(self.gen.ruleset, index)
            self.entries[key] = self._entry(instance.body, live, (-1, instance.name), path)
        return self.entries[key]

    def _entry(self, body: Statements, live: tuple[str, ...], cause: tuple[int, str], path: str) -> int:
        block = self.new_block(body[0].at if body else None, cause, path)
        self.paths[block] = (self.paths[block][0], live)

        def write() -> None:
            w = Writer()
            fn = Fn(w, live, True, finish=Cont(), cause=cause)
            self.unpack(w, live)
            if cause[0] >= 0:
                w.emit(f"if E is not None: E.append(('hook',{cause[0]},{self.gen.table(cause[1])}))")
            self.sequence(fn, body, Cont())
            self.gen.define(f"b{block}", "S,E,f", w)
            self.blocks[block] = f"b{block}"

        self.queue.append(write)
        return block

    def hook_starts(self, kind: str, hook: str) -> tuple[int, ...]:
        """The first block of each entry's hook, -1 for entries without it."""
        starts = [-1] * len(self.gen.model.entries)
        for body in self.gen.ruleset.context.hooks.get((kind, hook), []):
            key = (f"{kind}.{hook}", body.entry.index)
            if key not in self.entries:
                path = f"{kind}/{body.entry.id}.{hook}"
                self.entries[key] = self._entry(body.body, ("me", "this"), (body.entry.index, hook), path)
            starts[body.entry.index] = self.entries[key]
        return tuple(starts)

    def define_plain(self) -> None:
        """Functions for the procedures and hooks that can't pause."""
        for index, instance in enumerate(self.gen.ruleset.procedures):
            if any(self.pauses(s) for s in instance.body):
                continue
            names = ["me", *(name for name, _ in instance.parameters)]
            self._plain(f"p{index}", instance.body, tuple(names), (-1, instance.name))
        for (kind, hook), bodies in self.gen.ruleset.context.hooks.items():
            if self.gen.model.kinds[kind].hooks[hook].sort not in ("effect", "cost"):
                continue
            if any(self.pauses(s) for body in bodies for s in body.body):
                continue
            rows = ["none"] * len(self.gen.model.entries)
            for body in bodies:
                name = f"k{body.uid}"
                self._plain(name, body.body, ("me", "this"), (body.entry.index, hook))
                rows[body.entry.index] = name
            table = self.gen.table(f"{kind}.{hook}")
            self.gen.source.append(f"H_{table}=({','.join(rows)},)")
            entry_of = self.gen.table((*self.gen.layout.entry_of, -1))
            this = self.gen.name("this")
            self.gen.source.append(f"def hook_{table}(S,E,me,{this}): H_{table}[{entry_of}[{this}]](S,E,me,{this})")

    def _plain(self, name: str, body: Statements, live: tuple[str, ...], cause: tuple[int, str]) -> None:
        w = Writer()
        if cause[0] >= 0:
            w.emit(f"if E is not None: E.append(('hook',{cause[0]},{self.gen.table(cause[1])}))")
        fuel.at_start(self.gen, w, body)
        fn = Fn(w, live, False, cause=cause)
        self.inline_body(fn, body)
        if not w.lines:
            w.emit("pass")
        self.gen.define(name, ",".join(["S", "E", *(self.gen.name(n) for n in live)]), w)
