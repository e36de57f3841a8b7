"""What is found in a stack under other values of its options: what a `when:` leaves out now is checked there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from referee.language.build import read_stack
from referee.lint import run_all
from referee.packs import Stack
from referee.packs.access import words_of
from referee.packs.diagnostics import Diagnostic
from referee.packs.findings import Findings
from referee.packs.header import option_value, written
from referee.packs.model import OptionDecl, OptionValue, Pack
from referee.packs.node import Mapping, Node, Scalar
from referee.packs.node import Sequence as Items
from referee.packs.settings import Settings

Setting = dict[str, tuple[str, ...]]


def under_other_settings(
    stack: Stack, packs: Sequence[Pack], again: Callable[[Setting], Stack], found: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """What else is found if one option at a time has another value, for each value that decides a `when:` of `packs`.

    `again` loads the same stack with that setting, `found` is what was found in it as it is: nothing of it is told
    again, and nothing that may follow from an error of it.
    """
    told = {(each.code.code, each.at) for each in found}
    broken = any(each.severity == "error" for each in found)
    more: list[Diagnostic] = []
    for name, value in other_settings(stack, packs):
        loaded = again({name: value})
        ruleset, findings = read_stack(loaded)
        for each in findings if ruleset is None else run_all(ruleset).findings:
            if (each.code.code, each.at) in told or broken and (each.severity != "error" or _same_line(each, found)):
                continue
            told.add((each.code.code, each.at))
            note = f"found with --set {name}={','.join(value) or 'none'}"
            more.append(replace(each, hint=f"{each.hint} ({note})" if each.hint else note))
    return more


def _same_line(one: Diagnostic, found: Sequence[Diagnostic]) -> bool:
    return any((each.at.file, each.at.line) == (one.at.file, one.at.line) for each in found)


def other_settings(stack: Stack, packs: Sequence[Pack]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Options of a stack with values that they don't have now, so that every `when:` of `packs` holds under one of
    them, and under one doesn't: "pack.option" and what a setting writes.
    """
    options = {name: decl for pack in stack.packs for name, decl in pack.options.items()}
    asked: dict[str, list[Mapping]] = {}
    for condition in (each for pack in packs for root in pack.documents for each in _conditions(root)):
        word = condition.get("option")
        decl = options.get(word.text.rpartition(".")[2]) if isinstance(word, Scalar) else None
        if decl is not None and decl.id in stack.option_values:
            asked.setdefault(decl.id, []).append(condition)
    for name, conditions in asked.items():
        decl, now = options[name], stack.option_values[name]
        trial = Settings([pack for pack in stack.packs if name in pack.options], {}, Findings())
        seen: set[tuple[bool, ...]] = set()
        for value in (now, *_values(decl, conditions)):
            trial.values[name] = value
            holds = tuple(trial.holds(each, quiet=True) for each in conditions)
            if holds not in seen and seen:
                texts = tuple(map(str, value)) or ("none",) if decl.pick and isinstance(value, tuple) else ()
                yield f"{decl.pack}.{name}", texts or (written(value),)
            seen.add(holds)


def _values(decl: OptionDecl, conditions: Sequence[Mapping]) -> Iterator[OptionValue]:
    """The values that an option may take; of a pick none, and what conditions ask for."""
    if not decl.pick:
        yield from decl.values
        return
    yield ()
    for each in conditions:
        words = {word.text: None for word in words_of(each.get("is")) if word.text != "none"}
        if len(words) == decl.pick:
            yield tuple(words)


def _conditions(node: Node) -> Iterator[Mapping]:
    """Every `when: {option: …, is: …}` below a node."""
    if isinstance(node, Items):
        for item in node.items:
            yield from _conditions(item)
    elif isinstance(node, Mapping):
        for key, value in node.items():
            if key == "when" and isinstance(value, Mapping) and option_value(value.get("is")) is not None:
                yield value
            yield from _conditions(value)
