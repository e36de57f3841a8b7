"""Costs that may take the same tokens must be payable together; where that can't be computed they are refused (E0431).

What one seat pays, and what is taken from one list of pools, is summed up in every option. The costs of a hook are
known for each entry alone, so they may not meet other costs of the option in one purse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.language import tree as t
from referee.language.resolve.amounts import possible_tokens

if TYPE_CHECKING:
    from referee.language.resolve.context import Context

HOOKS = 20  # hooks inside one another


@dataclass(frozen=True, slots=True)
class Draw:
    """What one need may take: which tokens, from which places; `sum` names what it is summed up with."""

    need: t.Need
    places: frozenset[str]
    tokens: frozenset[int]
    sum: object
    when: tuple[t.Expr, ...]


def check(ctx: Context) -> None:
    """Report costs of one option that can't be weighed together."""
    lists = [option.needs for option in _options(ctx)]
    lists += [needs for table in ctx.hook_needs.values() for needs in table.values()]
    for needs in lists:
        draws = [draw for need in needs for draw in _draws(ctx, need, need, HOOKS)]
        for index, draw in enumerate(draws):
            for earlier in draws[:index]:
                if _clash(earlier, draw):
                    why = (
                        f"another cost of this option ({earlier.need.at}) may take the same tokens from the same place"
                    )
                    ctx.found.add("E0431", draw.need.at, why=why, related=[earlier.need.at])
                    break


def _options(ctx: Context) -> Iterator[t.Option]:
    bodies: list[t.Node] = [s for instance in ctx.procedures for s in instance.body]
    bodies += [s for hook in ctx.hook_list for s in hook.body]
    bodies += ctx.standing_options
    for body in bodies:
        for part in t.walk(body):
            if isinstance(part, t.Option):
                yield part


def _draws(ctx: Context, need: t.Need, shown: t.Need, depth: int) -> Iterator[Draw]:
    """What a need may take; `shown` is the need of the option itself."""
    match need:
        case t.Cost(amount=amount, payer=payer, sources=sources, when=when):
            tokens = frozenset(possible_tokens(ctx, amount))
            places = _homes(ctx, tokens) if payer is not None else frozenset(source.place for source in sources)
            yield Draw(shown, places, tokens, (payer, sources) if need is shown else shown, when)
        case t.AnyCost(pay=pay, when=when):
            tokens = frozenset(pay.tokens)
            yield Draw(shown, _homes(ctx, tokens), tokens, (pay.payer, ()) if need is shown else shown, when)
        case t.HookNeed(call=call, when=when) if depth:
            found: dict[frozenset[str], set[int]] = {}
            for needs in ctx.hook_needs.get((call.kind, call.hook), {}).values():
                for inner in needs:
                    for draw in _draws(ctx, inner, inner, depth - 1):
                        found.setdefault(draw.places, set()).update(draw.tokens)
            for places, numbers in found.items():
                yield Draw(shown, places, frozenset(numbers), shown, when)
        case _:
            return


def _homes(ctx: Context, tokens: frozenset[int]) -> frozenset[str]:
    return frozenset(p.id for p in ctx.model.places.values() if p.home and tokens & set(p.tokens))


def _clash(one: Draw, other: Draw) -> bool:
    if one.need is other.need or one.sum == other.sum:
        return False
    return bool(one.places & other.places and one.tokens & other.tokens) and not exclusive(one.when, other.when)


def exclusive(one: Iterable[t.Expr], other: Iterable[t.Expr]) -> bool:
    """Can the conditions not hold together?"""
    return any(_opposite(a, b) for a in one for b in other)


def _opposite(a: t.Expr, b: t.Expr) -> bool:
    if isinstance(a, t.Not) and a.test == b or isinstance(b, t.Not) and b.test == a:
        return True
    if isinstance(a, t.Compare) and isinstance(b, t.Compare) and a.op == b.op == "==" and a.left == b.left:
        return isinstance(a.right, t.Const) and isinstance(b.right, t.Const) and a.right != b.right
    return False
