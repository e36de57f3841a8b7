"""W0470: declared, but used by nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.language import tree as t
from referee.language.build import MAIN, Ruleset
from referee.language.model import Named
from referee.lint.trees import finding, nodes, pack_of
from referee.lint.words import Words
from referee.packs.access import base_name
from referee.packs.damage import words_in
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping

PURSE_OR_SUPPLY = ("supply", "box")
ROUND = "round"


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Terms, procedures, rule values and hooks that no effect uses; names that nothing mentions.

    Only of the last pack: what an earlier one declares may be meant for others, or be replaced by a later one.
    """
    last = ruleset.stack.packs[-1].id
    return (found for found in _all(ruleset) if pack_of(ruleset, found.at) == last)


def _all(ruleset: Ruleset) -> Iterator[Diagnostic]:
    model = ruleset.model
    read, aside = _read(ruleset), _aside(ruleset)
    for section, named in (("terms", model.terms), ("procedures", model.procedures), ("rules", model.rules)):
        for name, declared in named.items():
            if f"{section}/{name}" not in read and name not in {MAIN, ROUND, *aside}:
                yield _unused(declared)
    for kind in model.kinds.values():
        for hook in kind.hooks.values():
            if hook.sort in ("effect", "cost") and f"hook/{kind.id}/{hook.id}" not in ruleset.context.used and hook.at:
                yield finding("W0470", hook.at, len(hook.id), word=hook.id)
    words = Words(ruleset)
    for name, value in model.values.items():
        if not words.elsewhere("values", name):
            yield _unused(value)
    for name, place in model.places.items():
        if "." not in name and name not in PURSE_OR_SUPPLY and not place.home and not words.elsewhere("places", name):
            yield _unused(place)
    for name, group in model.groups.items():
        if not words.elsewhere("groups", name) and not (group.one and words.elsewhere("groups", group.one)):
            yield _unused(group)
    for name, token in model.tokens.items():
        grouped = any(token.index in group.tokens for group in model.groups.values())
        if not grouped and not words.elsewhere("tokens", name):
            yield _unused(token)


def _unused(declared: Named) -> Diagnostic:
    return finding("W0470", declared.at, len(declared.id), word=declared.id)


def _read(ruleset: Ruleset) -> set[str]:
    """Terms, procedures and rule values that some tree uses (a rule value that only changes is of no use)."""
    found: set[str] = set()
    for part in nodes(ruleset):
        match part:
            case t.RuleRead(rule=rule):
                found.add(f"rules/{rule}")
            case t.TermCall(term=term):
                found.add(f"terms/{term}")
            case t.Do(procedure=procedure):
                found.add(f"procedures/{procedure}")
            case t.CanDo(procedure=index):
                found.add(f"procedures/{ruleset.procedures[index].name}")
            case t.Modifier(span=span) if span:
                found.add(f"procedures/{span}")
            case _:
                pass
    # A term that is nothing but another one's old meaning, or without parameters, is found by its call as well.
    found |= {f"terms/{name.partition('/')[2]}" for name in ruleset.context.used if name.startswith("term/")}
    return found


def _aside(ruleset: Ruleset) -> set[str]:
    """Words of what other options bring, and of the declarations that they need in their turn."""
    found = set(ruleset.stack.set_aside)
    open_ = {
        base_name(key): node
        for section in ("terms", "procedures", "rules")
        if isinstance(declared := ruleset.stack.sections.get(section), Mapping)
        for key, node in declared.items()
    }
    while needed := open_.keys() & found:
        for name in needed:
            found.update(words_in(open_.pop(name)))
    return found
