"""What no longer fits because a later pack has changed it: one finding, at the change, that shows the other places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from referee.language.spoken import WORD, Texts
from referee.packs import Stack
from referee.packs.again import files_of, read_again
from referee.packs.codes import code
from referee.packs.damage import words_in
from referee.packs.diagnostics import Diagnostic
from referee.packs.model import Change
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence

# Parts of paths that name nothing: `hooks/use/sort` is about `use`.
GENERAL = frozenset("fields hooks data type sort base is do one of while_in of in_force tokens".split())
# These are about changes themselves, and about which packs and options go together.
STACKING = frozenset(("E0127", "E0133", "E0134", "E0140", "E0141", "E0150", "E0151", "E0152", "E0217"))
GROUPS = frozenset("fields hooks data tokens".split())  # what comes behind these in a path is a name
MOST_PLACES = 10
MOST_WORDS = 200  # of what stood there before and after a change
Reading = Callable[[Stack], Iterable[Diagnostic]]


def with_changes(findings: Iterable[Diagnostic], stack: Stack, read: Reading) -> list[Diagnostic]:
    """The findings, those that a later pack has brought about made one at the change that did it.

    An error in a pack that isn't there without the packs above it is a fault of what they change or add: of the change
    that the place speaks of, or of the pack as a whole. `read` gives all findings of a stack.
    """
    findings = list(findings)
    order = {pack.id: number for number, pack in enumerate(stack.packs)}
    texts = Texts(stack)
    beneath = _Beneath(stack, read)
    changes = [(change, _names(change)) for change in (*stack.changes, *added(stack))]
    caused: dict[tuple[int, int], list[Diagnostic]] = defaultdict(list)  # pack and number of its change, -1: none
    for each in findings:
        owner = order.get(texts.pack_of(each), len(order))
        if owner + 1 >= len(order) or each.severity != "error" or each.code.code in STACKING:
            continue
        by = beneath.brought_by(each, owner)
        if by is None:
            continue
        own = [n for n, (change, _) in enumerate(changes) if order.get(change.pack) == by]
        said = (n for words in texts.words(each) for n in reversed(own) if changes[n][1] & words)
        number = next(said, own[0] if len(own) == 1 else -1)
        caused[by, number].append(each)
    told = {id(each) for group in caused.values() for each in group}
    result = [each for each in findings if id(each) not in told]
    for (by, number), group in caused.items():
        if number >= 0 and any(_within(changes[number][0], each) for each in result):
            continue  # it is wrong in itself, which is said
        if number < 0:
            pack = stack.packs[by]
            result.append(_finding(f"the pack `{pack.id}`", pack.at, group))
        else:
            change = changes[number][0]
            what = f"`{change.field}` of {change.target}" if change.field else change.target
            result.append(_finding(what, change.at, group, removed=change.op == "remove"))
    return result


class _Beneath:
    """What is found in the first packs of a stack without the others; read when it is asked for."""

    def __init__(self, stack: Stack, read: Reading) -> None:
        self._stack = stack
        self._read = read
        self._known: dict[int, frozenset[tuple[str, Position]]] = {}

    def brought_by(self, finding: Diagnostic, owner: int) -> int | None:
        """The first pack above its own with which a finding is there; None if it is there without any."""
        what = (finding.code.code, finding.at)
        if what in self._found(owner + 1):
            return None
        low, high = owner + 1, len(self._stack.packs) - 1
        while low < high:
            middle = (low + high) // 2
            if what in self._found(middle + 1):
                high = middle
            else:
                low = middle + 1
        return low

    def _found(self, number: int) -> frozenset[tuple[str, Position]]:
        """The findings of so many packs, by their codes and places."""
        if number not in self._known:
            packs = self._stack.packs[:number]
            paths = {pack.id: pack.path for pack in packs}
            smaller = read_again(packs, self._stack, files_of(packs))
            self._known[number] = frozenset((each.code.code, _named(each.at, paths)) for each in self._read(smaller))
        return self._known[number]


def _named(at: Position, paths: dict[str, str]) -> Position:
    """A place in a pack given as files, in the words of the whole stack."""
    pack, _, name = at.file.partition("/")
    return replace(at, file=f"{paths.get(pack, pack)}/{name}")


def _within(change: Change, finding: Diagnostic) -> bool:
    """Is a finding an error in what a change says?"""
    at = finding.at
    if finding.severity != "error" or at.file != change.at.file or at < change.at:
        return False
    return at.line <= max([change.at.line, *(each.line for each in _places(change.after))])


def _places(node: Node | None) -> Iterator[Position]:
    """Where a node and all that is in it stand."""
    if node is None:
        return
    yield node.at
    if isinstance(node, Scalar):
        yield from node.lines
        return
    for each in node.items if isinstance(node, Sequence) else node.entries.values():
        yield from _places(each)


def _finding(what: str, at: Position, group: list[Diagnostic], removed: bool = False) -> Diagnostic:
    spots = tuple(dict.fromkeys(each.at for each in group))
    places = "a place no longer fits" if len(spots) == 1 else f"{len(spots)} places no longer fit"
    arguments = (("what", what), ("places", places), ("first", group[0].message))
    hint = "remove or change what uses it, too" if removed else group[0].hint or "change these places, too, or less"
    return Diagnostic(code("E0153"), at, arguments, hint=hint, related=spots[:MOST_PLACES])


def added(stack: Stack) -> Iterator[Change]:
    """What packs above the first one put around the code of others by declaring something: windows and triggers."""
    for pack in stack.packs[1:]:
        for document in pack.documents:
            windows = document.get("windows")
            for name, node in windows.items() if isinstance(windows, Mapping) else ():
                assert isinstance(windows, Mapping)
                yield Change("set", f"window/{name}", "", None, _part(node, "before"), windows.keys[name], pack.id)
            triggers = document.get("triggers")
            for each in triggers if isinstance(triggers, Sequence) else ():
                if isinstance(each, Scalar):
                    head = Sequence((replace(each, value=each.text.partition(":")[0]),), each.at)
                    yield Change("set", "trigger", "", None, head, each.at, pack.id)


def _part(node: Node, key: str) -> Node | None:
    inner = node.get(key) if isinstance(node, Mapping) else None
    return Sequence((inner,), inner.at) if isinstance(inner, Scalar) else inner


def _names(change: Change) -> frozenset[str]:
    """The names that a change is about: of what it changes, and those that stand only before or only after it there."""
    named = set(WORD.findall(change.target.partition("/")[2]))
    if change.op != "wrap":
        named |= {*WORD.findall(change.field), *(_words(change.before) ^ _words(change.after))} - GENERAL
        front, _, rest = change.field.partition("/")
        named |= {rest.partition("/")[0]} - {""} if front in GROUPS else set()
    return frozenset(named)


def _words(node: Node | None) -> set[str]:
    """The words of a list or mapping; those of an effect say too little."""
    words = set() if node is None or isinstance(node, Scalar) else set(words_in(node))
    return words if len(words) <= MOST_WORDS else set()
