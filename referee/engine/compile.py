"""A ruleset and a number of seats → a program: generated source, compiled once and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from referee.engine import runtime
from referee.engine.codegen.decisions import Decision, decide, define_standing
from referee.engine.codegen.flow import Flow
from referee.engine.codegen.gen import Cause, Gen, Writer
from referee.engine.codegen.headers import Header
from referee.engine.codegen.paths import statement_paths
from referee.engine.codegen.rules import Rules
from referee.engine.codegen.values import define_terms, number, value
from referee.engine.layout import Layout
from referee.language import tree as t
from referee.language.build import Ruleset
from referee.packs.node import Position


@dataclass(slots=True)
class Code:
    """The compiled module of a program and what is known about its blocks."""

    ruleset: Ruleset
    layout: Layout
    module: dict[str, Any]
    blocks: tuple[Callable[..., Any], ...]
    decisions: dict[int, Decision]
    standing: list[Header]
    causes: list[Cause]
    paths: dict[int, tuple[str, tuple[str, ...]]]
    main: int
    plain_main: bool
    source: str
    initials: dict[str, str]
    rows: list[str]
    scores: list[str]
    ties: list[str]
    fuel: runtime.Fuel
    procedures: dict[int, int]  # instance of a procedure → its first block
    places: dict[int, Position] = field(default_factory=dict)  # where a block's text stands
    by_path: dict[str, int] = field(default_factory=dict)


RUNTIME = (
    "times divided checked span item of_bag first last one bag_add bag_less covers amount owner_of whose cell_in shift"
    " place cover unmark leave exchange close_up refill draw draw_row shuffle roll reveal schedule enter leave_span"
    " scheduled adjusted end last_round assign turn StopLoop FinishProcedure always none reach short subset amounts"
    " sparing allocated shares shared single share_out is_open filled left in_force ends_with_round"
    " mint carry first_copy"
).split()


def compile_program(ruleset: Ruleset, layout: Layout) -> Code:
    """Generate and compile the program of a ruleset for one number of seats."""
    gen = Gen(ruleset, layout)
    rules = Rules(gen)
    flow = Flow(gen, rules)
    flow.decide = decide
    flow.where = statement_paths(ruleset)
    gen.name("this")
    if ruleset.standing:
        flow.active_slot = layout.values["active"][0]
    main_pauses = any(flow.pauses(s) for s in ruleset.main.body)
    main = flow.procedure(ruleset.main.index)
    flow.run_queue()
    if ruleset.standing:
        define_standing(flow)
    for index in _asked(ruleset):
        flow.procedure(index)
    flow.run_queue()
    flow.define_plain()
    define_terms(gen)
    rules.define()
    initials, rows, scores, ties = _declarations(gen)
    source = "\n".join(gen.source)
    fuel = runtime.Fuel()
    module: dict[str, Any] = {name: getattr(runtime, name) for name in RUNTIME}
    module |= {
        "LEVEL": tuple(layout.level),
        "TABLES": runtime.Tables(layout.location, tuple(layout.level), tuple(layout.owner_of)),
        "can_do": None,
        "apart": None,
        "burn": fuel.burn,
        "metered": fuel.metered,
    }
    module |= gen.globals
    exec(compile(source, "<program>", "exec"), module)  # source is built from typed nodes only
    code = Code(
        ruleset=ruleset,
        layout=layout,
        module=module,
        blocks=tuple(module[name] for name in flow.blocks),
        decisions=flow.decisions,
        standing=flow.standing_headers,
        causes=gen.causes,
        paths=flow.paths,
        main=main,
        plain_main=not main_pauses,
        source=source,
        initials=initials,
        rows=rows,
        scores=scores,
        ties=ties,
        fuel=fuel,
        procedures={index: block for (sort, index), block in flow.entries.items() if sort == "procedure"},
    )
    code.places = {block: at for block, at in flow.block_at.items() if at is not None}
    code.by_path = {path: block for block, (path, _) in flow.paths.items()}
    return code


def _asked(ruleset: Ruleset) -> list[int]:
    """Procedures that may be begun from outside: by `can do`, and by positions that name one."""
    found = {
        part.procedure
        for instance in ruleset.procedures
        for s in instance.body
        for part in t.walk(s)
        if isinstance(part, t.CanDo)
    }
    found |= {i.index for i in ruleset.procedures}
    return sorted(found)


def _declarations(gen: Gen) -> tuple[dict[str, str], list[str], list[str], list[str]]:
    """Functions for the expressions of declarations: starts of values, filters of the set-up, scores."""
    count = 0

    def define(e: t.Expr | None, *, test: bool = False) -> str:
        nonlocal count
        if e is None:
            return ""
        name = f"x{count}"
        count += 1
        w = Writer()
        w.emit(f"return {value(gen, e) if test else number(gen, e)}")
        gen.define(name, f"S,me,{gen.name('declaration.it')}", w)
        return name

    initials = {v.id: define(v.initial) for v in gen.model.values.values()}
    rows = [define(row.where, test=True) or define(row.start) for row in gen.model.setup]
    scores = [define(line.points) for line in gen.model.score_lines]
    ties = [define(line.points) for line in gen.model.tie_breaks]
    return initials, rows, scores, ties
