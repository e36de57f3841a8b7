"""W0470, W0471: texts of nothing, and names whose texts stand under another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.language import tree as t
from referee.language.build import Ruleset
from referee.language.codes import CODES
from referee.lint.trees import choices, nodes, pack_of
from referee.packs.damage import words_in
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Position
from referee.packs.spelling import closest, suggestion

Places = tuple[Position | None, ...]
Keys = dict[str, Places]  # every key that a text can have, and where its parts are written, if they are only there


def run(ruleset: Ruleset) -> Iterable[Diagnostic]:
    """Texts under `says:` that belong to nothing, of the last pack.

    Where a choice or an option has nearly the name of a text, and no text of its own, one of the two is misspelt: the
    rarer one.
    """
    last = ruleset.stack.packs[-1].id
    return (found for found in dict.fromkeys(_all(ruleset)) if pack_of(ruleset, found.at) == last)


def _all(ruleset: Ruleset) -> Iterator[Diagnostic]:
    node = ruleset.stack.sections.get("says")
    if not isinstance(node, Mapping):
        return
    known: Keys = dict(_keys(ruleset))
    aside = ruleset.stack.set_aside  # these texts belong to what other options bring
    orphans = [key for key in node if key not in known and not aside.issuperset(key.split("/"))]
    spoken = Counter(_words(ruleset)) if orphans else Counter()
    for key in orphans:
        yield _orphan(key, node.keys[key], known, spoken, aside)


def _words(ruleset: Ruleset) -> Iterator[str]:
    for pack in ruleset.stack.packs:
        for document in pack.documents:
            yield from words_in(document)


def _orphan(key: str, at: Position, known: Keys, spoken: Counter[str], aside: frozenset[str]) -> Diagnostic:
    """What to say of a text that belongs to nothing."""
    parts = key.split("/")
    others: dict[str, dict[str, Position | None]] = {}  # part of the key → what nearly the same keys have instead
    for other, places in known.items():
        whole = list(zip(parts, other.split("/"), places, strict=False))
        replaced = {(mine, its): place for mine, its, place in whole if mine != its}
        if other.count("/") == key.count("/") and len(replaced) == 1:
            [((word, name), place)] = replaced.items()
            others.setdefault(word, {})[name] = place
    for word, names in others.items():
        near = closest(word, names, slips_only=True)
        if not near:
            continue
        place = names[near[0]]
        if place is not None and spoken[near[0]] == 1 and spoken[word] > 1:
            arguments = (("name", near[0]), ("word", word))
            return Diagnostic(CODES["W0471"], place, arguments, len(near[0]), suggestion([word]))
        return _misspelt(key, at, word, near)
    strange = [word for word in parts if word not in aside]
    if len(strange) == 1 and (near := closest(strange[0], aside, slips_only=True)):
        return _misspelt(key, at, strange[0], near)
    return Diagnostic(CODES["W0470"], at, (("word", key),), len(key))


def _misspelt(key: str, at: Position, word: str, near: list[str]) -> Diagnostic:
    """A text that belongs to nothing because of one word of its key."""
    parts = key.split("/")
    start = sum(len(part) + 1 for part in parts[: parts.index(word)])
    here = Position(at.file, at.line, at.column + start)
    return Diagnostic(CODES["W0470"], here, (("word", key),), len(word), suggestion(near))


def _keys(ruleset: Ruleset) -> Iterator[tuple[str, Places]]:
    """Every key that a text can have."""
    model = ruleset.model
    for names in (model.terms, model.procedures, model.rules, model.values, model.windows):
        yield from ((name, (None,)) for name in names)
    yield from ((f"windows/{name}", (None, None)) for name in model.windows)
    yield from ((f"names/{name}", (None, None)) for name in model.procedures)
    for step, at, options in _steps(ruleset):
        base = step.partition(".")[0]
        owner = (None,) * base.count("/")
        yield base, (*owner, at)
        for option, place in options:
            yield f"{base}/{option}", (*owner, at, place)
            yield f"{base.rpartition('/')[0]}/{option}", (*owner, place)
    for part in nodes(ruleset):
        if isinstance(part, t.EndGame | t.LastRound):
            yield f"ends/{part.reason}", (None, None)


Step = tuple[str, Position | None, list[tuple[str, Position | None]]]  # name, place, options with their places


def _steps(ruleset: Ruleset) -> Iterator[Step]:
    for choice in choices(ruleset):
        options: list[tuple[str, Position | None]] = [(option.label, option.at) for option in choice.options]
        name = choice.step.partition(".")[0].rpartition("/")[2]
        at = dict(options).get(name)  # a choice of one option has its name
        if at is None:
            at = Position(choice.at.file, choice.at.line, choice.at.column + len("choose one "))
        yield choice.step, at, options
    yield from _standing(ruleset)
    for part in nodes(ruleset):
        if isinstance(part, t.Secretly | t.SecretlyPut | t.PayAny | t.GainAny | t.ShareOut):
            yield part.step, None, [("pay", None), ("gain", None), ("place", None)]


def _standing(ruleset: Ruleset) -> Iterator[Step]:
    """The steps of standing options: each is named by its declaration."""
    for name in ruleset.model.standing:
        options = [option for option in ruleset.standing if ruleset.context.standing_of[option.label] == name]
        yield f"standing/{name}", None, [(option.label, option.at) for option in options]
