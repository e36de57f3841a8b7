"""W0420: two entries in force set one rule value; the last in the order of the stack wins, which nobody sees coming."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from referee.language import tree as t
from referee.language.build import Ruleset
from referee.language.checks.joint import exclusive
from referee.language.model import Entry
from referee.lint.trees import finding, pack_of
from referee.packs.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """An `is` of an entry, and where the entry must lie for it."""

    entry: Entry
    modifier: t.Modifier
    places: tuple[str, ...]


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Pairs of one pack that nothing keeps apart; the order of packs is explicit, so it decides between packs."""
    by_rule: dict[str, list[Setting]] = defaultdict(list)
    for hook in ruleset.context.hook_list:
        if hook.hook.sort != "modifier":
            continue
        for body in hook.body:
            for part in t.walk(body):
                if isinstance(part, t.Modifier) and part.op == "is" and not part.span:
                    by_rule[part.rule].append(Setting(hook.entry, part, hook.hook.while_in))
    for rule, settings in by_rule.items():
        for index, one in enumerate(settings):
            for earlier in settings[:index]:
                if _together(ruleset, earlier, one):
                    left, right = (f"{x.entry.kind}/{x.entry.id}" for x in (earlier, one))
                    related = (earlier.modifier.at,)
                    yield finding("W0420", one.modifier.at, len("rule"), related, left=left, right=right, rule=rule)
                    break


def _together(ruleset: Ruleset, one: Setting, other: Setting) -> bool:
    """Can both be in force, and do they differ?"""
    if one.entry is other.entry or one.modifier.value == other.modifier.value:
        return False
    if pack_of(ruleset, one.modifier.at) != pack_of(ruleset, other.modifier.at):
        return False
    conditions = [[x.modifier.condition] if x.modifier.condition is not None else [] for x in (one, other)]
    if exclusive(*conditions):
        return False
    return any(_room(ruleset, a, b, one.entry, other.entry) for a in one.places for b in other.places)


def _room(ruleset: Ruleset, a: str, b: str, one: Entry, other: Entry) -> bool:
    """Can the two entries lie in these two places at once?"""
    model = ruleset.model
    first, second = model.places.get(a), model.places.get(b)
    if first is None or second is None or first.holds != one.kind or second.holds != other.kind:
        return False
    if first is not second:
        return True
    if first.unique_by and one.data.get(first.unique_by) == other.data.get(first.unique_by):
        return False  # never two of one sort in it
    return not (first.owner == "table" and first.form == "cells" and first.cells == 1)
