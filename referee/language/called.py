"""Words of players where an id is meant: `gain 2 glass beads` for `gain 2 bead`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.packs import Stack
from referee.packs.access import text_of
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node
from referee.packs.spots import split_lines

ABOUT_WORDS = frozenset(("E0201", "E0210", "E0228"))
NAMED = ("tokens", "groups", "kinds", "places", "values")
PLAYERS = ("name", "plural")
WORD = re.compile(r"[^\W\d_][\w'-]*")
LONGEST = 5  # words of a name that are looked for
REACH = 80  # characters before and behind a place in which a name may stand


def with_ids(findings: Sequence[Diagnostic], stack: Stack) -> list[Diagnostic]:
    """The findings; those about a word of a name that players read have the id of what is called so as their hint."""
    if not any(each.code.code in ABOUT_WORDS for each in findings):
        return list(findings)
    ids: dict[str, set[str]] = {}
    for ident, phrase in _names(stack):
        ids.setdefault(phrase.lower(), set()).add(ident)
    clear = {phrase: min(all_of) for phrase, all_of in ids.items() if len(all_of) == 1 and phrase not in all_of}
    files = {f"{pack.path}/{name}": data for pack in stack.packs for name, data in pack.files.items()}
    lines: dict[str, list[str]] = {}
    told: list[Diagnostic] = []
    for each in findings:
        if each.code.code in ABOUT_WORDS and each.at.file in files:
            whole = lines.get(each.at.file)
            if whole is None:
                whole = lines[each.at.file] = split_lines(files[each.at.file].decode("utf-8", "replace"))
            phrase = _phrase(whole[each.at.line - 1] if each.at.line <= len(whole) else "", each.at.column - 1, clear)
            each = replace(each, hint=f"write `{clear[phrase]}` for `{phrase}`") if phrase else each
        told.append(each)
    return told


def _phrase(line: str, place: int, clear: dict[str, str]) -> str:
    """The longest name around a place of a line that players have for something; empty if there is none."""
    words = list(WORD.finditer(line[max(0, place - REACH) : place + REACH].lower()))
    here = place - max(0, place - REACH)
    for count in range(LONGEST, 0, -1):
        for first in range(len(words) - count + 1):
            begin, end = words[first].start(), words[first + count - 1].end()
            phrase = " ".join(word.group() for word in words[first : first + count])
            if begin <= here < end and phrase in clear:
                return phrase
    return ""


def _names(stack: Stack) -> Iterator[tuple[str, str]]:
    """Every id with what players call it."""
    for section in NAMED:
        node = stack.sections.get(section)
        for ident, item in node.items() if isinstance(node, Mapping) else ():
            yield from ((ident, text) for text in _spoken(item))
    for entries in stack.entries.values():
        for ident, entry in entries.items():
            yield from ((ident, text) for text in _spoken(entry) if ident[:1] != "^")


def _spoken(node: Node) -> Iterator[str]:
    for key in PLAYERS if isinstance(node, Mapping) else ():
        yield text_of(node.get(key) if isinstance(node, Mapping) else None)
