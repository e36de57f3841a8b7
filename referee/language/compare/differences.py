"""Two rulesets set against each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from referee.language.build import Ruleset
from referee.language.compare.shape import Shape, shape, wording
from referee.language.compare.things import SECTIONS, Aspect, Thing
from referee.language.compare.told import told
from referee.language.text import Text

TEXTS = "texts"  # those of things that are new or gone are told with them
Mark = Literal["same", "gone", "new"]


@dataclass(frozen=True, slots=True)
class Line:
    """A text of one aspect. What is gone or the same stands in the words of the first ruleset, what is new in the
    second's."""

    mark: Mark
    text: Text


@dataclass(frozen=True, slots=True)
class AspectChange:
    """What is said now and was not before.

    `listed`: of several sentences, with those around that stay. `alone`: the texts need no name of the thing in front.
    """

    label: Text | None
    lines: tuple[Line, ...]
    listed: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A thing that is new (`before` is None), gone (`after` is None) or changed.

    `aspects` may be empty for a changed one: its code is another, and nothing that is told of it differs. `group` is
    the heading of entries of one kind, in the words of the ruleset that has the thing, the second if both do.
    """

    section: str
    before: Text | None
    after: Text | None
    aspects: tuple[AspectChange, ...]
    group: Text | None = None


def differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """What the second ruleset has that differs from the first, section by section, in the order of the second."""
    before, after = told(first), told(second)
    rules = {*first.model.rules, *second.model.rules}
    return [found for section in SECTIONS for found in _section(section, before, after, rules)]


def _section(
    section: str, before: Sequence[Thing], after: Sequence[Thing], rules: Collection[str]
) -> Iterator[Difference]:
    old = {thing.key: thing for thing in before if thing.section == section}
    new = {thing.key: thing for thing in after if thing.section == section}
    groups: dict[str, list[Difference]] = {}
    for key in [*new, *(key for key in old if key not in new)]:
        found = _difference(section, old.get(key), new.get(key), rules)
        if found is not None:
            groups.setdefault(key.partition("/")[0] if found.group is not None else "", []).append(found)
    for group in groups.values():
        yield from group


def _difference(section: str, old: Thing | None, new: Thing | None, rules: Collection[str]) -> Difference | None:
    if old is not None and new is not None:
        return _changed(old, new, rules)
    if section == TEXTS:
        return None
    if new is not None:
        return Difference(section, None, new.name, _whole(new, "new"), new.group)
    assert old is not None
    return Difference(section, old.name, None, _whole(old, "gone"), old.group)


def _whole(thing: Thing, mark: Mark) -> tuple[AspectChange, ...]:
    return tuple(
        AspectChange(each.label, tuple(Line(mark, text) for text in each.value), each.listed, each.alone)
        for each in thing.aspects
        if not each.usual
    )


def _changed(old: Thing, new: Thing, rules: Collection[str]) -> Difference | None:
    other_code = old.source != new.source
    if old.section == "procedures" and not other_code:
        return None  # what it calls may have changed: that is told there
    before = {each.key: each for each in old.aspects}
    after = {each.key: each for each in new.aspects}
    keys = [*after, *(key for key in before if key not in after)]
    if new.section == "entries":  # a field that others of the kind have now goes without saying where it is the default
        keys = [key for key in keys if (key in before and key in after) or not (before | after)[key].usual]
    found = [_aspect(before.get(key), after.get(key), rules) for key in keys]
    aspects = tuple(each for each in found if each is not None)
    if not aspects and not other_code:
        return None
    return Difference(new.section, old.name, new.name, aspects, new.group)


def _aspect(old: Aspect | None, new: Aspect | None, rules: Collection[str]) -> AspectChange | None:
    some = new or old
    assert some is not None
    before, after = _shapes(old, rules), _shapes(new, rules)
    if before == after:
        return None
    texts = (old.value if old is not None else (), new.value if new is not None else ())
    return AspectChange(some.label, tuple(_lines(texts, before, after)), some.listed, some.alone)


def _shapes(aspect: Aspect | None, rules: Collection[str]) -> list[Shape]:
    if aspect is None:
        return []
    return [wording(text) if aspect.wording else shape(text, rules) for text in aspect.value]


def _lines(
    texts: tuple[Sequence[Text], Sequence[Text]], before: Sequence[Shape], after: Sequence[Shape]
) -> Iterator[Line]:
    """The sentences gone and new, with those that stay right before and behind them."""
    old, new = texts
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    codes = matcher.get_opcodes()
    for number, (op, i1, i2, j1, j2) in enumerate(codes):
        if op == "equal":
            near = set()
            if number + 1 < len(codes):
                near.add(i2 - 1)
            if number:
                near.add(i1)
            yield from (Line("same", old[index]) for index in sorted(near))
        else:
            yield from (Line("gone", text) for text in old[i1:i2])
            yield from (Line("new", text) for text in new[j1:j2])
