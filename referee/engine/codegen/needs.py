"""The needs of an option → Python tests: each as early as can be, and jointly where they draw on one purse."""

from __future__ import annotations

from referee.engine.codegen import slots
from referee.engine.codegen.gen import Gen, Writer
from referee.engine.codegen.values import home_amount, value
from referee.engine.runtime import BANK
from referee.language import tree as t
from referee.language.resolve.amounts import possible_tokens

Test = tuple[frozenset[str], str, t.Need]


def tests(gen: Gen, needs: list[t.Need]) -> list[Test]:
    """The tests of an option's needs, each with the locals that it reads."""
    found: list[Test] = []
    for need in needs:
        text = single(gen, need, needs)
        if text:
            found.append((_names(need), _when(gen, need, text), need))
    found += joint(gen, needs)
    return found


def _names(*nodes: t.Node) -> frozenset[str]:
    from referee.engine.codegen.cont import names_in

    return names_in(nodes)


def _when(gen: Gen, need: t.Need, text: str) -> str:
    if not need.when:
        return text
    conditions = " and ".join(value(gen, c) for c in need.when)
    return f"(not ({conditions}) or {text})"


def single(gen: Gen, need: t.Need, all_needs: list[t.Need]) -> str:
    """One need by itself; empty if it always holds."""
    match need:
        case t.Possible(test=test):
            return value(gen, test)
        case t.Cost(amount=amount):
            return _cost(gen, need, amount)
        case t.AnyCost(pay=pay):
            reserved = [n for n in all_needs if isinstance(n, t.Cost) and n.payer == pay.payer]
            return _any(gen, pay, reserved)
        case t.HookNeed(call=call):
            return _hook(gen, call)
        case _:
            raise ValueError(type(need).__name__)


def _have(gen: Gen, need: t.Cost, token: t.Expr) -> str:
    """How many of a token the payer, or the sources, hold; empty if there is no end."""
    if need.payer is not None:
        return home_amount(gen, need.payer, token)
    parts: list[str] = []
    if not need.sources:
        return ""
    for source in need.sources:
        slot, missing = slots.pool_slot(gen, source, token, lambda inner: value(gen, inner))
        if slot == str(BANK):
            return ""
        parts.append(f"reach(S,{slot})" if missing else f"S[{slot}]")
    return parts[0] if len(parts) == 1 else f"({'+'.join(parts)})"


def _cost(gen: Gen, need: t.Cost, amount: t.AmountOf) -> str:
    if amount.bag is not None:
        haves = [_have(gen, need, t.Const(k)) or str(1 << 30) for k in gen.model.group_tokens(amount.bag.type.name)]
        return f"covers(({','.join(haves)},),{value(gen, amount.bag)})"
    assert amount.token is not None and amount.number is not None
    have = _have(gen, need, amount.token)
    return f"({have}>={value(gen, amount.number)})" if have else ""


def _any(gen: Gen, pay: t.PayAny, reserved: list[t.Cost]) -> str:
    haves: list[str] = []
    for token in pay.tokens:
        text = home_amount(gen, pay.payer, t.Const(token))
        taken = [part for cost in reserved for part in _share(gen, cost, token)]
        haves.append(f"max(0,{text}-({'+'.join(taken)}))" if taken else text)
    have = f"({','.join(haves)},)"
    if pay.op == "any":
        return f"(sum({have})>={value(gen, pay.low)})"
    if pay.op == "kind":
        return f"(max({have})>={value(gen, pay.low)})"
    assert pay.bag is not None
    return f"(short({have},{value(gen, pay.bag)})<={value(gen, pay.low)})"


def _share(gen: Gen, cost: t.Cost, token: int) -> list[str]:
    """How many of a token a cost takes, as expressions to add."""
    if token not in possible_tokens(gen.ruleset.context, cost.amount):
        return []
    if cost.amount.bag is not None:
        index = gen.model.group_tokens(cost.amount.bag.type.name).index(token)
        text = f"{value(gen, cost.amount.bag)}[{index}]"
    else:
        assert cost.amount.token is not None and cost.amount.number is not None
        text = value(gen, cost.amount.number)
        if not isinstance(cost.amount.token, t.Const):
            text = f"({text} if {value(gen, cost.amount.token)}=={token} else 0)"
    if cost.when:
        text = f"({text} if {' and '.join(value(gen, c) for c in cost.when)} else 0)"
    return [text]


def shortfall(gen: Gen, cost: t.Cost) -> str:
    """What a cost asks for, as an expression: (token, need, have) for each token of it."""
    if cost.amount.bag is not None:
        name = value(gen, cost.amount.bag)
        rows = [
            f"({k},{name}[{i}],{_have(gen, cost, t.Const(k)) or 0})"
            for i, k in enumerate(gen.model.group_tokens(cost.amount.bag.type.name))
        ]
        return f"[{','.join(rows)}]"
    assert cost.amount.token is not None and cost.amount.number is not None
    have = _have(gen, cost, cost.amount.token) or "0"
    return f"[({value(gen, cost.amount.token)},{value(gen, cost.amount.number)},{have})]"


def joint(gen: Gen, needs: list[t.Need]) -> list[Test]:
    """Costs that may take one token from one purse: together they must be payable."""
    groups: dict[tuple[object, ...], list[t.Cost]] = {}
    for need in needs:
        if isinstance(need, t.Cost):
            groups.setdefault((need.payer, need.sources), []).append(need)
    found: list[Test] = []
    for costs in groups.values():
        if len(costs) < 2:
            continue
        sets = [set(possible_tokens(gen.ruleset.context, c.amount)) for c in costs]
        shared = sorted({k for i, one in enumerate(sets) for other in sets[i + 1 :] for k in one & other})
        for token in shared:
            parts = [part for cost in costs for part in _share(gen, cost, token)]
            have = _have(gen, costs[0], t.Const(token))
            if len(parts) > 1 and have:
                found.append((_names(*costs), f"({have}>={'+'.join(parts)})", costs[-1]))
    return found


def _hook(gen: Gen, call: t.DoHook) -> str:
    name = define_hook_needs(gen, call.kind, call.hook)
    entry_of = gen.table((*gen.layout.entry_of, -1))
    piece = value(gen, call.piece)
    acting = "-1" if call.me is None else value(gen, call.me)
    if gen.model.kinds[call.kind].hooks[call.hook].me == "owner":
        owners, seats = gen.table(tuple(gen.layout.owner_of)), gen.table(tuple(gen.layout.seat_of))
        acting = f"whose(S,{piece},{gen.layout.location},{owners},{seats},{acting})"
    return f"{name}[{entry_of}[{piece}]](S,{acting},{piece})"


def define_hook_needs(gen: Gen, kind: str, hook: str) -> str:
    """A table of functions, one for each entry: can its hook be done?"""
    name = f"N_{list(gen.model.kinds).index(kind)}_{list(gen.model.kinds[kind].hooks).index(hook)}"
    if name in gen.globals:
        return name
    gen.globals[name] = None  # defined in the module's source
    rows = ["always"] * len(gen.model.entries)
    for entry, needs in gen.ruleset.context.hook_needs.get((kind, hook), {}).items():
        found = tests(gen, needs)
        if not found:
            continue
        w = Writer()
        w.emit(f"return {' and '.join(text for _, text, _ in found)}")
        function = f"n_{kind_index(gen, kind)}_{entry}_{list(gen.model.kinds[kind].hooks).index(hook)}"
        gen.define(function, f"S,me,{gen.name('this')}", w)
        rows[entry] = function
    rows.append("always")
    gen.source.append(f"{name}=({','.join(rows)},)")
    return name


def kind_index(gen: Gen, kind: str) -> int:
    return list(gen.model.kinds).index(kind)
