"""Words of players where an id is meant: `gain 2 victory points` for `gain 2 vp`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.packs import Stack
from referee.packs.access import text_of
from referee.packs.diagnostics import Diagnostic
from referee.packs.node import Mapping, Node

ABOUT_WORDS = frozenset(("E0201", "E0210", "E0228"))
NAMED = ("tokens", "groups", "kinds", "places", "values")
PLAYERS = ("name", "plural")


def with_ids(findings: Sequence[Diagnostic], stack: Stack) -> list[Diagnostic]:
    """The findings; those about a word of a name that players read have the id of what is called so as their hint."""
    if not any(each.code.code in ABOUT_WORDS for each in findings):
        return list(findings)
    ids: dict[str, set[str]] = {}
    for ident, phrase in _names(stack):
        ids.setdefault(phrase.lower(), set()).add(ident)
    unclear = {phrase for phrase, all_of in ids.items() if len(all_of) > 1 or phrase in all_of}
    phrases = sorted((phrase for phrase in ids if phrase and phrase not in unclear), key=len, reverse=True)
    files = {f"{pack.path}/{name}": data for pack in stack.packs for name, data in pack.files.items()}
    return [_with_id(each, phrases, ids, files) if each.code.code in ABOUT_WORDS else each for each in findings]


def _with_id(
    finding: Diagnostic, phrases: Sequence[str], ids: dict[str, set[str]], files: dict[str, bytes]
) -> Diagnostic:
    lines = files.get(finding.at.file, b"").decode("utf-8", "replace").split("\n")
    line = lines[finding.at.line - 1].lower() if finding.at.line <= len(lines) else ""
    here = finding.at.column - 1
    for phrase in phrases:
        for match in re.finditer(rf"\b{re.escape(phrase)}\b", line):
            if match.start() <= here < match.end():
                (ident,) = ids[phrase]
                return replace(finding, hint=f"write `{ident}` for `{phrase}`")
    return finding


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
