"""How many members a set can have at most, from the declarations alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.bounds import flatten, written_out
from referee.language.limits import Owners
from referee.language.model import Kind, Place
from referee.language.types import Type

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

DEEP = 20
LIST = 10  # members of a list that is known only in a game
UNKNOWN = 1
RANGE = 10_000  # numbers of a range that is known only in a game


class Sizes:
    """The largest sizes of the sets of one ruleset."""

    def __init__(self, ctx: Context, *, alike: bool = True) -> None:
        """`alike`: pieces that can't be told apart count once, as they do in a list of options."""
        self.ctx = ctx
        self.model = ctx.model
        self.alike = alike
        self.seats = ctx.model.seats[1]
        self.owners = Owners(ctx.model)
        self.lets: dict[str, t.Expr] = {}  # locals that stand for sets
        self.lengths: dict[str, int] = {}  # locals that stand for lines of cells
        bodies = [s for instance in ctx.procedures for s in instance.body]
        bodies += [s for hook in ctx.hook_list for s in hook.body]
        for body in bodies:
            for part in t.walk(body):
                if isinstance(part, t.Let) and part.value.type.sort == "set":
                    self.lets[part.name] = part.value
                elif isinstance(part, t.ForEach):
                    self.lines(part.var, part.items)

    def lines(self, var: str, items: t.Expr) -> None:
        """Note how long the lines are that a name stands for."""
        base = items
        while isinstance(base, t.Where | t.Best | t.FirstIn):
            base = base.items
        if isinstance(base, t.Lines) and base.type.of is not None and base.type.of.sort == "set":
            rows, columns = self._grid(base)
            self.lengths[var] = {"columns": rows, "rows": columns, "lines": base.length}.get(
                base.op, max(rows, columns)
            )

    def _grid(self, e: t.Lines) -> tuple[int, int]:
        first = e.args[0] if e.args else None
        name = first.place if isinstance(first, t.PlaceRef) else e.place
        place = self.model.places.get(name)
        return place.grid if place is not None else (LIST, LIST)

    def option(self, option: t.Option) -> int:
        """How many options one option of the tree can stand for."""
        count = 1
        tests = flatten(self.ctx, option.guard)
        for binder in option.binders:
            if binder.items is not None and not binder.argument:
                count *= max(1, self.most(binder.items, [_about(test, binder.var) for test in tests]))
        return count

    def most(self, e: t.Expr, tests: Iterable[t.Expr | None] = (), depth: int = 0) -> int:
        """The largest number of members. `tests` are about one member, which is called "it"."""
        known = [test for test in tests if test is not None]
        if depth > DEEP:
            return UNKNOWN
        match e:
            case t.ConstSet(members=members):
                return sum(1 for member in members if self._passes(known, e, member))
            case t.CellsOf(place=place):
                return self._cells(place, known)
            case t.PileOf(place=place):
                return self._pieces(self.model.kinds[self.model.places[place.place].holds], known)
            case t.PiecesOf(kind=kind):
                return self._pieces(self.model.kinds[kind], known)
            case t.Seats(without=without):
                return self.seats - (without is not None)
            case t.Where(items=items, var=var, test=test):
                more = [_about(one, var) for one in flatten(self.ctx, [test])]
                return self.most(items, [*known, *more], depth + 1)
            case t.Best(items=items):
                return self.most(items, known, depth + 1)
            case t.FirstIn(items=items):
                return min(1, self.most(items, known, depth + 1))
            case t.Lines():
                return self._lines(e)
            case t.Local(name=name) if name in self.lets:
                return self.most(self.lets[name], known, depth + 1)
            case t.TermCall(instance=index, args=args):
                meaning = written_out(self.ctx, index, args)
                return UNKNOWN if meaning is None else self.most(meaning, known, depth + 1)
            case t.Conditional(then=then, other=other):
                return max(self.most(then, known, depth + 1), self.most(other, known, depth + 1))
            case t.Const(value=tuple() as members) | t.OptionConst(value=tuple() as members):
                return len(members)
            case t.RuleRead(rule=rule):
                base = self.model.rules[rule].base
                return len(base) if isinstance(base, tuple) else LIST
            case t.Range(low=t.Const(value=int() as low), high=t.Const(value=int() as high)):
                return max(0, min(high - low + 1, RANGE))
            case t.PlaceRef(place=name):
                declared = self.model.places[name]
                pile = declared.form == "pile"
                return self._pieces(self.model.kinds[declared.holds], known) if pile else declared.cells
            case t.Local(name=name) if name in self.lengths:
                return self.lengths[name]
            case _ if self.alike:
                return LIST if e.type.sort == "list" else UNKNOWN
            case _:
                return self._all_of(e.type.of)

    def _all_of(self, element: Type | None) -> int:
        """All things of a type that there are: no set has more members."""
        match element.sort if element is not None else "":
            case "seat":
                return self.seats
            case "token":
                return len(self.model.tokens)
            case "cell" if element is not None:
                return self.model.places[element.name].cells * self.owners.of(self.model.places[element.name].owner)
            case "piece" if element is not None:
                return self._pieces(self.model.kinds[element.name], [])
            case "entry" if element is not None:
                return len(self.model.kinds[element.name].entries)
            case "symbol" if element is not None:
                return len(self.model.symbols[element.name].members)
            case "set":
                return 4 * LIST * LIST
            case _:
                return RANGE

    def _cells(self, ref: t.PlaceRef, tests: list[t.Expr]) -> int:
        place = self.model.places[ref.place]
        best = 0
        layouts = max([1, *(len(rows) for _, rows in place.data.values())])
        for layout in range(layouts):
            passing = [n for n in range(place.cells) if self._cell_passes(tests, place, layout, n)]
            best = max(best, len(passing))
        return best * (1 if ref.owner is not None else self.owners.of(place.owner))

    def _pieces(self, kind: Kind, tests: list[t.Expr]) -> int:
        """Pieces that can be told apart: copies of an entry count once, unless something can differ."""
        owners = {value.owner for value in self.model.values.values()}
        owners |= {place.owner for place in self.model.places.values()}
        differ = not self.alike or bool(kind.faces) or kind.id in owners
        each = int(kind.per_seat) if kind.per_seat.isdigit() else 1
        found = 0
        for entry in kind.entries:
            if all(_holds(test, entry.data, entry.index) is not False for test in tests):
                found += entry.most * each if differ else 1
        return found

    def _passes(self, tests: list[t.Expr], e: t.ConstSet, member: int) -> bool:
        element = e.type.of
        data: dict[str, object] = {}
        if element is not None and element.sort == "token":
            data = self.model.token_list()[member].data
        elif element is not None and element.sort == "entry":
            data = self.model.entries[member].data
        return all(_holds(test, data, member) is not False for test in tests)

    def _cell_passes(self, tests: list[t.Expr], place: Place, layout: int, number: int) -> bool:
        data: dict[str, object] = {
            name: rows[layout % len(rows)][number]
            for name, (_, rows) in place.data.items()
            if rows and number < len(rows[layout % len(rows)])
        }
        return all(_holds(test, data, None) is not False for test in tests)

    def _lines(self, e: t.Lines) -> int:
        rows, columns = self._grid(e)
        return {
            "cross": rows + columns - 1,
            "between": max(rows, columns),
            "columns": columns,
            "rows": rows,
            "lines": 4 * max(1, e.length),
        }.get(e.op, 8)


def _about(test: t.Expr, var: str) -> t.Expr | None:
    """A test about one member alone, which is called "it" in it; None if it is about more."""
    names = {part.name for part in t.walk(test) if isinstance(part, t.Local | t.Me)}
    return t.substitute(test, {var: t.Local("it")}) if names == {var} else None


def _holds(test: t.Expr, data: dict[str, object], member: int | None) -> bool | None:
    """Does a test hold for a member with these data? None if only a game can tell."""
    match test:
        case t.Compare(op=op, left=left, right=right):
            values = [_value(side, data, member) for side in (left, right)]
            if not all(isinstance(value, int) for value in values):
                return None
            a, b = (value for value in values if isinstance(value, int))
            return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
        case t.Among(item=item, items=t.ConstSet(members=members), negated=negated):
            value = _value(item, data, member)
            return None if not isinstance(value, int) else (value in members) != negated
        case _:
            return None


def _value(e: t.Expr, data: dict[str, object], member: int | None) -> object:
    match e:
        case t.Const(value=value) | t.OptionConst(value=value):
            return value
        case (
            t.DataRead(field=field, of=t.Local(name="it")) | t.DataRead(field=field, of=t.EntryOf(piece=t.Local("it")))
        ):
            return data.get(field)
        case t.Local(name="it") | t.EntryOf(piece=t.Local(name="it")):
            return member
        case _:
            return None
