"""A stack of packs → a ruleset: everything read, resolved, typed and checked, or every finding at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from lark import Tree

from referee.language.blame import blamed
from referee.language.called import with_ids
from referee.language.causes import causes
from referee.language.checks import check_rules, hook_sorts
from referee.language.checks.sorts import check_sorts
from referee.language.declare import declare_entries, declare_fields, declare_things
from referee.language.declare_code import declare_code
from referee.language.declare_places import declare_cell_data, declare_places, declare_rules, declare_values
from referee.language.digest import rules_digest
from referee.language.findings import Findings
from referee.language.followers import without_followers
from referee.language.hoist import hoist
from referee.language.limits import within_limits
from referee.language.model import Model
from referee.language.parse import parse
from referee.language.removed import with_removals
from referee.language.resolve import RULES_LOADED
from referee.language.resolve.choices import option
from referee.language.resolve.context import Context, Instance, TooMuch, attempt, demand, expr, unit
from referee.language.resolve.env import Env, Scope
from referee.language.resolve.procedures import hook_bodies, procedure_instance
from referee.language.text import Text
from referee.language.tree import Const, Expr, Me, Option
from referee.language.types import NUMBER, SEAT, YES, Type
from referee.language.unfit import with_changes
from referee.packs import Stack
from referee.packs.diagnostics import Diagnostic, PackInvalid
from referee.packs.node import Position, Scalar

MAIN = "main"


@dataclass(slots=True, eq=False)
class Ruleset:
    """A stack of packs, resolved and typed: immutable, named by its digests."""

    stack: Stack
    model: Model
    procedures: tuple[Instance, ...]
    terms: tuple[Instance, ...]
    main: Instance
    standing: tuple[Option, ...]
    context: Context
    rules_digest: str
    content_digest: str
    min_seats: int
    max_seats: int
    warnings: tuple[Diagnostic, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> Text:
        """The title of the game: of the last pack of the stack."""
        return Text("pack/title", (), self.texts["title"])


def build_ruleset(stack: Stack) -> Ruleset:
    """Resolve, type and check a stack.

    Raises:
        PackInvalid: with every finding of packs and language, in the order of the files, if one of them is an error.
    """
    ruleset, diagnostics = read_stack(stack)
    if ruleset is None:
        raise PackInvalid(diagnostics)
    return ruleset


def read_stack(stack: Stack) -> tuple[Ruleset | None, list[Diagnostic]]:
    """The ruleset, or None if there are errors; and all findings in the order of the files."""
    if stack.incomplete:
        return None, list(stack.diagnostics)
    model, ctx, main, standing = _read(stack)
    found = [*stack.diagnostics, *dict.fromkeys(ctx.found.all)]
    if any(each.severity == "error" for each in found):
        found = without_followers(found, stack, _findings)
        found = with_ids(blamed(with_removals(with_changes(found, stack, _findings), stack), stack), stack)
    diagnostics = causes(sorted(found, key=lambda d: d.at))
    if main is None or any(d.severity == "error" for d in diagnostics):
        return None, diagnostics
    return _ruleset(stack, model, ctx, main, standing, diagnostics), diagnostics


def _findings(stack: Stack) -> list[Diagnostic]:
    """Everything that is found, as it is found."""
    return [*stack.diagnostics, *(_read(stack)[1].found.all if not stack.incomplete else ())]


def _read(stack: Stack) -> tuple[Model, Context, Instance | None, tuple[Option, ...]]:
    """Everything that the packs declare, resolved, typed and checked; what is wrong is in the findings."""
    assert RULES_LOADED
    found = Findings(stack.damage, stack.unread)
    found.open_words = stack.nameless
    model = Model(seats=(stack.min_seats, stack.max_seats))
    declare_things(stack, model, found)
    declare_places(stack, model, found)
    declare_fields(stack, model, found)
    declare_entries(stack, model, found)
    declare_cell_data(stack, model, found)
    declare_values(stack, model, found)
    declare_rules(stack, model, found)
    declare_code(stack, model, found)
    _one_name_space(stack, model, found)
    ctx = Context(model, found)
    main: Instance | None = None
    standing: tuple[Option, ...] = ()
    try:
        if within_limits(stack, model, found):
            main, standing = _effects(ctx, stack)
    except TooMuch as much:
        found.add("E0229", much.at, what="the effects of these packs are too many, or are read too often")
    return model, ctx, main, standing


def _ruleset(
    stack: Stack,
    model: Model,
    ctx: Context,
    main: Instance,
    standing: tuple[Option, ...],
    warnings: list[Diagnostic],
) -> Ruleset:
    from referee.language.describe import texts_of

    return Ruleset(
        stack=stack,
        model=model,
        procedures=tuple(ctx.procedures),
        terms=tuple(ctx.terms),
        main=main,
        standing=standing,
        context=ctx,
        rules_digest=rules_digest(ctx, main),
        content_digest=stack.content_digest,
        min_seats=stack.min_seats,
        max_seats=stack.max_seats,
        warnings=tuple(warnings),
        texts={"title": stack.packs[-1].title.text, **texts_of(model)},
    )


def _effects(ctx: Context, stack: Stack) -> tuple[Instance | None, tuple[Option, ...]]:
    """Everything that holds effects: read, typed, checked. Returns `main` and the standing options."""
    check_sorts(ctx)
    hook_sorts.check_texts(ctx)
    unit(ctx, lambda: _initials(ctx))
    unit(ctx, lambda: _standing(ctx))
    main = unit(ctx, lambda: _procedures(ctx))
    for kind in ctx.model.kinds.values():
        for hook in kind.hooks.values():
            unit(ctx, partial(hook_bodies, ctx, kind.id, hook.id))
    hook_sorts.check_bodies(ctx)
    unit(ctx, lambda: _setup(ctx))
    unit(ctx, lambda: _scoring(ctx))
    standing: tuple[Option, ...] = ()
    if not ctx.found.failed:
        standing = unit(ctx, lambda: hoist(ctx)) or ()
    unit(ctx, lambda: check_rules(ctx, stack, main))
    return main, standing


def _one_name_space(stack: Stack, model: Model, found: Findings) -> None:
    """Tokens, groups, kinds, places, values, rules, terms and options share one name space.

    Of two that clash, the one of the later pack is wrong; within a pack the one that comes later here.
    """
    packs = {root.at.file: number for number, pack in enumerate(stack.packs) for root in pack.documents}
    seen: dict[str, tuple[str, Position]] = {}
    for what, names in (
        ("token", model.tokens),
        ("group", model.groups),
        ("kind", model.kinds),
        ("place", model.places),
        ("value", model.values),
        ("rule value", model.rules),
        ("term", model.terms),
        ("option", model.options),
        ("enumeration", model.symbols),
    ):
        for name, declared in names.items():
            named = getattr(declared, "named", None) or declared.at  # the name, where `at` is what it stands for
            if name in seen:
                mine, other = (what, named), seen[name]
                if packs.get(named.file, 0) < packs.get(other[1].file, 0):
                    mine, other = other, mine
                found.add("E0217", mine[1], len(name), word=name, what=f"a {other[0]}", related=[other[1]])
            seen[name] = (what, named)


def _initials(ctx: Context) -> None:
    for value in ctx.model.values.values():
        if value.initial_code is not None and value.id not in ctx.found.doubtful:
            value.initial = read_value(ctx, value.initial_code, value.type, acts=value.owner == "seat")


def read_value(
    ctx: Context, scalar: Scalar, want: Type, *, acts: bool = False, this: Type | None = None
) -> Expr | None:
    """One expression of a declaration, typed; None after a finding."""
    tree = parse(scalar, "value", ctx.found.all)
    if tree is None:
        return None
    env = Env(Scope("declaration"), scalar, me=Me("me", type=SEAT) if acts else None)
    if this is not None:
        env.bind("it", this)
    node = next(kid for kid in tree.children if isinstance(kid, Tree))
    value = attempt(env, lambda: expr(ctx, env, node, want))
    if value is None:
        return None
    if (
        want.sort == "seat"
        and isinstance(value, Const)
        and value.type.sort == "number"
        and isinstance(value.value, int)
    ):
        # A declaration names a seat by its number.
        return Const(value.value - 1, str(value.value), type=SEAT)
    return attempt(env, lambda: demand(ctx, env, node, value, want))


def _standing(ctx: Context) -> None:
    for standing in ctx.model.standing.values():
        if standing.options is None:
            continue
        active = ctx.model.values.get("active")
        if (active is None or active.type.sort != "seat") and not ctx.found.hidden(["active"]):
            ctx.found.add("E0227", standing.at, word="standing", what="a table value `active` of type seat")
        tree = parse(standing.options, "options", ctx.found.all)
        if tree is None:
            continue
        env = Env(Scope(f"standing/{standing.id}"), standing.options, me=Me("me", type=SEAT))
        for node in tree.children:
            if isinstance(node, Tree):
                made = option(ctx, env, node, f"standing/{standing.id}")
                ctx.standing_options.append(made)
                ctx.standing_of.setdefault(made.label, standing.id)


def _procedures(ctx: Context) -> Instance | None:
    """Type `main` and everything it reaches, then what nothing reaches, for its findings."""
    main: Instance | None = None
    if MAIN in ctx.model.procedures:
        table = Env(Scope(MAIN), ctx.model.procedures[MAIN].code or Scalar("", Position("", 1, 1)))
        main = procedure_instance(ctx, table, None, MAIN, ())
    elif not ctx.found.hidden([MAIN]):
        at = ctx.model.seats and Position(next(iter(ctx.model.procedures), "pack.yaml"), 1, 1)
        first = next(iter(ctx.model.procedures.values()), None)
        ctx.found.add("E0441", first.at if first else at, what="no procedure is called `main`: a game begins there")
    reached = {instance.name for instance in ctx.procedures}
    for name, procedure in ctx.model.procedures.items():
        if name not in reached and all(p.type is not None for p in procedure.parameters):
            kinds = tuple(p.type for p in procedure.parameters if p.type is not None)
            procedure_instance(ctx, None, None, name, kinds)
    return main


def _setup(ctx: Context) -> None:
    for row in ctx.model.setup:
        if row.start_code is not None:
            value = ctx.model.values[row.value]
            row.start = read_value(ctx, row.start_code, value.type, acts=value.owner == "seat")
        if row.where_code is not None:
            from referee.language.types import piece

            row.where = read_value(ctx, row.where_code, YES, this=piece(row.all_of))


def _scoring(ctx: Context) -> None:
    for line in (*ctx.model.score_lines, *ctx.model.tie_breaks):
        if line.code is not None:
            line.points = read_value(ctx, line.code, NUMBER, acts=True)
