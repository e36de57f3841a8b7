"""Options of one decision have different ids (E0462), as far as the declarations alone can tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.language import tree as t

if TYPE_CHECKING:
    from referee.language.resolve.context import Context
    from referee.packs.node import Position


def check(ctx: Context) -> None:
    """Report options that are bound to have the id of another one."""
    bodies: list[t.Node] = [s for instance in ctx.procedures for s in instance.body]
    bodies += [s for hook in ctx.hook_list for s in hook.body]
    bodies += ctx.standing_options
    for body in bodies:
        for part in t.walk(body):
            if isinstance(part, t.Choose) and part.standing:
                _beside(ctx, part)
            if isinstance(part, t.Option):
                for binder in part.binders:
                    if binder.items is None or binder.argument:
                        continue
                    secret = _secretly_different(ctx, binder.items)
                    if secret is not None:
                        ctx.found.add("E0462", binder.at, len(binder.word), word=f"{part.label}/…", related=[secret])
                    elif _repeats(ctx, binder.items):
                        ctx.found.add("E0462", binder.at, len(binder.word), word=f"{part.label}/…")


def _beside(ctx: Context, choice: t.Choose) -> None:
    """Standing options are options of the decision beside which they stand."""
    for standing in ctx.standing_options:
        for option in choice.options:
            if option.label == standing.label and _segments(option) == _segments(standing):
                at = option.at
                ctx.found.add("E0462", at, len(option.label), word=option.label, related=[standing.at])


def _segments(option: t.Option) -> int:
    return sum(1 for binder in option.binders if binder.items is not None and not binder.argument)


def _secretly_different(ctx: Context, items: t.Expr) -> Position | None:
    """Where a place of the set's pieces stands in which only their owner sees what tells two of one entry apart."""
    element = items.type.of
    if element is None or element.sort != "piece":
        return None
    kind = ctx.model.kinds[element.name]
    each = int(kind.per_seat) if kind.per_seat.isdigit() else 1
    if all(entry.most * each < 2 for entry in kind.entries):
        return None
    for place in ctx.model.places.values():
        if place.owner == kind.id and "owner" in (place.seen_by, place.seen_by == "nobody" and place.count_seen_by):
            return place.at
    return None


def _repeats(ctx: Context, items: t.Expr) -> bool:
    """Has the set, unfiltered, members of one and the same name?"""
    base = items
    if isinstance(base, t.Lines) and base.op in ("columns", "rows"):
        place = base.args[0]
        # A column is named by its number, whoever owns the place.
        return isinstance(place, t.PlaceRef) and place.owner is None and ctx.model.places[place.place].owner != "table"
    if isinstance(base, t.CellsOf):
        # A cell is named by its number and its seat; a place of pieces or cells has no seat of its own.
        return base.place.owner is None and ctx.model.places[base.place.place].owner not in ("table", "seat")
    return any(len(set(numbers)) < len(numbers) for numbers in _lists(ctx, base))


def _lists(ctx: Context, items: t.Expr) -> Iterator[tuple[int, ...]]:
    """The printed lists of numbers that an expression reads."""
    if isinstance(items, t.Const | t.OptionConst) and isinstance(items.value, tuple) and items.type.sort == "list":
        yield items.value
    elif isinstance(items, t.RuleRead):
        base = ctx.model.rules[items.rule].base
        if isinstance(base, tuple) and items.type.sort == "list":
            yield base
