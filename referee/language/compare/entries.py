"""Told: the entries of each kind, with what is printed on them and what they do."""

from __future__ import annotations

from collections.abc import Iterator

from referee.language.compare.code import bare
from referee.language.compare.reading import Reading
from referee.language.compare.sentences import sentence
from referee.language.compare.things import Aspect, Thing, named, one, sentences
from referee.language.compare.triggers import events
from referee.language.describe.keys import humanized, pack_text
from referee.language.model import Entry, Kind

TRIGGER = "trigger"


def entries(r: Reading) -> Iterator[Thing]:
    """Every card and figure."""
    for kind in r.model.kinds.values():
        for entry in kind.entries:
            if not _is_the_kind(entry, kind):
                name = r.name(kind.id, entry)
                source = tuple(line for hook, codes in sorted(entry.code.items()) for line in (hook, *bare(*codes)))
                aspects = (named(name), *_entry(r, entry, kind))
                yield Thing("entries", f"{kind.id}/{entry.id}", name, aspects, source, r.kind(kind.id, plural=True))


def _is_the_kind(entry: Entry, kind: Kind) -> bool:
    """A kind without entries has one of its own name."""
    return entry.id == kind.id and len(kind.entries) == 1 and not entry.code


def _entry(r: Reading, entry: Entry, kind: Kind) -> Iterator[Aspect]:
    numbers = {0: entry.copies} if isinstance(entry.copies, int) else entry.copies
    yield one("copies", r.by_seats(numbers), usual=entry.copies == 1)
    for field, type_ in kind.fields.items():
        value = entry.data.get(field)
        unsaid = value == kind.defaults.get(field) if field in kind.defaults else type_.maybe and value == -1
        label = pack_text(f"field/{field}.name", humanized(field))
        yield Aspect(f"field/{field}", label, (r.value(value, type_),), usual=unsaid)
    for hook, body in entry.hooks.items():
        if body.body or body.value is not None:
            yield Aspect(f"hook/{hook}", r.words.hook_name(kind.id, hook), (sentence(r.words.hook(body)),))
    if entry.says:
        yield Aspect("says", None, (r.words.entry_says(entry),), wording=True)
    for declared in kind.hooks.values():
        if declared.sort == TRIGGER and entry.code.get(declared.id):
            told = [text for code in entry.code[declared.id] for text in events(r, code, of_entry=True)]
            yield sentences(f"hook/{declared.id}", told, r.words.hook_name(kind.id, declared.id))
