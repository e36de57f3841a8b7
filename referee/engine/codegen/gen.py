"""What all parts of the generator share: constant tables, names, and the lines of the module."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from referee.engine.codegen.resting import rests
from referee.engine.grid import Grid
from referee.engine.layout import Layout
from referee.language import tree as t
from referee.language.build import Ruleset
from referee.language.costs import Costs
from referee.language.effects import Effects
from referee.packs.node import Position


@dataclass(slots=True)
class Writer:
    """Lines of one generated function."""

    lines: list[str] = field(default_factory=list)
    depth: int = 1

    def emit(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        """A block under a head line; an empty one becomes `pass`."""
        self.emit(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1


@dataclass(slots=True, frozen=True)
class Cause:
    """Where an event comes from: the entry whose hook runs ("" in the flow), the hook or procedure, the line."""

    entry: int
    hook: str
    at: Position


class Gen:
    """The generator of one program."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        self.ruleset = ruleset
        self.model = ruleset.model
        self.layout = layout
        self.effects = Effects(ruleset.context)
        self.costs = Costs(ruleset.context)
        self.rests = rests(ruleset.context)
        self.begun_reads: dict[int, dict[str, None]] = {}  # a procedure that is tried out → the same
        self.term_reads: dict[int, dict[str, None]] = {}  # a term → the tests whether the mover sees what it reads
        self.source: list[str] = []
        self.globals: dict[str, object] = {}
        self._tables: dict[object, str] = {}
        self._names: dict[str, str] = {"me": "me"}
        self._grids: dict[str, Grid] = {}
        self._helpers = 0
        self.causes: list[Cause] = []
        self._cause_index: dict[Cause, int] = {}
        self.cause = 0

    # -- names ------------------------------------------------------------------------------------

    def name(self, local: str) -> str:
        """The Python name of a local; generated names never meet a user's."""
        known = self._names.get(local)
        if known is None:
            known = f"v{len(self._names)}"
            self._names[local] = known
        return known

    def helper(self) -> str:
        self._helpers += 1
        return f"h{self._helpers}"

    def table(self, value: object) -> str:
        """A constant of the module; equal constants of one type are shared (1 and True are not equal here)."""
        key = _typed(value)
        known = self._tables.get(key)
        if known is None:
            known = f"T{len(self._tables)}"
            self._tables[key] = known
            self.globals[known] = value
        return known

    def shared(self, key: tuple[object, ...], make: Callable[[], object]) -> str:
        """A large constant, made once and found again by a key of its own."""
        known = self._tables.get(key)
        if known is None:
            known = f"T{len(self._tables)}"
            self._tables[key] = known
            self.globals[known] = make()
        return known

    def function(self, function: Callable[..., object]) -> str:
        """A function of the referee that the module calls by a name of its own."""
        for name, known in self.globals.items():
            if known == function:
                return name
        name = f"F{len(self.globals)}"
        self.globals[name] = function
        return name

    def const(self, value: int | tuple[int, ...]) -> str:
        return repr(value) if isinstance(value, int) else self.table(value)

    def define(self, name: str, head: str, writer: Writer) -> None:
        """Add a function to the module."""
        self.source.append(f"def {name}({head}):")
        self.source.extend(_needed(writer.lines) or ["    pass"])

    def grid(self, place: str) -> Grid:
        if place not in self._grids:
            self._grids[place] = Grid(self.layout.areas[place])
        return self._grids[place]

    # -- causes -----------------------------------------------------------------------------------

    def cause_of(self, entry: int, hook: str, at: Position) -> int:
        cause = Cause(entry, hook, at)
        known = self._cause_index.get(cause)
        if known is None:
            known = len(self.causes)
            self.causes.append(cause)
            self._cause_index[cause] = known
        return known

    # -- static tables ----------------------------------------------------------------------------

    def data_of(self, field_name: str, type_: object, of: t.Expr) -> tuple[str, int]:
        """The table of a printed datum and the number of its first row."""
        sort, name = of.type.sort, of.type.name
        model, layout = self.model, self.layout
        if sort == "token":
            empty: object = (
                () if model.token_data.get(field_name) and model.token_data[field_name].sort == "list" else 0
            )
            rows = tuple(token.data.get(field_name, empty) for token in model.tokens.values())
            return self.table(rows), 0
        if sort == "entry":
            return self.table(tuple(entry.data.get(field_name, 0) for entry in model.entries)), 0
        if sort == "piece":
            pieces = layout.kinds[name]
            span = range(pieces.first, pieces.first + pieces.count)
            return self.table(
                tuple(model.entries[layout.entry_of[p]].data.get(field_name, 0) for p in span)
            ), pieces.first
        area = layout.areas[name]
        place = area.place
        if field_name in ("row", "column"):
            columns = place.grid[1]
            cells = range(area.stride)
            one = [c // columns + 1 if field_name == "row" else c % columns + 1 for c in cells]
            return self.table(tuple(one * area.owners)), area.base
        by_seat = place.data[field_name][1]
        cells_data: list[int] = []
        for owner in range(area.owners):
            cells_data.extend(by_seat[owner % len(by_seat)] if by_seat else [])
        return self.table(tuple(cells_data)), area.base


def _needed(lines: list[str]) -> list[str]:
    """The lines without unpacking what none of them uses."""
    first = lines[0].strip() if lines else ""
    if first == "p=f[1]":
        return lines if any(re.search(r"\bp\b", line) for line in lines[1:]) else lines[1:]
    if not (first.startswith("_,p,") and first.endswith("=f")):
        return lines
    rest = "\n".join(lines[1:])
    names = first.removesuffix("=f").split(",")
    used = [(i, n) for i, n in enumerate(names) if n != "_" and re.search(rf"\b{n}\b", rest)]
    if len(used) > 2 and 3 * len(used) > len(names):
        return lines  # unpacking at once is faster
    return [*(f"    {n}=f[{i}]" for i, n in used), *lines[1:]]


def _typed(value: object) -> object:
    """What two constants share only if they are equal and of one type; short, however large they are."""
    if isinstance(value, tuple | dict):
        return hashlib.blake2b(repr(value).encode(), digest_size=16).digest()
    return (type(value).__name__, value)


def free_names(node: t.Node) -> list[str]:
    """The locals that an expression reads but doesn't bind, in order of first use; the acting seat among them."""
    found: dict[str, None] = {}
    _free(node, frozenset(), found)
    return list(found)


def _free(node: t.Node, bound: frozenset[str], found: dict[str, None]) -> None:
    if isinstance(node, t.Local | t.Me):
        if node.name not in bound:
            found.setdefault(node.name)
        return
    if isinstance(node, t.Times):
        found.setdefault(node.counter)
        return
    var = getattr(node, "var", None)
    if isinstance(var, str) and isinstance(node, t.Where | t.Best | t.SumOf | t.Quantified):
        _free(node.items, bound, found)
        inner = bound | {var}
        for child in t.children(node):
            if child is not node.items:
                _free(child, inner, found)
        return
    for child in t.children(node):
        _free(child, bound, found)
