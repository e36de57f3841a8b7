"""Typing of choices: options with their binders, guards and bodies."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from referee.language import types
from referee.language.parse import parse
from referee.language.resolve.context import Context, Unreadable, expr, number, statement
from referee.language.resolve.env import Env
from referee.language.resolve.flow import block, lose
from referee.language.resolve.names import acting, as_set
from referee.language.resolve.none import learn
from referee.language.resolve.sets import named_set
from referee.language.tree import (
    NOWHERE,
    Among,
    Binder,
    Both,
    Choose,
    Expr,
    Local,
    Option,
    Orders,
    PileOf,
    Range,
    Remember,
    Statement,
    Stop,
    Subsets,
    Unread,
    Where,
)
from referee.language.types import NUMBER, YES
from referee.packs.node import Scalar

Node = Tree[Token]
MOST_OPTIONS = 300  # as they are written; each may stand for many


@statement("choose", "may")
def choose(ctx: Context, env: Env, node: Node) -> list[Statement]:
    option_node = _kid(node, 0)
    label = _label(option_node)
    step = env.scope.step(label)
    options = [option(ctx, env, option_node, step)]
    if node.data == "may":
        options.append(Option("pass", (), (), (), pack=env.scalar.pack, at=ctx.at(env, node)))
    otherwise = node.children[1] if len(node.children) > 1 else None
    return _choice(ctx, env, node, label, step, options, otherwise)


@statement("choose_one")
def choose_one(ctx: Context, env: Env, node: Node) -> list[Statement]:
    name = str(node.children[0])
    step = env.scope.step(name)
    trees = [kid for kid in node.children[1:] if isinstance(kid, Tree)]
    options = [option(ctx, env, kid, step) for kid in trees if kid.data == "option"]
    otherwise = next((kid for kid in trees if kid.data == "otherwise"), None)
    return _choice(ctx, env, node, name, step, options, otherwise)


def _choice(
    ctx: Context, env: Env, node: Node, name: str, step: str, options: list[Option], otherwise: object
) -> list[Statement]:
    options = changed_options(ctx, env, name, step, options)
    labels: dict[str, Option] = {}
    if len(options) > MOST_OPTIONS:
        at = options[MOST_OPTIONS].at
        ctx.found.add("E0229", at, what=f"a choice is written with at most {MOST_OPTIONS} options")
    for one in options:
        if one.label in labels:
            first = labels[one.label].at
            ctx.found.add("E0462", one.at, len(one.label), related=[first] if first is not None else [], word=one.label)
        labels.setdefault(one.label, one)
    for one in options:
        if one.unless and one.unless not in labels:
            ctx.found.unknown("E0210", one.unless_at, one.unless, labels)
    rest: tuple[Statement, ...] = ()
    if isinstance(otherwise, Tree):
        rest = block(ctx, env.child(), _kid(otherwise, 0))
    loop = None
    if env.loop is not None:
        if any(o.label == "stop" for o in options):
            env.loop.stops = True
        if env.loop.limit is not None:
            loop = (env.loop.counter, env.loop.limit)
    seat = acting(ctx, env, node)
    return [
        Choose(
            step, tuple(options), rest, seat=seat, loop=loop, standing=bool(ctx.model.standing), at=ctx.at(env, node)
        )
    ]


def changed_options(ctx: Context, env: Env, name: str, step: str, options: list[Option]) -> list[Option]:
    """The options of a choice after the packs later in the stack have added, replaced and removed some."""
    keys = [key for key in (name, step) if key in ctx.model.option_changes]
    instead: dict[str, list[str]] = {}  # label → labels of the options that stand in its place by now
    at = env.scalar.at
    for key, nth in ctx.model.option_order if keys else ():
        if key not in keys:
            continue
        change = ctx.model.option_changes[key][nth]
        op, label, code, at = change.op, change.label, change.code, change.label_at
        ctx.used.add(f"choice/{key}")
        labels = [one.label for one in options]
        gone = [label] if op != "add" else []
        while gone and not set(gone) & set(labels) and any(each in instead for each in gone):
            gone = [own for each in gone for own in instead.get(each, [])]  # another change has replaced it
        if gone and not set(gone) & set(labels) and not env.scope.broken:
            ctx.found.unknown("E0210", at, label, labels)
            continue
        # Added options stand before the ones that end or decline.
        ends = [n for n, each in enumerate(labels) if each in gone or not gone and each in ("stop", "pass")]
        place = ends[0] if ends else len(options)
        options = [one for one in options if one.label not in gone]
        added = _new_options(ctx, env, code, step) if op != "remove" and code is not None else []
        options[place:place] = added
        for one in added if change.says else ():
            if f"{step}/{one.label}" not in change.said:
                ctx.model.says[f"{step}/{one.label}"] = change.says
        if op != "add":
            instead[label] = [one.label for one in added]
    if keys and not options:
        ctx.found.add("E0228", at, what=f"no option is left of the choice `{name}`")
    return options


def _new_options(ctx: Context, env: Env, code: Scalar, step: str) -> list[Option]:
    tree = parse(code, "options", ctx.found.all)
    if tree is None:
        env.scope.broken = True
        return []
    inner = env.child()
    inner.scalar = code
    return [option(ctx, inner, kid, step) for kid in tree.children if isinstance(kid, Tree)]


def _label(node: Node) -> str:
    return str(_kid(node, 0).children[0])


def option(ctx: Context, env: Env, node: Node, step: str) -> Option:
    """One option: `LABEL binders guard unless: body`."""
    label = _label(node)
    parts = {kid.data: kid for kid in node.children[1:] if isinstance(kid, Tree)}
    inner = env.child()
    inner.required = None
    if ctx.model.standing or ctx.model.windows:
        _doubt(ctx, inner)
    binders: list[Binder] = []
    guard: list[Expr] = []
    once = ""
    before: list[Statement] = []
    broken = False
    try:
        if "binders" in parts:
            once = _binders(ctx, inner, parts["binders"], binders, guard)
        if "guard" in parts:
            _guard(ctx, inner, _kid(parts["guard"], 0), guard)
        if once:
            before = _once(ctx, inner, node, binders, guard)
    except Unreadable:
        broken = inner.scope.broken = True
    _argument_checks(ctx, inner, node, binders, guard)
    inner.loop = env.loop
    body: tuple[Statement, ...] = ()
    if "block" in parts:
        body = block(ctx, inner, parts["block"])
    elif label == "stop":
        if env.loop is None:
            ctx.note("E0402", env, node)
        body = (Stop(at=ctx.at(env, node)),)
    unless, unless_at = "", NOWHERE
    if "unless" in parts:
        word = parts["unless"].children[0]
        assert isinstance(word, Token)
        unless, unless_at = str(word), ctx.at(env, word)
    if broken:
        binders, guard, before, body, once = [], [], [], (Unread(at=ctx.at(env, node)),), ""
    return Option(
        label,
        tuple(binders),
        tuple(guard),
        (*before, *body),
        once=once,
        unless=unless,
        unless_at=unless_at,
        pack=env.scalar.pack,
        at=ctx.at(env, node),
    )


def _doubt(ctx: Context, env: Env) -> None:
    """Beside a decision standing options and windows may change what was known before it."""
    from referee.language.effects import Effects

    effects = Effects(ctx)
    for one in ctx.standing_options:
        lose(effects, env, effects.writes_of(one.body))


def _binders(ctx: Context, env: Env, node: Node, binders: list[Binder], guard: list[Expr]) -> str:
    """Reads what an option binds; the answer is `once` for `each once`.

    Raises:
        Unreadable: if one can't be read; then the words of all are bound.
    """
    once, broken = "", False
    for kid in node.children:
        if not isinstance(kid, Tree):
            continue
        if kid.data == "once":
            once = "once"
            continue
        try:
            (_derived if kid.data == "let_binder" else _binder)(ctx, env, kid, binders, guard)
        except Unreadable:
            broken = True
            env.doubt(str(kid.children[0]))
    if broken:
        raise Unreadable
    return once


def _derived(ctx: Context, env: Env, node: Node, binders: list[Binder], guard: list[Expr]) -> None:
    word = str(node.children[0])
    value = expr(ctx, env, _kid(node, 1))
    if value.type.sort == "place":
        value = as_set(ctx, env, _kid(node, 1), value)
    local = env.bind(word, value.type)
    binders.append(Binder(local.name, word, None, value, value.type, at=ctx.at(env, node)))
    test = node.children[2] if len(node.children) > 2 else None
    if isinstance(test, Tree):
        _guard(ctx, env, test, guard)


def _binder(ctx: Context, env: Env, node: Node, binders: list[Binder], guard: list[Expr]) -> None:
    word = str(node.children[0])
    items = named_set(ctx, env, _kid(node, 1), word)
    element = items.type.of or NUMBER
    conjuncts: list[Expr] = []
    local = env.bind(word, element)
    if isinstance(items, Where):
        # The test of the binder's own set is part of the option's guard, so that a refusal can name it.
        from referee.language.tree import substitute

        conjuncts = [substitute(c, {items.var: local}) for c in _split(items.test)]
        items = items.items
    binders.append(Binder(local.name, word, items, None, element, pieces=_from_pile(items), at=ctx.at(env, node)))
    for test in conjuncts:
        guard.append(test)
        learn(ctx, env, test)
    narrowed = env.facts.get(local)
    if narrowed is not None:
        env.words[word] = replace(local, type=narrowed)


def _from_pile(items: Expr) -> bool:
    while hasattr(items, "items"):
        items = items.items
    return isinstance(items, PileOf)


def _split(test: Expr) -> list[Expr]:
    if isinstance(test, Both):
        return [*_split(test.left), *_split(test.right)]
    return [test]


def _guard(ctx: Context, env: Env, node: Node, guard: list[Expr]) -> None:
    test = number(ctx, env, node, YES)
    for one in _split(test):
        guard.append(one)
        learn(ctx, env, one)


def _once(ctx: Context, env: Env, node: Node, binders: list[Binder], guard: list[Expr]) -> list[Statement]:
    """`each once`: the option's first binder takes each value once in this repeat."""
    loop = env.loop
    first = next((b for b in binders if b.items is not None), None)
    if loop is None or first is None:
        ctx.error("E0404", env, node, what="`each once` stands in an option of a `repeat`, after a binder")
    taken = env.scope.unique("taken")
    loop.taken.append(taken)
    value = Local(first.var, first.word, type=first.type)
    used = Local(taken, taken, type=types.set_of(first.type))
    guard.insert(0, Among(value, used, negated=True, at=ctx.at(env, node)))
    return [Remember(taken, value, at=ctx.at(env, node))]


def _argument_checks(ctx: Context, env: Env, node: Node, binders: list[Binder], guard: list[Expr]) -> None:
    drawn = [b for b in binders if b.items is not None]
    arguments = [b for b in drawn if _argument(b.items)]
    if len(arguments) > 1 or (arguments and drawn[-1] is not arguments[0]):
        ctx.found.add("E0460", arguments[0].at)
    from referee.language.tree import walk

    for one in arguments:
        for test in guard:
            if any(isinstance(n, Local) and n.name == one.var for n in walk(test)):
                ctx.found.add("E0461", test.at if test.at.line else one.at, word=one.word)


def _argument(items: Expr | None) -> bool:
    return isinstance(items, Range | Subsets | Orders)


def _kid(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child
