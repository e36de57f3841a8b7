"""An option's header (binders, conditions, needs, derived values) → Python.

One walk over the header serves listing, checking and existence: each condition and need is tested at the outermost
binder that binds what it reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from referee.engine.codegen import copies, fuel
from referee.engine.codegen import needs as need_code
from referee.engine.codegen.alike import candidates, domain, first_alike, ordered
from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.sets import items, iterable, member
from referee.engine.codegen.values import meant, number, value
from referee.language import tree as t

Leaf = Callable[[Writer], None]


def condition_names(node: t.Node | tuple[()]) -> frozenset[str]:
    from referee.engine.codegen.cont import names_in

    return names_in(node)


class Header:
    """The header of one option, level by level. Level 0 is before the first binder."""

    def __init__(self, gen: Gen, option: t.Option, extra: list[tuple[str, str]]) -> None:
        self.gen = gen
        self.option = option
        own = [b.var for b in option.binders]
        self.levels: list[list[str]] = [[] for _ in range(len(own) + 1)]
        self.origins: list[list[t.Node | str]] = [[] for _ in range(len(own) + 1)]  # what each test comes from
        for text, word in extra:
            self.levels[0].append(text)
            self.origins[0].append(word)
        self.argument_origins: list[t.Node | str] = []
        self.argument_tests: list[str] = []
        self.interned = -1
        self.shared: dict[str, str] | None = None  # pieces told apart, by the local that keeps them in a list
        self.any_one = False  # is it asked only whether there is a candidate: equal pieces need not be told apart
        self._only: list[list[bool]] = []  # which tests are written; empty: all
        self._open = False  # the argument isn't known: it is asked whether there is any, and its least one counts
        last = option.binders[-1] if option.binders else None
        argument = last.var if last is not None and last.argument else ""
        for test in option.guard:
            self._add(value(gen, test), condition_names(test), own, "", test)
        for names, text, origin in need_code.tests(gen, option.needs):
            self._add(text, names, own, argument, origin)

    def _add(self, text: str, names: frozenset[str], own: list[str], argument: str, origin: t.Node) -> None:
        if argument and argument in names:
            self.argument_tests.append(text)
            self.argument_origins.append(origin)
            return
        level = max((own.index(n) + 1 for n in names if n in own), default=0)
        self.levels[level].append(text)
        self.origins[level].append(origin)

    def origin(self, sort: str, index: int) -> t.Node | str:
        """What a failed test comes from: a condition, a need, or a word for the choice around it."""
        if sort == "test":
            return self.origins[index // 100][index % 100]
        if sort == "argument":
            return self.argument_origins[index]
        return sort

    # -- listing ----------------------------------------------------------------------------------

    def loops(self, w: Writer, leaf: Callable[[Writer, str], None]) -> None:
        """Nested loops over the candidates; `leaf(writer, form)` at the inside, with the form of the argument."""
        self._level(w, 0, leaf)

    def _level(self, w: Writer, level: int, leaf: Callable[[Writer, str], None]) -> None:
        depth = w.depth
        for test in self.levels[level]:
            w.emit(f"if {test}:")
            w.depth += 1
        if level == len(self.option.binders):
            leaf(w, "")
        else:
            self._binder(w, level, leaf)
        w.depth = depth

    def bare_loops(self, w: Writer, leaf: Callable[[Writer, str], None]) -> None:
        """Loops over all candidates, conditions left out."""
        kept, self.levels, self._open = self.levels, [[] for _ in self.levels], True
        self._level(w, 0, leaf)
        self.levels, self._open = kept, False

    def _binder(self, w: Writer, level: int, leaf: Callable[[Writer, str], None]) -> None:
        gen = self.gen
        binder = self.option.binders[level]
        name = gen.name(binder.var)
        if self._open and binder.argument:
            leaf(w, "")
        elif self._open and binder.items is None:
            later = self.option.binders[level + 1 :]
            if any(binder.var in condition_names(part) for b in later for part in (b.items, b.value) if part):
                with w.inside("try:"):
                    derive(gen, w, binder)
                with w.inside("except (IndexError, TypeError):"):  # no condition has ruled this candidate out
                    w.emit("continue" if w.depth > 2 else "return out")
            self._level(w, level + 1, leaf)
        elif binder.items is None:
            if not self._searched(w, level, leaf):
                start = len(w.lines)
                derive(gen, w, binder)
                end = len(w.lines)
                self._level(w, level + 1, leaf)
                if not any(re.search(rf"\b{name}\b", line) for line in w.lines[end:]):
                    del w.lines[start:end]  # no test reads it, only the text and the body
        elif binder.argument:
            self._argument(w, binder, leaf)
        else:
            head = name
            candidates_of = domain(gen, binder)
            if self.interned >= 0:
                head, candidates_of = f"{name},ch", self._pairs(candidates_of)
            candidates_of = fuel.candidates(gen, self.option, self._shared(binder, candidates_of))
            w.emit(f"for {head} in {candidates_of}:")
            w.depth += 1
            self._level(w, level + 1, leaf)

    def _searched(self, w: Writer, level: int, leaf: Callable[[Writer, str], None]) -> bool:
        """A derived first member that must be there: what follows stands inside the search for it."""
        gen = self.gen
        binder = self.option.binders[level]
        assert binder.value is not None
        found = meant(gen, binder.value)
        if not (isinstance(found, t.FirstOf) and isinstance(found.items, t.Where)):
            return False
        name = gen.name(binder.var)
        needed = f"({name}!=-1)"
        if needed not in self.levels[level + 1]:
            return False
        var = gen.name(found.items.var)
        kept = self.levels[level + 1]
        self.levels[level + 1] = [test for test in kept if test != needed]
        depth = w.depth
        if there := copies.any_in(gen, found.items):
            w.emit(f"if {there}:")
            w.depth += 1
            assigned = len(w.lines)
            w.emit(f"{name}={copies.first_in(gen, found.items)}")
            self._level(w, level + 1, leaf)
            if not any(re.search(rf"\b{name}\b", line) for line in w.lines[assigned + 1 :]):
                del w.lines[assigned]
            w.depth = depth
            self.levels[level + 1] = kept
            return True
        over = fuel.over(gen, found.items, items(gen, found.items.items))
        head = len(w.lines)
        w.emit(f"for {var} in {over}:")
        w.depth += 1
        w.emit(f"if {value(gen, found.items.test)}:")
        w.depth += 1
        assigned = len(w.lines)
        w.emit(f"{name}={var}")
        self._level(w, level + 1, leaf)
        if not any(re.search(rf"\b{name}\b", line) for line in w.lines[assigned + 1 :]):
            del w.lines[assigned]  # nothing reads it here
            if over.isidentifier():
                # Any one does. Who asks for the first expects that those before it fail: the last ones are likelier.
                w.lines[head] = w.lines[head].replace(f" in {over}:", f" in reversed({over}):")
        w.emit("break")
        w.depth = depth
        self.levels[level + 1] = kept
        return True

    def _shared(self, binder: t.Binder, text: str) -> str:
        """Equal pieces are told apart once for a whole list, where the set hangs on no binder of the option."""
        if self.any_one and text.startswith("reps_"):
            assert binder.items is not None
            return items(self.gen, binder.items)
        own = {b.var for b in self.option.binders}
        if self.shared is None or not text.startswith("reps_") or own & condition_names(binder.items or ()):
            return text
        kept = self.shared.setdefault(text, f"q{len(self.shared)}")
        return f"({kept} or ({kept}:={text}))"

    def intern(self, index: int) -> bool:
        """Choices of one constant domain are made once: `ch` is then the choice of the candidate."""
        own = [b for b in self.option.binders if b.items is not None]
        constant = len(own) == 1 and not own[0].argument and domain(self.gen, own[0]) in self.gen.globals
        self.interned = index if constant else -1
        return constant

    def _pairs(self, table: str) -> str:
        members = self.gen.globals[table]
        assert isinstance(members, tuple)
        return self.gen.table(tuple((member, (self.interned, member)) for member in members))

    def _argument(self, w: Writer, binder: t.Binder, leaf: Callable[[Writer, str], None]) -> None:
        gen = self.gen
        depth = w.depth
        name = gen.name(binder.var)
        match binder.items:
            case t.Range(low=low, high=high):
                if self.argument_tests:
                    inner = " and ".join(self.argument_tests)
                    numbers = iterable(gen, binder.items, f"span({value(gen, low)},{value(gen, high)})")
                    w.emit(f"form=[{name} for {name} in {numbers} if {inner}]")
                    w.emit("if form:")
                    w.depth += 1
                    leaf(w, "('n',form[0],form[-1])")
                else:
                    w.emit(f"low={value(gen, low)}")
                    w.emit(f"high={value(gen, high)}")
                    w.emit("if low<=high:")
                    w.depth += 1
                    leaf(w, "('n',low,high)")
            case t.Subsets(low=low, high=high, items=inside):
                w.emit(f"many=tuple({candidates(gen, inside, binder)})")
                w.emit(f"low={value(gen, low)}")
                w.emit(f"high=min({value(gen, high)},len(many))")
                w.emit("if 0<=low<=high:")
                w.depth += 1
                leaf(w, "('p',many,low,high)")
            case t.Orders(items=inside):
                w.emit(f"many=tuple({candidates(gen, inside, binder)})")
                w.emit("if many:")
                w.depth += 1
                leaf(w, "('o',many)")
            case _:
                raise ValueError("no argument")
        w.depth = depth

    # -- checking ---------------------------------------------------------------------------------

    def checks(self, w: Writer, fail: Callable[[str, int], str]) -> None:
        """Tests of one candidate `ch`; `fail(sort, index)` is the line that leaves when a test fails."""
        gen = self.gen
        drawn = [b for b in self.option.binders if b.items is not None and not (self._open and b.argument)]
        w.emit(f"if len(ch)!={len(drawn) + 1}: {fail('shape', 0)}")
        position = 0
        self._tests(w, 0, fail)
        for level, binder in enumerate(self.option.binders):
            name = gen.name(binder.var)
            if binder.items is None:
                derive(gen, w, binder)
            elif self._open and binder.argument:
                self._some(w, binder, fail)
            else:
                position += 1
                w.emit(f"{name}=ch[{position}]")
                self._in_domain(w, binder, name, level, fail)
            self._tests(w, level + 1, fail)

    def _tests(self, w: Writer, level: int, fail: Callable[[str, int], str]) -> None:
        for index, test in enumerate(self.levels[level]):
            if not self._only or self._only[level][index]:
                w.emit(f"if not {test}: {fail('test', level * 100 + index)}")

    def reasons(self, conditions: Writer, costs: Writer, fail: Callable[[str, int], str]) -> None:
        """The same tests of a candidate without its argument, in the order in which a player wants to hear of them:
        conditions first, then costs.
        """
        paid = [[isinstance(origin, t.Need) for origin in level] for level in self.origins]
        self._open = True
        self._only = [[not cost for cost in level] for level in paid]
        self.checks(conditions, fail)
        self._only = paid
        self.checks(costs, fail)
        for index, test in enumerate(self.argument_tests):
            costs.emit(f"if not {test}: {fail('argument', index)}")
        self._only, self._open = [], False

    def _some(self, w: Writer, binder: t.Binder, fail: Callable[[str, int], str]) -> None:
        """Leave where there is no argument at all; else bind its least one."""
        gen, name, none = self.gen, self.gen.name(binder.var), fail("few", 0)
        match binder.items:
            case t.Range(low=low, high=high):
                w.emit(f"{name}={value(gen, low)}")
                w.emit(f"if {name}>{value(gen, high)}: {none}")
            case t.Subsets(low=low, high=high, items=inside):
                w.emit(f"many=tuple({candidates(gen, inside, binder)})")
                w.emit(f"low={value(gen, low)}")
                w.emit(f"if not 0<=low<=min({value(gen, high)},len(many)): {none}")
                w.emit(f"{name}=many[:low]")
            case t.Orders(items=inside):
                w.emit(f"{name}=tuple({candidates(gen, inside, binder)})")
                w.emit(f"if not {name}: {none}")
            case _:
                raise ValueError("no argument")

    def _in_domain(self, w: Writer, binder: t.Binder, name: str, level: int, fail: Callable[[str, int], str]) -> None:
        gen = self.gen
        out = fail("domain", level)
        match binder.items:
            case t.Range(low=low, high=high):
                w.emit(f"if type({name}) is not int or not {value(gen, low)}<={name}<={value(gen, high)}: {out}")
                for index, test in enumerate(self.argument_tests):
                    w.emit(f"if not {test}: {fail('argument', index)}")
            case t.Subsets(low=low, high=high, items=inside):
                w.emit(f"many=tuple({candidates(gen, inside, binder)})")
                w.emit(f"if not subset({name},many,{value(gen, low)},{value(gen, high)}): {out}")
            case t.Orders(items=inside):
                w.emit(f"many=tuple({candidates(gen, inside, binder)})")
                w.emit(f"if type({name}) is not tuple or sorted({name})!=sorted(many): {out}")
            case _:
                sort = "tuple" if binder.type.sort == "set" else "int"
                inside_test = self._member(binder, name)
                w.emit(f"if type({name}) is not {sort} or not {inside_test}: {out}")

    def _member(self, binder: t.Binder, name: str) -> str:
        """A test: is it a candidate of a binder? Of equal pieces only the first is."""
        gen = self.gen
        assert binder.items is not None
        if not binder.pieces:
            return member(gen, name, binder.items)
        text = domain(gen, binder)
        if not text.startswith("reps_"):
            return f"({name} in {text})"
        alike = first_alike(gen, binder.type.name, ordered(gen, binder.items))
        inside = items(gen, binder.items)
        return f"{alike}(S,{inside},{name})" if alike else f"({name} in {inside})"

    # -- the body ---------------------------------------------------------------------------------

    def unpack(self, w: Writer, *, argument: bool = True) -> tuple[str, ...]:
        """Bind the header's locals from a choice `ch`, which may lack its `argument`; returns them."""
        position = 0
        names: list[str] = []
        for binder in self.option.binders:
            names.append(binder.var)
            if binder.items is None:
                derive(self.gen, w, binder)
            elif binder.argument and not argument:
                self._some(w, binder, lambda sort, index: "return ()")
            else:
                position += 1
                w.emit(f"{self.gen.name(binder.var)}=ch[{position}]")
        return tuple(names)


def derive(gen: Gen, w: Writer, binder: t.Binder) -> None:
    """Compute a derived parameter. The first member of a set is looked for in place, without a call."""
    name = gen.name(binder.var)
    assert binder.value is not None
    found = meant(gen, binder.value)
    if isinstance(found, t.FirstOf) and isinstance(found.items, t.Where) and not copies.any_in(gen, found.items):
        var = gen.name(found.items.var)
        w.emit(f"for {var} in {fuel.over(gen, found.items, items(gen, found.items.items))}:")
        w.emit(f"    if {value(gen, found.items.test)}: {name}={var}; break")
        w.emit(f"else: {name}=-1")
    else:
        w.emit(f"{name}={derived(gen, binder)}")


def derived(gen: Gen, binder: t.Binder) -> str:
    assert binder.value is not None
    if binder.type.sort == "set":
        return f"tuple({items(gen, binder.value)})"
    return number(gen, binder.value)
