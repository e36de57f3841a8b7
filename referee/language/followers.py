"""Leaves out what is gone as soon as misspelt keys are written as they were probably meant."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable

from referee.packs import Stack
from referee.packs.again import files_of, read_again
from referee.packs.diagnostics import Diagnostic
from referee.packs.spots import split_lines

KEYS = frozenset(("E0120", "E0121"))  # a section, and a key, that there isn't
ONE_WORD = re.compile(r"did you mean `(\w+)`\?")
Reading = Callable[[Stack], Iterable[Diagnostic]]


def without_followers(findings: list[Diagnostic], stack: Stack, read: Reading) -> list[Diagnostic]:
    """The findings without errors that the keys mended alone would do away with; the keys themselves are told.

    `read` gives all findings of a stack. Where mending brings up something new nothing is left out: then it isn't known
    what was meant.
    """
    keys = [each for each in findings if each.code.code in KEYS and ONE_WORD.fullmatch(each.hint)]
    others = [each for each in findings if each.severity == "error" and each not in keys]
    if not keys or not others:
        return findings
    files = files_of(stack.packs)
    names = {f"{pack.path}/{name}": f"{pack.id}/{name}" for pack in stack.packs for name in pack.files}
    by_file: dict[str, list[Diagnostic]] = defaultdict(list)
    for each in keys:
        by_file[names.get(each.at.file, "")].append(each)
    if "" in by_file:
        return findings
    for name, wrong in by_file.items():
        files[name] = _mended(files[name].decode("utf-8", "replace"), wrong).encode()
    mended = read_again(stack.packs, stack, files)
    left = {_what(each, {}) for each in read(mended)}
    if left - {_what(each, names) for each in findings}:
        return findings
    gone = [each for each in others if _what(each, names) not in left]
    return [each for each in findings if each not in gone]


def _mended(text: str, wrong: Iterable[Diagnostic]) -> str:
    """A file with the keys as they were meant."""
    lines = split_lines(text)
    for each in sorted(wrong, key=lambda finding: finding.at, reverse=True):
        line, start = lines[each.at.line - 1], each.at.column - 1
        meant = ONE_WORD.fullmatch(each.hint)
        assert meant is not None
        lines[each.at.line - 1] = line[:start] + meant.group(1) + line[start + each.width :]
    return "\n".join(lines)


def _what(finding: Diagnostic, names: dict[str, str]) -> tuple[str, str, int, str]:
    """What makes two findings the same; columns move when a key in front of them is mended."""
    return finding.code.code, names.get(finding.at.file, finding.at.file), finding.at.line, finding.message
