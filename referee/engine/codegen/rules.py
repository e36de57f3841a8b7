"""Rule values → Python: one function each that recomputes it, and which statements must call it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from referee.engine.codegen import near
from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.values import number, value
from referee.engine.layout import SCHEDULE
from referee.engine.runtime.state import INT_LIMIT
from referee.language import tree as t
from referee.language.costs import FEW
from referee.language.model import Rule


@dataclass(frozen=True, slots=True)
class Active:
    """A modifier in some entry's hook."""

    entry: int
    places: tuple[str, ...]
    modifier: t.Modifier
    uid: int


Step = Callable[[Active, Writer], None]


def holds(uid: int, number: int) -> str:
    """The name of the function that says whether the nth modifier of a hook holds."""
    return f"holds_{uid}_{number}"


def timed_modifiers(gen: Gen) -> list[t.Modifier]:
    """The modifiers that hold during a span, wherever they stand."""
    bodies = [s for i in gen.ruleset.procedures for s in i.body]
    bodies += [s for h in gen.ruleset.context.hook_list for s in h.body]
    return [p for s in bodies for p in t.walk(s) if isinstance(p, t.Modifier) and p.span]


class Rules:
    """The rule values of a program: their modifiers, inputs and order."""

    def __init__(self, gen: Gen) -> None:
        self.gen = gen
        self.modifiers: dict[str, list[Active]] = {name: [] for name in gen.model.rules}
        for body in gen.ruleset.context.hook_list:
            if body.hook.sort != "modifier":
                continue
            for statement in body.body:
                if isinstance(statement, t.Modifier):
                    active = Active(body.entry.index, body.hook.while_in, statement, body.uid)
                    self.modifiers[statement.rule].append(active)
        self.timed = {modifier.rule for modifier in timed_modifiers(gen)}
        self.inputs = {name: self._inputs(name) for name in gen.model.rules}
        self.order = self._sorted()
        self.near = {name for name, active in self.modifiers.items() if active and self._is_near(name, active)}

    def _inputs(self, name: str) -> frozenset[str]:
        found: set[str] = set()
        for active in self.modifiers[name]:
            found |= {f"place:{place}" for place in active.places}
            for part in (active.modifier.value, active.modifier.condition):
                if part is not None:
                    found |= self.gen.effects.reads(part)
        return frozenset(r for r in found if not r.startswith("local:"))

    def _sorted(self) -> list[str]:
        """Rule values that others read come first."""
        done: list[str] = []
        waiting = list(self.gen.model.rules)
        while waiting:
            ready = [n for n in waiting if all(f"rule:{o}" not in self.inputs[n] or o == n for o in waiting if o != n)]
            done += ready or waiting
            waiting = [n for n in waiting if n not in done]
        return done

    def affected(self, written: frozenset[str]) -> list[str]:
        """The rule values to recompute after a statement that writes these resources, in order."""
        dirty = set(written)
        found: list[str] = []
        for name in self.order:
            if self.inputs[name] & dirty or f"rule:{name}" in written:
                found.append(name)
                dirty.add(f"rule:{name}")
        return found

    def _is_near(self, name: str, active: list[Active]) -> bool:
        """Do only the pieces of the modifiers' own entries change the value?"""
        this = frozenset({"this"})
        parts = [part for one in active for part in (one.modifier.value, one.modifier.condition) if part is not None]
        return name not in self.timed and all(near.is_near(self.gen, part, this) for part in parts)

    def after(self, w: Writer, s: t.Statement) -> None:
        """Compute anew what a statement has changed."""
        affected = self.affected(frozenset(self.gen.effects.writes(s)))
        narrow = [name for name in affected if name in self.near]
        if narrow:
            kinds = {self.gen.model.entries[one.entry].kind for name in narrow for one in self.modifiers[name]}
            found = near.touched(self.gen, s, sorted(kinds))
            if found is not None:
                near.renew(w, found)
                affected = [name for name in affected if name not in self.near]
        for name in affected:
            w.emit(self._call(name))

    def _call(self, name: str) -> str:
        return f"r_{self.gen.model.rules[name].id}(S)"

    def calls(self, written: frozenset[str]) -> list[str]:
        return [self._call(name) for name in self.affected(written)]

    def define(self) -> None:
        for name, rule in self.gen.model.rules.items():
            self._define(name, rule)
        self._define_near()
        self._define_conditions()

    def _define_conditions(self) -> None:
        """Whether a modifier with a condition holds, by a piece of its entry and the piece's seat."""
        for body in self.gen.ruleset.context.hook_list:
            for nth, statement in enumerate(body.body if body.hook.sort == "modifier" else ()):
                if isinstance(statement, t.Modifier) and statement.condition is not None:
                    w = Writer()
                    w.emit(f"return {value(self.gen, statement.condition)}")
                    self.gen.define(holds(body.uid, nth), f"S,{self.gen.name('this')},me", w)

    def _define_near(self) -> None:
        """For each piece the functions of the values that it may change by itself."""
        rows: dict[int, str] = {}
        for name in self.order:
            if name in self.near:
                for entry in dict.fromkeys(one.entry for one in self.modifiers[name]):
                    rows[entry] = rows.get(entry, "") + f"r_{self.gen.model.rules[name].id},"
        of_pieces = (f"({rows.get(entry, '')})" for entry in self.gen.layout.entry_of)
        self.gen.source.append(f"RENEW=({','.join([*of_pieces, '()'])},)")

    def _define(self, name: str, rule: Rule) -> None:
        gen = self.gen
        base, owners = gen.layout.rules[name]
        w = Writer()
        self._fuel(name, w)
        at_first = rule.base[gen.layout.seats] if isinstance(rule.base, dict) else rule.base
        start = gen.const(at_first) if isinstance(at_first, int | tuple) else "0"
        step = self._step(name, rule, base)
        if step is not None:
            w.emit("".join(f"S[{base + i}]=" for i in range(owners)) + start)
            for active in self.modifiers[name]:
                self._active(active, step, w)
            self._check(name, rule, base, owners, w)
            gen.define(f"r_{rule.id}", "S", w)
            return
        number_of = list(gen.model.rules).index(name)
        changes = [f"c{i}" for i in range(owners)]
        w.emit(f"{'='.join(changes)}=None" if owners else "pass")
        for active in self.modifiers[name]:
            self._active(active, partial(self._apply, rule, owners), w)
        for i in range(owners):
            w.emit(f"if S[{SCHEDULE}]: c{i}=[*(c{i} or ()),*scheduled(S,{number_of},{i})]")
            w.emit(f"S[{base + i}]={start} if c{i} is None else adjusted({start},c{i})")
        self._check(name, rule, base, owners, w)
        gen.define(f"r_{rule.id}", "S", w)

    def _check(self, name: str, rule: Rule, base: int, owners: int, w: Writer) -> None:
        """Holds that numbers stay within what may be stored, where they can grow beyond it at all."""
        if rule.type.sort == "number" and not self._stays_small(name, rule):
            for i in range(owners):
                w.emit(f"checked(S[{base + i}])")

    def _stays_small(self, name: str, rule: Rule) -> bool:
        """Is a value as it is printed, changed by printed numbers, small even if all that changes it is in force?"""
        modifiers = [(one.entry, one.modifier) for one in self.modifiers[name]]
        if name in self.timed or any(modifier.op not in ("adds", "takes", "is") for _, modifier in modifiers):
            return False
        printed = rule.base.values() if isinstance(rule.base, dict) else [rule.base]
        most = max((abs(number) for number in printed if isinstance(number, int)), default=0)
        for entry, modifier in modifiers:
            if not (isinstance(modifier.value, t.Const) and isinstance(modifier.value.value, int)):
                return False
            most += self.gen.layout.entry_of.count(entry) * abs(modifier.value.value)
        return most <= INT_LIMIT

    def _fuel(self, name: str, w: Writer) -> None:
        """Count the steps of what changes the value, where they are many."""
        costs, steps = self.gen.costs, 0
        for active in self.modifiers[name]:
            copies = sum(1 for entry in self.gen.layout.entry_of if entry == active.entry)
            steps += copies * (2 + costs.counted(active.modifier.condition) + costs.counted(active.modifier.value))
        if steps > FEW:
            w.emit(f"burn({steps})")

    def _step(self, name: str, rule: Rule, base: int) -> Step | None:
        """How each modifier changes the value at once, if their order doesn't matter: all set it, or all count."""
        active, layout = self.modifiers[name], self.gen.layout
        modifiers = [one.modifier for one in active]
        operations = {"adds": "+", "takes": "-", "is": ""}
        counted = all(m.op in ("adds", "takes") for m in modifiers)
        owned = all(layout.areas[p].place.owner == "seat" for one in active for p in one.places if p in layout.areas)
        if name in self.timed or not (counted or all(m.op == "is" for m in modifiers)):
            return None
        if rule.owner != "table" and (rule.owner != "seat" or not owned or any(m.scope for m in modifiers)):
            return None
        slot = f"S[{base}]" if rule.owner == "table" else f"S[{base}+me]"

        def step(one: Active, w: Writer) -> None:
            w.emit(f"{slot}{operations[one.modifier.op]}={number(self.gen, one.modifier.value)}")

        return step

    def _active(self, active: Active, step: Step, w: Writer) -> None:
        gen = self.gen
        kind = gen.model.entries[active.entry].kind
        pieces = gen.layout.kinds[kind]
        numbers = [
            p for p in range(pieces.first, pieces.first + pieces.count) if gen.layout.entry_of[p] == active.entry
        ]
        ranges = [(gen.layout.areas[p].base, gen.layout.areas[p].end) for p in active.places if p in gen.layout.areas]
        owners_table = gen.table(tuple(gen.layout.owner_of))
        for piece in numbers:
            inside = " or ".join(f"{low}<=L<{high}" for low, high in ranges) or "False"
            w.emit(f"L=S[{gen.layout.location + piece}]")
            with w.inside(f"if {inside}:"):
                w.emit(f"me={owners_table}[L]")
                w.emit(f"{gen.name('this')}={piece}")
                condition = active.modifier.condition
                if condition is not None:
                    w.emit(f"if {value(gen, condition)}:")
                    w.depth += 1
                step(active, w)
                if condition is not None:
                    w.depth -= 1

    def _apply(self, rule: Rule, owners: int, active: Active, w: Writer) -> None:
        m = active.modifier
        change = f"({m.op!r},{number(self.gen, m.value)})"
        if rule.owner == "table":
            w.emit(f"c0=[*(c0 or ()),{change}]")
            return
        for i in range(owners):
            test = ""
            if rule.owner == "seat":
                test = {"everyone": "", "others": f"me!={i}", "": f"me=={i} or me<0"}[m.scope]
            else:
                first = self.gen.layout.owner_first(rule.owner)
                test = f"{self.gen.table(tuple(self._holders()))}[L]=={first + i}"
            line = f"c{i}=[*(c{i} or ()),{change}]"
            w.emit(f"if {test}: {line}" if test else line)

    def _holders(self) -> list[int]:
        """For each slot: the number of the piece or cell that owns it, else -1."""
        layout = self.gen.layout
        found = [-1] * layout.size
        for area in layout.areas.values():
            if area.place.owner in ("table", "seat"):
                continue
            first = layout.owner_first(area.place.owner)
            for owner in range(area.owners):
                for offset in range(area.stride):
                    found[area.base + owner * area.stride + offset] = first + owner
        return found
