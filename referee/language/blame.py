"""Which of two spellings is the wrong one: a name that many places use, or the one that is declared and used nowhere.

And a name that isn't declared at all is one fault, however many places use it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

from referee.language.codes import CODES
from referee.language.parse import RESERVED
from referee.packs import Stack
from referee.packs.access import base_name, text_of, words_of
from referee.packs.damage import words_in
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence
from referee.packs.spelling import closest, ones, suggestion

# Findings about a name that nothing has, and which of their arguments is that name.
UNKNOWN = {
    **dict.fromkeys(("E0120", "E0121"), "key"),
    **dict.fromkeys(("E0140", "E0145", "E0150", "E0164"), "name"),
    "E0141": "value",
    **dict.fromkeys(("E0210", "E0211", "E0212", "E0213", "E0214", "E0215", "E0228"), "word"),
}
TEMPLATE = "^"
INDENT = "indent it"
YES_NO = ("yes", "no")
MAIN = "main"  # which nothing calls
MOST_WORDS = 50  # names that are looked for among those declared
MOST_PLACES = 10  # further places that a finding shows


def blamed(findings: list[Diagnostic], stack: Stack) -> list[Diagnostic]:
    """The findings, in the same order, with those about one name that nothing has made one.

    Where a name is declared that nothing uses and that is nearly the one missing, the finding is about that one.
    """
    groups: dict[str, list[Diagnostic]] = defaultdict(list)
    for each in findings:
        word = dict(each.arguments).get(UNKNOWN.get(each.code.code, ""), "").removeprefix(TEMPLATE)
        if word and not each.hint.startswith(INDENT):  # else it is the right word in the wrong place
            groups[word].append(each)
    if not groups:
        return findings
    told: dict[Diagnostic, Diagnostic] = {}
    spoken = Counter(word for pack in stack.packs for document in pack.documents for word in words_in(document))
    singular = _singulars(stack)
    idle = {name: at for name, at in _declared(stack) if spoken[name] == 1 and name != MAIN}
    idle = {name: at for name, at in idle.items() if spoken[singular.get(name, "")] < 2}
    for word, group in list(groups.items())[:MOST_WORDS]:
        others = tuple(each.at for each in group[1:] if each.at != group[0].at)[:MOST_PLACES]
        told[group[0]] = replace(group[0], related=(*group[0].related, *others)) if others else group[0]
        near = closest(word, idle, slips_only=True) if spoken[word] > 1 or word in YES_NO else []
        near = [name for name in near if word not in ones(name)] or near  # the name of the whole is right then
        hinted = [name for name in near if any(f"`{name}`" in each.hint for each in group)]
        near = hinted or near if word not in RESERVED else hinted  # what fits where the name is used comes first
        if near:
            arguments = (("name", near[0]), ("word", word), ("count", str(spoken[word])))
            related = tuple(each.at for each in group)[:MOST_PLACES]
            told[group[0]] = Diagnostic(
                CODES["E0219"], idle[near[0]], arguments, len(near[0]), suggestion([word]), related
            )
    first = {id(group[0]) for group in groups.values()}
    later = {id(each) for group in groups.values() for each in group if id(each) not in first}
    return [told.get(each, each) for each in findings if id(each) not in later]


def _singulars(stack: Stack) -> dict[str, str]:
    """What one member of a group or of symbols is called, by the name of the whole: it may be of use by that alone."""
    found: dict[str, str] = {}
    for section in ("groups", "symbols"):
        node = stack.sections.get(section)
        for name, item in node.items() if isinstance(node, Mapping) else ():
            found[name] = text_of(item.get("one")) if isinstance(item, Mapping) else ""
    return found


def _declared(stack: Stack) -> Iterator[tuple[str, Position]]:
    """Every name that the packs declare and others may use, with its place."""
    for section in stack.sections.values():
        for name, node in section.items() if isinstance(section, Mapping) else ():
            assert isinstance(section, Mapping)
            yield base_name(name), section.keys[name]
            yield from _inside(node)
    tokens = stack.sections.get("tokens")
    for node in tokens.entries.values() if isinstance(tokens, Mapping) else ():
        yield from node.keys.items() if isinstance(node, Mapping) else ()
    for pack in stack.packs:
        for document in pack.documents:
            for rows in document.entries.values():
                for row in rows.items if isinstance(rows, Sequence) else ():
                    ident = row.get("id") if isinstance(row, Mapping) else None
                    if isinstance(ident, Scalar):
                        start = len(ident.text) - len(ident.text.removeprefix(TEMPLATE))
                        yield ident.text[start:], ident.locate(1, start + 1)


def _inside(node: Node) -> Iterator[tuple[str, Position]]:
    """The names that a declaration gives to parts of it: fields, hooks, faces, columns, members, values."""
    if not isinstance(node, Mapping):
        yield from ((word.text, word.at) for word in words_of(node) if isinstance(node, Sequence))
        return
    for key in ("fields", "hooks", "data"):
        parts = node.get(key)
        if isinstance(parts, Mapping):
            yield from parts.keys.items()
    for key in ("one", "of", "faces", "values"):
        yield from ((word.text, word.at) for word in words_of(node.get(key)))
