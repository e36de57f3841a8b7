"""Typing of procedures and hooks, with the overlays, windows, triggers and spans around them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from lark import Token, Tree

from referee.language import types
from referee.language.declare import HOOK_SORTS
from referee.language.model import HookBody, Layer, Window
from referee.language.parse import parse, position
from referee.language.resolve.calls import check_own
from referee.language.resolve.context import Context, Instance, Unreadable, attempt, expr, number, unit
from referee.language.resolve.env import Env, Loop, Scope
from referee.language.resolve.flow import block, body, for_findings
from referee.language.resolve.names import as_set
from referee.language.tree import (
    Among,
    Choose,
    EachSeat,
    Expr,
    ForEach,
    ForPieces,
    If,
    Local,
    Me,
    Option,
    Repeat,
    Seats,
    Span,
    Statement,
    Stop,
    Unread,
    Where,
)
from referee.language.types import SEAT, YES, Type
from referee.packs.node import Scalar

Node = Tree[Token]
MAX_CALLS = 60


def read_block(ctx: Context, env: Env, code: Scalar) -> tuple[Statement, ...]:
    """The statements of a text, read where `env` stands."""
    tree = parse(code, "start", ctx.found.all)
    if tree is None:
        env.scope.broken = True
        return (Unread(at=code.at),)
    inner = env.child()
    inner.scalar = code
    return body(ctx, inner, (kid for kid in tree.children if isinstance(kid, Tree)))


def procedure_instance(
    ctx: Context, env: Env | None, node: Node | Token | None, name: str, kinds: tuple[Type, ...]
) -> Instance:
    """The procedure, typed for these argument types. Without `env` it is read for its findings alone.

    Raises:
        Unreadable: if the procedure would call itself.
    """
    acts = env is None or env.me is not None
    key = (name, kinds, acts)
    if name in ctx.open_calls or len(ctx.open_calls) > MAX_CALLS:
        if env is not None and node is not None:
            cycle = ctx.open_calls[ctx.open_calls.index(name) :] if name in ctx.open_calls else ctx.open_calls
            ctx.error("E0401", env, node, cycle=" → ".join([*cycle, name]))
        raise Unreadable
    found = ctx.procedure_index.get(key)
    if found is not None:
        return found
    procedure = ctx.model.procedures[name]
    instance = Instance(name, len(ctx.procedures), (), at=procedure.at, acts=acts)
    ctx.procedures.append(instance)
    ctx.procedure_index[key] = instance
    ctx.open_calls.append(name)
    ctx.call_sites.append((name, ctx.at(env, node) if env is not None and node is not None else None))
    # What can't be read may be what calls it, and would tell more of its arguments.
    scope = Scope(name, broken=ctx.found.failed if env is None else env.scope.broken)
    assert procedure.code is not None
    inner = Env(scope, procedure.code, me=Me("me", type=SEAT) if acts else None)
    parameters: list[tuple[str, Type]] = []
    for parameter, type_ in zip(procedure.parameters, kinds, strict=True):
        local = inner.bind(parameter.name, type_)
        parameters.append((local.name, type_))
    instance.parameters = tuple(parameters)
    body = unit(ctx, lambda: _surrounded(ctx, inner, name, _layered(ctx, inner, name, kinds)))
    instance.body = body if body is not None else (Unread(at=procedure.at),)
    ctx.open_calls.pop()
    ctx.call_sites.pop()
    return instance


def _layered(ctx: Context, env: Env, name: str, kinds: tuple[Type, ...]) -> tuple[Statement, ...]:
    """The procedure's own text with the overlays of later packs around it."""
    procedure = ctx.model.procedures[name]
    assert procedure.code is not None
    by: dict[str, list[Layer]] = {"before": [], "after": [], "instead_of": [Layer("instead_of", procedure.code)]}
    for layer in procedure.layers:
        by[layer.op].append(layer)
    env.given = {parameter.name: env.words[parameter.name] for parameter in procedure.parameters}
    *env.usual, replaced = by["instead_of"]
    done: list[Statement] = []
    for layer in procedure.layers:
        check_own(ctx, layer.names, kinds, procedure.named)
    for layer in (*reversed(by["before"]), replaced, *by["after"]):
        done.extend(read_block(ctx, env.called(layer.names), layer.code))
    return tuple(done)


def _whole(env: Env, read: Callable[[], list[Statement]], code: Scalar) -> list[Statement]:
    """What is read, or a statement of which nothing is known."""
    done = attempt(env, read)
    return [Unread(at=code.at)] if done is None else done


def _surrounded(ctx: Context, env: Env, name: str, done: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Windows and triggers before and after the procedure; its span."""
    before = [*_windows(ctx, env, name), *triggers(ctx, env, name, "before")]
    after = triggers(ctx, env, name, "after")
    if name in ctx.spans or name in _spans_written(ctx):
        done = (Span(name, done),)
    elif after:
        done = (Span("", done),)
    return (*before, *done, *after)


def _spans_written(ctx: Context) -> set[str]:
    """Every procedure that some text names after `during next`; read from the texts, before they are typed."""
    if ctx.span_words is None:
        ctx.span_words = set()
        texts = [p.code for p in ctx.model.procedures.values() if p.code]
        texts += [layer.code for p in ctx.model.procedures.values() for layer in p.layers]
        texts += [s for e in ctx.model.entries for many in e.code.values() for s in many]
        texts += ctx.model.triggers
        texts += [each.code for many in ctx.model.option_changes.values() for each in many if each.code is not None]
        for scalar in texts:
            words = scalar.text.split()
            for index, word in enumerate(words[:-2]):
                if word == "during" and words[index + 1] == "next":
                    ctx.span_words.add(words[index + 2].strip(":"))
                if word == "last" and words[index + 1].startswith("round"):
                    ctx.span_words.add("round")
    return ctx.span_words


def _windows(ctx: Context, env: Env, name: str) -> list[Statement]:
    """What seats may do before this procedure: one seat after another, each until it passes."""
    found: list[Statement] = []
    for window in ctx.model.windows.values():
        if name not in window.before or window.seats is None or window.options is None:
            continue
        found += _whole(env, partial(_window, ctx, env, window, window.seats, window.options), window.seats)
    return found


def _window(ctx: Context, env: Env, window: Window, seats_code: Scalar, options_code: Scalar) -> list[Statement]:
    seats_tree = parse(seats_code, "value", ctx.found.all)
    options_tree = parse(options_code, "options", ctx.found.all)
    if seats_tree is None or options_tree is None:
        raise Unreadable
    inner = env.child()
    inner.scalar, inner.required = seats_code, None
    inner.scope = Scope("windows", env.scope.used)
    head = next(kid for kid in seats_tree.children if isinstance(kid, Tree))
    seats = as_set(ctx, inner, head, expr(ctx, inner, head))
    order: Expr = Seats(env.me, type=types.set_of(SEAT), at=seats.at)
    member = Local(env.scope.unique("seat"), "it", type=SEAT)
    me = env.scope.unique("me")
    inner.me = Me(me, type=SEAT)
    inner.scalar = options_code
    loop = Loop(env.scope.unique("times"), None)
    inner.loop = loop
    ctx.window_seats.append((window.at, seats))
    step = f"windows/{window.id}"
    from referee.language.resolve.choices import option

    options = [option(ctx, inner, kid, step) for kid in options_tree.children if isinstance(kid, Tree)]
    options.append(Option("pass", (), (), (Stop(at=window.at),), pack=options_code.pack, at=window.at))
    # The seat is asked as long as it belongs to the window; after each option it is asked again.
    still = Among(Me(me, type=SEAT), seats, type=YES, at=seats.at)
    ask = Choose(step, tuple(options), seat=Me(me, type=SEAT), public=False, at=window.at)
    rounds = Repeat(loop.counter, (If(still, (ask,), (Stop(),), at=window.at),), at=window.at)
    chosen = Where(order, member.name, Among(member, seats, type=YES), type=types.set_of(SEAT), at=seats.at)
    return [EachSeat(me, chosen, (rounds,), at=window.at)]


def triggers(ctx: Context, env: Env, name: str, when: str) -> list[Statement]:
    """What packs and entries in force do before or after a procedure."""
    found: list[Statement] = []
    for scalar in ctx.model.triggers:
        found += _pack_trigger(ctx, env, scalar, name, when)
    by_entry: list[ForPieces] = []
    for entry in ctx.model.entries:
        for hook_id, scalars in entry.code.items():
            hook = ctx.model.kinds[entry.kind].hooks[hook_id]
            for scalar in scalars if hook.sort == "trigger" else ():
                by_entry += _entry_trigger(ctx, env, scalar, entry.index, hook.while_in, name, when)
    return [*found, *_in_order(ctx, env, by_entry)]


def _in_order(ctx: Context, env: Env, by_entry: list[ForPieces]) -> list[Statement]:
    """What entries do: those that lie on the table first, then seat after seat from the acting one."""
    places = ctx.model.places
    of_seats = [s for s in by_entry if all(p in places and places[p].owner == "seat" for p in s.places)]
    if len(of_seats) < 2:
        return list(by_entry)
    seat = Local(env.scope.unique("seat"), "seat", type=SEAT)
    order = Seats(env.me, type=types.set_of(SEAT), at=of_seats[0].at)
    one_seat = tuple(replace(s, owner=seat) for s in of_seats)
    rest = [s for s in by_entry if s not in of_seats]
    return [*rest, ForEach(seat.name, order, one_seat, at=of_seats[0].at)]


def _matching(ctx: Context, scalar: Scalar, name: str, when: str) -> list[Node]:
    """The triggers of a text that stand before or after a procedure."""
    known = ctx.trigger_trees.get(id(scalar))
    if known is None:
        tree = parse(scalar, "triggers", ctx.found.all)
        kids = tree.children if tree is not None else []
        known = [kid for kid in kids if isinstance(kid, Tree) and kid.data == "on_procedure"]
        ctx.trigger_trees[id(scalar)] = known
    return [kid for kid in known if str(kid.children[1]) == name and str(_token(kid.children[0])) == when]


def _token(node: object) -> Token:
    assert isinstance(node, Tree | Token)
    if isinstance(node, Token):
        return node
    first = node.children[0]
    assert isinstance(first, Token)
    return first


def _pack_trigger(ctx: Context, env: Env, scalar: Scalar, name: str, when: str) -> list[Statement]:
    found: list[Statement] = []
    for node in _matching(ctx, scalar, name, when):
        inner = env.child()
        inner.scalar = scalar
        inner.words = dict(_parameters(ctx, env, node, name))
        if inner.me is not None:
            inner.words["they"] = inner.me
        found += _whole(env, partial(_guarded, ctx, inner, node), scalar)
    return found


def _parameters(ctx: Context, env: Env, node: Node, name: str) -> dict[str, Expr]:
    """The trigger's names for the procedure's parameters."""
    params = next((kid for kid in node.children if isinstance(kid, Tree) and kid.data == "params"), None)
    declared = ctx.model.procedures[name].parameters
    result: dict[str, Expr] = {}
    if params is None:
        return result
    for index, one in enumerate(kid for kid in params.children if isinstance(kid, Tree)):
        word = str([t for t in one.children if isinstance(t, Token)][-1])
        if index < len(declared):
            result[word] = env.words[declared[index].name]
    return result


def _guarded(ctx: Context, env: Env, node: Node) -> list[Statement]:
    trees = [kid for kid in node.children if isinstance(kid, Tree)]
    block_node = trees[-1]
    # In front of the block stand `after` and the names (of a procedure), or `after`, piece, word and place (of a put).
    heads = 4 if node.data == "on_put" else 1 + any(t.data == "params" for t in trees)
    test_node = trees[heads] if len(trees) > heads + 1 else None
    if test_node is None:
        return list(block(ctx, env, block_node))
    env.required = None
    test = attempt(env, lambda: number(ctx, env, test_node, YES))
    if test is None:
        for_findings(ctx, env, [block_node])
    from referee.language.resolve.none import learn

    learn(ctx, env, test)
    return [If(test, block(ctx, env, block_node), at=ctx.at(env, node))]


def placement_triggers(ctx: Context, env: Env, piece: Local, place: str, when: str) -> list[Statement]:
    """What packs and entries do when a piece of this kind is put into this place."""
    found: list[Statement] = []
    by_entry: list[ForPieces] = []
    for scalar in ctx.model.triggers:
        for node, word in _placements(ctx, scalar, piece.type.name, place, when):
            inner = env.child()
            inner.scalar, inner.words = scalar, {word: piece}
            if inner.me is not None:
                inner.words["they"] = inner.me
            found += _whole(env, partial(_guarded, ctx, inner, node), scalar)
    for entry in ctx.model.entries:
        for hook_id, scalars in entry.code.items():
            hook = ctx.model.kinds[entry.kind].hooks[hook_id]
            for scalar in scalars if hook.sort == "trigger" else ():
                for node, word in _placements(ctx, scalar, piece.type.name, place, when):
                    by_entry.append(_for_owner(ctx, env, scalar, entry.index, hook.while_in, node, {word: piece}))
    return [*found, *_in_order(ctx, env, by_entry)]


def _placements(ctx: Context, scalar: Scalar, kind: str, place: str, when: str) -> list[tuple[Node, str]]:
    """The placement triggers of a text that fit, each with its name for the piece."""
    tree = parse(scalar, "triggers", ctx.found.all)
    found: list[tuple[Node, str]] = []
    for node in tree.children if tree is not None else ():
        if not isinstance(node, Tree) or node.data != "on_put" or str(_token(node.children[0])) != when:
            continue
        names = [str(t) for t in _tree(node, 1).children if isinstance(t, Token)]
        target = str(_tree(node, 3).children[-1])
        if names[0] not in ctx.model.kinds:
            ctx.found.unknown("E0210", position(node, scalar), names[0], ctx.model.kinds)
        elif target not in ctx.model.places:
            ctx.found.unknown("E0210", position(node, scalar), target, ctx.model.places)
        elif names[0] == kind and target == place:
            found.append((node, names[-1]))
    return found


def _tree(node: Node, index: int) -> Node:
    child = node.children[index]
    assert isinstance(child, Tree)
    return child


def _entry_trigger(
    ctx: Context,
    env: Env,
    scalar: Scalar,
    entry: int,
    places: tuple[str, ...],
    name: str,
    when: str,
) -> list[ForPieces]:
    found: list[ForPieces] = []
    for node in _matching(ctx, scalar, name, when):
        found.append(_for_owner(ctx, env, scalar, entry, places, node, _parameters(ctx, env, node, name)))
    return found


def _for_owner(
    ctx: Context, env: Env, scalar: Scalar, entry: int, places: tuple[str, ...], node: Node, words: dict[str, Expr]
) -> ForPieces:
    """A trigger of an entry, once for each piece of it in force, as its owner; `they` is who set it off."""
    inner = env.child()
    inner.scalar, inner.words = scalar, dict(words)
    if env.me is not None:
        inner.words["they"] = env.me
    this = inner.bind("this", types.piece(ctx.model.entries[entry].kind))
    me = env.scope.unique("me")
    inner.me = Me(me, type=SEAT) if _of_seats(ctx, places) else None
    done = _whole(env, partial(_guarded, ctx, inner, node), scalar)
    return ForPieces(this.name, me, entry, places, tuple(done), at=ctx.at(inner, node))


def _of_seats(ctx: Context, places: tuple[str, ...]) -> bool:
    """Do all these places belong to seats? What is in force elsewhere has no owner, so nobody is `me` there."""
    owners = [ctx.model.places[name].owner for name in places if name in ctx.model.places]
    while any(owner in ctx.model.places for owner in owners):
        owners = [ctx.model.places[owner].owner if owner in ctx.model.places else owner for owner in owners]
    return all(owner == "seat" for owner in owners)


def hook_bodies(ctx: Context, kind: str, hook: str) -> list[HookBody]:
    """The typed effects of a hook, one for each entry that has it."""
    key = (kind, hook)
    known = ctx.hooks.get(key)
    if known is not None:
        return known
    label = f"{kind}.{hook}"
    result: list[HookBody] = []
    ctx.hooks[key] = result
    declared = ctx.model.kinds[kind].hooks[hook]
    if label in ctx.open_calls or declared.sort not in HOOK_SORTS:
        return result
    ctx.open_calls.append(label)
    for entry in ctx.model.kinds[kind].entries:
        if hook not in entry.code or declared.sort == "trigger":
            continue
        done: list[Statement] = []
        scope = Scope(hook)
        for scalar in entry.code[hook]:
            # What is in force has no acting seat; the owner of its piece is `me` where there is one.
            modifier = declared.sort == "modifier"
            me = None if modifier and not _of_seats(ctx, declared.while_in) else Me("me", type=SEAT)
            inner = Env(scope, scalar, me=me, hook=modifier)
            inner.words["this"] = Local("this", "this", type=types.piece(kind))
            read = unit(ctx, partial(read_block, ctx, inner, scalar))
            done.extend(read if read is not None else (Unread(at=scalar.at),))
        result.append(HookBody(entry, declared, tuple(done), uid=len(ctx.hook_list)))
        entry.hooks[hook] = result[-1]
        ctx.hook_list.append(result[-1])
    ctx.open_calls.pop()
    return result
