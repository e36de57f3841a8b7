"""An option's header (binders, conditions, needs, derived values) → Python.

One walk over the header serves listing, checking and existence: each condition and need is tested at the outermost
binder that binds what it reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from referee.engine.codegen import fuel
from referee.engine.codegen import needs as need_code
from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.sets import items, member
from referee.engine.codegen.values import number, value
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
        found = binder.value
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
                    w.emit(f"form=[{name} for {name} in span({value(gen, low)},{value(gen, high)}) if {inner}]")
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
                inside_test = (
                    f"({name} in {domain(gen, binder)})"
                    if binder.pieces or binder.items is None
                    else member(gen, name, binder.items)
                )
                w.emit(f"if type({name}) is not {sort} or not {inside_test}: {out}")

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
    found = binder.value
    if isinstance(found, t.FirstOf) and isinstance(found.items, t.Where):
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


def domain(gen: Gen, binder: t.Binder) -> str:
    """The candidates of a binder; of equal pieces the first."""
    assert binder.items is not None
    return candidates(gen, binder.items, binder)


def candidates(gen: Gen, inside: t.Expr, binder: t.Binder) -> str:
    text = items(gen, inside)
    element = inside.type.of
    if element is not None and element.sort == "piece" and not binder.argument:
        return f"{representatives(gen, element.name, ordered(gen, inside))}(S,{text})"
    return in_order(gen, inside, text)


def in_order(gen: Gen, inside: t.Expr, text: str) -> str:
    """Members of a set, each for itself: pieces of a pile whose order isn't shown by what tells them apart."""
    element = inside.type.of
    if element is None or element.sort != "piece" or ordered(gen, inside):
        return text
    arrange = arranged(gen, element.name)
    return f"{arrange}({text})" if arrange == "sorted" else f"{arrange}({text},S)"


def ordered(gen: Gen, inside: t.Expr) -> bool:
    """Do the candidates come from a pile whose order is public?"""
    while not isinstance(inside, t.PileOf):
        deeper = getattr(inside, "items", None)
        if not isinstance(deeper, t.Expr):
            return False
        inside = deeper
    name = inside.place.place
    return name in gen.layout.areas and gen.layout.areas[name].place.ordered


def representatives(gen: Gen, kind: str, keep_order: bool) -> str:
    """The function that drops pieces equal to an earlier one (same entry, values, face and content).

    Where the order of a pile is not shown, what is left stands in the order of what tells the pieces apart.
    """
    name = f"reps_{list(gen.model.kinds).index(kind)}_{int(keep_order)}"
    if name in gen.globals:
        return name
    gen.globals[name] = None  # defined in the module's source
    order = "many" if keep_order else "sorted(many)"
    w = Writer()
    key = _key(gen, kind)
    if not key:
        w.emit(f"return {order}")
    else:
        w.emit("found={}")
        with w.inside(f"for i in {order}:"):
            w.emit(f"found.setdefault({key},i)")
        w.emit("out=list(found.values())")
        if not keep_order:
            w.emit("if len(out)>1: out=[found[key] for key in sorted(found)]")
        w.emit("return out")
    gen.define(name, "S,many", w)
    return name


def arranged(gen: Gen, kind: str) -> str:
    """The function that puts pieces into the order of what tells them apart, equal ones beside one another."""
    key = _key(gen, kind)
    if not key:
        return "sorted"
    name = f"arranged_{list(gen.model.kinds).index(kind)}"
    if name not in gen.globals:
        gen.globals[name] = None
        w = Writer()
        w.emit(f"return sorted(many,key=lambda i:({key},i))")
        gen.define(name, "many,S", w)
    return name


def _key(gen: Gen, kind: str) -> str:
    """What is equal for pieces `i` of a kind that are one option; empty if no two ever are."""
    layout = gen.layout
    pieces = layout.kinds[kind]
    entries = layout.entry_of[pieces.first : pieces.first + pieces.count]
    if len(set(entries)) == len(entries):
        return ""
    parts = [f"{gen.table((*layout.seat_of, -1))}[i]"] if pieces.per_seat else []
    parts.append(f"{gen.table((*layout.entry_of, -1))}[i]")
    for declared in gen.model.values.values():
        if declared.owner == kind and declared.seen_by == "everyone":  # what nobody sees makes no option its own
            parts.append(f"S[{layout.values[declared.id][0] - pieces.first}+i]")
    if kind in layout.faces:
        parts.append(f"S[{layout.faces[kind] - pieces.first}+i]")
    for area in layout.areas.values():
        if area.place.owner == kind:
            start = area.base - pieces.first * area.stride
            inside = f"S[{start}+i*{area.stride}:{start + area.stride}+i*{area.stride}]"
            if area.place.seen_by == "nobody" and area.place.count_seen_by == "nobody":
                continue
            if area.place.seen_by == "nobody":
                inside = {"pool": f"[sum({inside})]", "pile": f"map(len,{inside})"}.get(
                    area.place.form, f"(j<0 for j in {inside})"
                )
            elif area.place.form == "pile":
                order = "" if area.place.ordered else "sorted"
                inside = f"{order}(piece_key(S,j) for j in {inside}[0])"
            elif area.place.form == "cells":
                inside = f"(() if j<0 else piece_key(S,j) for j in {inside})"
            parts.append(f"tuple({inside})")
    return f"({','.join(parts)},)"
