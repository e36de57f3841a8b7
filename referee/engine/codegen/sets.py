"""Sets → Python: tuples and lists where they are needed whole, loops where one member decides."""

from __future__ import annotations

from referee.engine.codegen import copies, slots
from referee.engine.codegen.cont import names_in
from referee.engine.codegen.fuel import over
from referee.engine.codegen.gen import Gen, Writer, free_names
from referee.language import tree as t

OWN_LINES = 400  # cells of a grid up to which every cell has lines in an order of its own


def _ev(gen: Gen, e: t.Expr) -> str:
    from referee.engine.codegen.values import value

    return value(gen, e)


def items(gen: Gen, e: t.Expr) -> str:
    """A Python sequence with the members of a set, in order."""

    def ev(inner: t.Expr) -> str:
        return _ev(gen, inner)

    match e:
        case t.ConstSet(members=members):
            return gen.table(members)
        case t.CellsOf(place=place):
            return cells(gen, place)
        case t.PileOf(place=place):
            return f"S[{slots.pile_slot(gen, place, ev)}]"
        case t.Seats(start=start, without=without):
            n = gen.layout.seats
            if start is None:
                return gen.table(tuple(range(n)))
            rows = tuple(tuple((s + i) % n for i in range(n)) for s in range(n))
            if without is not None:
                rows = tuple(row[1:] for row in rows)
                return f"{gen.table(rows)}[{ev(start)}]"
            return f"{gen.table((*rows, rows[0]))}[{ev(start)}]"
        case t.Where(items=base, var=var, test=test):
            over_all = iterable(gen, base, over(gen, e, items(gen, base)))
            return f"[{gen.name(var)} for {gen.name(var)} in {over_all} if {ev(test)}]"
        case t.Best(items=base, var=var, op=op, score=score):
            return _best(gen, e, base, var, op, score)
        case t.FirstIn(items=base):
            return f"one({first(gen, base)})"
        case t.Range(low=low, high=high):
            return f"span({ev(low)},{ev(high)})"
        case t.Lines():
            return _lines(gen, e)
        case t.Subsets() | t.Orders():
            raise ValueError("a subset or an order stands only as the argument of an option")
        case t.PlaceRef() if gen.layout.areas[e.place].place.form == "pile":
            return f"S[{slots.pile_slot(gen, e, ev)}]"
        case t.PlaceRef():
            return cells(gen, e)
        case _:
            return ev(e)


def iterable(gen: Gen, e: t.Expr, text: str) -> str:
    """What a comprehension goes over: Python allows no assignment there."""
    if ":=" not in text:
        return text
    w = Writer()
    w.emit(f"return {text}")
    return _loop(gen, e, w)


def cells(gen: Gen, place: t.PlaceRef) -> str:
    """The cells of a place: of one owner, or of all owners together."""
    area = gen.layout.areas[place.place]
    if place.owner is None:
        return gen.table(tuple(range(area.base, area.end)))
    rows = tuple(
        tuple(range(area.base + i * area.stride, area.base + (i + 1) * area.stride)) for i in range(area.owners)
    )
    if isinstance(place.owner, t.Const) and isinstance(place.owner.value, int):
        return gen.table(rows[place.owner.value - gen.layout.owner_first(area.place.owner)])
    first_owner = gen.layout.owner_first(area.place.owner)
    return f"{gen.table(rows)}[{slots.plus(-first_owner, _ev(gen, place.owner))}]"


def member(gen: Gen, item: str, e: t.Expr) -> str:
    """A test: is the item in the set?"""
    match e:
        case t.ConstSet(members=members):
            if members and members == tuple(range(members[0], members[0] + len(members))) and len(members) > 2:
                return f"({members[0]}<={item}<={members[-1]})"
            return f"({item} in {gen.table(members)})"
        case t.CellsOf(place=place):
            area = gen.layout.areas[place.place]
            if place.owner is None:
                return f"({area.base}<={item}<{area.end})"
            return f"({item} in {cells(gen, place)})"
        case t.Range(low=low, high=high):
            return f"({_ev(gen, low)}<={item}<={_ev(gen, high)})"
        case t.Where(items=base, var=var, test=test) if gen.name(var) == item:
            return f"({member(gen, item, base)} and {_ev(gen, test)})"
        case _:
            return f"({item} in {items(gen, e)})"


def among(gen: Gen, item: t.Expr, e: t.Expr) -> str:
    """A test: is the item in the set? A local is tested by itself; the set isn't made for it."""
    if isinstance(item, t.Local | t.Me) and isinstance(e, t.Where) and item.name not in names_in(e.test):
        test = t.substitute(e.test, {e.var: item})
        return f"({among(gen, item, e.items)} and {_ev(gen, test)})"
    return member(gen, _ev(gen, item), e)


def _form(gen: Gen, place: t.PlaceRef) -> str:
    return gen.layout.areas[place.place].place.form


def _loop(gen: Gen, e: t.Expr, w: Writer) -> str:
    """Define a helper for a loop over a set and return the call of it."""
    name = gen.helper()
    arguments = [gen.name(free) for free in free_names(e)]
    gen.define(name, ",".join(["S", *arguments]), w)
    return f"{name}({','.join(['S', *arguments])})"


def first(gen: Gen, e: t.Expr) -> str:
    """The first member of a set, or -1."""
    if isinstance(e, t.Where):
        if found := copies.first_in(gen, e):
            return found
        w = Writer()
        with w.inside(f"for {gen.name(e.var)} in {over(gen, e, items(gen, e.items))}:"):
            w.emit(f"if {_ev(gen, e.test)}: return {gen.name(e.var)}")
        w.emit("return -1")
        return _loop(gen, e, w)
    return f"first({items(gen, e)})"


def count(gen: Gen, e: t.Expr) -> str:
    if isinstance(e, t.Where):
        if found := copies.count_in(gen, e):
            return found
        w = Writer()
        w.emit("n=0")
        with w.inside(f"for {gen.name(e.var)} in {over(gen, e, items(gen, e.items))}:"):
            w.emit(f"if {_ev(gen, e.test)}: n+=1")
        w.emit("return n")
        return _loop(gen, e, w)
    return f"len({items(gen, e)})"


def total(gen: Gen, e: t.SumOf) -> str:
    w = Writer()
    bag = e.type.sort == "bag"
    if bag:
        width = len(gen.model.group_tokens(e.type.name))
        w.emit(f"n={gen.table((0,) * width)}")
    else:
        w.emit("n=0")
    base, test = e.items, None
    if isinstance(e.items, t.Where) and e.var not in names_in(e.items.test) - {e.items.var}:
        own = t.Local(e.var, type=e.items.type.of or e.items.type)
        base, test = e.items.items, t.substitute(e.items.test, {e.items.var: own})
    with w.inside(f"for {gen.name(e.var)} in {over(gen, e, items(gen, base))}:"):
        if test is not None:
            w.emit(f"if not {_ev(gen, test)}: continue")
        w.emit(f"n=bag_add(n,{_ev(gen, e.item)})" if bag else f"n+={_ev(gen, e.item)}")
    w.emit("return n")
    return _loop(gen, e, w)


def quantified(gen: Gen, e: t.Quantified) -> str:
    if found := copies.any_in(gen, e):
        return found if e.op == "any" else f"(not {found})"
    w = Writer()
    on, otherwise = {"any": ("True", "False"), "no": ("False", "True"), "every": ("False", "True")}[e.op]
    head = gen.name(e.var)
    inner = e.test
    over_lines = items(gen, e.items)
    if _unrolled(e) and isinstance(inner, t.Quantified) and isinstance(e.items, t.Lines):
        # Lines of a fixed length: the cells get names of their own, the inner loop becomes one test.
        cells_of = [
            t.Local(f"{e.var}@{i}", type=inner.items.type.of or inner.items.type) for i in range(e.items.length)
        ]
        head = ",".join(gen.name(cell.name) for cell in cells_of)
        each = [f"({_ev(gen, t.substitute(inner.test, {inner.var: cell}))})" for cell in cells_of]
        test = " and ".join(each) if inner.op == "every" else " or ".join(each)
        test = f"not ({test})" if inner.op == "no" else test
        over_lines = _lines(gen, e.items, from_cell=True)
    else:
        test = _ev(gen, inner)
    with w.inside(f"for {head} in {over(gen, e, over_lines)}:"):
        w.emit(f"if not {test}: return {on}" if e.op == "every" else f"if {test}: return {on}")
    w.emit(f"return {otherwise}")
    return _loop(gen, e, w)


def _unrolled(e: t.Quantified) -> bool:
    """A quantifier over lines of a fixed length whose test is a quantifier over the line's cells and nothing else."""
    inner = e.test
    return (
        isinstance(e.items, t.Lines)
        and e.items.op == "lines"
        and e.items.length <= 8
        and isinstance(inner, t.Quantified)
        and isinstance(inner.items, t.Local)
        and inner.items.name == e.var
        and not any(isinstance(n, t.Local) and n.name == e.var for n in t.walk(inner.test))
    )


def _best(gen: Gen, e: t.Expr, base: t.Expr, var: str, op: str, score: t.Expr) -> str:
    w = Writer()
    w.emit("best=[]")
    w.emit("top=None")
    with w.inside(f"for {gen.name(var)} in {over(gen, e, items(gen, base))}:"):
        w.emit(f"n={_ev(gen, score)}")
        w.emit(f"if top is None or n{'>' if op == 'most' else '<'}top: top=n; best=[{gen.name(var)}]")
        w.emit(f"elif n==top: best.append({gen.name(var)})")
    w.emit("return best")
    return _loop(gen, e, w)


def _lines(gen: Gen, e: t.Lines, from_cell: bool = False) -> str:
    """The table of the lines; `from_cell`: the cells of each ordered by their distance from the cell asked about."""
    grid = gen.grid(e.place)
    base = grid.area.base
    if e.op == "between":
        return f"{gen.function(grid.between)}({_ev(gen, e.args[0])},{_ev(gen, e.args[1])})"
    if e.op in ("columns", "rows"):
        rows = grid.files(e.op)
        place = e.args[0]
        assert isinstance(place, t.PlaceRef)
        if place.owner is None:
            return gen.table(tuple(one for row in rows for one in row))
        first_owner = gen.layout.owner_first(grid.area.place.owner)
        return f"{gen.table(rows)}[{slots.plus(-first_owner, _ev(gen, place.owner))}]"
    tables = {"cross": grid.cross, "neighbours": grid.neighbours, "rays": grid.rays}
    if e.op == "lines" and from_cell and len(grid.slots) <= OWN_LINES:
        name = gen.shared(("lines from", e.place, e.length), lambda: grid.lines_from(e.length))
    elif e.op == "lines":
        name = gen.shared(("lines", e.place, e.length), lambda: grid.lines(e.length))
    else:
        name = gen.shared((e.op, e.place), tables[e.op])
    return f"{name}[{slots.plus(-base, _ev(gen, e.args[0]))}]"
