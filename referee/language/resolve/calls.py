"""Calls of terms and procedures: each is typed for the arguments that it gets."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token, Tree

from referee.language import types
from referee.language.model import Parameter
from referee.language.parse import parse
from referee.language.resolve.context import Context, Instance, Unreadable, demand, expr, expression, fits, unit
from referee.language.resolve.env import Env, Scope
from referee.language.resolve.none import require
from referee.language.tree import Builtin, Const, Do, EntryOf, Expr, Me, Seats, TermCall
from referee.language.types import NUMBER, SEAT, Type
from referee.packs.node import Position, Scalar

Node = Tree[Token]
MAX_CALLS = 60  # calls inside one another
BUILTINS = {"min": 2, "max": 2, "difference": 2}


@expression("call")
def call(ctx: Context, env: Env, node: Node, want: Type | None) -> Expr:
    word = node.children[0]
    assert isinstance(word, Token)
    name = str(word)
    values, nodes = arguments(ctx, env, node.children[1])
    if name in BUILTINS:
        if len(values) != BUILTINS[name]:
            ctx.error("E0222", env, word, word=name, expected=BUILTINS[name], found=f"{len(values)} are")
        checked = tuple(demand(ctx, env, n, v, NUMBER) for n, v in zip(nodes, values, strict=True))
        return Builtin(name, checked, type=NUMBER, at=ctx.at(env, node))
    if name == "turn_order":
        if len(values) != 1:
            ctx.error("E0222", env, word, word=name, expected=1, found=f"{len(values)} are")
        start = demand(ctx, env, nodes[0], values[0], SEAT)
        return Seats(start, type=types.set_of(SEAT), at=ctx.at(env, node))
    if name == "the_usual":
        if not env.usual_words:
            ctx.error("E0404", env, word, what="`the_usual(…)` stands only in a change of a term")
        return _usual_term(ctx, env, node, values)
    if name in ctx.model.terms:
        return term_call(ctx, env, word, name, values, nodes)
    usual = ["the_usual"] if env.usual_words else []
    ctx.unknown("E0210", env, word, [*ctx.model.terms, *BUILTINS, "turn_order", *usual])


def arguments(ctx: Context, env: Env, node: object) -> tuple[list[Expr], list[Node]]:
    """The arguments of a call."""
    if not isinstance(node, Tree):
        return [], []
    nodes = [kid for kid in node.children if isinstance(kid, Tree)]
    return [expr(ctx, env, kid) for kid in nodes], nodes


def _usual_term(ctx: Context, env: Env, node: Node, values: Sequence[Expr]) -> Expr:
    """`the_usual(…)` in a changed term: what the term meant before."""
    name, depth = env.usual_words[0], int(env.usual_words[1])
    term = ctx.model.terms[name]
    parameters = term.parameters
    if len(values) != len(parameters):
        ctx.error("E0222", env, node, word="the_usual", expected=len(parameters), found=f"{len(values)} are")
    return _instance_of_term(ctx, env, node, name, list(values), depth - 1)


def term_call(
    ctx: Context, env: Env, node: Node | Token, name: str, values: Sequence[Expr], nodes: Sequence[Node] = ()
) -> Expr:
    ctx.trust(name)
    term = ctx.model.terms[name]
    ctx.used.add(f"term/{name}")
    if len(values) != len(term.parameters):
        ctx.error("E0222", env, node, word=name, expected=len(term.parameters), found=f"{len(values)} are")
    return _instance_of_term(
        ctx, env, node, name, _fitted(ctx, env, node, term.parameters, values, nodes), len(term.usual)
    )


def _fitted(
    ctx: Context,
    env: Env,
    node: Node | Token,
    parameters: Sequence[Parameter],
    values: Sequence[Expr],
    nodes: Sequence[Node],
) -> list[Expr]:
    """The arguments, checked against the declared types of their parameters."""
    result: list[Expr] = []
    for index, (parameter, value) in enumerate(zip(parameters, values, strict=True)):
        where = nodes[index] if index < len(nodes) else node
        wanted = parameter.type
        if wanted is not None and not fits(ctx, value.type, wanted):
            if value.type.maybe and fits(ctx, value.type.sure(), wanted):
                value = require(ctx, env, where, value)
            elif value.type.sort == "place" and wanted.sort == "set":
                pass
            else:
                ctx.error("E0220", env, where, expected=wanted, found=value.type)
        if wanted is not None and wanted.sort == "entry" and value.type.sort == "piece":
            value = EntryOf(value, type=types.entry(value.type.name))
        if value.type.sort == "place":
            from referee.language.resolve.names import as_set

            value = as_set(ctx, env, where if isinstance(where, Tree) else Tree("path", [where]), value)
        result.append(value)
    return result


def _parameter_types(parameters: Sequence[Parameter], values: Sequence[Expr]) -> tuple[Type, ...]:
    """What a parameter is known to be: its declared type, sharpened by the argument."""
    found: list[Type] = []
    for parameter, value in zip(parameters, values, strict=True):
        type_ = value.type
        if parameter.type is not None and parameter.type.sort == "token":
            type_ = parameter.type
        elif type_.sort == "token" and isinstance(value, Const):
            type_ = types.token()
        if parameter.type is not None and type_.sort == "none":
            type_ = parameter.type.or_none()
        found.append(type_)
    return tuple(found)


def _instance_of_term(ctx: Context, env: Env, node: Node | Token, name: str, values: list[Expr], depth: int) -> Expr:
    term = ctx.model.terms[name]
    code = term.code if depth == len(term.usual) else term.usual[depth]
    assert code is not None
    kinds = _parameter_types(term.parameters, values)
    key = (f"{name}#{depth}", kinds, env.me is not None)
    at = ctx.at(env, node)
    instance = ctx.term_index.get(key)
    label = f"term {name}"
    if label in ctx.open_calls and depth == len(term.usual) or len(ctx.open_calls) > MAX_CALLS:
        circle = ctx.open_calls[ctx.open_calls.index(label) :] if label in ctx.open_calls else ctx.open_calls
        ctx.error("E0401", env, node, cycle=" → ".join([*circle, label]))
    if instance is None:
        instance = Instance(name, len(ctx.terms), (), acts=env.me is not None)
        ctx.terms.append(instance)
        ctx.term_index[key] = instance
        ctx.open_calls.append(label)
        usual = (name, str(depth)) if depth else ()
        broken = env.scope.broken
        called = term.names[depth - 1] if depth else ()
        unit(ctx, lambda: _read_term(ctx, instance, term.parameters, kinds, code, usual, broken, called))
        ctx.open_calls.pop()
    if instance.value is None:
        raise Unreadable
    args = tuple(values) if env.me is None else (*values, env.me)
    return TermCall(name, instance.index, args, type=instance.value.type, at=at)


def _read_term(
    ctx: Context,
    instance: Instance,
    parameters: Sequence[Parameter],
    kinds: Sequence[Type],
    code: Scalar,
    usual: tuple[str, ...],
    broken: bool,
    called: tuple[Parameter, ...],
) -> None:
    tree = parse(code, "value", ctx.found.all)
    scope = Scope(instance.name, broken=broken)
    inner = Env(scope, code, me=Me("me", type=SEAT) if instance.acts else None, usual_words=usual)
    names: list[tuple[str, Type]] = []
    for parameter, type_ in zip(parameters, kinds, strict=True):
        local = inner.bind(parameter.name, type_)
        names.append((local.name, type_))
        inner.given[parameter.name] = local
    check_own(ctx, called, kinds, ctx.model.terms[instance.name].named)
    inner = inner.called(called)
    if instance.acts:
        names.append(("me", SEAT))
    instance.parameters = tuple(names)
    if tree is None:
        return
    body = next(kid for kid in tree.children if isinstance(kid, Tree))
    value = expr(ctx, inner, body)
    if value.type.sort == "place":
        from referee.language.resolve.names import as_set

        value = as_set(ctx, inner, body, value)
    instance.value = value


def check_own(ctx: Context, own: Sequence[Parameter], kinds: Sequence[Type], named: Position | None) -> None:
    """Report a change that says of a parameter what it isn't called with; `named` is where the procedure or term is."""
    for parameter, type_ in zip(own, kinds, strict=False):
        if parameter.type is not None and not fits(ctx, type_.sure(), parameter.type):
            at = parameter.typed or parameter.at
            related = [named] if named is not None else []
            assert at is not None
            ctx.found.add("E0220", at, len(parameter.name), related=related, expected=type_, found=parameter.type)


def procedure_call(
    ctx: Context, env: Env, node: Node | Token, word: Token, values: Sequence[Expr], nodes: Sequence[Node]
) -> Do:
    """`do NAME(args)`."""
    from referee.language.resolve.procedures import procedure_instance

    name = str(word)
    ctx.trust(name)
    procedure = ctx.model.procedures.get(name)
    if procedure is None:
        ctx.unknown("E0212", env, word, ctx.model.procedures)
    ctx.used.add(f"procedure/{name}")
    if len(values) != len(procedure.parameters):
        ctx.error("E0222", env, word, word=name, expected=len(procedure.parameters), found=f"{len(values)} are")
    fitted = _fitted(ctx, env, node, procedure.parameters, values, nodes)
    kinds = _parameter_types(procedure.parameters, fitted)
    instance = procedure_instance(ctx, env, word, name, kinds)
    return Do(name, instance.index, tuple(fitted), env.me, at=ctx.at(env, node))
