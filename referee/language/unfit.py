"""What no longer fits because a later pack has changed it: one finding, at the change, that shows the other places."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from referee.packs import Stack, load_stack
from referee.packs.codes import code
from referee.packs.damage import words_in
from referee.packs.diagnostics import Diagnostic
from referee.packs.model import Change
from referee.packs.node import Node, Position, Scalar, Sequence
from referee.packs.spots import split_lines

# Parts of paths that name nothing: `hooks/use/sort` is about `use`.
GENERAL = frozenset("fields hooks data type sort base is do one of while_in of in_force tokens".split())
OVERLAYS = frozenset(("E0150", "E0151", "E0152"))  # these are about changes themselves
MOST_PLACES = 10
MOST_WORDS = 200  # of what stood there before and after a change
_WORD = re.compile(r"[a-z]\w*")
Reading = Callable[[Stack], Iterable[Diagnostic]]


def with_changes(findings: Iterable[Diagnostic], stack: Stack, read: Reading) -> list[Diagnostic]:
    """The findings, those that a change has brought about made one at the change.

    An error that mentions what a later pack of the stack has changed, and isn't there without that pack, is a fault of
    that change, or of the two together. `read` gives all findings of a stack.
    """
    order = {pack.id: number for number, pack in enumerate(stack.packs)}
    texts = _Texts(stack)
    caused: dict[int, list[Diagnostic]] = defaultdict(list)
    changes = [(change, _names(change)) for change in stack.changes]
    findings = list(findings)
    for each in findings:
        owner = order.get(texts.pack_of(each), len(order))
        later = [n for n, (change, _) in enumerate(changes) if order.get(change.pack, 0) > owner]
        by = None
        if later and each.severity == "error" and each.code.code not in OVERLAYS:
            said = texts.words(each)
            by = next((n for words in said for n in reversed(later) if changes[n][1] & words), None)
        if by is not None:
            caused[by].append(each)
    if not caused:
        return findings
    own = _before(stack, min(order[changes[number][0].pack] for number in caused), read)
    caused = {number: [each for each in group if each not in own] for number, group in caused.items()}
    told = {each for group in caused.values() for each in group}
    kept = [each for each in findings if each not in told]
    caused = {number: group for number, group in caused.items() if group}
    return [*kept, *(_finding(changes[number][0], group) for number, group in caused.items())]


def _before(stack: Stack, number: int, read: Reading) -> set[Diagnostic]:
    """What is found in the first packs of a stack without the others."""
    packs = stack.packs[:number]
    paths = {pack.id: pack.path for pack in packs}
    files = {f"{pack.id}/{name}": data for pack in packs for name, data in pack.files.items()}
    settings = {name: chosen for name, chosen in stack.settings.items() if name.partition(".")[0] in paths}
    found = read(load_stack([pack.id for pack in packs], settings=settings, files=files, folders=False))

    def named(at: Position) -> Position:
        pack, _, name = at.file.partition("/")
        return replace(at, file=f"{paths.get(pack, pack)}/{name}")

    return {replace(each, at=named(each.at), related=tuple(map(named, each.related))) for each in found}


def _finding(change: Change, group: list[Diagnostic]) -> Diagnostic:
    what = f"`{change.field}` of {change.target}" if change.field else change.target
    spots = tuple(dict.fromkeys(each.at for each in group))
    places = "a place no longer fits" if len(spots) == 1 else f"{len(spots)} places no longer fit"
    arguments = (("what", what), ("places", places), ("first", group[0].message))
    return Diagnostic(code("E0153"), change.at, arguments, related=spots[:MOST_PLACES])


def _names(change: Change) -> frozenset[str]:
    """The names that a change is about: of what it changes, and those that stand only before or only after it there."""
    named = set(_WORD.findall(change.target.partition("/")[2]))
    if change.op != "wrap":
        named |= {*_WORD.findall(change.field), *(_words(change.before) ^ _words(change.after))}
    return frozenset(named - GENERAL)


def _words(node: Node | None) -> set[str]:
    """The words of a list or mapping; those of an effect say too little."""
    words = set() if node is None or isinstance(node, Scalar) else set(words_in(node))
    return words if len(words) <= MOST_WORDS else set()


class _Texts:
    """The texts of a stack's files, and what words they have."""

    def __init__(self, stack: Stack) -> None:
        self._packs = {f"{pack.path}/{name}": pack for pack in stack.packs for name in pack.files}
        self._lines: dict[str, list[str]] = {}
        self._scalars: dict[str, list[Scalar]] = {}

    def pack_of(self, finding: Diagnostic) -> str:
        pack = self._packs.get(finding.at.file)
        return pack.id if pack is not None else ""

    def words(self, finding: Diagnostic) -> Iterator[set[str]]:
        """The words of a finding and of the line where it is; then those of the whole text that the line is in."""
        file, line = finding.at.file, finding.at.line
        pack = self._packs.get(file)
        if pack is None:
            return
        if file not in self._lines:
            data = pack.files[file.removeprefix(f"{pack.path}/")]
            self._lines[file] = split_lines(data.decode("utf-8", "replace"))
            documents = [document for document in pack.documents if document.at.file == file]
            self._scalars[file] = [each for document in documents for each in _texts_in(document)]
        lines = self._lines[file]
        said = [text for _, text in finding.arguments]
        yield set(_WORD.findall(" ".join([*said, lines[line - 1] if line <= len(lines) else ""])))
        for each in self._scalars[file]:
            if each.lines[0].line <= line <= each.lines[-1].line:
                yield set(_WORD.findall(each.text))


def _texts_in(node: Node) -> Iterator[Scalar]:
    """The texts of a node that go over several lines."""
    if isinstance(node, Scalar):
        if len(node.lines) > 1:
            yield node
        return
    for each in node.items if isinstance(node, Sequence) else node.entries.values():
        yield from _texts_in(each)
